// Its own process that does the work of events, for tests that kill it. What it needs is in the environment: WORK.
import { openPool } from "#server/platform/database/sql.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { serverWith } from "../server.ts";

const { connection, settings } = JSON.parse(process.env["WORK"] ?? "{}") as {
  connection: { host: string; user: string; database: string };
  settings: Record<string, string>;
};
const sql = openPool({ ...connection, max: 2 });
const job = moduleSite(sql, "payments", serverWith(), { settings }).jobs.get("inbound-events")!;
for (const key of await job.findDue(100)) await job.run(key, new AbortController().signal);
await sql.end();
