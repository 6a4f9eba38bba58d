// `npm test`: types, lint, format, unit and API tests, browser tests; ends with the counts.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

const scratch = mkdtempSync(path.join(os.tmpdir(), "guidevane-test-"));
let passed = 0;
let failed = 0;
let skipped = 0;
/** Told again at the very end, where they are found without scrolling. */
const failures: string[] = [];

function step(name: string, command: string, args: string[]): boolean {
  const started = Date.now();
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${name.padEnd(30)} ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  return status === 0;
}

interface Report extends Record<"numPassedTests" | "numFailedTests" | "numPendingTests", number> {
  testResults: FileReport[];
}

interface FileReport {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}

function failuresOf({ name, status, message, assertionResults }: FileReport): string[] {
  const file = path.relative(process.cwd(), name);
  const failedTests = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && failedTests.length === 0) return [`${file}: ${firstLines(message)}`];
  return failedTests.map((test) => `${file} > ${test.fullName}: ${firstLines(test.failureMessages[0] ?? "")}`);
}

const firstLines = (text: string) => stripVTControlCharacters(text).split("\n").slice(0, 3).join(" ").slice(0, 300);

function suite(name: string, args: string[]): boolean {
  const report = path.join(scratch, `${name.replaceAll(" ", "-")}.json`);
  const ok = step(name, process.execPath, [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...args,
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  try {
    const counts = JSON.parse(readFileSync(report, "utf8")) as Report;
    passed += counts.numPassedTests;
    failed += counts.numFailedTests;
    skipped += counts.numPendingTests;
    failures.push(...counts.testResults.flatMap(failuresOf));
    // A file that could not even be loaded has no failed test to count.
    if (!ok && counts.numFailedTests === 0) failed += 1;
    return ok && counts.numPassedTests > 0;
  } catch {
    failed += 1;
    return false;
  }
}

const checks = step("types, lint, format", process.execPath, ["tools/check/check.ts"]);
const audited = step("known weaknesses", process.execPath, ["tools/check/audit.ts"]);
const unit = suite("unit and API tests", []);
const browser = suite("browser tests", ["-c", "vitest.e2e.config.ts"]);
rmSync(scratch, { recursive: true, force: true });

for (const ok of [checks, audited]) {
  if (ok) passed++;
  else failed++;
}
for (const failure of failures) console.log(`FAIL ${failure}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(checks && audited && unit && browser && failed === 0 ? 0 : 1);
