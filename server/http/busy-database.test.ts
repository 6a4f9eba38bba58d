// Data requests that never end delay neither sign-in nor health checks: each has its own connections.
import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import { type AppEnv, createApp } from "../app.ts";
import { openBackend } from "../open-backend.ts";
import { openPlatform } from "../open-platform.ts";
import { smallSite } from "../testing/small-site.ts";
import { testDatabase } from "../testing/test-database.ts";
import { createLog } from "./log.ts";

const { sql, connection } = await testDatabase();
// Anyone who reads it waits until the test lets go of the lock.
await sql.unsafe(`
  create view public.endless with (security_invoker = true) as select pg_advisory_xact_lock_shared(7)::text as waited;
  grant select on public.endless to authenticated`);
const admin = { email: "owner@guidevane.example", password: "right password 9" };
const site = await smallSite({
  DATABASE_URL: `postgres://${connection.user}@localhost/${connection.database}?host=${connection.host}`,
  DATABASE_POOL_SIZE: "4",
  STATEMENT_TIMEOUT_MS: "60000",
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
});
const log = createLog(site.env);
const platform = await openPlatform(site.env, log, () => undefined);
const backend = await openBackend(site.env, log, platform);
const app = createApp({ env: site.env, log, website: site.website, backend, api: new Hono<AppEnv>() });
afterAll(async () => {
  await backend.close();
  await platform.close();
  site.remove();
});

const apikey = { apikey: backend.publishableKey };
const signIn = async () =>
  app.request("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { ...apikey, "content-type": "application/json" },
    body: JSON.stringify(admin),
  });

test("sign-in and health do not wait behind data requests", async () => {
  const { access_token: token } = (await (await signIn()).json()) as { access_token: string };
  const held = await sql.reserve();
  await held`select pg_advisory_lock(7)`;
  const waiting = Array.from({ length: 40 }, () =>
    Promise.resolve(app.request("/rest/v1/endless", { headers: { ...apikey, authorization: `Bearer ${token}` } })),
  );
  await expect
    .poll(async () => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      return row?.count;
    })
    .toBeGreaterThan(1);

  expect((await app.request("/healthz")).status).toBe(200);
  expect((await signIn()).status).toBe(200);

  await held`select pg_advisory_unlock(7)`;
  held.release();
  for (const { status } of await Promise.all(waiting)) expect([200, 429]).toContain(status);
}, 60_000);
