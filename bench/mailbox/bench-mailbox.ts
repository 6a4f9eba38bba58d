// The Mail panel of a contact with 10,000 mails and filing one mail, in a database of a million mails and 100,000 contacts (or as many mails as
// given: `npm run bench -- mailbox 100000`), beside a page of a list.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { addUser } from "../../server/testing/act-as.ts";
import { restOfAdministrator } from "../database/rest-of-administrator.ts";
import { median, record, table } from "../record.ts";

const mails = Number(process.argv[2] ?? 1_000_000);
const contacts = Math.max(1000, Math.round(mails / 10));
const ofOne = Math.min(10_000, Math.round(mails / 10));
const budgets: Record<string, number> = { "panel of 10,000 mails": 20, "a thread": 20, "filing one mail": 15 };
const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
await sql`update public.modules set live = true where key in ('mailbox', 'outbox', 'timeline')`;
const admin = await addUser(sql, { admin: true });
const colleague = await addUser(sql, { admin: true });
await sql`insert into public.accounts (id, name, type) select gen_random_uuid(), 'Account ' || n, 'Customer' from generate_series(1, ${contacts / 10}::int) as n`;
await sql`
  insert into public.contacts (account_id, name, email)
  select (array(select id from public.accounts))[1 + n % ${contacts / 10}::int], 'Person ' || n, 'p' || n || '@many.example' from generate_series(1, ${contacts}::int) as n`;
const [box] = await sql<{ id: string }[]>`
  insert into public.mailboxes (address, kind, owner_id, user_name, imap_host, imap_port, sign_in, keep, colleagues_see, read_since, state, lease_by, lease_until)
  values ('office@guidevane.example', 'shared', ${colleague}, 'office', 'imap.example', 993, 'password', 'text', 'text', '2026-01-01', 'live', 'bench', now() + interval '1 day') returning id`;
const [folder] = await sql<{ id: string }[]>`
  insert into public.mailbox_folders (mailbox_id, path, special_use, wanted, uid_validity, next_uid, back_uid, state)
  values (${box!.id}, 'INBOX', 'inbox', true, 1, ${mails + 1}, 0, 'level') returning id`;
await sql`
  insert into public.mails (id, identity, message_id, thread_id, at, direction, class, words)
  select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, sha256(n::text::bytea), '<' || n || '@many.example>',
    ('00000000-0000-7000-9000-' || lpad(to_hex(n / 4), 12, '0'))::uuid, now() - n * interval '30 seconds', case n % 3 when 0 then 'out' else 'in' end, 'person', 'text'
  from generate_series(1, ${mails}::int) as n`;
await sql`insert into public.mail_copies (mail_id, mailbox_id, folder, uid_validity, uid) select id, ${box!.id}, 'INBOX', 1, row_number() over () from public.mails`;
await sql`
  insert into public.mail_people (mail_id, no, role, address_key, contact_id, at)
  select mails.id, 1, 'from', contacts.email, contacts.id, mails.at
  from (select *, row_number() over (order by at desc) as n from public.mails) as mails
  join (select id, email, row_number() over (order by created_at, id) as n from public.contacts) as contacts
    on contacts.n = case when mails.n <= ${ofOne}::int then 1 else 1 + mails.n % ${contacts}::int end`;
await sql`insert into public.mail_heads (mail_id, subject, snippet) select id, 'Subject ' || right(id::text, 6), 'The first words of a mail that someone wrote' from public.mails`;
await sql`vacuum analyze`;
const [one] = await sql<
  { id: string; account_id: string }[]
>`select id, account_id from public.contacts order by created_at, id limit 1`;
const rest = await restOfAdministrator(sql, log, admin);
const ask = async (target: string, body?: object) => {
  const init = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await rest.routes.fetch(new Request(`http://bench.invalid/rest/v1/${target}`, init));
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
};
let filed = 0;
async function file(): Promise<void> {
  filed += 1;
  const message = {
    uid: mails + filed,
    identity: createHash("sha256").update(`bench ${filed}`).digest("hex"),
    message_id: `<bench-${filed}@many.example>`,
    refers_to: [`<${1 + filed}@many.example>`],
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
      { role: "from", address: `p${filed * 7}@many.example`, name: "Person" },
      { role: "to", address: "office@guidevane.example", name: "" },
    ],
    words: {
      subject: "Bench",
      snippet: "Words",
      text: "Words of a mail",
      html: null,
      is_cut: false,
      unreadable: false,
    },
  };
  await sql`select private.file_mails(${folder!.id}, 'bench', 1, ${JSON.stringify([message])}::jsonb, false, ${mails + filed + 1})`;
}
const asked: Record<string, () => Promise<unknown>> = {
  "panel of 10,000 mails": () => ask("rpc/mail_threads_of", { kind: "contacts", id: one!.id }),
  "panel of its account": () => ask("rpc/mail_threads_of", { kind: "accounts", id: one!.account_id }),
  "a thread": () => ask("rpc/mail_thread", { thread: "00000000-0000-7000-8000-000000000010" }),
  "filing one mail": file,
  "a page of contacts": () => ask("contacts?select=id,name,email,accounts(name)&order=created_at.desc,id&limit=50"),
};
const times = Object.fromEntries(Object.keys(asked).map((name) => [name, [] as number[]]));
for (let turn = 0; turn < 220; turn += 1)
  for (const [name, work] of Object.entries(asked)) {
    const began = performance.now();
    await work();
    if (turn >= 20) times[name]!.push(performance.now() - began);
  }
const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
const page = median(times["a page of contacts"]!);
record(
  "Mailboxes",
  "npm run bench -- mailbox",
  `${mails.toLocaleString("en-US")} mails with ${contacts.toLocaleString("en-US")} contacts, ${ofOne.toLocaleString("en-US")} of them with one; 200 turns each. Milliseconds, and the median as a multiple of a page of a list. The aims: a panel within 20 and twice a page, filing within 15 (95th).

${table(
  ["what", "median", "p95", "times a page"],
  Object.entries(times).map(([name, all]) => [
    name,
    median(all).toFixed(2),
    p95(all).toFixed(2),
    (median(all) / page).toFixed(1),
  ]),
)}`,
);
await rest.close();
await database.close();
rmSync(dataDir, { recursive: true, force: true });
if (Object.entries(budgets).some(([name, most]) => p95(times[name]!) > most)) process.exitCode = 1;
