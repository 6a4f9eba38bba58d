// A server that bills month after month until it is killed: `node billing-process.ts HOST DATABASE ID...`. Says something once it works.
import { openPool } from "#server/platform/database/sql.ts";

const [host = "", database = "", ...ids] = process.argv.slice(2);
const sql = openPool({ host, user: "postgres", database, max: 1, poolName: "billing in test" });
for (let month = 0; month < 60; month += 1) {
  const [row] = await sql<
    { day: string }[]
  >`select (date '2027-01-31' + make_interval(months => ${month}::int))::date::text as day`;
  for (const id of ids) await sql`select private.run_retainer(${id}, ${row!.day}::date)`;
  if (month === 0) process.stdout.write("working\n");
}
await sql.end({ timeout: 1 });
