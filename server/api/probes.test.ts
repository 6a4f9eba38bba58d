import { afterEach, expect, test } from "vitest";
import { createReadiness } from "./readiness.ts";
import { type Operations, probeRoutes, type Readiness } from "./probes.ts";
import { openPool } from "../platform/database/sql.ts";
import { testDatabase } from "../testing/test-database.ts";

const { sql, connection } = await testDatabase();
const ready = (changed: Partial<Parameters<typeof createReadiness>[0]> = {}) =>
  createReadiness({ database: { probe: sql }, jobs: { isStarted: () => true }, takesWrites: () => true, ...changed })();
const all: Readiness = { database: true, schema: true, jobs: true, disk: true };

afterEach(async () => {
  await sql`delete from supabase_migrations.schema_migrations where version = '99999999999999'`;
});

test("ready is a database that takes writes, the schema of this release, and jobs that run", async () => {
  expect(await ready()).toEqual(all);
  expect(await ready({ jobs: { isStarted: () => false } })).toEqual({ ...all, jobs: false });
});

test("audit-4 O6: a full disk is a check by itself, and readers stay with the server", async () => {
  const full = await ready({ takesWrites: () => false });
  expect(full).toEqual({ ...all, disk: false });
  expect((await probeRoutes(operations(full), undefined).request("/readyz")).status).toBe(200);
});

test("a database that is only read is not ready", async () => {
  const standby = openPool({ ...connection, max: 1, options: "-c default_transaction_read_only=on" });
  expect(await ready({ database: { probe: standby } })).toEqual({ ...all, database: false });
  await standby.end({ timeout: 1 });
});

test("a schema with a migration that this release does not know is not ready", async () => {
  await sql`insert into supabase_migrations.schema_migrations (version) values ('99999999999999')`;
  expect(await ready()).toEqual({ ...all, schema: false });
});

test("functions of another release are not ready either", async () => {
  await sql`update supabase_migrations.current_sql set hash = reverse(hash) where place = 1`;
  expect(await ready()).toEqual({ ...all, schema: false });
  await sql`update supabase_migrations.current_sql set hash = reverse(hash) where place = 1`;
  expect(await ready()).toEqual(all);
});

test("a database that does not answer is not ready, and the answer does not wait for it", async () => {
  const nobody = openPool({ ...connection, host: "/nowhere", max: 1, connectionTimeoutMillis: 100 });
  expect(await ready({ database: { probe: nobody } })).toEqual({ ...all, database: false, schema: false });
  await nobody.end({ timeout: 1 });
});

const operations = (checks: Readiness | null): Operations => ({
  readiness: async () => checks,
  metrics: async () => "guidevane_ready 1\n",
});

test.each([
  [all, 200],
  [null, 200],
  [{ ...all, jobs: false }, 503],
  [{ ...all, disk: false }, 200],
])("what /readyz answers to %o", async (checks, status) => {
  const answer = await probeRoutes(operations(checks), undefined).request("/readyz");
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ ok: status === 200, ...(checks && { checks }) });
});

test("the process lives, whatever else is wrong", async () => {
  const answer = await probeRoutes(operations({ ...all, database: false }), undefined).request("/livez");
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
});

test("figures need the key; without keys there is none that would do", async () => {
  const withKey = probeRoutes(operations(all), (headers) => headers.get("apikey") === "right");
  expect((await withKey.request("/metrics")).status).toBe(401);
  const answer = await withKey.request("/metrics", { headers: { apikey: "right" } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  expect((await probeRoutes(operations(all), undefined).request("/metrics", { headers: { apikey: "" } })).status).toBe(
    401,
  );
});

test("probes are only read", async () => {
  for (const path of ["/livez", "/readyz", "/metrics"])
    expect((await probeRoutes(operations(all), undefined).request(path, { method: "POST" })).status).toBe(405);
});
