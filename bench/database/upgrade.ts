// How long a start waits for its database: nothing changed, functions changed, and the search of 100,000 contacts written again.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { median, record, table } from "../record.ts";

const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
await sql`insert into public.accounts (name, domain) select 'Company ' || n, 'c' || n || '.example' from generate_series(1, 10000) n`;
await sql`
  insert into public.contacts (account_id, name, email)
  select id, 'Person ' || n || ' of ' || name, 'p' || n || '@' || domain from public.accounts, generate_series(1, 10) n`;
await sql`analyze`;

const changeFile = () => sql`update supabase_migrations.current_sql set hash = '' where place = 0`;
const starts: [what: string, before: () => Promise<unknown>, budget: number][] = [
  ["nothing changed", async () => {}, 0.5],
  ["a file of functions changed", changeFile, 3],
  [
    "and what is searched of contacts",
    async () => {
      await changeFile();
      await sql`update private.findable set built_from = '' where kind = 'contacts'`;
    },
    15,
  ],
];
const rows: (string | number)[][] = [];
let missed = false;
for (const [what, before, budget] of starts) {
  const seconds: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await before();
    const started = performance.now();
    await migrate(sql, log);
    seconds.push((performance.now() - started) / 1000);
  }
  missed ||= median(seconds) > budget;
  rows.push([what, median(seconds).toFixed(2), Math.max(...seconds).toFixed(2), budget]);
}
await database.close();
rmSync(dataDir, { recursive: true, force: true });

record(
  "Upgrades: 10,000 accounts and 100,000 contacts",
  "npm run bench -- upgrade",
  `Seconds of a start that the database takes, five times each.

${table(["what changed", "median", "longest", "budget"], rows)}`,
);
process.exit(missed ? 1 : 0);
