import { expect, test } from "vitest";
import { createOutput, slowestLines } from "./test-output.ts";
import type { Report } from "./test-report.ts";

function plain() {
  let text = "";
  return { output: createOutput({ isPlain: true, write: (more) => (text += more) }), text: () => text };
}

const colors =
  "console.log('\\x1b[31mdots ' + '.'.repeat(3000) + '\\x1b[39m', process.env.NO_COLOR, process.env.FORCE_COLOR);";

test("audit-4 clocks: into a file or a pipe a step is one line with its seconds, whatever it said", async () => {
  const { output, text } = plain();
  expect(await output.step("types, lint, format", ["-e", colors])).toBe(true);
  expect(text()).toMatch(/^ok {3}types, lint, format +\d+\.\d s\n$/);
});

test("audit-4 clocks: a step that failed is shown whole, without colors, before its line", async () => {
  const { output, text } = plain();
  const script = `${colors} console.error('the reason'); process.exit(3)`;
  expect(await output.step("unit and API tests", ["-e", script], { FORCE_COLOR: "" })).toBe(false);
  expect(text()).toContain(`dots ${".".repeat(3000)} 1`);
  expect(text()).toMatch(/the reason\nFAIL unit and API tests +\d+\.\d s\n$/);
  expect(text()).not.toContain("\u001b");
});

test("audit-4 clocks: only failures are reported into a file; a terminal shows dots, or the names of few files", () => {
  expect([true, false].map((isPlain) => createOutput({ isPlain }).reporter("tier"))).toEqual(["minimal", "dot"]);
  expect([true, false].map((isPlain) => createOutput({ isPlain }).reporter("named"))).toEqual(["minimal", "default"]);
});

test("audit-4 clocks: a run ends with its slowest twenty tests", () => {
  const result = (seconds: number) => ({
    fullName: `takes ${seconds}`,
    title: "",
    status: "passed",
    failureMessages: [],
    duration: seconds * 1000,
  });
  const report = (from: number): Report => ({
    numPassedTests: 15,
    numFailedTests: 0,
    numPendingTests: 0,
    testResults: [
      {
        name: `${process.cwd()}/server/x.test.ts`,
        status: "passed",
        message: "",
        assertionResults: Array.from({ length: 15 }, (_, index) => result(from + index)),
      },
    ],
  });
  const lines = slowestLines([report(1), report(21)]);
  expect(lines).toHaveLength(21);
  expect(lines.slice(0, 2)).toEqual(["The slowest 20:", "  35.0 s  server/x.test.ts > takes 35"]);
  expect(lines.at(-1)).toBe("  11.0 s  server/x.test.ts > takes 11");
  expect(slowestLines([])).toEqual([]);
});
