// A process that accepts proposals one after the other, until it is killed: `node accepting-process.ts HOST DATABASE ID...`.
// Prints "backend PID" first, "begun N" before each and "kept N" after it.
import { openPool } from "#server/platform/database/sql.ts";

const [host = "", database = "", ...ids] = process.argv.slice(2);
const sql = openPool({ host, user: "postgres", database, max: 1 });
const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
process.stdout.write(`backend ${backend!.pid}\n`);
for (const [n, id] of ids.entries()) {
  const [page] = await sql<{ version: number; sha256: string }[]>`
    select (page ->> 'version')::int as version, page ->> 'sha256' as sha256
    from (select private.proposal_page(${id}, '{"chosen": []}'::jsonb, now()) as page) as shown`;
  process.stdout.write(`begun ${n}\n`);
  const told = {
    kind: "accepted",
    version: page!.version,
    sha256: page!.sha256,
    chosen: [],
    typed_name: "Maren Oduya",
    consent: true,
  };
  await sql`select private.answer_proposal(${id}, ${JSON.stringify(told)}::jsonb)`;
  process.stdout.write(`kept ${n}\n`);
}
await sql.end({ timeout: 1 });
