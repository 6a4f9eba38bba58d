// A server's part that sends, alone: opened on the database it is told, it sends whatever is due until it is killed.
// Prints "ready" when it has begun. The fault test and its small version in the tests start it and end it with -9.
import { setTimeout as sleep } from "node:timers/promises";
import { openPool } from "#server/platform/database/sql.ts";
import { createLinks } from "#server/platform/links/links.ts";
import { createGate } from "#server/platform/outbox/hand-over.ts";
import { createMailProvider } from "#server/platform/outbox/providers.ts";
import { allMails, noFiles } from "./outbox-for-tests.ts";

const connection = JSON.parse(process.argv[2] ?? "{}") as Parameters<typeof openPool>[0];
const sql = openPool({ ...connection, max: 12 });
const env = { AUTO_PUBLISH: true, SITE_URL: "https://guidevane.test" };
const mail = createMailProvider(
  { SMTP_URL: process.argv[3] ?? "", DATA_DIR: "unused" } as Parameters<typeof createMailProvider>[0],
  () => {},
  "hello@guidevane.example",
);
const { job } = createGate({
  sql,
  links: createLinks(sql),
  env,
  providers: { email: mail },
  storage: noFiles,
  mails: allMails,
});
const forever = new AbortController().signal;
process.stdout.write("ready\n");
for (;;) {
  for (const key of await job.findDue(500)) await job.run(key, forever);
  await sleep(20);
}
