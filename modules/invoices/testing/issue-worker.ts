// Its own process that issues drafts, several at once, for tests that race and kill it. What it needs is in the environment: WORK.
import { openPool } from "#server/platform/database/sql.ts";

const { connection, drafts } = JSON.parse(process.env["WORK"] ?? "{}") as {
  connection: { host: string; user: string; database: string };
  drafts: string[];
};
const sql = openPool({ ...connection, max: 8 });
process.send?.("ready");
await Promise.all(drafts.map((id) => sql`select private.issue_draft(${id})`.catch(() => undefined)));
await sql.end();
