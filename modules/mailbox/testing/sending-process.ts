// A server's part that sends replies and looks for their copies, alone: on the database it is told, by a clock that is ahead by what it is told,
// until it is killed. Prints "ready" when it has begun.
import { setTimeout as sleep } from "node:timers/promises";
import { openPool } from "#server/platform/database/sql.ts";
import { createSendingMailboxes } from "#server/platform/outbox/sending-mailboxes.ts";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { fastPace, network, sealing } from "./reader-parts.ts";
import { createAccessTokens } from "../server/access-tokens.ts";
import { sendingMailbox } from "../server/sending/sending-mailbox.ts";
import { sentCopiesJob } from "../server/sending/sent-copies.ts";

const [connection = "{}", aheadSeconds = "0"] = process.argv.slice(2);
const sql = openPool({ ...(JSON.parse(connection) as Parameters<typeof openPool>[0]), max: 12 });
const signInParts = async () => ({
  sql,
  sealing,
  network,
  tokens: createAccessTokens(network, async () => undefined),
  times: fastPace.imap,
});
const mailboxes = createSendingMailboxes();
mailboxes.use((id) => sendingMailbox(sql, signInParts, id));
const gate = testGate(sql, { mailboxes });
gate.ahead(Number(aheadSeconds));
const copies = sentCopiesJob({ sql, log: { warn: () => undefined }, signInParts, now: gate.now });
const forever = new AbortController().signal;
process.stdout.write("ready\n");
async function over(work: () => Promise<void>): Promise<never> {
  for (;;) {
    await work();
    await sleep(20);
  }
}
await Promise.all([
  over(() => gate.sweep()),
  over(async () => {
    for (const key of await copies.findDue(10)) await copies.run(key, forever);
  }),
]);
