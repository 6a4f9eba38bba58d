// Receiving a message in a CRM of 100,000 contacts: matching, routing, task, history and outbox in one transaction.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { addUser } from "../../server/testing/act-as.ts";
import { record, table } from "../record.ts";

const budget = 25;
const turns = 1000;
const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 8, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
await addUser(sql, { admin: true });
await sql`update public.modules set live = true where key in ('inquiries', 'tasks', 'timeline')`;
await sql`
  insert into public.accounts (name, domain, website)
  select 'Company ' || n, 'company' || n || '.example', 'https://company' || n || '.example' from generate_series(1, 20000) n`;
await sql`
  with companies as (select array_agg(id) as ids from public.accounts)
  insert into public.contacts (account_id, name, email)
  select ids[1 + n % 20000], 'Person ' || n, 'person' || n || '@company' || n % 20000 || '.example'
  from companies, generate_series(1, 100000) n`;
await sql`vacuum analyze`;

const mail = {
  subject: "We have your message",
  text: "By {{answer_by}} {{sender_page}}",
  html: "<p>{{answer_by}}</p>".repeat(50),
};
const message = (email: string, words: string) => {
  const host = email.split("@")[1];
  const mails = { receipt: mail, consents: [] };
  return {
    id: randomUUID(),
    kind: "contact",
    subject: "AI Consult",
    name: "Ada Lind",
    email,
    company: "",
    message: `${words} ${"We have to decide whether to build or to buy. ".repeat(20)}`,
    company_host: host,
    company_guess: "Company",
    mails,
  };
};

const senders: Record<string, (n: number) => string> = {
  "a person we have": (n) => `PERSON${1 + n}@company${(1 + n) % 20000}.example`,
  "a stranger of a company we have": (n) => `new${n}@mail.company${1 + n}.example`,
  "a stranger of a new company": (n) => `someone@new${n}.example`,
  "a stranger with free mail": (n) => `stranger${n}@gmail.com`,
};
const at = (times: number[], share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
const rows: (string | number)[][] = [];
let isMissed = false;
for (const [name, address] of Object.entries(senders)) {
  const times: number[] = [];
  for (let n = 0; n < turns; n += 1) {
    const sent = JSON.stringify(message(address(n), `${name} ${n}`));
    const started = performance.now();
    await sql`select public.receive_inquiry(${sent}::jsonb)`;
    times.push(performance.now() - started);
  }
  isMissed ||= at(times, 0.95) > budget;
  rows.push([name, ...[0.5, 0.95, 0.99].map((share) => at(times, share).toFixed(1))]);
}
await database.close();
rmSync(dataDir, { recursive: true, force: true });
record(
  "Receiving an inquiry at 100,000 contacts",
  "npm run bench -- inquiries",
  `${turns.toLocaleString("en-US")} messages each, one after the other, milliseconds; the budget is ${budget} at p95.

${table(["sender", "p50", "p95", "p99"], rows)}`,
);
process.exit(isMissed ? 1 : 0);
