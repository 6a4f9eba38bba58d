import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { currentFiles } from "#server/platform/database/schema-files.ts";
import { mayReadClock, readers } from "./one-clock.js";
import { clockComplaints } from "./sql-clock.ts";

test("audit-4 clocks: what serves asks one clock; tests, tools and the clock itself may read the wall clock", () => {
  expect(["server/api/healthz.ts", "modules/tasks/server/digest.ts", "app/lib/formats.ts"].map(mayReadClock)).toEqual([
    false,
    false,
    false,
  ]);
  expect(
    ["domain/clock.ts", "modules/tasks/tasks.test.ts", "server/testing/test-auth.ts", "tools/check/test.ts"].map(
      mayReadClock,
    ),
  ).toEqual([true, true, true, true]);
});

test("audit-4 clocks: each file that reads the wall clock by itself exists, reads it, and says why", () => {
  for (const [file, why] of Object.entries(readers)) {
    expect(readFileSync(file, "utf8"), file).toMatch(/new Date\(\)|Date\.now\(\)|\btoday\(/);
    expect(why).not.toBe("");
  }
});

test("audit-4 clocks: the linter refuses each way of reading it, and runs on the whole repository", () => {
  let output = "";
  try {
    const options = ["-c", "tools/check/lint/fixtures/oxlintrc.json", "tools/check/lint/fixtures"];
    execFileSync("node_modules/.bin/oxlint", options, { encoding: "utf8" });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  expect(output.split("ask domain/clock.ts for the time").length - 1).toBe(5);
  expect(readFileSync(".oxlintrc.json", "utf8")).toContain('"guidevane/one-clock": "error"');
});

test("audit-4 clocks: the kernel's SQL asks private.now() and nothing else", () => {
  expect(clockComplaints(currentFiles())).toEqual([]);
  const path = "server/platform/sql/99-x.sql";
  const readings = ["now()", "pg_catalog.now()", "current_date", "localtimestamp"];
  expect(clockComplaints(readings.map((read) => ({ path, text: `\nselect ${read};` })))).toEqual(
    readings.map((read) => `${path}:2 reads ${read}: ask private.now()`),
  );
  const innocent = "select private.now(), clock_timestamp(), renown(); -- now()";
  expect(clockComplaints([{ path, text: innocent }])).toEqual([]);
});

test("audit-4 clocks: a moment becomes a day by a clock that is named: the office's, or a zone's", () => {
  const inSql = currentFiles()
    .flatMap(({ path, text }) => text.split("\n").map((line, index) => ({ place: `${path}:${index + 1}`, line })))
    .filter(({ line }) => /\b\w+_at::date\b|\bnow\(\)::date\b|\bcurrent_date\b/.test(line.replace(/--.*/, "")));
  expect(inSql.map(({ place }) => place)).toEqual([]);
  const day = /(?:current(?:Time|Millis)\(\)|\bnow\(\)|(?:\w+At|\w+_at))[^;\n]*\.toISOString\(\)\.slice\(0, ?10\)/;
  const inTypeScript = globSync("{app,modules,server,domain}/**/*.{ts,tsx}").filter(
    (file) => !/\.test\.tsx?$|\/testing\//.test(file) && day.test(readFileSync(file, "utf8")),
  );
  // Without a database there is no office.
  expect(inTypeScript).toEqual(["server/api/api.ts"]);
});
