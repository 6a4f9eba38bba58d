// The clock of the database: fixed for tests, not to be moved where it counts.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";

const lastMinute = "2026-12-31T23:59:00Z";
const { sql } = await testDatabase({ now: lastMinute });

/** As an installation has it. */
const ofInstallations = readFileSync("server/platform/sql/01-clock.sql", "utf8")
  .replace("create function", "create or replace function")
  .replaceAll("private.now", "private.installed_now");

test("audit-4 clocks: a test says what time it is for SQL, and rules follow it", async () => {
  const [office] = await sql`select private.now() as now, public.office_today()::text as today`;
  expect(office).toEqual({ now: new Date(lastMinute), today: "2026-12-31" });
  await sql.begin(async (tx) => {
    await tx`update public.office set time_zone = 'Europe/Berlin'`;
    const [berlin] = await tx`select public.office_today()::text as today`;
    expect(berlin!.today).toBe("2027-01-01");
    await tx`set local tests.now = '2028-02-29T12:00:00Z'`;
    const [leap] = await tx`select public.office_today()::text as today`;
    expect(leap!.today).toBe("2028-02-29");
  });
});

test("audit-4 clocks: no setting moves the clock of an installation", async () => {
  await sql.begin(async (tx) => {
    await tx.unsafe(ofInstallations);
    await tx`set local tests.now = '2001-02-03T04:05:06Z'`;
    const [read] = await tx`
      select private.installed_now() = pg_catalog.now() as installed, private.now() = '2001-02-03T04:05:06Z' as of_tests`;
    expect(read).toEqual({ installed: true, of_tests: true });
  });
  const serving = ["server/platform/sql/01-clock.sql", "server/platform/database/migrate.ts", "server/main.ts"];
  for (const file of serving) expect(readFileSync(file, "utf8"), file).not.toContain("tests.now");
});

test("audit-4 clocks: the planner puts now() in the place of private.now(): an index answers, and no function is called per row", async () => {
  await sql.begin(async (tx) => {
    await tx.unsafe(ofInstallations);
    await tx`create table private.moments (at timestamptz primary key)`;
    await tx`grant select on private.moments to authenticated`;
    await tx`set local enable_seqscan = off`;
    const planned = async (clock: string) =>
      (await tx.unsafe(`explain (costs off) select at from private.moments where at < ${clock}`))
        .map((line) => Object.values(line)[0])
        .join("\n");
    expect(await planned("private.installed_now()")).toBe(await planned("now()"));
    await tx`set local role authenticated`;
    expect(await planned("private.installed_now()")).toBe(await planned("now()"));
  });
});
