// Databases of earlier releases for tests: their backups, and databases made by their own migrations.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { brotliDecompressSync } from "node:zlib";
import pino from "pino";
import { copyStatement, isRegistry, quotedTable } from "#server/platform/database/backed-up.ts";
import { readSections } from "#server/platform/database/backup-file.ts";
import { migrate, newestSchema } from "#server/platform/database/migrate.ts";
import { checkBackup } from "#server/platform/database/restore.ts";
import { openPool, type Sql } from "#server/platform/database/sql.ts";

const folder = path.resolve(import.meta.dirname, "../platform/database/releases");

export const backupOf = (release: string): string => path.join(folder, `${release}.backup`);

export const releasesWithBackup = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".backup"))
    .map((name) => name.replace(/\.backup$/, ""));

/** Before 1.0.0 migrations were edited in place: these are the texts as two of those versions applied them. */
const migrationsBefore = (): Record<string, { version: string; name: string; statements: string[] }[]> =>
  JSON.parse(
    brotliDecompressSync(readFileSync(path.join(folder, "migrations-before-1.0.0.json.br"))).toString(),
  ) as ReturnType<typeof migrationsBefore>;

/** Fills an empty database as that version left it: its own migrations and the rows of its backup. */
export async function makeBefore(database: Sql, release: string): Promise<void> {
  await migrate(database, pino({ level: "silent" }), { base: newestSchema().base, migrations: [] });
  await database`drop table supabase_migrations.current_sql, supabase_migrations.current_sql_objects`;
  for (const { version, name, statements } of migrationsBefore()[release]!) {
    for (const statement of statements) await database.unsafe(statement);
    await database`insert into supabase_migrations.schema_migrations (version, name, statements) values (${version}, ${name}, ${statements})`;
  }
  const copying = openPool({ ...database.options, max: 1, pipeline: false });
  const tables = await rowsIn(backupOf(release));
  await copying.begin(async (tx) => {
    await tx`set local session_replication_role = replica`; // Rows as they were, whatever triggers would make of them.
    await tx.unsafe(`truncate ${tables.map(({ table }) => quotedTable(table)).join(", ")} cascade`);
    for (const { table, columns, lines } of tables)
      await pipeline(
        Readable.from(lines.map((line) => `${line}\n`)),
        tx.copyFrom(copyStatement({ table, columns }, "from stdin")),
      );
    const { sequences } = await checkBackup(backupOf(release));
    for (const { name, value } of sequences) await tx`select setval(${quotedTable(name)}::regclass, ${value}::bigint)`;
  });
  await copying.end();
}

interface TableRows {
  table: string;
  columns: string[];
  /** As COPY writes them. */
  lines: string[];
}

async function rowsIn(backup: string): Promise<TableRows[]> {
  const tables: TableRows[] = [];
  await readSections(backup, async ({ head, content }) => {
    if ("file" in head || isRegistry(head.table)) return;
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    tables.push({ ...head, lines: linesOf(Buffer.concat(pieces)) });
  });
  return tables;
}

/** Columns that a later migration renamed: their values are compared under the new name. */
const renamed: Record<string, Record<string, string>> = {
  "public.deals": { module: "service_line" },
  "public.subjects": { module: "service_line" },
};

/** Columns that a later migration wrote again; tests of their own say how (migrate.test.ts). */
const rewritten: Record<string, readonly string[]> = {
  "public.outbox": ["gate_reason"],
  "public.events": ["changes"],
  "public.enrolments": ["stop_reason"],
};

/** A column that said when a row was deleted, and went when such rows went to the trash: there they are looked for. */
const trashed: Record<string, string> = { "public.notes": "deleted_at" };

/** Which rows of the backup are not in the database as they were, by table and number. */
export async function changedRows(database: Sql, release: string): Promise<Record<string, number>> {
  const copying = openPool({ ...database.options, max: 1, pipeline: false });
  const changed: Record<string, number> = {};
  for (const { table, columns: all, lines: whole } of await rowsIn(backupOf(release))) {
    const mark = trashed[table] ? all.indexOf(trashed[table]) : -1;
    const columns = all.filter((column, place) => !rewritten[table]?.includes(column) && place !== mark);
    const cells = whole.map((line) => line.split("\t"));
    const isTrashed = (row: string[]) => mark >= 0 && row[mark] !== "\\N";
    const lines = cells
      .filter((row) => !isTrashed(row))
      .map((row) => row.filter((_, place) => columns.includes(all[place]!)).join("\t"));
    const ids = cells.filter(isTrashed).map((row) => row[all.indexOf("id")]!);
    // The table of the trash came later than the oldest of these databases.
    const kept =
      ids.length === 0
        ? []
        : await database`select from private.deleted_rows where place = ${table} and record ->> 'id' = any (${ids})`;
    const now = await copying.begin(async (tx) => {
      const pieces: Buffer[] = [];
      const [{ here }] = (await tx`
        select array_agg(attname::text) as here from pg_attribute where attrelid = ${quotedTable(table)}::regclass`) as [
        { here: string[] },
      ];
      const named = columns.map((column) => (here.includes(column) ? column : (renamed[table]?.[column] ?? column)));
      for await (const piece of tx.copyTo(copyStatement({ table, columns: named }, "to stdout")))
        pieces.push(piece as Buffer);
      return new Set(linesOf(Buffer.concat(pieces)));
    });
    const gone = lines.filter((line) => !now.has(line)).length + ids.length - kept.length;
    if (gone > 0) changed[table] = gone;
  }
  await copying.end();
  return changed;
}

/** Tables of a backup without a row: what they hold would not be tested. */
export const emptyTables = async (backup: string): Promise<string[]> =>
  (await rowsIn(backup)).filter(({ lines }) => lines.length === 0).map(({ table }) => table);

const linesOf = (bytes: Buffer): string[] => bytes.toString().split("\n").slice(0, -1);
