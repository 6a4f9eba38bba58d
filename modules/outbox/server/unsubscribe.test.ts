// The way out of outreach (RFC 8058) and what it leads to.
import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import { beforeEach, describe, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { composed } from "#server/platform/outbox/providers/compose.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { server } from "../server.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const asAdmin = (statement: string) => actAs(sql, admin, (caller) => caller.unsafe(statement));
const site = moduleSite(sql, "outbox", server);

let visitor = 0;
const from = () => `192.0.2.${visitor}`;
const person = () => `ada${visitor}@norrfall.example`;
async function put(changed: Record<string, unknown> = {}) {
  const message = {
    class: "outreach",
    dedupe_key: randomUUID(),
    origin_kind: "trial",
    to_address: person(),
    subject: "Did it arrive?",
    body_text: "Hello.\n{{unsubscribe_url}}",
    body_html: '<p>Hello. <a href="{{unsubscribe_url}}">Unsubscribe</a></p>',
    ...changed,
  };
  const [row] = await sql<{ id: string }[]>`select private.put_in_outbox(${JSON.stringify(message)}::jsonb) as id`;
  return row!.id;
}
const stateOf = async (id: string) =>
  (
    await sql<
      { state: string; gate_code: string | null }[]
    >`select state, gate_code from public.outbox where id = ${id}`
  )[0]!;
const stops = () => sql<{ address: string | null; scope: string; reason: string; lifted: boolean }[]>`
  select address, scope, reason, lifted_at is not null as lifted from public.suppressions`;

/** A mail that left, and where its link leads. */
async function mailed(changed: Record<string, unknown> = {}, env = {}) {
  const gate = testGate(sql, { links: site.links, env });
  const id = await put(changed);
  await gate.send(id);
  const [mail] = gate.sent;
  return { id, mail: mail!, path: /https?:\/\/guidevane\.test(\/u\/[\w-]{43})/.exec(mail!.text)?.[1] ?? "" };
}
const post = (path: string, body: Record<string, string>) =>
  site.ask(path, { method: "POST", from: from(), body: new URLSearchParams(body) });
const oneClick = { "List-Unsubscribe": "One-Click" };

beforeEach(async () => {
  visitor += 1;
  await sql`delete from public.outbox`;
  await sql`delete from public.suppressions`;
  await sql`delete from private.suppression_facts`;
  await sql`update private.outbox_gate set per_address_a_day = 50`;
  await sql`update public.modules set live = true where key = 'outbox'`;
  await setOutboxGate(sql, { isOpen: true, siteIsHttps: true });
});

describe("headers", () => {
  test("outbox 10: outreach has one https address and the one-click header; nothing else has them", async () => {
    const { mail, path } = await mailed();
    expect(mail.headers).toEqual({
      "List-Unsubscribe": `<https://guidevane.test${path}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(mail.html).toContain(`<a href="https://guidevane.test${path}">`);
    const { mail: receipt } = await mailed({ class: "transactional", body_text: "Text", body_html: null });
    expect(receipt.headers).toEqual({});
  });

  test("outbox 10: while the site is not https they are left out, the summary says so, and the link in the text stays", async () => {
    await setOutboxGate(sql, { isOpen: true, siteIsHttps: false });
    const { mail } = await mailed({}, { SITE_URL: "http://guidevane.test" });
    expect(mail.headers).toEqual({});
    expect(mail.text).toContain("http://guidevane.test/u/");
    const [row] = await asAdmin("select public.outbox_summary() -> 'one_click' as said");
    expect(row).toEqual({ said: false });
  });

  test("outbox 10: our own signature covers both", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const dkim = {
      domain: "guidevane.example",
      selector: "one",
      privateKey: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
    };
    const { mail } = await mailed();
    const compose = createTransport({ streamTransport: true, buffer: true });
    const { message } = await compose.sendMail(composed(mail, "hello@guidevane.example", dkim));
    const signature = /DKIM-Signature:[^]*?\r?\n(?!\s)/i.exec(String(message))![0].replaceAll(/\s+/g, "");
    const signed = /[;:]h=([^;]+)/.exec(signature)![1]!.toLowerCase().split(":");
    expect(signed).toEqual(expect.arrayContaining(["list-unsubscribe", "list-unsubscribe-post", "from", "subject"]));
  });
});

describe("the address", () => {
  test("outbox 11: opening it changes nothing and shows one button", async () => {
    const { path } = await mailed();
    for (const method of ["GET", "HEAD", "GET"]) {
      const answer = await site.ask(path, { method, from: from() });
      expect(answer.status).toBe(200);
      const html = await answer.text();
      if (method === "GET") expect(html.match(/<button/g)).toHaveLength(1);
      expect(html).not.toContain("norrfall");
      expect(html).not.toContain("<script");
    }
    expect(await stops()).toEqual([]);
  });

  test("outbox 11: the one-click request unsubscribes without cookie, session or nonce, and is answered 200 also the second time", async () => {
    const { path } = await mailed();
    for (let n = 0; n < 2; n += 1) {
      const answer = await post(path, oneClick);
      expect([answer.status, answer.redirected, answer.headers.get("set-cookie")]).toEqual([200, false, null]);
      expect(await answer.text()).toContain("You have unsubscribed");
    }
    expect(await stops()).toEqual([{ address: person(), scope: "outreach", reason: "unsubscribe", lifted: false }]);
    // A mailbox may send it as a form with parts (RFC 8058, 3.2).
    const other = await mailed({ to_address: "other@norrfall.example" });
    const body = new FormData();
    body.set("List-Unsubscribe", "One-Click");
    expect((await site.ask(other.path, { method: "POST", from: from(), body })).status).toBe(200);
    expect(await stops()).toHaveLength(2);
  });

  test("outbox 11: a body without the one-click field does nothing", async () => {
    const { path } = await mailed();
    for (const body of [{}, { "List-Unsubscribe": "yes" }, { unsubscribe: "1" }])
      expect((await post(path, body)).status).toBe(200);
    const json = await site.ask(path, {
      method: "POST",
      from: from(),
      body: JSON.stringify(oneClick),
      headers: { "content-type": "application/json" },
    });
    expect(json.status).toBe(200);
    expect(await stops()).toEqual([]);
  });

  test("outbox 11: it does not end: after a year, after the module was switched off, after the person was erased", async () => {
    const [account] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Norrfall') returning id`;
    const [contact] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${account!.id}, 'Ada', ${person()}) returning id`;
    const { path } = await mailed({ contact_id: contact!.id, account_id: account!.id });
    const [link] =
      await sql`select expires_at, max_uses from private.access_links where kind = 'unsubscribe' order by id desc limit 1`;
    expect(link).toEqual({ expires_at: null, max_uses: null });
    await sql`update public.modules set live = false where key = 'outbox'`;
    await asAdmin(`select public.erase_contact('${contact!.id}')`);
    expect((await post(path, oneClick)).status).toBe(200);
    expect(await stops()).toEqual([{ address: null, scope: "outreach", reason: "unsubscribe", lifted: false }]);
    const again = await put();
    await testGate(sql).send(again);
    expect(await stateOf(again)).toEqual({ state: "suppressed", gate_code: "unsubscribed" });
  });
});

describe("rules of pages behind secret addresses", () => {
  test("links 1: only the hash of the token is kept; neither rows nor lists open the page", async () => {
    const { path } = await mailed();
    const token = path.slice(3);
    expect(token).toMatch(/^[\w-]{43}$/);
    const [kept] = await sql`
      select token_hash, (select string_agg(o::text, ' ') from public.outbox o) || (select string_agg(l::text, ' ') from private.access_links l) as all
      from private.access_links where kind = 'unsubscribe' order by id desc limit 1`;
    expect(kept!.token_hash).toEqual(createHash("sha256").update(token).digest());
    expect(kept!.all).not.toContain(token);
  });

  test("links 2, 5: unknown and ended look the same, tell nothing, and have the headers; unknown 404, ended 410", async () => {
    const { path } = await mailed();
    await sql`update private.access_links set revoked_at = now() where kind = 'unsubscribe'`;
    const [ended, unknown] = [
      await site.ask(path, { from: from() }),
      await site.ask(`/u/${"x".repeat(43)}`, { from: from() }),
    ];
    expect([ended.status, unknown.status]).toEqual([410, 404]);
    expect(await ended.text()).toBe(await unknown.text());
    for (const answer of [
      ended,
      unknown,
      await site.ask((await mailed({ to_address: "new@norrfall.example" })).path, { from: from() }),
    ]) {
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.get("x-robots-tag")).toContain("noindex");
      expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    }
  });

  test("links 7: guessing stops after 20 unknown tokens an hour, writing after 5 a minute for one link", async () => {
    const { path } = await mailed();
    const guesses = [];
    for (let n = 0; n < 21; n += 1) guesses.push((await site.ask(`/u/${randomUUID()}`, { from: from() })).status);
    expect(guesses.at(-1)).toBe(429);
    const writes = [];
    for (let n = 0; n < 6; n += 1) writes.push((await post(path, oneClick)).status);
    expect(writes).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("links 9: ids in the body are ignored: a link is for its own address only", async () => {
    const { path } = await mailed();
    const { id: other } = await mailed({ to_address: "other@norrfall.example" });
    await post(path, { ...oneClick, id: other, address: "other@norrfall.example" });
    expect((await stops()).map(({ address }) => address)).toEqual([person()]);
  });

  test("links: while the module is off and nobody was promised anything, the address is no page", async () => {
    await sql`update public.modules set live = false where key = 'outbox'`;
    const answer = await site.ask(`/u/${"x".repeat(43)}`, { from: from() });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("Oops! Page not found");
  });
});

describe("who unsubscribed", () => {
  test("outbox 12: gets no outreach, whatever waits is stopped at once, and still gets receipts", async () => {
    const { path } = await mailed();
    const waiting = await put({ not_before: new Date(Date.now() + 60_000).toISOString() });
    await post(path, oneClick);
    expect(await stateOf(waiting)).toMatchObject({ state: "suppressed", gate_code: "unsubscribed" });
    const [letter, receipt] = [
      await put({ to_address: person().toUpperCase() }),
      await put({ class: "transactional", body_text: "Your receipt", body_html: null }),
    ];
    const gate = testGate(sql);
    await gate.sweep();
    expect([(await stateOf(letter)).state, (await stateOf(receipt)).state]).toEqual(["suppressed", "sent"]);
  });

  test("outbox 12: bounces and complaints stop everything but mail to sign in", async () => {
    await sql`select private.record_suppression(${person()}, 'all', 'complaint', 'postmark', 'x')`;
    const receipt = await put({ class: "transactional", body_text: "Your receipt", body_html: null });
    const gate = testGate(sql);
    await gate.sweep();
    expect(await stateOf(receipt)).toEqual({ state: "suppressed", gate_code: "complained" });
    await sql`insert into public.outbox (class, state, dedupe_key, origin_kind, to_address, subject, body_text, secret)
      values ('system', 'queued', ${randomUUID()}, 'system', ${person()}, 'Your code', '', '{"text": "1", "html": "1"}')`;
    await gate.sweep();
    expect(gate.sent.map(({ subject }) => subject)).toEqual(["Your code"]);
  });

  test("outbox 12: writing to them by hand asks why, and keeps the reason; a bounce cannot be overruled", async () => {
    const { path } = await mailed();
    await post(path, oneClick);
    const letter = await put();
    const gate = testGate(sql);
    await gate.sweep();
    await expect(asAdmin(`select public.send_despite('${letter}', '')`)).rejects.toThrow("Say why");
    await asAdmin(`select public.send_despite('${letter}', 'She called and asked for it')`);
    await gate.sweep();
    const [row] =
      await sql`select state, despite, released_by is not null as by_person from public.outbox where id = ${letter}`;
    expect(row).toEqual({ state: "sent", despite: "She called and asked for it", by_person: true });
    await sql`select private.record_suppression(${person()}, 'all', 'hard_bounce', 'postmark', 'x')`;
    const next = await put();
    await gate.sweep();
    await expect(asAdmin(`select public.send_despite('${next}', 'Once more')`)).rejects.toThrow(
      "bounced or complained",
    );
  });

  test("outbox 12: a person stops an address and lifts it again with a reason; who may not, cannot", async () => {
    await asAdmin(`select public.suppress_address('${person()}', 'all', 'Asked on the phone')`);
    expect(await stops()).toEqual([{ address: person(), scope: "all", reason: "manual", lifted: false }]);
    const [row] = await sql<{ id: string }[]>`select id from public.suppressions`;
    await expect(asAdmin(`select public.lift_suppression('${row!.id}', '')`)).rejects.toThrow("Say why");
    await asAdmin(`select public.lift_suppression('${row!.id}', 'Changed their mind')`);
    const [lifted] = await sql`select lifted_why, lifted_by is not null as by_person from public.suppressions`;
    expect(lifted).toEqual({ lifted_why: "Changed their mind", by_person: true });
    const visitorWho: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
    await expect(
      actAs(sql, visitorWho, (caller) => caller`select public.suppress_address('x@y.example', 'all', 'no')`),
    ).rejects.toThrow("admin privileges");
  });

  test("outbox 12: is known by a keyed hash: HMAC-SHA-256 with a key of this installation", async () => {
    const [row] = await sql<{ key: Buffer; inner: Buffer; outer: Buffer }[]>`
      select private.address_key('  ADA@Norrfall.example ') as key, inner_pad as inner, outer_pad as outer from private.suppression_key`;
    const inside = createHash("sha256").update(row!.inner).update("ada@norrfall.example").digest();
    expect(row!.key).toEqual(createHash("sha256").update(row!.outer).update(inside).digest());
  });
});
