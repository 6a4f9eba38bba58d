// A stop and a mail that leaves at the same moment: the one that is committed first decides.
import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { openPool } from "#server/platform/database/sql.ts";
import { findMessage, openOutbox, putMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql, connection } = await testDatabase();

test.each(["to_address", "also_to", "cc"])(
  "audit-4 W29: a stop of %s that is under way when a mail is handed over is waited for, and the mail does not leave",
  async (place) => {
    await openOutbox(sql);
    const address = `${randomUUID()}@stopped.example`;
    const id = await putMessage(sql, { [place]: place === "to_address" ? address : [address] });
    // The mail has passed the gate, and reads its files: the race is held open here.
    const claimed = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    const gate = testGate(sql, {
      provider: {
        prepare: () => {
          claimed.resolve();
          return read.promise;
        },
      },
    });
    const sending = gate.send(id);
    const stopping = openPool({ ...connection, max: 1 });
    try {
      await claimed.promise;
      await stopping.begin(async (stop) => {
        const [{ pid }] = (await stop`select pg_backend_pid() as pid`) as [{ pid: number }];
        await stop`select private.record_suppression(${address}, 'all', 'complaint', 'recipient', 'e')`;
        read.resolve();
        await vi.waitFor(
          async () =>
            expect(
              await sql`select from pg_stat_activity where ${pid} = any (pg_blocking_pids(pid))`,
              "the hand-over waits for the stop",
            ).toHaveLength(1),
          { timeout: 20_000, interval: 10 },
        );
      });
      expect(await sending).toBeNull();
      expect(gate.sent).toEqual([]);
      expect((await findMessage(sql, id)).state).toMatch(/^(?:cancelled|suppressed)$/);
    } finally {
      read.resolve();
      await sending;
      await stopping.end();
    }
  },
);
