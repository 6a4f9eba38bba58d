// What bounces, complaints and deliveries lead to, in whatever order they come.
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { createPostmark } from "#server/platform/outbox/providers/postmark.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { findMessage, putMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { postmarkStandIn } from "#server/testing/postmark-stand-in.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { server } from "../server.ts";

const { sql } = await testDatabase();
const postmark = await postmarkStandIn();
afterAll(() => postmark.close());
const login = "postmark:a long password";
const site = moduleSite(sql, "outbox", server, { settings: { POSTMARK_WEBHOOK_LOGIN: login } });
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
const put = (changed: Record<string, unknown> = {}) => putMessage(sql, changed);
const find = (id: string) => findMessage(sql, id);
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
});
