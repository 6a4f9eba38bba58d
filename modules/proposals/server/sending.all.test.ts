// A proposal and its mail: what was written is not sent until the mail has left, in the record, the list and the history. What `npm test -- all` adds.
import { afterAll, beforeEach, expect, test } from "vitest";
import { openPool } from "#server/platform/database/sql.ts";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql, connection } = await testDatabase();
const many = openPool({ ...connection, max: 10 });
afterAll(() => many.end({ timeout: 1 }));
const house = await proposalsForTests(sql);
const { sent, record, answer } = house;
await sql`update public.modules set live = true where key = 'outbox'`;
beforeEach(() => setOutboxGate(sql, false));

test("proposals 10: accepting while the mail is handed over, in 40 rounds, never blocks for good", async () => {
  await setOutboxGate(sql, true);
  for (let round = 0; round < 40; round += 1) {
    const { id } = await sent();
    const [, outcome] = await Promise.all([testGate(many).sweep(), answer(id, {}, { on: many })]);
    expect(outcome).toBe("accepted");
    expect((await record(id)).shown_state).toBe("accepted");
    await sql`delete from public.outbox`;
  }
});
