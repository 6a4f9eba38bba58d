import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { registry } from "../operations/metrics.ts";
import { functionOf } from "./pool-watch.ts";
import { openPool } from "./sql.ts";

const { sql, connection } = await testDatabase();
await sql.unsafe(
  `create function private.nap(seconds float, who text) returns void language sql as 'select pg_sleep(seconds)'`,
);

/** A pool whose log the test reads. */
function watched(poolName: string, { slowMs = 0, max = 1 }) {
  const lines: Record<string, unknown>[] = [];
  const write = (entry: object, msg: string) => void lines.push({ ...entry, msg });
  const pool = openPool({
    ...connection,
    max,
    poolName,
    watch: { slowMs, log: { warn: write, error: write } as never },
  });
  onTestFinished(() => pool.end({ timeout: 1 }));
  return { pool, lines };
}
const figure = async (name: string, pool: string) =>
  (await registry.getSingleMetricAsString(name)).split("\n").find((line) => line.includes(`pool="${pool}"`));

test("a slow statement is logged with its function and without its values", async () => {
  const { pool, lines } = watched("slow", { slowMs: 5 });
  await pool`select private.nap(${0.01}, ${"jane@private.example"})`;
  await pool.unsafe("select private.nap(0.01, 'jane@private.example')");
  expect(lines).toMatchObject([
    { msg: "a slow statement", pool: "slow", function: "private.nap", statement: "select private.nap($1, $2)" },
    { msg: "a slow statement", pool: "slow", function: "private.nap", statement: "select private.nap(0.01, '...')" },
  ]);
  for (const { ms } of lines) expect(ms).toBeGreaterThanOrEqual(5);
  expect(await figure("guidevane_database_slow_statements_total", "slow")).toMatch(/ 2$/);
});

test.each([
  ["one that takes less", 600_000],
  ["any, when the limit is 0", 0],
])("not logged: %s", async (_name, slowMs) => {
  const { pool, lines } = watched("quick", { slowMs });
  await pool`select private.nap(${0.01}, ${""})`;
  expect(lines).toEqual([]);
});

test("callers that wait because every connection is in use are logged once in a while, and counted", async () => {
  const { pool, lines } = watched("small", { max: 2 });
  const held = [await pool.reserve(), await pool.reserve()];
  expect(lines).toEqual([]);
  const waiting = [pool`select 1`, pool`select 2`, pool`select 3`].map((query) => query.then((rows) => rows.length));
  expect(await figure("guidevane_database_waiting", "small")).toMatch(/ 3$/);
  for (const connected of held) connected.release();
  expect(await Promise.all(waiting)).toEqual([1, 1, 1]);
  expect(lines).toMatchObject([
    { pool: "small", connections: 2, msg: expect.stringContaining("was in use") as string },
  ]);
});

test("a PostgreSQL that has no connection left is named", async () => {
  await sql.unsafe(
    `create role crowded login connection limit 1; grant connect on database "${connection.database}" to crowded`,
  );
  const other = openPool({ ...connection, user: "crowded", max: 1 });
  const held = await other.reserve();
  const lines: string[] = [];
  const log = { warn: () => {}, error: (_entry: object, msg: string) => lines.push(msg) } as never;
  const pool = openPool({ ...connection, user: "crowded", max: 1, watch: { slowMs: 0, log } });
  await expect(pool`select 1`).rejects.toMatchObject({ code: "53300" });
  expect(lines).toEqual(["PostgreSQL has no connection left to give"]);
  held.release();
  await Promise.all([pool.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  await sql.unsafe(`drop owned by crowded; drop role crowded`);
});

test.each([
  ["select * from private.claim_outbox($1, $2)", "private.claim_outbox"],
  ['select * from "public"."search_accounts"("term" => $1)', "public.search_accounts"],
  ["select id from public.outbox where state = any ($1)", null],
  ["insert into public.outbox (class) values ($1)", null],
  ['insert into "public"."outbox"("class") values ($1)', null],
])("the function of %s", (text, name) => {
  expect(functionOf(text)).toBe(name);
});
