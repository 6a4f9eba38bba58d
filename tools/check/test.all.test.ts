// The whole command, into a pipe.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("audit-4 clocks: npm test into a pipe prints plain lines", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "tools/check/test.ts",
    "tools/check/test-arguments.test.ts",
  ]);
  const lines = stdout.trimEnd().split("\n");
  expect(stdout).not.toContain("\u001b");
  expect(lines[0]).toMatch(/^ok {3}unit and API tests +\d+\.\d s$/);
  expect(lines[1]).toMatch(/^The slowest \d+:$/);
  expect(lines[2]).toMatch(/^ +\d+\.\d s {2}tools\/check\/test-arguments\.test\.ts > /);
  expect(lines.at(-1)).toMatch(/^[1-9]\d* passed, 0 failed, 0 skipped$/);
});
