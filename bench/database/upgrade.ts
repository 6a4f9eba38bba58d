// How long a start waits for its database: nothing changed, functions changed, the search of 100,000 contacts written again, and all that
// has come since 1.0.0; the last beside reading the same rows into empty tables, which is what a dump that is restored waits for at least.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate, newestSchema } from "../../server/platform/database/migrate.ts";
import { firstRelease } from "../../server/platform/database/schema-files.ts";
import { openPool, type Sql } from "../../server/platform/database/sql.ts";
import { median, record, table } from "../record.ts";

const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
const { sql } = database;
const rounds = 5;
async function fill(filled: Sql): Promise<void> {
  await filled`insert into public.accounts (name, domain) select 'Company ' || n, 'c' || n || '.example' from generate_series(1, 10000) n`;
  await filled`
    insert into public.contacts (account_id, name, email)
    select id, 'Person ' || n || ' of ' || name, 'p' || n || '@' || domain from public.accounts, generate_series(1, 10) n`;
  await filled`analyze`;
}
await migrate(sql, log);
await fill(sql);

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
  for (let round = 0; round < rounds; round += 1) {
    await before();
    const started = performance.now();
    await migrate(sql, log);
    seconds.push((performance.now() - started) / 1000);
  }
  missed ||= median(seconds) > budget;
  rows.push([what, median(seconds).toFixed(2), Math.max(...seconds).toFixed(2), budget]);
}

// Copies of one database as 1.0.0 left it.
const pool = (name: string) => openPool({ ...sql.options, database: name, max: 1, pipeline: false, watch: undefined });
await sql`create database first_release`;
const first = pool("first_release");
await migrate(first, log, { ...newestSchema(), migrations: firstRelease() });
await fill(first);
await first.end();
async function onCopy(work: (copy: Sql) => Promise<number>): Promise<number> {
  await sql`create database copied template first_release`;
  const copy = pool("copied");
  try {
    return await work(copy);
  } finally {
    await copy.end();
    await sql`drop database copied with (force)`;
  }
}
async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
const upgrades: number[] = [];
const readings: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  upgrades.push(await onCopy((copy) => timed(() => migrate(copy, log))));
  readings.push(
    await onCopy((copy) =>
      copy.begin(async (tx) => {
        const dumped: [table: string, Buffer[]][] = [];
        for (const name of ["public.accounts", "public.contacts"]) {
          const pieces: Buffer[] = [];
          for await (const piece of tx.copyTo(`copy ${name} to stdout`)) pieces.push(piece as Buffer);
          dumped.push([name, pieces]);
        }
        await tx`truncate public.accounts, public.contacts cascade`;
        return timed(async () => {
          for (const [name, pieces] of dumped)
            await pipeline(Readable.from(pieces), tx.copyFrom(`copy ${name} from stdin`));
        });
      }),
    ),
  );
}
const budget = 5;
const ratio = median(upgrades) / median(readings);
missed ||= ratio > budget;
rows.push([
  "everything since 1.0.0",
  median(upgrades).toFixed(2),
  Math.max(...upgrades).toFixed(2),
  `${budget} times the next line`,
]);
rows.push(["peer: COPY of the same rows", median(readings).toFixed(2), Math.max(...readings).toFixed(2), "none"]);
await database.close();
rmSync(dataDir, { recursive: true, force: true });

record(
  "Upgrades: 10,000 accounts and 100,000 contacts",
  "npm run bench -- upgrade",
  `Seconds of a start that the database takes, five times each. The last upgrade took ${ratio.toFixed(1)} times what its peer took.

${table(["what changed", "median", "longest", "budget"], rows)}`,
);
process.exit(missed ? 1 : 0);
