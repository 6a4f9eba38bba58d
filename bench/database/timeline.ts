// A record's timeline among a million entries, through rest/v1 as an administrator, and what a save pays for its history.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { restOfAdministrator } from "./rest-of-administrator.ts";
import { addUser } from "../../server/testing/act-as.ts";
import { median, record, table } from "../record.ts";

const pageBudget = 10;
const saveBudget = 1;

const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
const userId = await addUser(sql, { admin: true });

await sql`alter table public.accounts disable trigger user`;
await sql`alter table public.contacts disable trigger user`;
await sql`insert into public.accounts (name) select 'Company ' || n from generate_series(1, 10000) n`;
await sql`
  with companies as (select array_agg(id) as ids from public.accounts)
  insert into public.contacts (account_id, name) select ids[1 + n % 10000], 'Person ' || n from companies, generate_series(1, 100000) n`;
await sql`alter table public.accounts enable trigger user`;
await sql`alter table public.contacts enable trigger user`;
// Ten thousand of them at one company, as one that everything is filed under has; the others spread.
await sql`
  with people as (select array_agg(id order by id) as ids, array_agg(account_id order by id) as companies from public.contacts)
  insert into public.events (at, kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, changes)
  select now() - (1000000 - n) * interval '30 seconds', (array['changed', 'created', 'changed', 'deleted'])[1 + n % 4], ${userId}, 'Noor',
    (array['contact', 'task', 'contact', 'inquiry'])[1 + n % 4], people.ids[place], 'Person', people.companies[place], people.ids[place],
    jsonb_build_object('title', jsonb_build_array('Head of Operations', 'Chief of Operations'), 'phone', jsonb_build_array(null, '+49 30 1234567'))
  from people, generate_series(1, 1000000) n, lateral (select case when n % 100 = 0 then 1 else (1 + (n::bigint * 7919) % 100000)::int end as place) as chosen`;
await sql`insert into public.notes (body, contact_id) select repeat('What was said. ', 20), id from public.contacts order by id limit 2000`;
await sql`vacuum analyze`;

const rest = await restOfAdministrator(sql, log, userId);

const at95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;

async function page(body: object): Promise<{ ms: number; entries: { id: number }[] }> {
  const started = performance.now();
  const answer = await rest.routes.fetch(
    new Request("http://bench.invalid/rest/v1/rpc/record_timeline", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return { ms: performance.now() - started, entries: JSON.parse(text) as { id: number }[] };
}

const [busiest] = await sql<{ account: string; contact: string; entries: number }[]>`
  select account_id as account, contact_id as contact, count(*)::int as entries from public.events
  group by 1, 2 order by 3 desc limit 1`;
const others = await sql<{ id: string }[]>`select id from public.contacts tablesample system (1) limit 300`;

const rows: (string | number)[][] = [];
let worst = 0;
async function measure(name: string, asked: (turn: number) => object) {
  const times: number[] = [];
  let entries = 0;
  for (let turn = 0; turn < 320; turn += 1) {
    const one = await page(asked(turn));
    // The first ones warm the connections.
    if (turn >= 20) times.push(one.ms);
    entries = one.entries.length;
  }
  worst = Math.max(worst, at95(times));
  rows.push([name, entries, median(times).toFixed(1), at95(times).toFixed(1)]);
}
const company = { of_type: "account", of_id: busiest!.account };
let middle: number | null = null;
for (let turn = 0; turn < 60; turn += 1)
  middle = (await page({ ...company, before: middle })).entries.at(-1)?.id ?? null;
await measure(
  `the company with the most entries (${busiest!.entries.toLocaleString("en-US")} of one person)`,
  () => company,
);
await measure("its 61st page", () => ({ ...company, before: middle }));
await measure("its tasks only", () => ({ ...company, kinds: ["tasks"] }));
await measure("its stages, of which there are none", () => ({ ...company, kinds: ["stages"] }));
await measure("300 people", (turn) => ({ of_type: "contact", of_id: others[turn % others.length]?.id }));

// A save with and without the trigger that writes the history, in turns, so that both meet the same machine.
async function save(): Promise<number> {
  const [one] = await sql<
    { id: string }[]
  >`select id from public.contacts offset ${Math.floor(Math.random() * 1000)} limit 1`;
  return sql.begin(async (tx) => {
    await tx`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ role: "authenticated", sub: userId })}, true)`;
    const started = performance.now();
    await tx`update public.contacts set title = ${crypto.randomUUID()}, phone = ${crypto.randomUUID()} where id = ${one!.id}`;
    return performance.now() - started;
  });
}
const saves = { disable: [] as number[], enable: [] as number[] };
for (let round = 0; round < 6; round += 1)
  for (const state of ["disable", "enable"] as const) {
    await sql.unsafe(`alter table public.contacts ${state} trigger history_of_changes`);
    // Each connection makes its plans again.
    for (let turn = 0; turn < 20; turn += 1) await save();
    for (let turn = 0; turn < 100; turn += 1) saves[state].push(await save());
  }
const [plain, kept] = [median(saves.disable), median(saves.enable)];
const size = await sql<{ size: string }[]>`select pg_size_pretty(pg_total_relation_size('public.events')) as size`;

await rest.close();
await database.close();
rmSync(dataDir, { recursive: true, force: true });

record(
  "Timeline among a million entries",
  "npm run bench -- timeline",
  `A page of 50, milliseconds, 300 requests through rest/v1 (without its HTTP listener) as an administrator under row level
security; ${size[0]?.size} with indexes. Budget: ${pageBudget} ms at the 95th percentile.

${table(["timeline", "entries", "median", "95th"], rows)}

A save of two fields takes ${plain.toFixed(2)} ms without and ${kept.toFixed(2)} ms with its entry (medians of 600): ${(kept - plain).toFixed(2)} ms more. Budget: ${saveBudget} ms.`,
);
if (worst > pageBudget || kept - plain > saveBudget) process.exitCode = 1;
