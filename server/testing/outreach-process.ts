// A server's part that plans steps of sequences and sends their mails, until it is killed, for the fault test that kills it.
// Prints "ready" when it has begun.
import { setTimeout as sleep } from "node:timers/promises";
import { modules } from "#modules/registry.ts";
import { loadModuleServers } from "../module-servers.ts";
import { openPool } from "../platform/database/sql.ts";
import type { JobKind } from "../platform/jobs/jobs.ts";
import { createLinks } from "../platform/links/links.ts";
import { createGate } from "../platform/outbox/hand-over.ts";
import { createMailProvider } from "../platform/outbox/providers.ts";
import { moduleSite } from "./module-site.ts";
import { allMails, noFiles } from "./outbox-for-tests.ts";

const [connectionString = "", SMTP_URL = ""] = process.argv.slice(2);
const sql = openPool({ connectionString, max: 14 });
const { sequences } = await loadModuleServers(modules.filter(({ key }) => key === "sequences"));
const planner = moduleSite(sql, "sequences", sequences!).jobs.get("sequence-steps")!;
const mail = createMailProvider(
  { SMTP_URL, DATA_DIR: "unused" } as Parameters<typeof createMailProvider>[0],
  () => {},
  "hello@guidevane.example",
);
const env = { AUTO_PUBLISH: true, SITE_URL: "https://guidevane.test" };
const { job: sender } = createGate({
  sql,
  links: createLinks(sql),
  env,
  providers: { email: mail },
  storage: noFiles,
  mails: allMails,
});

const forever = new AbortController().signal;
async function work(job: JobKind): Promise<never> {
  for (;;) {
    const due = await job.findDue(50);
    for (const key of due) await job.run(key, forever);
    if (due.length === 0) await sleep(10);
  }
}
process.stdout.write("ready\n");
await Promise.all([work(planner), work(sender)]);
