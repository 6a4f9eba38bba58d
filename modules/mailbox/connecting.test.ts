// Connecting a mailbox, signing in again, OAuth2, and what is sealed.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sealWith } from "#server/platform/sealed.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { consentWording } from "./mailbox.ts";
import { mailboxServer } from "./server.ts";
import { createAccessTokens } from "./server/access-tokens.ts";
import { cleanHtml } from "./server/reading/clean-html.ts";
import { mail, type MailServer, password, startMailServer, user } from "./testing/mail-server.ts";
import { firm, type Firm, readers, readOnce } from "./testing/mailbox-for-tests.ts";
import { fastPace, network, sealing } from "./testing/reader-parts.ts";

const { sql } = await testDatabase();
let server: MailServer;
let us: Firm;
let site: ReturnType<typeof moduleSite>;

beforeAll(async () => {
  server = await startMailServer({ plugins: ["IDLE", "SPECIAL-USE", "ID", "SASL-IR", "XOAUTH2", "AUTH-PLAIN"] });
  us = await firm(sql);
  site = moduleSite(sql, "mailbox", mailboxServer({ network, sealing, pace: fastPace }));
});
beforeEach(async () => {
  await sql`delete from public.mailboxes`;
});
afterAll(() => server.close());

const tokenOf = (sub: string) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `Bearer ${part({ alg: "none" })}.${part({ sub, role: "authenticated" })}.x`;
};
async function ask(who: string, path: string, body?: object, on = site): Promise<Record<string, unknown>> {
  const response = await on.ask(`/api/mailbox${path}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: tokenOf(who), ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
}
const typed = (changes: object = {}) => ({
  address: "dana@guidevane.example",
  user_name: user,
  imap_host: "127.0.0.1",
  imap_port: server.port,
  secret: { sign_in: "password", password },
  ...changes,
});
const agreed = (changes: object = {}) =>
  typed({ kind: "personal", keep: "snippet", consent: consentWording("snippet", "headers"), ...changes });
const mailboxes = () =>
  sql<{ id: string; state: string; reason: string | null }[]>`select id, state, reason from public.mailboxes`;

test("mailbox 1: connecting answers each step, and stores nothing before all have passed", async () => {
  expect(await ask(us.dana, "/test", typed())).toMatchObject({
    status: 200,
    ok: true,
    sent: "Sent",
    has_idle: true,
    steps: ["resolve", "connect", "sign_in", "folders"].map((step) => ({ step, ok: true })),
  });
  const wrong = typed({ secret: { sign_in: "password", password: "wrong" } });
  const refused = {
    step: "sign_in",
    ok: false,
    message: "The server refused the password. Google and Microsoft want an app password or OAuth2.",
  };
  expect(await ask(us.dana, "/test", wrong)).toMatchObject({
    ok: false,
    steps: [{ ok: true }, { step: "connect", ok: true }, refused],
  });
  // A port where nothing answers is said in words, not as the system calls it.
  expect(await ask(us.dana, "/test", typed({ imap_port: 1 }))).toMatchObject({
    ok: false,
    steps: [{ ok: true }, { ok: false, message: "The server cannot be reached: nothing answers at this port." }],
  });
  expect(await ask(us.dana, "/mailboxes", { ...agreed(), ...wrong })).toMatchObject({
    status: 422,
    message: refused.message,
  });
  expect(await mailboxes()).toEqual([]);
  expect(await sql`select from private.mailbox_secrets`).toEqual([]);
  const { status, id } = await ask(us.dana, "/mailboxes", agreed());
  expect({ status, rows: await mailboxes() }).toEqual({ status: 201, rows: [{ id, state: "new", reason: null }] });
  expect(
    await sql`select path, wanted from public.mailbox_folders where special_use is not null order by path`,
  ).toEqual([
    { path: "Drafts", wanted: false },
    { path: "INBOX", wanted: true },
    { path: "Junk", wanted: false },
    { path: "Sent", wanted: true },
    { path: "Trash", wanted: false },
  ]);
  expect(await sql`select wording from public.mailbox_consents`).toEqual([
    { wording: consentWording("snippet", "headers") },
  ]);
  expect(await ask(us.noor, "/mailboxes", agreed())).toMatchObject({ status: 409 });
});

test("mailbox 1: an owner agrees to the very sentence, and Sent is asked for where the server does not say", async () => {
  expect(await ask(us.dana, "/mailboxes", agreed({ consent: undefined }))).toMatchObject({
    status: 422,
    field: "consent",
  });
  expect(await ask(us.dana, "/mailboxes", agreed({ colleagues_see: "text" }))).toMatchObject({
    status: 422,
    field: "consent",
  });
  const plain = await startMailServer({ plugins: [], folders: { Outgoing: { messages: [] } } });
  const there = { imap_port: plain.port };
  expect(await ask(us.dana, "/mailboxes", agreed(there))).toMatchObject({ status: 422, field: "sent_folder" });
  expect(await ask(us.dana, "/mailboxes", agreed({ ...there, sent_folder: "Outgoing" }))).toMatchObject({
    status: 201,
  });
  expect(await sql`select path from public.mailbox_folders where special_use = 'sent'`).toEqual([{ path: "Outgoing" }]);
  expect(await us.call(us.dana, "mailbox_list")).toMatchObject([{ has_idle: false, sent_folder: "Outgoing" }]);
  await plain.close();
});

test("mailbox 1: a host inside our network, an odd port or a connection that is not safe is refused before the password is sent", async () => {
  const strict = moduleSite(
    sql,
    "mailbox",
    mailboxServer({ network: { allowPrivate: false }, sealing, pace: fastPace }),
  );
  const before = server.connections();
  for (const there of [
    {},
    { imap_port: 993 },
    { imap_port: 993, imap_host: "localhost" },
    { imap_port: 993, imap_host: "169.254.169.254" },
    { imap_port: 993, imap_host: "::1" },
  ])
    expect(await ask(us.dana, "/test", typed(there), strict), JSON.stringify(there)).toMatchObject({
      ok: false,
      steps: [{ step: "resolve", ok: false }],
    });
  expect(server.connections()).toBe(before);
  // One without TLS, and one whose certificate no authority has signed.
  const secure = moduleSite(
    sql,
    "mailbox",
    mailboxServer({ network: { allowPrivate: true }, sealing, pace: fastPace }),
  );
  const answer = await ask(us.dana, "/test", typed(), secure);
  expect(answer).toMatchObject({
    ok: false,
    steps: [{ ok: true }, { step: "connect", ok: false, reason: "not_safe" }],
  });
  expect((answer.steps as { message: string }[])[1]!.message).toMatch(/^The connection would not be safe: /);
});

test("mailbox 1: a password is not sent to a new server", async () => {
  const { id } = await ask(us.dana, "/mailboxes", agreed());
  const before = server.connections();
  expect(await ask(us.dana, `/mailboxes/${id as string}/servers`, { imap_host: "localhost" })).toMatchObject({
    status: 422,
    message: "Type the password: it is not sent to a new server.",
  });
  expect(server.connections()).toBe(before);
  expect(
    await ask(us.noor, `/mailboxes/${id as string}/servers`, {
      imap_host: "localhost",
      secret: { sign_in: "password", password },
    }),
  ).toMatchObject({
    status: 403,
    message: "Only its owner changes a personal mailbox.",
  });
  expect(
    await ask(us.dana, `/mailboxes/${id as string}/servers`, {
      imap_host: "localhost",
      secret: { sign_in: "password", password },
    }),
  ).toMatchObject({ ok: true });
  expect(await sql`select imap_host, imap_port from public.mailboxes`).toEqual([
    { imap_host: "localhost", imap_port: server.port },
  ]);
});

test("mailbox 1: what one signs in with is sealed, bound to its mailbox, and shown by nothing", async () => {
  await ask(us.dana, "/mailboxes", agreed());
  for (const { place } of await sql<{ place: string }[]>`
    select format('%I.%I', table_schema, table_name) as place from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'private')`)
    expect(
      await sql.unsafe(
        `select 1 from ${place} as record where record::text like '%${password}%' or record::text like '%${Buffer.from(password).toString("hex")}%'`,
      ),
      place,
    ).toEqual([]);
  const [secret] = await sql<
    { mailbox_id: string; key_id: string; nonce: Buffer; sealed: Buffer }[]
  >`select * from private.mailbox_secrets`;
  const given = { keyId: secret!.key_id, nonce: secret!.nonce, sealed: secret!.sealed };
  expect(sealing.open(`mailbox ${secret!.mailbox_id} password`, given)).toContain(password);
  expect(sealing.open(`mailbox ${us.dana} password`, given)).toBeNull();
});

test("mailbox 1: restored without its key a mailbox asks to sign in again, and tries nothing", async () => {
  const id = await us.mailbox(server.port);
  await sql`update private.mailbox_secrets set key_id = ${sealWith(Buffer.alloc(32, 8)).keyId}`;
  const before = server.connections();
  await readOnce(sql, id);
  expect(await mailboxes()).toEqual([{ id, state: "signed_out", reason: "key_missing" }]);
  expect(server.connections()).toBe(before);
});

test("mailbox 1: with a database of its own and no SEALING_KEY nothing is connected, and it is said", async () => {
  const hosted = moduleSite(sql, "mailbox", mailboxServer({ network }), {
    settings: { DATABASE_URL: "postgres://elsewhere" },
  });
  expect(await ask(us.dana, "/ready", undefined, hosted)).toMatchObject({
    ready: false,
    missing: expect.stringContaining("SEALING_KEY"),
  });
  expect(await ask(us.dana, "/test", typed(), hosted)).toMatchObject({ status: 503 });
  expect(hosted.jobs.has("mailboxes")).toBe(false);
});

test("mailbox 1: a refused password is tried once, until a person signs in again", async () => {
  const id = await us.mailbox(server.port);
  await sql`update public.mailboxes set user_name = 'nobody'`;
  const before = server.connections();
  await readOnce(sql, id);
  const reading = readers(sql);
  expect(await reading.job.findDue(10)).toEqual([]);
  await reading.stop();
  expect(await mailboxes()).toEqual([{ id, state: "signed_out", reason: "password_refused" }]);
  expect(server.connections()).toBe(before + 1);
  expect(
    await ask(us.dana, `/mailboxes/${id}/servers`, { user_name: user, secret: { sign_in: "password", password } }),
  ).toMatchObject({ ok: true });
  expect(await mailboxes()).toEqual([{ id, state: "checking", reason: null }]);
});

/** A token server whose answers a test decides. */
async function tokenServer() {
  const asked: URLSearchParams[] = [];
  let answers: { status: number; body: object }[] = [];
  const http = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      asked.push(new URLSearchParams(body));
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve));
  return {
    asked,
    secret: {
      sign_in: "oauth2" as const,
      token_url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/token`,
      client_id: "client",
      client_secret: "hush",
      refresh_token: "refresh-1",
    },
    answer: (...next: typeof answers) => (answers = next),
    close: () => new Promise<void>((resolve) => void http.close(() => resolve())),
  };
}
const granted = (access_token: string, more: object = {}) => ({
  status: 200,
  body: { access_token, expires_in: 3600, ...more },
});

test("mailbox 1: OAuth2 signs in with an access token that is renewed in time, whatever the clocks say", async () => {
  const tokens = await tokenServer();
  let now = 0;
  const kept: string[] = [];
  const known = createAccessTokens(
    network,
    async (_, { refresh_token }) => void kept.push(refresh_token),
    () => now,
  );
  tokens.answer(granted("one"), granted("two", { refresh_token: "refresh-2" }));
  expect(await known.get("m", tokens.secret)).toBe("one");
  now = 54 * 60_000;
  expect(await known.get("m", tokens.secret)).toBe("one");
  now = 55 * 60_000 + 1;
  expect(await known.get("m", tokens.secret)).toBe("two");
  expect(kept).toEqual(["refresh-2"]);
  expect(tokens.asked.map((each) => Object.fromEntries(each))).toEqual([
    { grant_type: "refresh_token", refresh_token: "refresh-1", client_id: "client", client_secret: "hush" },
    { grant_type: "refresh_token", refresh_token: "refresh-1", client_id: "client", client_secret: "hush" },
  ]);
  await tokens.close();
});

test("mailbox 1: an access token that ended early is asked for again; access that was withdrawn asks for a person", async () => {
  const tokens = await tokenServer();
  tokens.answer(granted("ended"), granted("testtoken"));
  const secret = tokens.secret;
  const { status, id } = await ask(us.dana, "/mailboxes", agreed({ secret }));
  expect(status).toBe(201);
  await readOnce(sql, id as string);
  expect(await mailboxes()).toEqual([{ id, state: "live", reason: null }]);
  tokens.answer({ status: 400, body: { error: "invalid_grant", error_description: "Token has been revoked." } });
  await readOnce(sql, id as string);
  expect(await mailboxes()).toEqual([{ id, state: "signed_out", reason: "access_withdrawn" }]);
  tokens.answer({ status: 500, body: {} });
  await us.call(us.dana, "resume_mailbox", { mailbox: id });
  await readOnce(sql, id as string);
  expect(await sql`select state, reason, next_try_at > now() as later from public.mailboxes`).toEqual([
    { state: "waiting", reason: "server_trouble", later: true },
  ]);
  await tokens.close();
});

test("mailbox 14: a mail as it was sent has no script, asks for nothing outside, and is there for whom the text is", async () => {
  const id = await us.mailbox(server.port, { colleagues_see: "text" });
  const html = `<p onclick="x()" style="color:red;background:url(https://t.example/a.png)">Hi</p><script>alert(1)</script><img src="https://t.example/pixel.gif"><img src="data:image/png;base64,AAAA">
    <a href="javascript:alert(1)">a</a><a href="https://ok.example/">b</a><iframe src="https://t.example"></iframe><form action="https://t.example"><input></form><svg onload="x()"></svg><link rel="stylesheet" href="https://t.example/x.css"><style>@import "https://t.example"</style><base href="https://t.example"><meta http-equiv="refresh" content="0;url=https://t.example">`;
  server.append(
    "INBOX",
    mail({
      from: "ada@norrfall.example",
      to: "dana@guidevane.example",
      subject: "Page",
      headers: { "Content-Type": "text/html; charset=utf-8" },
      body: html.replaceAll("\n", " "),
    }),
  );
  await readOnce(sql, id);
  const [row] = await sql<{ id: string }[]>`select mail_id as id from public.mail_heads where subject = 'Page'`;
  const page = (await ask(us.noor, `/mails/${row!.id}/as-sent`)).html as string;
  expect(page).toContain("default-src 'none'");
  expect(page).toContain("data:image/png;base64,AAAA");
  const body = page.slice(page.indexOf("<body>"));
  expect(body).not.toMatch(/t\.example|script|onclick|onload|javascript:|<form|<iframe|<svg|<style|<base|<meta|url\(/i);
  await us.call(us.dana, "set_mailbox", { mailbox: id, changes: JSON.stringify({ colleagues_see: "snippet" }) });
  expect(await ask(us.noor, `/mails/${row!.id}/as-sent`)).toMatchObject({ status: 404 });
  expect(cleanHtml(`${"<b>".repeat(5000)}deep`).html).toContain("deep");
});
