// Postmark as provider, its events in whatever order they come, and answers to our mail.
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { createPostmark } from "#server/platform/outbox/providers/postmark.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { postmarkStandIn } from "#server/testing/postmark-stand-in.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { server } from "./server.ts";
import { isAutomaticAnswer } from "./server/inbound.ts";
import { postmarkWebhook } from "./server/postmark.ts";

const { sql } = await testDatabase();
const postmark = await postmarkStandIn();
afterAll(() => postmark.close());
const login = "postmark:a long password";
const site = moduleSite(sql, "outbox", server, { settings: { POSTMARK_WEBHOOK_LOGIN: login } });
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });

async function put(changed: Record<string, unknown> = {}) {
  const message = {
    class: "transactional",
    dedupe_key: randomUUID(),
    origin_kind: "trial",
    to_address: `${randomUUID()}@norrfall.example`,
    subject: "Hello",
    body_text: "Text",
    ...changed,
  };
  const [row] = await sql<{ id: string }[]>`select private.put_in_outbox(${JSON.stringify(message)}::jsonb) as id`;
  return row!.id;
}
interface Row {
  state: string;
  gate_reason: string | null;
  provider_id: string | null;
  delivered_at: Date | null;
  to_address: string;
}
const find = async (id: string) =>
  (
    await sql<
      Row[]
    >`select state, gate_reason, provider_id, delivered_at, to_address from public.outbox where id = ${id}`
  )[0]!;
const gateTo = () =>
  testGate(sql, {
    providers: { email: createPostmark({ token: "t", from: "hello@guidevane.example", address: postmark.address }) },
  });

const deliver = (event: unknown, headers: Record<string, string> = basic(login), provider = "postmark") =>
  site.ask(`/api/webhooks/${provider}`, { method: "POST", body: JSON.stringify(event), headers });
async function work() {
  const job = site.jobs.get("inbound-events")!;
  for (const id of await job.findDue(500)) await job.run(id, new AbortController().signal);
}
const stop = async (address: string) => {
  const [row] = await sql<{ scope: string; reason: string }[]>`
    select scope, reason from public.suppressions where key_hmac = private.address_key(${address}) and lifted_at is null`;
  return row ?? null;
};
const day = (n: number, hour = 9) => new Date(Date.UTC(2026, 10, n, hour)).toISOString();

beforeEach(async () => {
  postmark.mood = "well";
  postmark.taken.length = 0;
  await sql`delete from public.outbox`;
  await sql`update public.modules set live = true where key = 'outbox'`;
  await setOutboxGate(sql, true);
});

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
  test("outbox 14: need name and password, compared whole; none set lets nobody in", async () => {
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
      ).toBe(401);
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

describe("bounces", () => {
  const soft = (Email: string, n: number, hour = 9) => ({
    RecordType: "Bounce",
    ID: `${Email}:${n}:${hour}`,
    Type: "SoftBounce",
    Email,
    BouncedAt: day(n, hour),
  });

  test("outbox 13: a hard one or a complaint stops the address at once, and the row says so", async () => {
    const gate = gateTo();
    const [bounced, complained] = [await put(), await put()];
    await gate.sweep();
    const [one, two] = [await find(bounced), await find(complained)];
    await deliver({
      RecordType: "Bounce",
      ID: 1,
      Type: "HardBounce",
      Email: one.to_address,
      BouncedAt: day(1),
      MessageID: one.provider_id,
    });
    await deliver({
      RecordType: "SpamComplaint",
      ID: 2,
      Email: two.to_address,
      BouncedAt: day(1),
      Metadata: { id: complained },
    });
    await work();
    expect([(await find(bounced)).state, (await find(complained)).state]).toEqual(["bounced", "complained"]);
    expect([await stop(one.to_address), await stop(two.to_address)]).toEqual([
      { scope: "all", reason: "hard_bounce" },
      { scope: "all", reason: "complaint" },
    ]);
  });

  test("outbox 13: passing ones stop after three in fourteen days on different days, counted anew after a delivery", async () => {
    const delivery = (Recipient: string, n: number) => ({
      RecordType: "Delivery",
      Recipient,
      DeliveredAt: day(n, 12),
      MessageID: `${Recipient}${n}`,
    });
    const cases: [stopped: boolean, events: (address: string) => unknown[]][] = [
      [true, (a) => [soft(a, 1), soft(a, 5), soft(a, 14)]],
      [false, (a) => [soft(a, 1), soft(a, 5), soft(a, 16)]],
      [false, (a) => [soft(a, 1, 8), soft(a, 1, 12), soft(a, 1, 16), soft(a, 2)]],
      [false, (a) => [soft(a, 1), soft(a, 2), delivery(a, 2), soft(a, 3), soft(a, 4)]],
      [true, (a) => [soft(a, 1), delivery(a, 1), soft(a, 3), soft(a, 4), soft(a, 5)]],
    ];
    for (const [stopped, events] of cases) {
      const address = `${randomUUID()}@a.example`;
      for (const event of events(address)) await deliver(event);
      await work();
      expect(await stop(address)).toEqual(stopped ? { scope: "all", reason: "hard_bounce" } : null);
    }
  });

  test("outbox 13: the bounce of a contact that was deleted still stops the address", async () => {
    const [account] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Norrfall') returning id`;
    const address = `${randomUUID()}@norrfall.example`;
    const [contact] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${account!.id}, 'Ada', ${address}) returning id`;
    const id = await put({ to_address: address, contact_id: contact!.id });
    await gateTo().send(id);
    await sql`delete from public.contacts where id = ${contact!.id}`;
    await deliver({
      RecordType: "Bounce",
      ID: randomUUID(),
      Type: "HardBounce",
      Email: address,
      BouncedAt: day(1),
      Metadata: { id },
    });
    await work();
    expect([(await find(id)).state, await stop(address)]).toEqual(["bounced", { scope: "all", reason: "hard_bounce" }]);
  });

  test("outbox 15: a delivery that comes before our own word, or for an uncertain one, decides it", async () => {
    const id = await put();
    const gate = testGate(sql, {
      deliver: async () => {
        await sql`select private.note_outbox_news(${id}, ${randomUUID()}, 'delivered', now())`;
        return { providerId: "theirs" };
      },
    });
    await gate.send(id);
    expect(await find(id)).toMatchObject({ state: "delivered", provider_id: "theirs" });
    postmark.mood = "cut";
    const doubtful = await put();
    await gateTo().send(doubtful);
    await deliver({
      RecordType: "Delivery",
      Recipient: "x@y.example",
      DeliveredAt: day(1),
      MessageID: randomUUID(),
      Metadata: { id: doubtful },
    });
    await work();
    expect((await find(doubtful)).state).toBe("delivered");
  });

  test("outbox 15: late, early, double and reversed: 500 random orders end the same", async () => {
    const { process: apply, verify } = postmarkWebhook(login);
    const headers = new Headers(basic(login));
    // What happened to a mail and its address; each is one of three stories.
    const stories: ((address: string, id: string) => object[])[] = [
      (a, id) => [
        { RecordType: "Delivery", Recipient: a, DeliveredAt: day(2), MessageID: id, Metadata: { id } },
        { RecordType: "SpamComplaint", ID: id, Email: a, BouncedAt: day(4), Metadata: { id } },
        {
          RecordType: "SubscriptionChange",
          Recipient: a,
          ChangedAt: day(4),
          SuppressSending: true,
          SuppressionReason: "SpamComplaint",
        },
        { RecordType: "Bounce", ID: `${id}s`, Type: "SoftBounce", Email: a, BouncedAt: day(1), Metadata: { id } },
      ],
      (a, id) => [
        { RecordType: "Delivery", Recipient: a, DeliveredAt: day(1), MessageID: id, Metadata: { id } },
        { RecordType: "Bounce", ID: `${id}h`, Type: "HardBounce", Email: a, BouncedAt: day(2), Metadata: { id } },
        {
          RecordType: "SubscriptionChange",
          Recipient: a,
          ChangedAt: day(2),
          SuppressSending: true,
          SuppressionReason: "HardBounce",
        },
        {
          RecordType: "SubscriptionChange",
          Recipient: a,
          ChangedAt: day(5),
          SuppressSending: false,
          SuppressionReason: null,
        },
      ],
      (a, id) => [
        ...[1, 3, 6].map((n) => ({
          RecordType: "Bounce",
          ID: `${id}${n}`,
          Type: "Transient",
          Email: a,
          BouncedAt: day(n),
        })),
        { RecordType: "Delivery", Recipient: a, DeliveredAt: day(4), MessageID: `${id}d`, Metadata: { id } },
        {
          RecordType: "SubscriptionChange",
          Recipient: a,
          ChangedAt: day(7),
          SuppressSending: true,
          SuppressionReason: "ManualSuppression",
        },
      ],
    ];
    const ends = stories.map(() => new Set<string>());
    const orders = Array.from({ length: 500 }, (_, n) => n).values();
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        for (const n of orders) {
          const address = `${randomUUID()}@a.example`;
          const [row] = await sql<{ id: string }[]>`
            insert into public.outbox (class, dedupe_key, origin_kind, to_address, subject, body_text, state, taken_at, sent_at, finished_at)
            values ('outreach', ${randomUUID()}, 'trial', ${address}, 'x', 'x', ${n % 2 ? "sent" : "uncertain"}, now(), ${n % 2 ? new Date() : null}, now())
            returning id`;
          const events = stories[n % 3]!(address, row!.id);
          const shuffled = [...events, events[n % events.length]!]
            .map((event) => ({ event, place: Math.random() }))
            .sort((one, other) => one.place - other.place);
          await sql.begin(async (within) => {
            for (const { event } of shuffled) {
              const read = await verify(headers, new TextEncoder().encode(JSON.stringify(event)));
              await apply(read!, within);
            }
          });
          const { state, delivered_at } = await find(row!.id);
          ends[n % 3]!.add(JSON.stringify([state, delivered_at, await stop(address)]));
        }
      }),
    );
    expect(ends.map((end) => [...end].map((text) => JSON.parse(text) as unknown))).toEqual([
      [["complained", day(2), { scope: "all", reason: "complaint" }]],
      [["bounced", day(1), null]],
      [["delivered", day(4), { scope: "outreach", reason: "unsubscribe" }]],
    ]);
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
    expect(isAutomaticAnswer(headers)).toBe(automatic);
  });
});
