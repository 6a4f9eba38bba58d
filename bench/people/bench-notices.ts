// The bell and the list with 100,000 notices, through rest/v1 under row level security, beside the same rows read by raw SQL past it.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { addUser } from "../../server/testing/act-as.ts";
import { restOfAdministrator } from "../database/rest-of-administrator.ts";
import { median, record, table } from "../record.ts";

const budgetMs = 20;
const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
await sql`update public.modules set live = true where key in ('notices', 'tasks')`;
const people = [await addUser(sql, { admin: true }), await addUser(sql, { admin: true })];
await sql`
  with told as (
    insert into public.events (kind, record_type, record_id, record_name)
    select 'moved', 'task', gen_random_uuid(), 'Task ' || n from generate_series(1, 100000) as n returning id, record_id)
  insert into public.notices (user_id, kind, what, record_type, record_id, about_id, event_id, mail, read_at)
  select (${people}::uuid[])[1 + told.id % 2], 'given', 'given', 'task', record_id, record_id, told.id, 'never',
    case when told.id % 10 > 0 then now() end from told`;
await sql`vacuum analyze`;
const rest = await restOfAdministrator(sql, log, people[0]!);
const through = async (target: string) => {
  const response = await rest.routes.fetch(new Request(`http://bench.invalid/rest/v1/rpc/${target}`));
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
};
const asked: Record<string, () => Promise<unknown>> = {
  bell: () => through("my_unread_notices"),
  list: () => through("my_notices?most=30"),
  "raw SQL": () => sql`select * from public.notices where user_id = ${people[0]!} order by id desc limit 30`,
};
const times = Object.fromEntries(Object.keys(asked).map((name) => [name, [] as number[]]));
for (let turn = 0; turn < 320; turn += 1)
  for (const [name, ask] of Object.entries(asked)) {
    const began = performance.now();
    await ask();
    if (turn >= 20) times[name]!.push(performance.now() - began);
  }
const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
const raw = median(times["raw SQL"]!);
record(
  "Notices",
  "npm run bench -- notices",
  `100,000 notices of two people, 300 requests each, in turns. Milliseconds, and the median as a multiple of the raw statement's. The aim is a 95th of ${budgetMs}.

${table(
  ["what", "median", "p95", "times raw SQL"],
  Object.entries(times).map(([name, all]) => [
    name,
    median(all).toFixed(2),
    p95(all).toFixed(2),
    (median(all) / raw).toFixed(1),
  ]),
)}`,
);
await rest.close();
await database.close();
rmSync(dataDir, { recursive: true, force: true });
if (Math.max(p95(times["bell"]!), p95(times["list"]!)) > budgetMs) process.exitCode = 1;
