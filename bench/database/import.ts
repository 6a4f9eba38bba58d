// Files of 50,000 rows: the dry run, the import, changes found by domain and e-mail, their undo; and the list of duplicates in what there is then.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import type { TransactionSql } from "../../server/platform/database/sql.ts";
import { actAs, addUser } from "../../server/testing/act-as.ts";
import { record, table } from "../record.ts";

const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 1, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
const admin = { role: "authenticated", userId: await addUser(sql, { admin: true }) } as const;
const act = <T>(work: (tx: TransactionSql) => Promise<T>) => actAs(sql, admin, work);

/** Processor time of the one connection, which other programs on the machine do not change much. */
const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
function processorSeconds(): number {
  if (process.platform !== "linux") return NaN;
  const fields = readFileSync(`/proc/${backend!.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const rows: [string, string, string, number][] = [];
const missed: string[] = [];
async function step(name: string, budget: number, work: () => Promise<unknown>) {
  const [started, used] = [performance.now(), processorSeconds()];
  await work();
  const seconds = (performance.now() - started) / 1000;
  const processor = processorSeconds() - used;
  // What it takes of the processor; on a machine that is busy with other work the clock says nothing.
  const taken = Number.isNaN(processor) ? seconds : processor;
  if (taken > budget) missed.push(`${name}: ${taken.toFixed(1)} s of the processor, ${budget} allowed`);
  console.log(`${name}: ${seconds.toFixed(1)} s, processor ${processor.toFixed(1)} s`);
  rows.push([name, seconds.toFixed(1), processor.toFixed(1), budget]);
}

type Kind = "accounts" | "contacts" | "deals" | "tasks";
const files: Record<Kind, { first: (n: number) => object; change: (n: number) => object; by: string }> = {
  accounts: {
    first: (n) => ({ name: `Firm ${n} Group`, domain: `firm${n}.example`, industry: "Energy" }),
    change: (n) => ({ domain: `www.firm${n}.example`, industry: "Rail" }),
    by: "domain",
  },
  contacts: {
    first: (n) => ({ name: `Person ${n}`, account_id: `Firm ${n % 5000} Group`, email: `p${n}@firm${n}.example` }),
    change: (n) => ({ email: `P${n}@firm${n}.example`, phone: `+49 30 ${n}` }),
    by: "email",
  },
  deals: {
    first: (n) => ({ name: `Deal ${n}`, account_id: `Firm ${n % 5000} Group`, amount_minor: n * 100 }),
    change: (n) => ({ name: `Deal ${n}`, expected_close: "2027-01-31" }),
    by: "name",
  },
  tasks: {
    first: (n) => ({ title: `Task ${n}`, account_id: `Firm ${n % 5000} Group`, due_on: "2027-01-31" }),
    change: (n) => ({ title: `Task ${n}`, priority: "high" }),
    by: "title",
  },
};
async function upload(row: (n: number) => object) {
  const id = crypto.randomUUID();
  for (let part = 0; part < 20; part += 1) {
    const lines = Array.from({ length: 2500 }, (_, n) => part * 2500 + n);
    const uploaded = JSON.stringify(lines.map((n) => ({ line: n + 2, ...row(n) })));
    await act(
      (tx) =>
        tx`insert into public.import_parts (import_id, part, records) values (${id}, ${part}, ${uploaded}::jsonb)`,
    );
  }
  return id;
}
for (const kind of ["accounts", "contacts", "deals", "tasks"] as const) {
  const { first, change, by } = files[kind];
  const made = await upload(first);
  await step(`dry run of 50,000 new ${kind}`, 10, () =>
    act((tx) => tx`select * from public.plan_import(${made}, ${kind})`),
  );
  await step(`import of 50,000 new ${kind}`, 10, () =>
    act((tx) => tx`select * from public.import_records(${made}, ${kind})`),
  );
  const changes = await upload(change);
  await step(`dry run of 50,000 changes by ${by}`, 10, () =>
    act((tx) => tx`select * from public.plan_import(${changes}, ${kind}, match_by => ${by})`),
  );
  await step(`import of 50,000 changes by ${by}`, 10, () =>
    act((tx) => tx`select * from public.import_records(${changes}, ${kind}, match_by => ${by})`),
  );
  await step(`undo of the 50,000 changes`, 10, () => act((tx) => tx`select * from public.undo_import(${changes})`));
}
await step("duplicates of 50,000 accounts", 2, () => act((tx) => tx`select * from public.duplicate_list('accounts')`));
await step("duplicates of 50,000 contacts", 2, () => act((tx) => tx`select * from public.duplicate_list('contacts')`));
const [one, other] = await sql<
  { id: string }[]
>`select id from public.accounts where name in ('Firm 1 Group', 'Firm 2 Group')`;
await step("merge of two companies with 60 rows", 2, () =>
  act((tx) => tx`select public.merge_accounts(${one!.id}, ${other!.id})`),
);
await step("undo of the merge", 2, () => act((tx) => tx`select public.undo_merge('accounts', ${other!.id})`));
await database.close();
rmSync(dataDir, { recursive: true, force: true });
record(
  "Files of 50,000 rows",
  "npm run bench -- import",
  `Seconds, on one connection as an administrator under row level security; beside them the processor time of its PostgreSQL process, which the budget is held against.

${table(["step", "s", "processor s", "budget"], rows)}`,
);
if (missed.length > 0) {
  console.log(`Missed:\n${missed.map((text) => `- ${text}`).join("\n")}`);
  process.exit(1);
}
