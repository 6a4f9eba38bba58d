// `npm test`: types, lint, format, and the first tier of unit, API and browser tests; ends with the counts.
// `npm test -- all`: both tiers. `npm test -- changed [since]`: what a change can touch.
// `npm test -- e2e/x.e2e.ts server/env.test.ts -t "a name"`: only these files; HEADED=1 shows the browser.
// `npm test -- clocks ["Sunday 12:00"] [files]`: what reads the time, at twelve moments, or only at those of that name.
// `npm test -- at 2026-12-31T23:50Z [files]`: the first tier, or these files, as if it were then.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { behaviourCoverage, coverageLines } from "./behaviours.ts";
import { clockEnvironment, clockLibrary, installClock, momentsAfter } from "./clocks.ts";
import { createOutput, slowestLines } from "./test-output.ts";
import { failuresOf, type Report, testNames } from "./test-report.ts";
import { splitArguments } from "./test-arguments.ts";
import { planOf } from "./test-plan.ts";
import { configOf, type Kind, secondTierNames } from "./tiers.ts";

const scratch = mkdtempSync(path.join(os.tmpdir(), "guidevane-test-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
const output = createOutput();
let passed = 0;
let failed = 0;
let skipped = 0;
/** Told again at the very end, where they are found without scrolling. */
const failures: string[] = [];
const reports: Report[] = [];

async function check(name: string, file: string): Promise<void> {
  if (await output.step(name, [file])) passed++;
  else {
    failed++;
    failures.push(name);
  }
}

interface SuiteOptions {
  /** Said with the name of the step and of what failed. */
  when?: string;
  env?: Record<string, string>;
  part?: string;
}

async function suite(kind: Kind, args: string[], { when = "", env, part }: SuiteOptions = {}): Promise<void> {
  const name = [when, kind === "unit" ? "unit and API tests" : "browser tests", part].filter(Boolean).join(", ");
  const file = path.join(scratch, "report.json");
  rmSync(file, { force: true });
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    ...args,
    `--config=${configOf[kind]}`,
    ...flags,
    ...(part ? [`--shard=${part}`] : []),
    `--reporter=${output.reporter(scope === "named" ? "named" : "tier")}`,
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const ok = await output.step(name, vitest, env);
  try {
    const report = JSON.parse(readFileSync(file, "utf8")) as Report;
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    skipped += report.numPendingTests;
    failures.push(...failuresOf(report).map((failure) => (when ? `${when}: ${failure}` : failure)));
    reports.push(report);
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
if (scope === "clocks" || given.at) {
  const problem = installClock();
  if (problem) {
    console.error(problem);
    process.exit(1);
  }
}
const plan = planOf(given);
const kinds = (["unit", "browser"] as const).filter((kind) => plan[kind]);
// Building and checking types keep one core busy each. If it does not work, the browser tests say why.
const gettingReady =
  scope !== "named" && plan.browser
    ? output.step("browser and build", ["tools/check/ready-for-browser-tests.mjs"])
    : undefined;
if (scope === "clocks") {
  const library = clockLibrary(mkdtempSync(path.join(scratch, "clock-")));
  const moments = momentsAfter(new Date()).filter(({ name }) => name.includes(given.moment ?? ""));
  await gettingReady;
  for (const moment of moments)
    for (const kind of kinds) {
      const parts = given.unit.length + given.browser.length > 0 ? 1 : moment.parts;
      for (let part = 1; part <= parts; part++)
        await suite(kind, plan[kind]!, {
          when: moment.name,
          env: clockEnvironment(moment, library),
          ...(parts > 1 && { part: `${part}/${parts}` }),
        });
    }
  if (moments.length === 0) failures.push(`no moment is named ${given.moment}`);
  if (moments.length === 0) failed++;
} else {
  const clock = given.at && {
    when: given.at.toISOString(),
    library: clockLibrary(mkdtempSync(path.join(scratch, "clock-"))),
  };
  const options = () =>
    clock && given.at
      ? { when: clock.when, env: clockEnvironment({ at: given.at, zone: process.env.TZ ?? "UTC" }, clock.library) }
      : {};
  if (scope !== "named") await check("types, lint, format", "tools/check/check.ts");
  if (isTier) await check("known weaknesses", "tools/check/audit.ts");
  if (plan.unit) await suite("unit", plan.unit, options());
  await gettingReady;
  if (plan.browser) await suite("browser", plan.browser, options());
}

if (isTier) {
  const others = scope === "first" ? secondTierNames() : [];
  for (const line of coverageLines(behaviourCoverage(reports.flatMap(testNames), others))) output.line(line);
  output.line(scope === "all" ? "Both tiers." : `The first tier; npm test -- all has ${others.length} tests more.`);
}
for (const line of slowestLines(reports)) output.line(line);
for (const failure of failures) output.line(`FAIL ${failure}`);
output.line(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
