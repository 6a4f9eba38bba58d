// A server's part that reads mailboxes, alone: on the database it is told, until it is killed. Prints "ready" when it has begun.
import { setTimeout as sleep } from "node:timers/promises";
import { openPool } from "#server/platform/database/sql.ts";
import { fastPace, network, sealing } from "./reader-parts.ts";
import { createAccessTokens } from "../server/access-tokens.ts";
import { signInTo } from "../server/connecting/sign-in.ts";
import { createReaders } from "../server/reading/readers.ts";

const sql = openPool({ ...(JSON.parse(process.argv[2] ?? "{}") as Parameters<typeof openPool>[0]), max: 4 });
const tokens = createAccessTokens(network, async () => undefined);
const { job } = createReaders({
  sql,
  log: { info: () => undefined, warn: () => undefined } as never,
  // The lease is the product's: one that ends within a second is lost again and again on a machine that gives this process no time.
  pace: { ...fastPace, headersPerSecond: 2000 },
  connect: (box) => signInTo({ sql, sealing, network, tokens, times: fastPace.imap }, box),
  hasRoom: async () => true,
});
const forever = new AbortController().signal;
process.stdout.write("ready\n");
for (;;) {
  for (const key of await job.findDue(10)) await job.run(key, forever);
  await sleep(20);
}
