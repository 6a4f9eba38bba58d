import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { type Caller, CallerRefused } from "#server/supabase/caller.ts";
import { readEnv } from "#server/env.ts";
import { addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createApi } from "./api.ts";
import { rightsInDatabase } from "./caller-rights.ts";

const { sql } = await testDatabase();
const adminId = await addUser(sql, { admin: true });
const visitorId = await addUser(sql, { admin: false });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-api-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const identify = async (headers: Pick<Headers, "get">): Promise<Caller> => {
  const who = headers.get("authorization");
  if (who === "expired") throw new CallerRefused(401, "bad_jwt", "JWT expired");
  const userId = who === "admin" ? adminId : who === "visitor" ? visitorId : null;
  return { role: userId ? "authenticated" : "anon", claims: {}, userId, sessionId: null };
};
const api = (settings: Record<string, string> = {}, ask?: typeof fetch) =>
  createApi({
    env: readEnv(settings),
    log: pino({ level: "silent" }),
    askRights: rightsInDatabase(sql, identify),
    dataDir,
    ...(ask && { ask }),
  });
const post = (who: string | null, body: unknown = {}) => ({
  method: "POST",
  body: JSON.stringify(body),
  headers: who ? { authorization: who } : {},
});

const run = async (id: string, settings: Record<string, string>, ask?: typeof fetch) =>
  (await api(settings, ask).request(`/integrations/${id}/test`, post("admin"))).json();
const unreachable = () => Promise.reject(new TypeError("fetch failed"));

describe("who may", () => {
  test.each([
    [null, 401],
    ["expired", 401],
    ["visitor", 403],
    ["admin", 200],
  ])("%s: %i", async (who, status) => {
    const answer = await api().request("/integrations", { headers: who ? { authorization: who } : {} });
    expect(answer.status).toBe(status);
  });
});

describe("publish guard", () => {
  test("without a session 401, for others 403, for administrators 403 with the specified text", async () => {
    expect((await api().request("/publish/article", post(null))).status).toBe(401);
    expect((await api().request("/publish/article", post("visitor"))).status).toBe(403);
    const refused = await api().request("/publish/social/linkedin", post("admin"));
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({
      code: 403,
      error: "Publishing Disabled",
      message: "Preview and draft modes only. Contact admin to enable publishing.",
    });
    expect(existsSync(path.join(dataDir, "GV/Published"))).toBe(false);
  });

  test("with AUTO_PUBLISH the published folder is open", async () => {
    const answer = await api({ AUTO_PUBLISH: "true" }).request(
      "/publish/x",
      post("admin", { name: "a.md", text: "A" }),
    );
    expect(answer.status).toBe(201);
    const { path: written } = (await answer.json()) as { path: string };
    expect(written).toMatch(/^\/GV\/Published\/\d{4}-\d\d-\d\d\/a\.md$/);
  });

  test("what is no file of ours is refused with a sentence", async () => {
    const open = api({ AUTO_PUBLISH: "true" });
    const refused = async (body: unknown) => {
      const answer = await open.request("/publish/x", post("admin", body));
      return [answer.status, ((await answer.json()) as { message: string }).message];
    };
    expect(await refused({ name: "run.sh", text: "x" })).toEqual([
      400,
      "The file name must end in .md, .txt, .csv, .html",
    ]);
    expect(await refused({})).toEqual([400, "Send a file name and its text"]);
  });
});

describe("integrations", () => {
  test("mail that leaves through an SMTP server is told beside a Postmark that is missing", async () => {
    const insteadWith = async (settings: Record<string, string>) => {
      const answer = await api(settings).request("/integrations", { headers: { authorization: "admin" } });
      const states = (await answer.json()) as { id: string; status: string; instead: string | null }[];
      return states.filter((state) => state.instead !== null).map(({ id, status, instead }) => [id, status, instead]);
    };
    expect(await insteadWith({ SMTP_URL: "smtp://127.0.0.1:1" })).toEqual([["email", "missing", "SMTP_URL"]]);
    expect(await insteadWith({})).toEqual([]);
    expect(await insteadWith({ SMTP_URL: "smtp://127.0.0.1:1", POSTMARK_SERVER_TOKEN: "x" })).toEqual([]);
  });

  test("names and states, never values", async () => {
    const answer = await api({
      POSTMARK_SERVER_TOKEN: "hush",
      SLACK_WEBHOOK_URL: "https://hooks.example/hush",
    }).request("/integrations", { headers: { authorization: "admin" } });
    const text = await answer.text();
    expect(text).not.toContain("hush");
    const states = Object.fromEntries(
      (JSON.parse(text) as { id: string; status: string }[]).map((one) => [one.id, one.status]),
    );
    expect(states).toEqual({
      email: "partial",
      payments: "missing",
      storage: "missing",
      chat: "configured",
      scheduling: "missing",
      "demo-videos": "missing",
    });
  });

  test("an absent secret is named", async () => {
    expect(await run("email", {})).toEqual({
      ok: false,
      message: "Postmark not configured - add POSTMARK_SERVER_TOKEN secret",
    });
    expect(await run("payments", {})).toEqual({
      ok: false,
      message: "Stripe not configured - add STRIPE_SECRET_KEY secret",
    });
    expect(await run("storage", {})).toMatchObject({
      message: "Google Drive not configured - add GOOGLE_SERVICE_ACCOUNT_JSON secret",
    });
  });

  test("a present secret is really tried", async () => {
    const asked: string[] = [];
    const ask = async (address: string | URL | Request, init?: RequestInit) => {
      asked.push(`${address} ${new Headers(init?.headers).get("x-postmark-server-token")}`);
      return new Response("{}", { status: 401 });
    };
    expect(await run("email", { POSTMARK_SERVER_TOKEN: "t" }, ask)).toEqual({
      ok: false,
      message: "Postmark answered 401",
    });
    expect(asked).toEqual(["https://api.postmarkapp.com/server t"]);
  });

  test("an unreachable provider is a message, not a failure of ours", async () => {
    expect(await run("payments", { STRIPE_SECRET_KEY: "k" }, unreachable)).toEqual({
      ok: false,
      message: "Stripe could not be reached",
    });
    expect(
      await run("storage", { GOOGLE_SERVICE_ACCOUNT_JSON: "no", GOOGLE_DRIVE_FOLDER_ID: "f" }, unreachable),
    ).toEqual({
      ok: false,
      message: "GOOGLE_SERVICE_ACCOUNT_JSON is not a service account key in JSON",
    });
  });
});
