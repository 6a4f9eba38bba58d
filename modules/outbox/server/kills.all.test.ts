// The small version of `npm run fault-test -- outbox`: a few kills, a real SMTP conversation that is cut in between.
import { expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { countingServer, fillOutbox, sendUnderKills } from "#server/testing/sending-under-kills.ts";

const { sql, connection } = await testDatabase();

test("outbox 8: killed while mail leaves, nothing arrives twice, nothing is lost, and what nobody can know is uncertain", async () => {
  await setOutboxGate(sql, { isOpen: true, mailHost: "guidevane.example" });
  const server = await countingServer(10);
  await fillOutbox(sql, 60);
  const { sent, uncertain, twice, lost, untrue } = await sendUnderKills(sql, connection, server, {
    kills: 2,
    maxMilliseconds: 120,
  });
  await server.close();
  expect({ twice, lost, untrue, all: sent + uncertain }).toEqual({ twice: 0, lost: 0, untrue: 0, all: 60 });
  // The server cut some after their dot: those are uncertain without any kill.
  expect(uncertain).toBeGreaterThanOrEqual([...server.silent].length);
});
