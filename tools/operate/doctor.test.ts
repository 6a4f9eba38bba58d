// `npm run doctor` beside a running server: what it names, and that it does so in its exit code.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import { type AppEnv, createApp } from "../../server/app.ts";
import { createListener } from "../../server/http/listener.ts";
import { createLog } from "../../server/http/log.ts";
import { putMessage } from "../../server/testing/outbox-for-tests.ts";
import { smallSite } from "../../server/testing/small-site.ts";
import { testDatabase } from "../../server/testing/test-database.ts";

const { sql, connection } = await testDatabase();
const key = "sb_secret_of_the_operator";
const site = await smallSite({ TRUSTED_PROXIES: "127.0.0.1" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-doctor-"));

// A server that trusts anyone who asks from this machine: the doctor itself is then a proxy that passes no address.
const log = createLog(site.env);
const backend = {
  auth: new Hono<AppEnv>(),
  rest: new Hono<AppEnv>(),
  answers: async () => true,
  takesWrites: () => true,
  isOperator: (headers: Headers) => headers.get("apikey") === key,
};
const app = createApp({ env: site.env, log, website: site.website, backend, api: new Hono<AppEnv>() });
const server = createListener({ app, website: site.website, env: site.env, log }).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => {
  server.closeAllConnections();
  server.close();
  site.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

async function doctor(settings: Record<string, string> = {}) {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    DATA_DIR: dataDir,
    SECRET_KEY: key,
    DATABASE_URL: `postgres://${connection.user}@localhost/${connection.database}?host=${connection.host}`,
    ...settings,
  };
  const said = await promisify(execFile)(process.execPath, ["tools/operate/doctor.ts"], { env }).catch(
    (error: { stdout: string; code: number }) => error,
  );
  return { text: said.stdout, failed: "code" in said };
}

test("it names what is set wrongly, what waits, and a proxy that passes no addresses", async () => {
  for (const [state, minutes] of [
    ["held", 180],
    ["failed", 5],
    ["queued", 30],
  ] as const) {
    const id = await putMessage(sql);
    const at = new Date(Date.now() - minutes * 60_000);
    await sql`update public.outbox set state = ${state}, created_at = ${at}, not_before = ${at},
      finished_at = case when ${state} = 'failed' then ${at}::timestamptz end where id = ${id}`;
  }
  const { text, failed } = await doctor({
    SITE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    STRIPE_SECRET_KEY: "sk_1",
    STMP_URL: "smtp://mail.example",
    AUTO_PUBLISH: "true",
  });
  expect(failed).toBe(true);
  expect(text).toMatch(/^FIX {3}settings +STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET/m);
  expect(text).toMatch(/^FIX {3}settings +STMP_URL is not a setting: was SMTP_URL meant\?$/m);
  expect(text).toMatch(/^FIX {3}mail +external publishing is on, but there is no mail provider/m);
  expect(text).toMatch(/^FIX {3}proxy +the proxy at SITE_URL sends no X-Forwarded-For/m);
  expect(text).toMatch(
    /^FIX {3}outbox +1 queued \(oldest \d\d min\), 1 held \(oldest 3 h\), 0 uncertain, 1 failed \(oldest \d+ min\); queued ones should have left/m,
  );
});

test("what is right is not to be fixed", async () => {
  await sql`delete from public.outbox`;
  const { text } = await doctor({ STRIPE_SECRET_KEY: "sk_1", STRIPE_WEBHOOK_SECRET: "whsec_1" });
  expect(text).toMatch(/^ok {4}outbox +0 queued, 0 held, 0 uncertain, 0 failed$/m);
  expect(text).not.toMatch(/^FIX {3}(?:settings|mail|proxy|outbox)/m);
});
