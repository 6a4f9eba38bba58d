// A server process of its own that reads calendars and writes copies without end, until it is killed: node calendar-process.ts <connection> <data> <time>
import { openPool } from "#server/platform/database/sql.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { serverWith } from "../server.ts";

const [connection = "{}", data = "", start = ""] = process.argv.slice(2);
const sql = openPool({ ...(JSON.parse(connection) as { host: string; user: string; database: string }), max: 6 });
let clock = new Date(start);
const site = moduleSite(sql, "meetings", serverWith({ now: () => clock }), {
  settings: { PRIVATE_SERVERS: "true", DATA_DIR: data },
  now: () => clock,
});
process.stdout.write("ready\n");
for (;;) {
  for (const name of ["calendars", "calendar-copies"]) {
    const job = site.jobs.get(name)!;
    const due = await job.findDue(100);
    await Promise.all(due.map((key) => job.run(key, new AbortController().signal)));
  }
  clock = new Date(clock.getTime() + 5 * 60_000);
}
