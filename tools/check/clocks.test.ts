import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { splitArguments } from "./test-arguments.ts";
import { momentsAfter, readsTime, testsThatReadTime } from "./clocks.ts";
import { planOf } from "./test-plan.ts";

test("audit-4 clocks: the twelve moments are the next of their kind", () => {
  const moments = momentsAfter(new Date("2026-11-19T22:00:00Z"));
  expect(moments.map(({ name, at }) => `${name}: ${at.toISOString().slice(0, 16)}`)).toEqual([
    "Wednesday 00:01: 2026-11-25T00:01",
    "Wednesday 23:59: 2026-11-25T23:59",
    "Friday 16:59: 2026-11-20T16:59",
    "Friday 17:01: 2026-11-20T17:01",
    "Sunday 12:00: 2026-11-22T12:00",
    "Monday 08:59: 2026-11-23T08:59",
    "December 31 23:59: 2026-12-31T23:59",
    "January 1 00:01: 2027-01-01T00:01",
    "February 29 12:00: 2028-02-29T12:00",
    "Berlin, spring night: 2027-03-28T00:59",
    "Berlin, autumn night: 2027-10-31T00:59",
    "New York, spring night: 2027-03-14T06:59",
  ]);
  expect(new Set(moments.map(({ zone }) => zone))).toEqual(new Set(["UTC", "Europe/Berlin", "America/New_York"]));
  for (const { at } of momentsAfter(new Date("2031-12-31T23:59:30Z")))
    expect(at.getTime()).toBeGreaterThan(Date.UTC(2031, 11, 31, 23, 59, 30));
});

test("audit-4 clocks: which tests read the time is found by a rule", () => {
  const readings = [
    "new Date()",
    "Date.now()",
    "where at < now()",
    "private.now()",
    "current_date",
    "public.office_today()",
  ];
  expect(readings.filter((text) => !readsTime(text))).toEqual([]);
  const others = ["performance.now()", "new Date(0)", "auth.clock.now()", "const now = () => at", "renown()"];
  expect(others.filter(readsTime)).toEqual([]);
  const unit = testsThatReadTime("unit");
  expect(unit).toContain("server/platform/clock.test.ts");
  // By what it imports.
  expect(unit).toContain("modules/meetings/sql/booking.test.ts");
  expect(unit).not.toContain("domain/money.test.ts");
  // By the screens it opens.
  expect(testsThatReadTime("browser")).toContain("e2e/meetings.e2e.ts");
  expect(unit.filter((file) => file.includes(".all."))).toEqual([]);
});

test("audit-4 clocks: clocks takes a moment and files; at takes a time", () => {
  expect(splitArguments(["clocks"])).toMatchObject({ scope: "clocks", unit: [], browser: [] });
  expect(splitArguments(["clocks", "Sunday 12:00", "e2e/x.e2e.ts"])).toMatchObject({
    scope: "clocks",
    moment: "Sunday 12:00",
    browser: ["e2e/x.e2e.ts"],
  });
  expect(splitArguments(["clocks", "server/x.test.ts"])).toMatchObject({ scope: "clocks", unit: ["server/x.test.ts"] });
  const at = new Date("2026-12-31T23:50Z");
  expect(splitArguments(["at", "2026-12-31T23:50Z"])).toMatchObject({ scope: "first", at });
  expect(splitArguments(["at", "2026-12-31T23:50Z", "server/x.test.ts", "-t", "a name"])).toMatchObject({
    scope: "named",
    at,
    unit: ["server/x.test.ts"],
    flags: ["-t", "a name"],
  });
  expect(() => splitArguments(["at", "noon"])).toThrow("npm test -- at 2026-12-31T23:50Z");
  const plan = planOf(splitArguments(["clocks"]));
  expect(plan.unit).toEqual(["run", ...testsThatReadTime("unit")]);
  expect(plan.browser).toEqual(["run", ...testsThatReadTime("browser")]);
});

test("audit-4 clocks: a process with an environment of its own gets the moved clock all the same", async () => {
  const script = `
    import { execFileSync, spawn } from "node:child_process";
    const print = ["-e", "console.log(process.env.FAKETIME, process.env.OWN)"];
    console.log(execFileSync(process.execPath, print, { env: { OWN: "1" }, encoding: "utf8" }).trim());
    spawn(process.execPath, print, { env: { OWN: "2" }, stdio: "inherit" });`;
  const NODE_OPTIONS = `--import ${process.cwd()}/tools/check/moved-clock.mjs`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    // No library is loaded: what counts here is that it is handed on.
    env: { PATH: process.env.PATH, NODE_OPTIONS, FAKETIME: "+60s" },
  });
  expect(stdout).toBe("+60s 1\n+60s 2\n");
});
