// `npm test`: types, lint, format, and the first tier of unit, API and browser tests; ends with the counts.
// `npm test -- all`: both tiers. `npm test -- changed [since]`: what a change can touch.
// `npm test -- e2e/x.e2e.ts server/env.test.ts -t "a name"`: only these files; HEADED=1 shows the browser.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { behaviourCoverage, coverageLines } from "./behaviours.ts";
import { failuresOf, type Report, testNames } from "./test-report.ts";
import { splitArguments } from "./test-arguments.ts";
import { planOf } from "./test-plan.ts";
import { configOf, type Kind, secondTierNames } from "./tiers.ts";

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

function suite(kind: Kind, args: string[]): void {
  const name = kind === "unit" ? "unit and API tests" : "browser tests";
  const file = path.join(scratch, "report.json");
  rmSync(file, { force: true });
  const ok = step(name, process.execPath, [
    "node_modules/vitest/vitest.mjs",
    ...args,
    `--config=${configOf[kind]}`,
    ...flags,
    `--reporter=${scope === "named" ? "default" : "dot"}`,
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
    if (report.numFailedTests === 0 && (!ok || (report.numPassedTests === 0 && scope !== "changed"))) failed++;
  } catch {
    failed++;
    failures.push(`${name}: no report`);
  }
}

const given = splitArguments(process.argv.slice(2));
const { scope, flags } = given;
const isTier = scope === "first" || scope === "all";
const plan = planOf(given);
// Building and checking types keep one core busy each. If it does not work, the browser tests say why.
const gettingReady =
  scope !== "named" && plan.browser
    ? once(spawn(process.execPath, ["tools/check/ready-for-browser-tests.mjs"], { stdio: "inherit" }), "exit")
    : null;
if (scope !== "named") check("types, lint, format", "tools/check/check.ts");
if (isTier) check("known weaknesses", "tools/check/audit.ts");
if (plan.unit) suite("unit", plan.unit);
await gettingReady;
if (plan.browser) suite("browser", plan.browser);

if (isTier) {
  const others = scope === "first" ? secondTierNames() : [];
  for (const line of coverageLines(behaviourCoverage(names, others))) console.log(line);
  console.log(scope === "all" ? "Both tiers." : `The first tier; npm test -- all has ${others.length} tests more.`);
}
for (const failure of failures) console.log(`FAIL ${failure}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
