// Tasks at 50,000, of which a few hundred are open, through rest/v1 as an administrator under row level security.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { restOfAdministrator } from "./rest-of-administrator.ts";
import { addUser } from "../../server/testing/act-as.ts";
import { median, record, table } from "../record.ts";

const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
const people = await Promise.all(Array.from({ length: 4 }, () => addUser(sql, { admin: true })));
const userId = people[0] ?? "";
await sql`update public.modules set live = true where key in ('tasks', 'inquiries')`;
// Without a million entries of history: what is measured is the reading.
await sql.begin(async (within) => {
  await within`select set_config('guidevane.batch', gen_random_uuid()::text, true)`;
  await within`insert into public.accounts (name) select 'Company ' || n from generate_series(1, 2000) n`;
  await within`
  with companies as (select array_agg(id) as ids from public.accounts)
  insert into public.contacts (account_id, name) select ids[1 + n % 2000], 'Person ' || n from companies, generate_series(1, 10000) n`;
  await within`
  with persons as (select array_agg(id) as ids from public.contacts)
  insert into public.tasks (title, priority, due_on, due_at, assignee_id, contact_id, done_at, done_by, created_at)
  select 'Task ' || n, (array['low', 'medium', 'high'])[1 + n % 3],
    case when n % 7 > 0 then public.office_today() + (n % 60) - 20 end,
    case when n % 5 = 0 and n % 7 > 0 then now() + ((n % 60) - 20) * interval '1 day' end,
    (${people}::uuid[])[1 + n % 4], ids[1 + n % 10000],
    case when n > 400 then now() - (n % 900) * interval '1 day' - interval '1 hour' end,
    case when n > 400 then (${people}::uuid[])[1 + n % 4] end, now() - n * interval '1 minute'
  from persons, generate_series(1, 50000) n`;
});
await sql`analyze`;

const rest = await restOfAdministrator(sql, log, userId);
const [busy] = await sql<{ account_id: string; contact_id: string }[]>`
  select account_id, contact_id from public.tasks where done_at is null order by id limit 1`;

const turns = 200;
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
const views: [name: string, target: string, body: object][] = [
  ["everyone's list", "rpc/task_list", { most: 100 }],
  ["my list", "rpc/task_list", { mine: true, most: 100 }],
  ["my list, high priority", "rpc/task_list", { mine: true, of_priority: "high", most: 100 }],
  ["overdue and today", "rpc/task_list", { in_groups: ["overdue", "today"], most: 100 }],
  ["of a company", "rpc/task_list", { of_account: busy?.account_id, most: 100 }],
  ["of a person", "rpc/task_list", { of_contact: busy?.contact_id, most: 100 }],
  ["counts, mine (sidebar)", "rpc/task_counts", { mine: true }],
  ["counts, everyone's", "rpc/task_counts", { mine: false }],
];
const rows: (string | number)[][] = [];
let missed = false;
for (const [name, target, body] of [...views, ["the dashboard", "rpc/owner_dashboard", {}] as (typeof views)[number]]) {
  const times: number[] = [];
  let answered = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const started = performance.now();
    const response = await rest.routes.fetch(
      new Request(`http://bench.invalid/rest/v1/${target}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    const text = await response.text();
    times.push(performance.now() - started);
    if (!response.ok) throw new Error(`${name}: ${text}`);
    const parsed: unknown = JSON.parse(text);
    answered = Array.isArray(parsed) ? parsed.length : 1;
  }
  const budget = target === "rpc/owner_dashboard" ? 50 : 10;
  missed ||= p95(times) > budget;
  rows.push([name, answered, median(times).toFixed(1), p95(times).toFixed(1), budget]);
}

await rest.close();
await database.close();
rmSync(dataDir, { recursive: true, force: true });

record(
  "Tasks: 50,000, of which 400 are open",
  "npm run bench -- tasks",
  `Milliseconds of ${turns} requests each, through rest/v1 (without its HTTP listener) as an administrator under row level security.

${table(["view", "rows", "median", "p95", "budget"], rows)}`,
);
process.exit(missed ? 1 : 0);
