// `npm test`: types, lint, format, unit and API tests, browser tests; ends with the counts.
// `npm test -- e2e/x.e2e.ts server/env.test.ts -t "a name"`: only these files; HEADED=1 shows the browser.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { behaviourCoverage, coverageLines } from "./behaviours.ts";
import { failuresOf, type Report, testNames } from "./test-report.ts";
import { splitArguments } from "./test-arguments.ts";

const scratch = mkdtempSync(path.join(os.tmpdir(), "guidevane-test-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
let passed = 0;
let failed = 0;
let skipped = 0;
/** Told again at the very end, where they are found without scrolling. */
const failures: string[] = [];
const names: string[] = [];

function step(name: string, command: string, args: string[]): boolean {
  const started = Date.now();
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${name.padEnd(30)} ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  return status === 0;
}

function check(name: string, file: string): void {
  if (step(name, process.execPath, [file])) passed++;
  else {
    failed++;
    failures.push(name);
  }
}

function suite(name: string, args: string[]): void {
  const file = path.join(scratch, "report.json");
  rmSync(file, { force: true });
  const ok = step(name, process.execPath, [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...args,
    `--reporter=${isWhole ? "dot" : "default"}`,
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  try {
    const report = JSON.parse(readFileSync(file, "utf8")) as Report;
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    skipped += report.numPendingTests;
    failures.push(...failuresOf(report));
    names.push(...testNames(report));
    // A file that could not even be loaded has no failed test to count; and no test at all is no success.
    if (report.numFailedTests === 0 && (!ok || report.numPassedTests === 0)) failed++;
  } catch {
    failed++;
    failures.push(`${name}: no report`);
  }
}

const { unit, browser, flags } = splitArguments(process.argv.slice(2));
const isWhole = unit.length + browser.length === 0;
// Building and checking types keep one core busy each. If it does not work, the browser tests say why.
const gettingReady = isWhole
  ? once(spawn(process.execPath, ["tools/check/ready-for-browser-tests.mjs"], { stdio: "inherit" }), "exit")
  : null;
if (isWhole) {
  check("types, lint, format", "tools/check/check.ts");
  check("known weaknesses", "tools/check/audit.ts");
}
if (isWhole || unit.length > 0) suite("unit and API tests", [...unit, ...flags]);
await gettingReady;
if (isWhole || browser.length > 0) suite("browser tests", ["-c", "vitest.e2e.config.ts", ...browser, ...flags]);

if (isWhole) for (const line of coverageLines(behaviourCoverage(names))) console.log(line);
for (const failure of failures) console.log(`FAIL ${failure}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
