import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { differenceInWords, zoneDifferences } from "./zone-data.ts";

const { sql } = await testDatabase();
const at = new Date("2026-11-01T00:00:00Z");

test("meetings 1: PostgreSQL's and Node's zone data are compared, and what differs is named with its offsets", async () => {
  const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"];
  expect(await zoneDifferences(sql, zones, at)).toEqual([]);
  // A database whose data says something else about Berlin's summer, as before an update.
  const old = Object.assign(
    (...given: Parameters<typeof sql>) =>
      String(given[0]).includes("generate_series")
        ? (sql(...given) as unknown as Promise<{ minutes: number }[]>).then((rows) =>
            rows.map(({ minutes }) => ({ minutes: minutes === 120 ? 60 : minutes })),
          )
        : sql(...given),
    sql,
  ) as typeof sql;
  const found = await zoneDifferences(old, ["Europe/Berlin", "Asia/Kathmandu"], at);
  expect(found.map(differenceInWords)).toEqual([
    "Europe/Berlin from 2027-03-28: PostgreSQL says UTC+01:00, Node.js UTC+02:00; update the older time zone data",
  ]);
  // Node takes an offset for a zone, PostgreSQL's list does not have it; what neither knows is no difference.
  expect((await zoneDifferences(sql, ["+03:00", "Nowhere/None"], at)).map(differenceInWords)).toEqual([
    "PostgreSQL does not know the zone +03:00: update its time zone data",
  ]);
});
