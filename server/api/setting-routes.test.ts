// Keys that are pasted in Settings: tested, sealed, used at once, and never shown again.
import { mkdtemp, rm } from "node:fs/promises";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, test } from "vitest";
import { readEnv } from "#server/env.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { watchSettings } from "#server/platform/live-settings.ts";
import { createMail } from "#server/platform/mail/mail.ts";
import { createProviders, dkimOf } from "#server/platform/outbox/providers.ts";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { sealWith } from "#server/platform/sealed.ts";
import { addUser } from "#server/testing/act-as.ts";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createApi } from "./api.ts";

const { sql } = await testDatabase();
const log = pino({ level: "silent" });
const adminId = await addUser(sql, { admin: true });
const dataDir = await mkdtemp(path.join(tmpdir(), "pasted-"));
const cleanUp: (() => unknown)[] = [() => rm(dataDir, { recursive: true })];
afterAll(async () => {
  for (const undo of cleanUp) await undo();
});
/** Nothing verifies it here: who may is decided before (require-admin). */
const token = `x.${Buffer.from(JSON.stringify({ sub: adminId })).toString("base64url")}.x`;
const secret = randomBytes(32);

async function server({
  settings: given = {},
  key = secret,
  ask = (async () => new Response("{}")) as typeof fetch,
}: { settings?: Record<string, string>; key?: Buffer; ask?: typeof fetch } = {}) {
  const env = readEnv({ LOG_LEVEL: "silent", DATA_DIR: dataDir, ...given });
  const settings = await watchSettings({ sql, env, sealing: sealWith(key), everyMs: 1e8 }, (now) =>
    setOutboxGate(sql, { isOpen: undefined, hasMail: Boolean(now.SMTP_URL ?? now.POSTMARK_SERVER_TOKEN) }),
  );
  cleanUp.push(settings.stop);
  const gate = testGate(sql, { providers: createProviders(settings.env, () => {}, "hello@guidevane.example") });
  const mail = createMail({ sql, jobs: createJobs(sql, log) });
  const api = createApi({
    env: settings.env,
    log,
    askRights: async () => "allowed",
    dataDir,
    ask,
    pasting: { sql, settings, gate, mail },
  });
  const call = async (method: string, at: string, body?: unknown) => {
    const response = await api.request(at, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const stateOf = async (id: string) =>
    (
      JSON.parse((await call("GET", "/integrations")).text) as { id: string; status: string; settings: object[] }[]
    ).find((each) => each.id === id)!;
  return { settings, call, stateOf };
}

const stripe = { STRIPE_SECRET_KEY: "rk_test_0123456789abcd", STRIPE_WEBHOOK_SECRET: "whsec_0123456789wxyz" };

describe("integrations", () => {
  test("first-run 3: keys are pasted, tested, sealed, used at once, and only their last four characters are told", async () => {
    const asked: string[] = [];
    const { settings, call, stateOf } = await server({
      ask: (async (_url: string, init: RequestInit) => {
        asked.push((init.headers as Record<string, string>)["Authorization"] ?? "");
        return new Response("{}");
      }) as unknown as typeof fetch,
    });
    expect(await stateOf("payments")).toMatchObject({ status: "missing" });
    const kept = await call("PUT", "/integrations/payments/settings", { values: stripe });
    expect(kept.status).toBe(200);
    expect(JSON.parse(kept.text)).toEqual({ ok: true, message: "Stripe answered: the settings work" });
    expect(asked).toEqual(["Bearer rk_test_0123456789abcd"]);
    expect(settings.env.STRIPE_SECRET_KEY).toBe(stripe.STRIPE_SECRET_KEY);
    expect(await stateOf("payments")).toMatchObject({
      status: "configured",
      settings: [
        { name: "STRIPE_SECRET_KEY", present: true, from: "settings", ending: "abcd", cannotBeOpened: false },
        { name: "STRIPE_WEBHOOK_SECRET", present: true, from: "settings", ending: "wxyz" },
      ],
    });
    const everything = JSON.stringify([
      (await call("GET", "/integrations")).text,
      (await call("GET", "/mail-settings")).text,
    ]);
    expect(everything).not.toContain("0123456789");
    // In the database, in its log of acts, nowhere.
    const [rows] = await sql<{ all: string }[]>`
      select (select string_agg(t::text, '') from private.sealed_settings as t) || (select string_agg(t::text, '') from public.acts as t) as all`;
    expect(rows!.all).toContain("setting pasted");
    expect(rows!.all).not.toContain("0123456789");
    expect(rows!.all).not.toContain(Buffer.from("0123456789").toString("hex"));
  });

  test("first-run 3: the address for answers, the webhooks' login and the DKIM key are pasted, checked, sealed and used at once", async () => {
    const { settings, call } = await server({ settings: { DKIM_SELECTOR: "env" } });
    const put = (values: object) => call("PUT", "/mail-settings/answers", { values });
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    });
    expect(dkimOf(settings.env, "a@guidevane.example")).toBeUndefined();
    for (const [values, why] of [
      [
        { INBOUND_MAIL_ADDRESS: "answers" },
        "INBOUND_MAIL_ADDRESS must be a mail address, without a name and without +",
      ],
      [{ POSTMARK_WEBHOOK_LOGIN: "postmark:short" }, "the password of 12 characters or more"],
      [{ DKIM_PRIVATE_KEY: "-----BEGIN" }, "DKIM_PRIVATE_KEY is not a private key in PEM"],
      [{ DKIM_SELECTOR: "gv" }, "DKIM_SELECTOR is set in the environment of the server, which wins."],
      [{ SMTP_URL: "smtp://other" }, "SMTP_URL is no setting of answers and signing"],
    ] as const)
      expect((await put(values)).text).toContain(why);
    const login = "postmark:a long password";
    const kept = {
      INBOUND_MAIL_ADDRESS: "in@guidevane.example",
      POSTMARK_WEBHOOK_LOGIN: login,
      DKIM_PRIVATE_KEY: privateKey,
    };
    expect((await put(kept)).status).toBe(200);
    expect(settings.env.INBOUND_MAIL_ADDRESS).toBe("in@guidevane.example");
    expect(settings.env.POSTMARK_WEBHOOK_LOGIN).toBe(login);
    expect(dkimOf(settings.env, "a@guidevane.example")).toMatchObject({ selector: "env", domain: "guidevane.example" });
    const { text } = await call("GET", "/mail-settings");
    expect(text).not.toContain("a long password");
    expect(JSON.parse(text)).toMatchObject({
      answers: [
        { name: "INBOUND_MAIL_ADDRESS", from: "settings" },
        { name: "POSTMARK_WEBHOOK_LOGIN", from: "settings", ending: "word" },
        { name: "DKIM_SELECTOR", from: "environment" },
        { name: "DKIM_PRIVATE_KEY", from: "settings" },
      ],
    });
    await call("DELETE", "/integrations/settings/POSTMARK_WEBHOOK_LOGIN");
    expect(settings.env.POSTMARK_WEBHOOK_LOGIN).toBeUndefined();
  });

  test("first-run 3: keys that the provider refuses are not kept, unless a person insists", async () => {
    const { settings, call } = await server({ ask: (async () => new Response("", { status: 401 })) as typeof fetch });
    await settings.forget("STRIPE_SECRET_KEY");
    const values = { STRIPE_SECRET_KEY: "rk_test_refused_refused" };
    expect(await call("PUT", "/integrations/payments/settings", { values })).toEqual({
      status: 422,
      text: JSON.stringify({ code: 422, message: "Stripe answered 401" }),
    });
    expect(settings.env.STRIPE_SECRET_KEY).toBeUndefined();
    expect((await call("PUT", "/integrations/payments/settings", { values, anyway: true })).status).toBe(200);
    expect(settings.env.STRIPE_SECRET_KEY).toBe("rk_test_refused_refused");
    expect((await call("DELETE", "/integrations/settings/STRIPE_SECRET_KEY")).status).toBe(200);
    expect(settings.env.STRIPE_SECRET_KEY).toBeUndefined();
  });

  test("first-run 3: the environment wins, is shown as such, and cannot be pasted over", async () => {
    const { settings, call, stateOf } = await server({
      settings: { SLACK_WEBHOOK_URL: "https://hooks.example/environment" },
    });
    expect(await stateOf("chat")).toMatchObject({ settings: [{ from: "environment", ending: null, present: true }] });
    const refused = await call("PUT", "/integrations/chat/settings", {
      values: { SLACK_WEBHOOK_URL: "https://hooks.example/pasted" },
    });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("SLACK_WEBHOOK_URL is set in the environment of the server, which wins.");
    // Pasted elsewhere before: still the environment's.
    const other = await server();
    await other.settings.paste("SLACK_WEBHOOK_URL", "https://hooks.example/pasted", null);
    await settings.refresh();
    expect(settings.env.SLACK_WEBHOOK_URL).toBe("https://hooks.example/environment");
    expect(other.settings.env.SLACK_WEBHOOK_URL).toBe("https://hooks.example/pasted");
  });

  test("first-run 3: in a database that was restored beside another key they cannot be opened, and are pasted again", async () => {
    const { settings } = await server();
    await settings.paste("SLACK_WEBHOOK_URL", "https://hooks.example/pasted", null);
    const elsewhere = await server({ key: randomBytes(32) });
    expect(elsewhere.settings.env.SLACK_WEBHOOK_URL).toBeUndefined();
    expect(await elsewhere.stateOf("chat")).toMatchObject({
      status: "missing",
      settings: [{ present: false, cannotBeOpened: true }],
    });
    const values = { SLACK_WEBHOOK_URL: "https://hooks.example/again" };
    expect((await elsewhere.call("PUT", "/integrations/chat/settings", { values })).status).toBe(200);
    expect(await elsewhere.stateOf("chat")).toMatchObject({
      status: "configured",
      settings: [{ cannotBeOpened: false }],
    });
  });

  test("first-run 3: what cannot be a setting is refused with its name, and nothing is kept", async () => {
    const { call, settings } = await server();
    const put = (values: Record<string, string>, id = "chat") =>
      call("PUT", `/integrations/${id}/settings`, { values });
    expect((await put({ SLACK_WEBHOOK_URL: "http://plain.example" })).text).toContain(
      "SLACK_WEBHOOK_URL must be an https address",
    );
    expect((await put({ SLACK_WEBHOOK_URL: "https://a.example\nX: y" })).status).toBe(422);
    expect((await put({ SECRET_KEY: "mine now" })).text).toContain(
      "SECRET_KEY is no setting of Team chat notifications",
    );
    expect((await put({ GOOGLE_SERVICE_ACCOUNT_JSON: "{" }, "storage")).text).toContain(
      "is not a service account key in JSON",
    );
    expect((await put({}, "chat")).status).toBe(400);
    expect((await put({ A: "b" }, "fax")).status).toBe(404);
    expect(settings.env.GOOGLE_SERVICE_ACCOUNT_JSON).toBeUndefined();
  });
});

describe("mail", () => {
  test("first-run 1: a mail server is tried before it is kept, mail then leaves through it, and a test mail comes to oneself", async () => {
    const received: string[] = [];
    const smtp = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      onAuth: ({ username, password }, _session, done) =>
        password === "right" ? done(null, { user: username ?? "" }) : done(new Error("no")),
      onData(stream, { envelope }, done) {
        received.push(...envelope.rcptTo.map(({ address }) => address));
        stream.resume().on("end", () => done());
      },
    });
    const port = await new Promise<number>((resolve) => {
      const listening = smtp.listen(0, "127.0.0.1", () => resolve((listening.address() as { port: number }).port));
    });
    cleanUp.push(() => new Promise<void>((resolve) => smtp.close(resolve)));
    const { call, settings } = await server();
    const put = (password: string) =>
      call("PUT", "/mail-settings/smtp", { host: "127.0.0.1", port, secure: false, user: "office", password });
    expect(await put("wrong")).toMatchObject({ status: 422 });
    expect(settings.env.SMTP_URL).toBeUndefined();
    expect((await put("right")).status).toBe(200);
    expect(JSON.parse((await call("GET", "/mail-settings")).text)).toMatchObject({
      provider: "smtp",
      from: "settings",
      server: `127.0.0.1:${port}`,
    });
    expect((await call("GET", "/mail-settings")).text).not.toContain("right");
    const [person] = await sql<{ email: string }[]>`select email from auth.users where id = ${adminId}`;
    expect(JSON.parse((await call("POST", "/mail-settings/test")).text)).toEqual({
      ok: true,
      to: person!.email,
      message: `Sent to ${person!.email}`,
    });
    expect(received).toEqual([person!.email]);
    expect(await sql`select has_mail from private.outbox_gate`).toEqual([{ has_mail: true }]);
  });

  test("first-run 1: a test mail that is not taken says why", async () => {
    const { call } = await server({ settings: { SMTP_URL: "smtp://127.0.0.1:1" } });
    const answer = JSON.parse((await call("POST", "/mail-settings/test")).text) as { ok: boolean; message: string };
    expect(answer).toMatchObject({ ok: false, message: "The SMTP server refused the connection" });
  });
});

test("first-run 1: holidays come by country and region, whole days by law alone", async () => {
  const { call } = await server();
  const days = async (at: string) => JSON.parse((await call("GET", at)).text) as { day: string; name: string }[];
  const countries = JSON.parse((await call("GET", "/holidays")).text) as { code: string; name: string }[];
  expect(countries.find(({ code }) => code === "NO")).toEqual({ code: "NO", name: "Norway" });
  const year = new Date().getFullYear();
  const norway = await days("/holidays/NO/days");
  expect(norway).toContainEqual({ day: `${year}-05-17`, name: "Constitution Day" });
  expect(norway).toContainEqual({ day: `${year + 4}-12-25`, name: "Christmas Day" });
  expect(norway.some(({ day }) => day.startsWith(`${year + 5}`))).toBe(false);
  const bavaria = await days("/holidays/DE/days?region=BY");
  expect(bavaria).toContainEqual({ day: `${year}-01-06`, name: "Epiphany" });
  expect((await days("/holidays/DE/days")).some(({ day }) => day === `${year}-01-06`)).toBe(false);
  expect((await call("GET", "/holidays/ZZ/days")).status).toBe(404);
  expect((await call("GET", "/holidays/DE/days?region=ZZ")).status).toBe(404);
});
