// A reply that is taken back at the very moment it is handed over, again and again. The rest is in replies.test.ts.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { addUser, type Who } from "#server/testing/act-as.ts";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { repliesForTests } from "../testing/replies-for-tests.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const { as, receive, write, replies, find } = repliesForTests(sql, admin);
await sql`update public.modules set live = true where key in ('inquiries', 'tasks', 'outbox', 'reports')`;

test("inquiries 16: taking a reply back while it is handed over, in a hundred rounds, never blocks for good and ends as one or the other", async () => {
  await setOutboxGate(sql, true);
  for (let round = 0; round < 100; round += 1) {
    const got = await receive();
    const id = randomUUID();
    await write(got.id, { id, again: true });
    const gate = testGate(sql);
    gate.ahead(30);
    const [, back] = await Promise.allSettled([
      gate.sweep(),
      as(`select public.take_back_reply($1, $2)`, [got.id, id]),
    ]);
    const [reply] = await replies(got.id);
    expect(reply!.state).toBe(back.status === "fulfilled" ? "cancelled" : "sent");
    expect((await find(got.id)).state).toBe(reply!.state === "sent" ? "answered" : "new");
    await sql`delete from public.outbox`;
  }
});
