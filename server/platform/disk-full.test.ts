// No room left and no reserve kept: whoever saves something is told so, and no half of it stays.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, expect, test, vi } from "vitest";
import { createApi } from "#server/api/api.ts";
import { type AppEnv, createApp } from "#server/app.ts";
import { createRest } from "#server/supabase/rest/rest.ts";
import { smallSite } from "#server/testing/small-site.ts";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const original = vi.hoisted(() => ({ writeFile: null as unknown as typeof writeFile }));
vi.mock("node:fs/promises", async (load) => {
  const fs = await load<typeof import("node:fs/promises")>();
  original.writeFile = fs.writeFile;
  return { ...fs, writeFile: vi.fn(fs.writeFile) };
});

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
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-full-"));
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
  api: createApi({ env: site.env, log, dataDir, standing: async () => "administrator" }),
});
afterAll(async () => {
  await rest.close();
  site.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

const send = async (to: string, body: unknown) => {
  const response = await app.request(to, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { host: "guidevane.example", "content-type": "application/json", apikey: auth.keys.publishableKey },
  });
  return { status: response.status, body: (await response.json().catch(() => null)) as { message?: string; msg?: string } };
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

test("a draft is refused with 507 and leaves no file, not even an empty one", async () => {
  vi.mocked(writeFile).mockImplementationOnce(async (file) => {
    await original.writeFile(file, "");
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  });
  const draft = { name: "brief.md", text: "Words" };
  const refused = await send("/api/drafts/Norrfall", draft);
  expect({ status: refused.status, message: refused.body.message }).toEqual({ status: 507, message: sentence });
  const files = () =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  expect(files()).toEqual([]);
  expect((await send("/api/drafts/Norrfall", draft)).status).toBe(201);
  expect((await send("/api/drafts/Norrfall", draft)).status).toBe(201);
  expect(files().sort()).toEqual(["brief 2.md", "brief.md"]);
});
