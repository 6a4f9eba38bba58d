// A process that plans steps of sequences until it is killed, for the drill that kills it. Slow on purpose, so that kills meet it at work.
import { setTimeout as sleep } from "node:timers/promises";
import { openPool } from "../platform/database/sql.ts";
import { loadModuleServers } from "../module-servers.ts";
import { moduleSite } from "./module-site.ts";
import { modules } from "#modules/registry.ts";

const sql = openPool({ connectionString: process.argv[2] ?? "", max: 3 });
const { sequences } = await loadModuleServers(modules.filter(({ key }) => key === "sequences"));
const job = moduleSite(sql, "sequences", sequences!).jobs.get("sequence-steps")!;
process.stdout.write("ready\n");
for (;;) {
  const due = await job.findDue(50);
  for (const key of due) await job.run(key, new AbortController().signal);
  if (due.length === 0) await sleep(20);
}
