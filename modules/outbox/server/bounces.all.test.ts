// What bounces, complaints and deliveries lead to, in whatever order they come. What `npm test -- all` adds.
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { findMessage } from "#server/testing/outbox-for-tests.ts";
import { postmarkStandIn } from "#server/testing/postmark-stand-in.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { postmarkWebhook } from "./postmark.ts";

const { sql } = await testDatabase();
const postmark = await postmarkStandIn();
afterAll(() => postmark.close());
const login = "postmark:a long password";
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
const find = (id: string) => findMessage(sql, id);
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

describe("bounces", () => {
  test("outbox 15: late, early, double and reversed: 500 random orders end the same", async () => {
    const { process: apply, verify } = postmarkWebhook(() => login);
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
