import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { patternComplaint, runsOnServer } from "./linear-patterns.js";

test.each([
  [String.raw`^[A-Za-z]+(?:[/_+-][A-Za-z0-9_+-]+)*$`, "exponential"],
  [String.raw`^(.*\d)\s*([A-Za-z]{1,6})\s*\s*\.?$`, "quadratic"],
  [String.raw`^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$`, "quadratic"],
])("audit-4 S12: %s takes %s time", (pattern, kind) => {
  expect(patternComplaint(pattern, "")).toContain(kind);
});

test.each([String.raw`\s+`, "^[a-z]+$", '"[^"]*"', String.raw`^\d{4}-\d\d`])("audit-4 S12: %s is linear", (pattern) => {
  expect(patternComplaint(pattern, "")).toBeNull();
});

test("audit-4 S12: what runs on the server is looked at, screens and tests are not", () => {
  expect(
    ["server/a.ts", "domain/a.ts", "modules/cash/server/bank/a.ts", "modules/cash/server.ts"].every(runsOnServer),
  ).toBe(true);
  expect(
    ["app/a.ts", "modules/cash/bank/a.tsx", "server/a.test.ts", "modules/cash/testing/a.ts"].some(runsOnServer),
  ).toBe(false);
});

test("audit-4 S12: the linter itself refuses the deliberately bad file, and runs on the whole repository", () => {
  let output = "";
  try {
    const options = ["-c", "tools/check/lint/fixtures/oxlintrc.json", "tools/check/lint/fixtures"];
    execFileSync("node_modules/.bin/oxlint", options, { encoding: "utf8" });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  expect(output.split("its quantifiers overlap").length - 1).toBe(4);
  expect(readFileSync(".oxlintrc.json", "utf8")).toContain('"guidevane/linear-patterns": "error"');
});
