import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { type Caller, CallerRefused } from "#server/supabase/caller.ts";
import { readEnv } from "#server/env.ts";
import { addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createApi } from "./api.ts";
import { roleInDatabase } from "./caller-role.ts";

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
    callerRole: roleInDatabase(sql, identify),
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

const draft = async (asset: string, name: string) => {
  const answer = await api().request(`/drafts/${encodeURIComponent(asset)}`, post("admin", { name, text: "Text" }));
  return { status: answer.status, ...((await answer.json()) as { path?: string; message?: string }) };
};

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
});

describe("draft exports", () => {
  test("are written under the drafts folder, and never over an older one", async () => {
    expect(await draft("Norrfall", "brief.md")).toEqual({ status: 201, path: "/GV/Drafts/Norrfall/brief.md" });
    expect(await draft("Norrfall", "brief.md")).toEqual({ status: 201, path: "/GV/Drafts/Norrfall/brief 2.md" });
    expect(readFileSync(path.join(dataDir, "GV/Drafts/Norrfall/brief.md"), "utf8")).toBe("Text");
  });

  test("names as long as an account's may be, in any script, fit the file system", async () => {
    for (const name of ["🌊".repeat(200), "\u0634".repeat(200), "N".repeat(200)])
      expect((await draft(name, `${name} brief.md`)).status, name).toBe(201);
  });

  test("names cannot lead out of it", async () => {
    expect(await draft("../../../etc", "../../passwd.txt")).toEqual({ status: 201, path: "/GV/Drafts/etc/passwd.txt" });
    expect((await draft("x", "run.sh")).status).toBe(400);
    mkdirSync(path.join(dataDir, "elsewhere"));
    symlinkSync(path.join(dataDir, "elsewhere"), path.join(dataDir, "GV/Drafts/linked"));
    expect((await draft("linked", "a.md")).status).toBe(400);
  });
});

describe("integrations", () => {
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
