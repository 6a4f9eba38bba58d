// Ties of 100,000 contacts with about a million days of evidence: panels, paths, what goes cold, one more mail, and counting everything again.
// The figure that counts is the processor time of the connection that answers: on a busy machine the clock measures the others.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { actAs, addUser } from "../../server/testing/act-as.ts";
import { backendTime } from "../backend-time.ts";
import { median, record, table } from "../record.ts";

const contacts = Number(process.env["CONTACTS"] ?? 100_000);
const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 1, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
const staff = await Promise.all(Array.from({ length: 8 }, () => addUser(sql, { admin: true })));
await sql`insert into public.accounts (name) select 'Company ' || n from generate_series(1, ${Math.ceil(contacts / 10)}::int) as n`;
await sql`
  insert into public.contacts (account_id, name)
  select (array(select id from public.accounts order by id))[1 + n % (select count(*) from public.accounts)::int], 'Person ' || n from generate_series(1, ${contacts}::int) as n`;
await sql`update private.relationship_mining set counting_from = null`;
await sql`update public.modules set live = true where key = 'relationships'`;
await sql`update private.relationship_mining set counting_from = null`;
// About ten days of evidence for each contact, most of them with three of us.
await sql`
  insert into private.tie_days (contact_id, staff_id, day, kind, inward, n)
  select contacts.id, (${staff}::uuid[])[1 + (hashtext(contacts.id::text || (n % 3)) & 7)],
    public.office_today() - (abs(hashtext(contacts.id::text || n)) % 900), case when n % 9 = 0 then 'meeting' else 'mail' end, n % 2 = 0, 1 + n % 3
  from public.contacts, generate_series(1, 10) as n on conflict do nothing`;
await sql`
  insert into private.pair_days (a_id, b_id, day, kind, n)
  select least(one.id, other.id), greatest(one.id, other.id), public.office_today() - (abs(hashtext(one.id::text || n)) % 300), 'mail', 1
  from (select id, row_number() over (order by id) as no from public.contacts) as one
  join (select id, row_number() over (order by id) as no from public.contacts) as other on other.no = one.no + 7, generate_series(1, 3) as n
  where one.no % 3 = 0 on conflict do nothing`;
const processor = await backendTime(sql);
const [began, before] = [performance.now(), processor()];
await sql`select private.rebuild_ties()`;
const rebuild = { clock: (performance.now() - began) / 1000, processor: (processor() - before) / 1000 };
await sql`vacuum analyze`;
const [sizes] = await sql<{ ties: number; days: number; megabytes: number }[]>`
  select (select count(*)::int from private.ties) as ties, (select count(*)::int from private.tie_days) as days,
    (pg_total_relation_size('private.tie_days') / 1048576)::int as megabytes`;

const ids = (
  await sql<
    { id: string; account_id: string }[]
  >`select id, account_id from public.contacts order by hashtext(id::text) limit 220`
).map((row) => row);
const ask = <T>(work: (tx: Parameters<Parameters<typeof actAs>[2]>[0]) => Promise<T>) =>
  actAs(sql, { role: "authenticated", userId: staff[0]! }, work);
let turn = 0;
const one = () => ids[turn % ids.length]!;
const asked: Record<string, [budget: number, work: () => Promise<unknown>]> = {
  "ties of a contact": [10, () => ask((tx) => tx`select * from public.ties_of_contact(${one().id})`)],
  "ties of a company": [10, () => ask((tx) => tx`select * from public.ties_of_account(${one().account_id})`)],
  "way to a person": [40, () => ask((tx) => tx`select * from public.warm_paths(${one().id})`)],
  "going cold": [15, () => ask((tx) => tx`select * from public.going_cold()`)],
  "evidence of a mail": [
    3,
    () => sql`
    select private.count_evidence(array[row(${one().id}::uuid, ${staff[0]!}::uuid, public.office_today(), 'mail', true, 1)::private.evidence])`,
  ],
  "compare a contact": [
    20,
    () =>
      sql.begin(async (tx) => {
        await tx`insert into private.records_to_compare values ('contacts', ${one().id}) on conflict do nothing`;
        await tx`select private.compare_a_few(1)`;
      }),
  ],
  "empty transaction": [3, () => sql`select 1`],
};
const clock = Object.fromEntries(Object.keys(asked).map((name) => [name, [] as number[]]));
const spent = Object.fromEntries(Object.keys(asked).map((name) => [name, [] as number[]]));
for (turn = 0; turn < 220; turn += 1)
  for (const [name, [, work]] of Object.entries(asked)) {
    const [start, had] = [performance.now(), processor()];
    await work();
    if (turn < 20) continue;
    clock[name]!.push(performance.now() - start);
    spent[name]!.push(processor() - had);
  }
const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
record(
  "Relationships",
  "npm run bench -- relationships",
  `${contacts.toLocaleString("en")} contacts, ${sizes!.ties.toLocaleString("en")} ties, ${sizes!.days.toLocaleString("en")} rows of evidence (${sizes!.megabytes} MB), 8 colleagues; 200 turns each, in turns, through the functions of the data API without HTTP. Milliseconds of the processor that the answering connection takes, and by the clock. Counting all ties again: ${rebuild.processor.toFixed(1)} s of the processor (aim 60), ${rebuild.clock.toFixed(1)} s by the clock.

${table(
  ["what", "median", "p95", "aim of p95", "clock, median", "clock, p95"],
  Object.entries(asked).map(([name, [aim]]) => [
    name,
    median(spent[name]!).toFixed(2),
    p95(spent[name]!).toFixed(2),
    String(aim),
    median(clock[name]!).toFixed(2),
    p95(clock[name]!).toFixed(2),
  ]),
)}`,
);
await database.close();
rmSync(dataDir, { recursive: true, force: true });
if (rebuild.processor > 60 || Object.entries(asked).some(([name, [aim]]) => p95(spent[name]!) > aim))
  process.exitCode = 1;
