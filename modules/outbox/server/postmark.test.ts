// Postmark as provider, who may tell us its events, and answers to our mail.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { moduleSite } from "#server/testing/module-site.ts";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { postmarkSite } from "../testing/postmark-site.ts";
import { server } from "../server.ts";
import { isAutomaticMail } from "#server/platform/mail/automatic-mail.ts";
import { postmarkLogin } from "./postmark.ts";

const { sql } = await testDatabase();
const { postmark, site, login, basic, put, find, gateTo, deliver, work, stop, day } = await postmarkSite(sql);

describe("Postmark takes a mail", () => {
  test("outbox 7: with our Message-ID, our id beside it, and answers with its own", async () => {
    const id = await put();
    await gateTo().send(id);
    expect(postmark.taken).toMatchObject([{ Metadata: { id }, Subject: "Hello", TrackOpens: false }]);
    expect(postmark.taken[0]!.Headers).toContainEqual({ Name: "Message-ID", Value: `<${id}@localhost>` });
    expect(await find(id)).toMatchObject({ state: "sent", provider_id: postmark.taken[0]!.MessageID });
  });

  test("outbox 9: an overload passes, a refusal lasts, an inactive recipient is a bounce", async () => {
    const gate = gateTo();
    const states: string[] = [];
    for (const mood of [429, 503, 401, 422]) {
      postmark.mood = mood;
      const id = await put();
      await gate.send(id);
      states.push((await find(id)).state);
    }
    expect(states).toEqual(["queued", "queued", "failed", "bounced"]);
    expect(postmark.taken).toEqual([]);
  });

  test("outbox 6: a slow one is waited for; a second server does not send meanwhile", async () => {
    postmark.mood = "slow";
    const id = await put();
    const sending = gateTo().send(id);
    await expect.poll(() => postmark.taken.length).toBe(1);
    expect(await gateTo().send(id)).toBeNull();
    postmark.letGo();
    expect(await sending).toMatchObject({ state: "sent" });
    expect(postmark.taken).toHaveLength(1);
  });

  test("outbox 6: hanging up leaves doubt; asked later, it has the mail: sent, and not again", async () => {
    postmark.mood = "cut";
    const id = await put();
    const gate = gateTo();
    await gate.send(id);
    expect((await find(id)).state).toBe("uncertain");
    gate.ahead(61);
    await gate.sweep();
    expect(await find(id)).toMatchObject({ state: "sent", provider_id: postmark.taken[0]!.MessageID });
    expect(postmark.taken).toHaveLength(1);
  });

  test("outbox 6: asked and never had: after a quarter of an hour, and not before, it is queued and leaves once", async () => {
    postmark.mood = "lost";
    const id = await put();
    const gate = gateTo();
    await gate.send(id);
    expect((await find(id)).state).toBe("uncertain");
    postmark.mood = "well";
    gate.ahead(61);
    await gate.sweep();
    expect((await find(id)).state).toBe("uncertain");
    gate.ahead(10 * 60);
    await gate.sweep();
    expect((await find(id)).state).toBe("uncertain");
    gate.ahead(5 * 60);
    await gate.sweep();
    await gate.sweep();
    expect((await find(id)).state).toBe("sent");
    expect(postmark.taken).toHaveLength(1);
  });

  test("outbox 6: one that keeps a mail twice still has one row, known by our id", async () => {
    postmark.mood = "twice";
    const id = await put();
    await gateTo().send(id);
    expect(postmark.taken.map(({ Metadata }) => Metadata.id)).toEqual([id, id]);
    expect((await find(id)).state).toBe("sent");
  });
});

describe("webhooks", () => {
  test("outbox 14: need name and password, compared whole; while none is set there is no address", async () => {
    const event = { RecordType: "Delivery", Recipient: "a@b.example", DeliveredAt: day(1), MessageID: "x" };
    const refused = [
      {},
      basic(""),
      basic(":"),
      basic("postmark:"),
      basic("postmark:another"),
      { authorization: `Bearer ${login}` },
    ];
    for (const headers of refused) expect((await deliver(event, headers as Record<string, string>)).status).toBe(401);
    const unset = moduleSite(sql, "outbox", server);
    for (const headers of [basic(""), basic(":"), basic("undefined")])
      expect(
        (await unset.ask("/api/webhooks/postmark", { method: "POST", body: JSON.stringify(event), headers })).status,
      ).toBe(404);
    expect((await deliver(event)).status).toBe(200);
  });

  test("outbox 14: an unknown type is stored and answered 200, so that it is not repeated", async () => {
    const type = `New${randomUUID()}`;
    expect((await deliver({ RecordType: type, Anything: 1 })).status).toBe(200);
    await work();
    expect(await sql`select state from private.inbound_events where type = ${type}`).toEqual([{ state: "ignored" }]);
    expect(
      (await site.ask("/api/webhooks/postmark", { method: "POST", body: "{", headers: basic(login) })).status,
    ).toBe(400);
  });

  test("outbox 14: a subscription change without an id is known by what it says; lifting lifts only what Postmark set", async () => {
    const [theirs, own] = [`${randomUUID()}@a.example`, `${randomUUID()}@a.example`];
    const change = (Recipient: string, SuppressSending: boolean, n: number) => ({
      RecordType: "SubscriptionChange",
      Recipient,
      ChangedAt: day(n),
      SuppressSending,
      SuppressionReason: SuppressSending ? "ManualSuppression" : null,
      MessageID: "00000000",
    });
    await sql`select private.record_suppression(${own}, 'outreach', 'unsubscribe', 'recipient', 'x', ${day(1)}::timestamptz)`;
    for (const event of [
      change(theirs, true, 1),
      change(theirs, true, 1),
      change(own, true, 1),
      change(theirs, false, 2),
      change(own, false, 2),
    ])
      await deliver(event);
    await work();
    const [count] =
      await sql`select count(*)::int from private.inbound_events where payload ->> 'Recipient' in (${theirs}, ${own})`;
    expect(count).toEqual({ count: 4 });
    expect([await stop(theirs), await stop(own)]).toEqual([null, { scope: "outreach", reason: "unsubscribe" }]);
  });
});

describe("answers", () => {
  const answer = (changed: object) => ({
    MessageID: randomUUID(),
    From: "ada@norrfall.example",
    Subject: "Re: Hello",
    TextBody: "Yes.",
    Headers: [],
    ...changed,
  });
  const replies = (id: string) =>
    sql`select from_address, body_text, is_automatic, outbox_id from public.mail_replies where outbox_id = ${id}`;

  test("outbox 14: an answer is stored and finds its mail by the Message-IDs it names, by the key in the address, or by its sender", async () => {
    const ids = [await put(), await put({ headers: { "Reply-To": "in+somekey@inbound.example" } }), await put()];
    const byPerson = await put({
      class: "outreach",
      to_address: "maren@norrfall.example",
      body_text: "Hi {{unsubscribe_url}}",
    });
    await testGate(sql).sweep();
    const [message] = await sql<{ message_id: string }[]>`select message_id from public.outbox where id = ${ids[0]!}`;
    const mails = [
      answer({ Headers: [{ Name: "References", Value: `<a@b> ${message!.message_id}` }] }),
      answer({ MailboxHash: "somekey" }),
      answer({ MailboxHash: ids[2] }),
      answer({ FromFull: { Email: "Maren@norrfall.example" } }),
    ];
    for (const mail of [...mails, mails[0]!])
      expect((await deliver(mail, basic(login), "postmark-inbound")).status).toBe(200);
    expect((await deliver(answer({}), {}, "postmark-inbound")).status).toBe(401);
    await work();
    for (const id of [...ids, byPerson])
      expect(await replies(id)).toMatchObject([{ outbox_id: id, body_text: "Yes.", is_automatic: false }]);
    const stranger = answer({ From: "nobody@else.example" });
    await deliver(stranger, basic(login), "postmark-inbound");
    await work();
    expect(await sql`select outbox_id from public.mail_replies where event_key = ${stranger.MessageID}`).toEqual([
      { outbox_id: null },
    ]);
  });

  test.each([
    [true, [{ Name: "Auto-Submitted", Value: "auto-replied" }]],
    [true, [{ Name: "auto-submitted", Value: "auto-generated; owner-email=x" }]],
    [true, [{ Name: "X-Autoreply", Value: "yes" }]],
    [true, [{ Name: "Precedence", Value: "auto_reply" }]],
    [true, [{ Name: "Precedence", Value: "bulk" }]],
    [true, [{ Name: "Return-Path", Value: "<>" }]],
    [false, [{ Name: "Auto-Submitted", Value: "no" }]],
    [false, [{ Name: "X-Auto-Response-Suppress", Value: "All" }]],
    [false, [{ Name: "Return-Path", Value: "<ada@norrfall.example>" }]],
    [false, []],
  ])("outbox 16: a machine's answer is known as one (%s: %j)", (automatic, headers) => {
    expect(isAutomaticMail(headers)).toBe(automatic);
  });
});

test("first-run 3: a login that is pasted while the server runs counts at once, and one that is taken away no longer", () => {
  let pasted: string | undefined;
  const { isSetUp, admits } = postmarkLogin(() => pasted);
  const headers = new Headers({ authorization: `Basic ${Buffer.from(login).toString("base64")}` });
  const now = () => [(isSetUp as () => boolean)(), admits!(headers)];
  expect(now()).toEqual([false, false]);
  pasted = login;
  expect(now()).toEqual([true, true]);
  pasted = undefined;
  expect(now()).toEqual([false, false]);
});
