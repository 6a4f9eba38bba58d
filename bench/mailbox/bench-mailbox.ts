// The Mail panel of a contact with 10,000 mails, a thread, a search, and filing, in a database of a million mails and 100,000 contacts (or as many
// mails as given: `npm run bench -- mailbox 100000`), beside a page of a list. The figure that counts is the processor time of the connection that
// answers: on a busy machine the clock measures the others.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { actAs, addUser } from "../../server/testing/act-as.ts";
import { backendTime } from "../backend-time.ts";
import { median, record, table } from "../record.ts";
import { fillMailboxes } from "../../modules/mailbox/testing/many-mails.ts";

const mails = Number(process.argv[2] ?? 1_000_000);
const size = { mails, contacts: Math.round(mails / 10), ofOne: Math.min(10_000, mails / 10) };
const turns = 200;
const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
// One connection, so that its time is the time of what is asked.
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 1, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
await sql`update public.modules set live = true where key in ('mailbox', 'outbox', 'timeline', 'relationships')`;
await sql`update private.relationship_mining set counting_from = null`;
const staff: string[] = [];
for (let n = 0; n < 6; n += 1) staff.push(await addUser(sql, { admin: true }));
const began = performance.now();
const firm = await fillMailboxes(sql, size, staff);
console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);

let filed = 0;
function message() {
  filed += 1;
  return {
    uid: mails + filed,
    identity: createHash("sha256").update(`bench ${filed}`).digest("hex"),
    message_id: `<bench-${filed}@many.example>`,
    refers_to: [`<${filed * 4}@many.example>`],
    at: new Date().toISOString(),
    arrived_at: new Date().toISOString(),
    is_time_doubtful: false,
    class: "person",
    is_private: false,
    in_sent: false,
    labels: [],
    files: [],
    checks: "none",
    people: [
      { role: "from", address: `p${(filed * 7) % size.contacts}@many.example`, name: "Person" },
      { role: "to", address: "box0@guidevane.example", name: "" },
    ],
    words: { subject: "Bench", snippet: "Words", text: "Words", html: null, is_cut: false, unreadable: false },
  };
}
const file = (count: number) => {
  const messages = Array.from({ length: count }, message);
  return sql`select private.file_mails(${firm.folder}, 'bench', 1, ${JSON.stringify(messages)}::jsonb, ${count > 1}, ${mails + filed + 1})`;
};
const as = (statement: string) =>
  actAs(sql, { role: "authenticated", userId: staff[1]! }, (tx) => tx.unsafe(statement));
const days = (n: number) => `'${new Date(Date.now() - n * 86_400_000).toISOString()}'`;
const asked: Record<string, [aim: number | null, work: () => Promise<unknown>, each?: number]> = {
  "panel of 10,000 mails": [20, () => as(`select * from public.mail_threads_of('contacts', '${firm.contact}')`)],
  "its second page": [
    20,
    () => as(`select * from public.mail_threads_of('contacts', '${firm.contact}', now() - interval '81 minutes')`),
  ],
  "a page in its middle": [
    20,
    () => as(`select * from public.mail_threads_of('contacts', '${firm.contact}', ${days(4)})`),
  ],
  "panel of its company": [20, () => as(`select * from public.mail_threads_of('accounts', '${firm.account}')`)],
  "panel of a contact with ten": [
    20,
    () => as("select * from public.mail_threads_of('contacts', md5('contact 4711')::uuid)"),
  ],
  "a thread": [20, () => as(`select * from public.mail_thread('${firm.thread}')`)],
  "search, two words": [null, () => as("select * from public.search_mails('workshop 4711')")],
  "search, a word of every seventh": [null, () => as("select * from public.search_mails('contract')")],
  "filing one mail": [15, () => file(1)],
  // A hundred a second.
  "filing a window of 200, each": [10, () => file(200), 200],
  "a page of contacts": [
    null,
    () =>
      as(`select contacts.id, contacts.name, email, accounts.name from public.contacts left join public.accounts on accounts.id = account_id
        order by contacts.created_at desc, contacts.id limit 50`),
  ],
};
const processor = await backendTime(sql);
const clock = Object.fromEntries(Object.keys(asked).map((name) => [name, [] as number[]]));
const spent = Object.fromEntries(Object.keys(asked).map((name) => [name, [] as number[]]));
for (let turn = 0; turn < turns + 20; turn += 1)
  for (const [name, [, work, each = 1]] of Object.entries(asked)) {
    if (each > 1 && turn % 10 !== 0) continue;
    const [start, before] = [performance.now(), processor()];
    await work();
    if (turn < 20) continue;
    clock[name]!.push((performance.now() - start) / each);
    spent[name]!.push((processor() - before) / each);
  }
const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
const page = median(spent["a page of contacts"]!);
record(
  "Mailboxes",
  "npm run bench -- mailbox",
  `${mails.toLocaleString("en-US")} mails with ${size.contacts.toLocaleString("en-US")} contacts, ${size.ofOne.toLocaleString("en-US")} of them with one, in ${staff.length} mailboxes, who and when and first words; as an administrator under row level security, ${turns} turns each, in turns. Milliseconds of the processor that the answering connection takes, and by the clock. Filing includes threads, timeline and the evidence of relationships.

${table(
  ["what", "median", "p95", "aim of p95", "times a page", "clock, median", "clock, p95"],
  Object.entries(asked).map(([name, [aim]]) => [
    name,
    median(spent[name]!).toFixed(2),
    p95(spent[name]!).toFixed(2),
    aim ?? "none",
    (median(spent[name]!) / page).toFixed(1),
    median(clock[name]!).toFixed(2),
    p95(clock[name]!).toFixed(2),
  ]),
)}`,
);
await database.close();
rmSync(dataDir, { recursive: true, force: true });
if (Object.entries(asked).some(([name, [aim]]) => aim !== null && p95(spent[name]!) > aim)) process.exitCode = 1;
