// Invoices at 50,000: the list with its tabs, their sums, a search, a record, the statement of a company, the client's own list, and cash. The figure
// is the processor time of the connection that answers, not the clock: on a busy machine that measures the others. Each stands beside plain SQL
// that reads the same rows, in the same run.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import type { TransactionSql } from "../../server/platform/database/sql.ts";
import { invoicesHouse } from "../../modules/invoices/testing/invoices-house.ts";
import { median, record, table } from "../record.ts";

const invoices = 50_000;
const companies = 500;
const rounds = 20;
/** Calls in a row: the kernel counts the processor's time in hundredths of a second. */
const calls = 10;
const budget = 80;
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;

const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
let missed = false;
try {
  const { sql } = database;
  await migrate(sql, log);
  const house = await invoicesHouse(sql);
  const { id: model } = await house.issued();
  // Copies of one that was issued: one in thirty is open, one in a hundred credited whole, three years of days.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into public.accounts (id, name) select md5('company ' || n)::uuid, 'Company ' || n from generate_series(0, ${companies - 1}::int) as n`;
    await tx`create temporary table made on commit drop as
      select n, md5('invoice ' || n)::uuid as id, md5('request ' || n)::uuid as request, md5('company ' || n % ${companies}::int)::uuid as account,
        public.office_today() - 1 - (1095 - n * 1095 / ${invoices}::int) as day from generate_series(2, ${invoices}::int) as n`;
    await tx`insert into public.invoices select (jsonb_populate_record(bill, jsonb_build_object('id', made.id, 'number', format('I-%s-%s', extract(year from made.day), made.n), 'seq', made.n,
        'year', extract(year from made.day)::int, 'account_id', made.account, 'contact_id', null, 'issued_on', made.day, 'due_on', made.day + 14, 'title', 'Advice ' || made.n))).*
      from made, public.invoices as bill where bill.id = ${model}`;
    await tx`insert into public.payment_requests (id, number, account_id, invoice_id, title, amount_minor, currency, issued_on, due_on, state, cancelled_on)
      select request, 'R-9999-' || n, account, id, 'Advice ' || n, 119000, 'EUR', day, day + 14, case when n % 100 = 7 then 'cancelled' else 'open' end, case when n % 100 = 7 then day + 1 end from made`;
    await tx`insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id)
      select request, 'payment', 119000, 'EUR', 'bank', least(day + 10, public.office_today()), 'entry', 'bench ' || n from made where n % 30 <> 0 and n % 100 <> 7`;
    await tx`insert into public.invoices select (jsonb_populate_record(bill, jsonb_build_object('id', md5('credit ' || made.n)::uuid, 'number', 'C-9999-' || made.n, 'series', 'C', 'seq', made.n,
        'type', 'credit', 'account_id', made.account, 'issued_on', made.day + 1, 'title', 'Advice ' || made.n, 'credit_of', made.id, 'total_minor', -119000, 'payable_minor', -119000))).*
      from made, public.invoices as bill where bill.id = ${model} and made.n % 100 = 7`;
    await tx`insert into public.invoice_files (invoice_id, kind, file_id, sha256, size, made_at) select id, 'pdf', null, null, null, null from made where n % 1000 = 0`;
  });
  // What triggers would have written.
  await sql`update public.payment_requests as request set settled_on = private.settled_day(request)`;
  await sql`insert into public.invoice_tax_rows (invoice_id, no, issued_on, currency, category, name, rate_pcm, base_minor, tax_minor)
    select id, 1, issued_on, currency, 'S', 'VAT', 19000, case when credit_of is null then 100000 else -100000 end, case when credit_of is null then 19000 else -19000 end
    from public.invoices on conflict do nothing`;
  await sql`update public.modules set live = true where key in ('cash', 'retainers')`;
  await sql`vacuum analyze`;

  const company = (await sql<{ id: string }[]>`select md5('company 7')::uuid as id`)[0]!.id;
  const since = "public.office_today() - 365";
  const ways: [what: string, ours: string, plain: string][] = [
    [
      "list, first page",
      "select * from public.invoice_list('{}')",
      "select count(*) from invoices; select id from invoices order by issued_on desc, seq desc limit 50",
    ],
    [
      "list, page 900",
      "select * from public.invoice_list('{}', 50, 45000)",
      "select count(*) from invoices; select id from invoices order by issued_on desc, seq desc limit 50 offset 45000",
    ],
    ...(["unpaid", "overdue", "paid", "credit"] as const).map((state): [string, string, string] => [
      `list, ${state}`,
      `select * from public.invoice_list('{"state": "${state}"}')`,
      "select count(*) from payment_requests as r left join (select request_id, sum(amount_minor) as net from payments group by 1) as p on p.request_id = r.id where r.state = 'open' and r.amount_minor > coalesce(net, 0)",
    ]),
    [
      "sums above the list",
      `select public.invoice_sums('{"state": "unpaid"}')`,
      "select currency, count(*), sum(total_minor) from invoices group by 1",
    ],
    [
      "search",
      `select * from public.invoice_list('{"search": "advice 41"}')`,
      "select count(*) from invoices where lower(title) like '%advice 41%'",
    ],
    [
      "invoices of a company",
      `select * from public.invoice_list('{"account": "${company}"}')`,
      `select count(*) from invoices where account_id = '${company}'`,
    ],
    [
      "one record",
      `select public.invoice_record(md5('invoice 49980')::uuid)`,
      "select to_jsonb(invoices) from invoices where id = md5('invoice 49980')::uuid",
    ],
    [
      "statement, a year",
      `select * from public.account_statement('${company}', ${since}, public.office_today())`,
      `select * from payment_requests where account_id = '${company}'`,
    ],
    [
      "cash: figures and weeks",
      "select public.cash_overview()",
      "select r.currency, sum(r.amount_minor) from payment_requests as r left join (select request_id, sum(amount_minor) as net from payments group by 1) as p on p.request_id = r.id where r.state = 'open' and r.amount_minor > coalesce(net, 0) group by 1",
    ],
    [
      "cash: rows of a figure",
      `select public.cash_rows('{"kind": "overdue"}')`,
      "select r.id from payment_requests as r left join (select request_id, sum(amount_minor) as net from payments group by 1) as p on p.request_id = r.id where r.state = 'open' and r.amount_minor > coalesce(net, 0) order by r.due_on limit 100",
    ],
    [
      "requests, first page",
      "select * from public.payment_list('{}')",
      "select count(*) from payment_requests; select id from payment_requests order by issued_on desc limit 50",
    ],
  ];
  const rows: (string | number)[][] = [];
  for (const [what, ours, plain] of ways) {
    const mine = await timesOf(ours);
    const theirs = await timesOf(plain);
    const [typical, worst, beside] = [median(mine), p95(mine), median(theirs)];
    missed ||= worst > budget;
    rows.push([
      what,
      typical.toFixed(0),
      worst.toFixed(0),
      budget,
      beside.toFixed(1),
      (typical / Math.max(beside, 0.5)).toFixed(1),
    ]);
    console.log(rows.at(-1)!.join(" | "));
  }
  record(
    "Money",
    "npm run bench -- money",
    [
      table(["what", "median ms", "p95 ms", "budget", "plain SQL, ms", "ratio"], rows),
      "",
      `${invoices.toLocaleString("en")} invoices of ${companies} companies over three years, as many requests, one in thirty open, one in a hundred credited whole. Processor time of the connection that answers, ${rounds} rounds of ${calls} calls as an administrator under row level security.`,
    ].join("\n"),
  );

  /** Milliseconds of the processor for one call, each round by itself. */
  async function timesOf(statement: string): Promise<number[]> {
    return house.as(async (tx: TransactionSql) => {
      const [{ pid } = { pid: 0 }] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const run = async () => {
        for (const part of statement.split("; ")) await tx.unsafe(part);
      };
      await run();
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const before = ticksOf(pid);
        for (let n = 0; n < calls; n += 1) await run();
        times.push(((ticksOf(pid) - before) * 10) / calls);
      }
      return times;
    });
  }
} finally {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(missed ? 1 : 0);

/** User and system time of a process, in hundredths of a second. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}
