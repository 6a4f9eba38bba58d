// What roles cost: the same list of 50 companies for an owner and for a Reader, 10,000 requests each, taken in turns so that a busy
// machine is busy for both; through rest/v1 under row level security.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { addUser } from "../../server/testing/act-as.ts";
import { restOfAdministrator } from "../database/rest-of-administrator.ts";
import { median, record, table } from "../record.ts";

const requests = Number(process.argv[2] ?? 10_000);
const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
await sql`update public.modules set live = true`;
await sql`insert into public.accounts (name, type) select 'Company ' || n, 'Customer' from generate_series(1, 10000) as n`;
const owner = await addUser(sql, { admin: true });
const reader = await addUser(sql, { admin: false });
await sql`insert into public.user_roles (user_id, role) values (${reader}, 'reader')`;
await sql`vacuum analyze`;
const sides = {
  owner: await restOfAdministrator(sql, log, owner),
  reader: await restOfAdministrator(sql, log, reader),
};
type Side = keyof typeof sides;

const address = "http://bench.invalid/rest/v1/accounts?select=*&archived_at=is.null&order=created_at.desc,id&limit=50";
async function ask(side: Side): Promise<number> {
  const began = performance.now();
  const response = await sides[side].routes.fetch(new Request(address, { headers: { "x-request-id": randomUUID() } }));
  const rows = JSON.parse(await response.text()) as unknown[];
  if (rows.length !== 50) throw new Error(`${side}: ${rows.length} rows`);
  return performance.now() - began;
}
for (let warm = 0; warm < 200; warm += 1) for (const side of ["owner", "reader"] as const) await ask(side);
const times: Record<Side, number[]> = { owner: [], reader: [] };
for (let turn = 0; turn < requests; turn += 1)
  for (const side of turn % 2 === 0 ? (["owner", "reader"] as const) : (["reader", "owner"] as const))
    times[side].push(await ask(side));

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);
const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
const differs = (of: (values: number[]) => number) => (of(times.reader) / of(times.owner) - 1) * 100;
const line = (side: Side) => [
  side,
  (sum(times[side]) / requests).toFixed(3),
  median(times[side]).toFixed(3),
  p95(times[side]).toFixed(3),
];
record(
  "Roles",
  "npm run bench -- people",
  `A list of 50 of 10,000 companies, ${requests.toLocaleString("en-US")} requests each, in turns. Milliseconds.

${table(["who", "mean", "median", "p95"], [line("owner"), line("reader")])}

A Reader's list takes ${differs(median).toFixed(1)} % more than an owner's by the median, ${differs(sum).toFixed(1)} % by the mean. The aim is less than 10 %.`,
);
await Promise.all(Object.values(sides).map((rest) => rest.close()));
await database.close();
rmSync(dataDir, { recursive: true, force: true });
if (differs(median) >= 10) {
  console.error("A role costs more than 10 %.");
  process.exitCode = 1;
}
