// What bounces, complaints and deliveries lead to, in whatever order they come.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { postmarkSite } from "../testing/postmark-site.ts";

const { sql } = await testDatabase();
const { postmark, put, find, gateTo, deliver, work, stop, day } = await postmarkSite(sql);

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

  test("outbox 13: passing ones stop after three in fourteen days on different days, counted again from zero after a delivery", async () => {
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
