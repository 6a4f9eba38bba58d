// Lists of 100,000 companies, people and their deals by every column, filter and relation, with fifty own fields, through rest/v1 as an
// administrator under row level security. Each is measured beside a peer of the same run: what the same rows take when they are
// read by a plain statement on a bare connection, past row level security and without JSON. `npm run bench -- records <folder>` keeps the
// database there and uses it again: to fill it takes longer than to measure.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { restOfAdministrator } from "../database/rest-of-administrator.ts";
import { median, record, table } from "../record.ts";
import { type Asked, askedLists } from "./lists.ts";
import { ownFieldCount, seedRecords } from "./seed.ts";

const size = 100_000;
const turns = 20;
const budgets: Record<Asked["group"], number> = {
  columns: 80,
  relations: 80,
  "own fields": 120,
  search: 80,
  counts: 120,
  views: 120,
};

const log = pino({ level: "error" });
const kept = process.argv[2];
const dataDir = kept ?? mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
const people = await seedRecords(sql, size);
const rest = await restOfAdministrator(sql, log, people[0]!);
const lists = await askedLists(sql, people);

/** Processor time that this process and all connections have used so far, in milliseconds: other programs on the machine change it little. */
async function processorTime(): Promise<number> {
  const own = process.cpuUsage();
  const backends = await sql<{ pid: number }[]>`select pid from pg_stat_activity where backend_type = 'client backend'`;
  const ticks = backends.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return Number(fields[11]) + Number(fields[12]);
  });
  return (own.user + own.system) / 1000 + ticks.reduce((sum, each) => sum + each, 0) * 10;
}

interface Measured {
  median: number;
  p95: number;
  /** Milliseconds of the processor a turn. */
  processor: number;
}

async function measure(work: () => Promise<unknown>): Promise<Measured> {
  const times: number[] = [];
  await work();
  const used = await processorTime();
  for (let turn = 0; turn < turns; turn += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  const processor = ((await processorTime()) - used) / turns;
  const p95 = times.toSorted((a, b) => a - b)[Math.ceil(turns * 0.95) - 1] ?? Number.NaN;
  return { median: median(times), p95, processor };
}

async function ask({ name, path: target, method, headers, body }: Asked): Promise<string> {
  const response = await rest.routes.fetch(new Request(`http://bench.invalid${target}`, { method, headers, body }));
  const text = await response.text();
  if (!response.ok) throw new Error(`${name}: ${text}`);
  const [shown, total] = response.headers.get("content-range")!.split("/");
  return total === "*" ? String(shown === "*" ? 0 : JSON.parse(text).length) : total!;
}

// What no list can be faster than: to fetch fifty rows that are known, and to look at every row once.
const known = (await sql<{ id: string }[]>`select id from public.accounts order by created_at desc limit 50`).map(
  ({ id }) => id,
);
const fetched = await measure(() => sql`select * from public.accounts where id = any (${known})`);
const scanned = await measure(() => sql`select id from public.accounts order by own_f0, id limit 50`);

const rows: (string | number)[][] = [];
const missed: string[] = [];
for (const list of lists) {
  const answer = await ask(list);
  const { median: middle, p95, processor } = await measure(() => ask(list));
  const budget = budgets[list.group];
  if (processor > budget) missed.push(`${list.group}, ${list.name}: ${processor.toFixed(0)} ms of the processor`);
  if (p95 > budget)
    console.log(`${list.group}, ${list.name}: ${p95.toFixed(0)} ms at p95, ${processor.toFixed(0)} of the processor`);
  const figures = [middle, p95, processor].map((value) => value.toFixed(1));
  rows.push([list.group, list.name, answer, ...figures, budget, (processor / scanned.processor).toFixed(2)]);
}

await rest.close();
await database.close();
if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
const peer = (name: string, { median: middle, p95, processor }: Measured) =>
  `${name}: median ${middle.toFixed(1)}, p95 ${p95.toFixed(1)}, processor ${processor.toFixed(1)}`;
record(
  "Lists of 100,000 companies",
  "npm run bench -- records",
  `Milliseconds of ${turns} requests each, through rest/v1 (without its HTTP listener) as an administrator under row level security: the very
requests of the back office, for pages of 50. There are ${size.toLocaleString("en-US")} companies with ${ownFieldCount} own fields each, as many people, a fifth as many deals and nine
tenths as many tasks. *processor* is what a request takes of the processors
of server and PostgreSQL together; on a machine that is busy with other work only this says something, and it is what the budget is held against.
*of a scan* compares it with a plain statement on the same connection that looks at each company once and sorts them, past row level security and
without JSON. The list and its number are two requests, the number being kept while one pages and sorts; *views* are the numbers in the sidebar, which end at 1,000.

${peer("Plain statement, 50 companies by their ids", fetched)}. ${peer("Plain statement, 50 of all companies by an own field", scanned)}.

${table(["", "list", "rows", "median", "p95", "processor", "budget", "of a scan"], rows)}`,
);
if (missed.length > 0) console.log(`Missed:\n${missed.map((text) => `- ${text}`).join("\n")}`);
process.exit(missed.length > 0 ? 1 : 0);
