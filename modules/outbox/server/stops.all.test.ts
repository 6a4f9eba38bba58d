// Thirty people are stopped while thirty mails to them leave.
import { expect, test } from "vitest";
import { openPool } from "#server/platform/database/sql.ts";
import { openOutbox, putMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql, connection } = await testDatabase();

test("audit-4 W29: of thirty stops and thirty mails that meet, no mail leaves that its stop did not find as having left", async () => {
  const pool = openPool({ ...connection, max: 12 });
  let left = 0;
  let stopped = 0;
  for (let round = 0; round < 10; round += 1) {
    await openOutbox(sql);
    const people = Array.from({ length: 30 }, (_, n) => ({
      n,
      address: `p${round}-${n}@stopped.example`,
      byCopy: n % 2 === 1,
    }));
    const ids = new Map<string, string>();
    // Of three stops one comes at any time, one right after its mail passed the gate, one while the provider has it.
    const passed = new Map(people.map(({ address }) => [address, Promise.withResolvers<void>()]));
    const addressOf = (id: string) => people.find(({ address }) => ids.get(address) === id)!;
    const gate = testGate(pool, {
      provider: {
        prepare: async ({ id }) => {
          const { n, address } = addressOf(id);
          if (n % 3 === 1) passed.get(address)!.resolve();
        },
      },
      deliver: async ({ id }) => {
        const { n, address } = addressOf(id);
        if (n % 3 === 2) passed.get(address)!.resolve();
        return undefined;
      },
    });
    for (const { address, byCopy } of people)
      ids.set(address, await putMessage(sql, byCopy ? { cc: [address] } : { to_address: address }));
    // As the stop sees the mail in its own transaction, right before it is committed.
    const seen = new Map<string, boolean>();
    const stop = (address: string) =>
      pool.begin(async (tx) => {
        await tx`select private.record_suppression(${address}, 'all', 'complaint', 'recipient', 'e')`;
        const [row] = await tx<{ left: boolean }[]>`
          select state = 'sent' or coalesce(phase = 'handing_over', false) as left from public.outbox where id = ${ids.get(address)!}`;
        seen.set(address, row!.left);
      });
    await Promise.all(
      people.flatMap(({ n, address }) => [
        gate.send(ids.get(address)!),
        (n % 3 === 0 ? Promise.resolve() : passed.get(address)!.promise).then(() => stop(address)),
      ]),
    );
    await gate.sweep();
    const sent = new Set(gate.sent.map(({ id }) => id));
    const late = people.filter(({ address }) => sent.has(ids.get(address)!) && !seen.get(address));
    expect(late).toEqual([]);
    left += sent.size;
    stopped += 30 - sent.size;
  }
  await pool.end();
  // They did meet.
  expect(left).toBeGreaterThan(0);
  expect(stopped).toBeGreaterThan(0);
});
