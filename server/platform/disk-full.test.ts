// No room left and no reserve kept: anyone who saves something is told so.
import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { type AppEnv, createApp } from "#server/app.ts";
import { createRest } from "#server/supabase/rest/rest.ts";
import { smallSite } from "#server/testing/small-site.ts";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const auth = await testAuth(sql, { MAIL_AUTOCONFIRM: "true" });
const site = await smallSite({ SITE_URL: "https://guidevane.example" });
const log = pino({ level: "silent" });
const rest = await createRest({
  sql,
  env: auth.env,
  log,
  identify: async () => ({ role: "service_role", claims: { role: "service_role" }, userId: null, sessionId: null }),
});
const app = createApp({
  env: site.env,
  log,
  website: site.website,
  backend: {
    auth: auth.auth.routes as unknown as Hono<AppEnv>,
    rest: rest.routes,
    answers: async () => true,
    isOperator: () => false,
    takesWrites: () => true,
  },
  api: new Hono<AppEnv>().post("/full", () => {
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  }),
});
afterAll(async () => {
  await rest.close();
  site.remove();
});

const send = async (to: string, body: unknown) => {
  const response = await app.request(to, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { host: "guidevane.example", "content-type": "application/json", apikey: auth.keys.publishableKey },
  });
  return {
    status: response.status,
    body: (await response.json().catch(() => null)) as { message?: string; msg?: string },
  };
};
const sentence = expect.stringContaining("disk is almost full: nothing can be saved");

const withoutRoom = (table: string) =>
  sql.unsafe(`
    create or replace function public.no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file "base/5/2345"' using errcode = '53100'; end $$;
    create trigger no_room before insert on ${table} execute function public.no_room()`);

test("a record is refused with 507", async () => {
  await withoutRoom("public.accounts");
  const { status, body } = await send("/rest/v1/accounts", { name: "Norrfall" });
  expect({ status, message: body.message }).toEqual({ status: 507, message: sentence });
});

test("a sign-up is refused with 507", async () => {
  await withoutRoom("auth.users");
  const { status, body } = await send("/auth/v1/signup", { email: someone(), password: "right password" });
  expect({ status, message: body.msg }).toEqual({ status: 507, message: sentence });
});

test("whatever else runs out of room is refused with 507", async () => {
  const { status, body } = await send("/api/full", {});
  expect({ status, message: body.message }).toEqual({ status: 507, message: sentence });
});
