// Reports at 20,000 deals and 60,000 stage events, through rest/v1 as an administrator under row level security, each beside plain
// SQL for the same rows in the same run.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { restOfAdministrator } from "../database/rest-of-administrator.ts";
import { addUser } from "../../server/testing/act-as.ts";
import { median, record, table } from "../record.ts";
import { seedDeals } from "./seed.ts";

const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
const people = await Promise.all(Array.from({ length: 4 }, () => addUser(sql, { admin: true })));
const userId = people[0] ?? "";
const counts = await seedDeals(sql, people);

const rest = await restOfAdministrator(sql, log, userId);

const [days] = await sql<{ from: string; to: string; ago: string }[]>`
  select (public.office_today() - 364)::text as from, public.office_today()::text as to, (public.office_today() - 180)::text as ago`;
const period = { from_day: days?.from, to_day: days?.to };
const { from, to } = days ?? { from: "", to: "" };
const closed = `closed_on between '${from}' and '${to}'`;
const moved = `at >= '${from}' and at < '${to}'::date + 1`;
const received = `received_at >= '${from}' and received_at < '${to}'::date + 1`;

/** The plain query reads the same rows and groups them as anyone would at first. */
const reports: [name: string, rpc: string, body: object, plain: string][] = [
  [
    "pipeline by stage",
    "report_pipeline",
    {},
    "select stage_id, count(*), sum(base_minor) from deals where stage_kind = 'open' and archived_at is null group by 1",
  ],
  [
    "forecast, a year",
    "report_forecast",
    period,
    `select date_trunc('month', coalesce(closed_on, expected_close)), count(*), sum(base_minor) from deals where (stage_kind = 'won' and ${closed}) or (stage_kind = 'open' and archived_at is null) group by 1`,
  ],
  [
    "won, a year",
    "report_won",
    period,
    `select date_trunc('month', closed_on), count(*), sum(base_minor) from deals where stage_kind = 'won' and ${closed} group by 1`,
  ],
  [
    "win rate, a year",
    "report_win_rate",
    period,
    `select module, stage_kind, count(*) from deals where stage_kind <> 'open' and ${closed} group by 1, 2`,
  ],
  [
    "reasons, a year",
    "report_reasons",
    period,
    `select close_reason_id, count(*), sum(base_minor) from deals where stage_kind <> 'open' and ${closed} group by 1`,
  ],
  [
    "stages, a year",
    "report_stages",
    period,
    `select from_stage, count(*), percentile_cont(0.5) within group (order by seconds_in_from) from deal_stage_events where from_stage is not null and ${moved} group by 1`,
  ],
  [
    "subjects, a year",
    "report_subjects",
    period,
    `select inquiries.subject_key, count(*), sum(deals.base_minor) from inquiries left join deals on deals.inquiry_id = inquiries.id where ${received} group by 1`,
  ],
  [
    "promise, a year",
    "report_promise",
    period,
    `select date_trunc('month', due_at), count(*), count(*) filter (where answered_at <= due_at) from inquiries where due_at >= '${from}' group by 1`,
  ],
  [
    "activity, a year",
    "report_activity",
    period,
    `select by, count(*) from deal_stage_events where ${moved} group by 1 union all select done_by, count(*) from tasks where done_at >= '${from}' group by 1`,
  ],
  [
    "board half a year ago",
    "report_board_as_of",
    { day: days?.ago },
    `select to_stage, count(*), sum(base_minor) from (select distinct on (deal_id) * from deal_stage_events where at < '${days?.ago}'::date + 1 order by deal_id, id desc) as last where to_kind = 'open' group by 1`,
  ],
  [
    "rows behind won, first 100",
    "report_rows",
    { figure: "won", ...period },
    `select id, name, base_minor from deals where stage_kind = 'won' and ${closed} order by closed_on desc limit 100`,
  ],
  [
    "the dashboard",
    "owner_dashboard",
    {},
    "select stage_id, count(*), sum(base_minor) from deals where stage_kind = 'open' and archived_at is null group by 1",
  ],
];

const turns = 100;
/** The dashboard's own target is lower. */
const budgetOf = (rpc: string) => (rpc === "owner_dashboard" ? 50 : 60);
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
const lines: (string | number)[][] = [];
let missed = false;
for (const [name, rpc, body, plain] of reports) {
  const times: number[] = [];
  const plainTimes: number[] = [];
  let answered = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const started = performance.now();
    const response = await rest.routes.fetch(
      new Request(`http://bench.invalid/rest/v1/rpc/${rpc}`, {
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
    const begun = performance.now();
    await sql.unsafe(plain);
    plainTimes.push(performance.now() - begun);
  }
  const budget = budgetOf(rpc);
  missed ||= p95(times) > budget;
  lines.push([
    name,
    answered,
    median(times).toFixed(1),
    p95(times).toFixed(1),
    budget,
    median(plainTimes).toFixed(1),
    p95(plainTimes).toFixed(1),
  ]);
}

await rest.close();
await database.close();
rmSync(dataDir, { recursive: true, force: true });

record(
  `Reports: 20,000 deals, 60,000 stage events`,
  "npm run bench -- reports",
  `Milliseconds of ${turns} requests each, through rest/v1 (without its HTTP listener) as an administrator under row level security;
${counts.deals} deals of which ${counts.open} are open, ${counts.events} stage events, ${counts.inquiries} inquiries, ${counts.tasks} done tasks. *Plain* is SQL that
reads and groups the same rows, straight to the database as its owner, in the same run: without row level security, zero months,
weights, history or JSON. The dashboard is beside its first figure alone.

${table(["report", "rows", "median", "p95", "budget", "plain median", "plain p95"], lines)}`,
);
process.exit(missed ? 1 : 0);
