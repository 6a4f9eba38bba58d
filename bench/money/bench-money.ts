// Invoices at 50,000: the list with its tabs, their sums, a search, a record, the statement of a company, requests, and cash; then a bank's file of
// 10,000 lines. The figure of a list is the processor time of the connection that answers, not the clock: on a busy machine that measures the
// others. Each stands beside plain SQL that reads the same rows, in the same run. `npm run bench -- money unpaid` runs those that say "unpaid",
// and writes nothing down.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import type { TransactionSql } from "../../server/platform/database/sql.ts";
import { median, record, table } from "../record.ts";
import { benchBank } from "./bank.ts";
import { processorTime } from "./processor-time.ts";
import { companies, filledHouse, invoices } from "./filled-house.ts";

const [only = ""] = process.argv.slice(2);
const rounds = 40;
const budget = 80;
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;

const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
let missed = false;
try {
  const { sql } = database;
  await migrate(sql, log);
  const house = await filledHouse(sql);

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
      "sums above the list, all",
      "select public.invoice_sums('{}')",
      "select currency, count(*), sum(total_minor) from invoices group by 1",
    ],
    [
      "sums above the list, unpaid",
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
    ...(["unpaid", "overdue", "paid"] as const).map((state): [string, string, string] => [
      `requests, ${state}`,
      `select * from public.payment_list('{"state": "${state}"}')`,
      "select r.id from payment_requests as r left join (select request_id, sum(amount_minor) as net from payments group by 1) as p on p.request_id = r.id where r.state = 'open' and r.amount_minor > coalesce(net, 0) order by r.issued_on desc limit 50",
    ]),
    [
      "requests, ageing",
      "select * from public.payment_ageing()",
      "select r.currency, sum(r.amount_minor) from payment_requests as r left join (select request_id, sum(amount_minor) as net from payments group by 1) as p on p.request_id = r.id where r.state = 'open' and r.amount_minor > coalesce(net, 0) group by 1",
    ],
  ];
  const rows: (string | number)[][] = [];
  for (const [what, ours, plain] of ways.filter(([name]) => name.includes(only))) {
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
  const bank = "bank".includes(only) ? await benchBank(sql) : null;
  missed ||= bank?.missed ?? false;
  if (bank && !only)
    record(
      "Money",
      "npm run bench -- money",
      [
        table(["what", "median ms", "p95 ms", "budget", "plain SQL, ms", "ratio"], rows),
        "",
        `${invoices.toLocaleString("en")} invoices of ${companies} companies over three years, as many requests, one in thirty open, one in a hundred credited whole. Processor time of the connection that answers, ${rounds} calls as an administrator under row level security.`,
        "",
        table(["what", "ms", "budget", "by the clock"], bank.rows),
        "",
        "With 10,000 more open requests, no two of the same amount. Each measured once: processor time of the server, which parses the file, and of the database, which finds duplicates and writes.",
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
        const before = processorTime(pid);
        await run();
        times.push(processorTime(pid) - before);
      }
      return times;
    });
  }
} finally {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(missed ? 1 : 0);
