// Loads a backup into an empty database: the schema as it was, the rows, then what this release has changed since.
// Everything is checked before anything is written, and a restore that was cut short is simply run again.
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Log } from "#server/http/log.ts";
import {
  copyStatement,
  isKeptFile,
  isRegistry,
  isStoredFile,
  keptSequences,
  keptTables,
  ownFields,
  quotedTable,
  type Table,
} from "./backed-up.ts";
import { DamagedBackup, type Manifest, readSections, type SectionHead } from "./backup-file.ts";
import { migrate, newestSchema, schemaVersion } from "./migrate.ts";
import { bridgeFile, firstRelease, isBeforeRelease } from "./schema-files.ts";
import { OperatorError } from "./operator-error.ts";
import { quoteName } from "./statement-text.ts";
import { openPool, type Sql, type TransactionSql } from "./sql.ts";

/** The first line of a backup, once the whole file has been read and found undamaged. */
export async function checkBackup(file: string): Promise<Manifest> {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  const manifest = await readSections(file, async ({ head }) => refuseForeignFile(head)).catch((error: unknown) => {
    if (error instanceof OperatorError) throw error;
    const isOurs = error instanceof DamagedBackup || isUnpacking(error);
    throw isOurs
      ? new OperatorError(`${file} is damaged or not a backup: ${error.message}. Nothing was changed.`, {
          cause: error,
        })
      : error;
  });
  const newest = newestSchema();
  const unknown = [
    ...manifest.schema.base.filter((name) => !newest.base.includes(name)),
    ...manifest.schema.migrations.filter(
      (version) => !isBeforeRelease(version) && !newest.migrations.includes(version),
    ),
  ];
  if (unknown.length > 0)
    throw new OperatorError(
      `${file} was taken by another release (it has ${unknown.join(", ")}). Restore it with that one.`,
    );
  return manifest;
}

const isUnpacking = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_");

/** A backup of ours never holds files of PostgreSQL, or any outside the folders it takes them from. */
function refuseForeignFile(head: SectionHead): void {
  if ("file" in head && !isKeptFile(head.file))
    throw new OperatorError(
      `The backup holds a file that no backup of ours would: ${JSON.stringify(head.file)}. Nothing was changed.`,
    );
}

export interface Loaded {
  /** Messages that waited in the backup: a person releases or drops them. */
  held: number;
}

/** Call it after checkBackup, on an empty database. Files go to `dataDir`; the keys are the caller's to store. */
export async function loadBackup(
  sql: Sql,
  log: Log,
  file: string,
  manifest: Manifest,
  dataDir: string | null,
  /** Where stored files go when the database is elsewhere. */
  filesTo: string | null = null,
  { newKeys = false }: { newKeys?: boolean } = {},
): Promise<Loaded> {
  const isOld = manifest.schema.migrations.some(isBeforeRelease);
  const schema = isOld ? { base: manifest.schema.base, migrations: firstRelease() } : manifest.schema;
  await migrate(sql, log, schema);
  const { migrations } = await schemaVersion(sql);
  if (migrations.some((version) => !schema.migrations.includes(version)))
    throw new OperatorError("The database is newer than the backup. Make a new one and restore into that.");
  // COPY needs a connection that sends one statement at a time.
  const copying = openPool({ ...sql.options, max: 1, pipeline: false });
  try {
    await copying.begin(async (tx) => {
      // The one rule that is stricter than it was; the bridge corrects the rows and makes it again.
      if (isOld) await tx`alter table public.notes drop constraint "a note has 1 to 20000 characters"`;
      await load(tx, file, dataDir, filesTo);
      // Its rows lack what 1.0.0 corrected.
      if (isOld) await tx.unsafe(bridgeFile().text);
    });
  } finally {
    await copying.end({ timeout: 1 });
  }
  await migrate(sql, log);
  // What is kept for search is not part of a backup, and the rows came past the triggers.
  await sql`select private.rebuild_search()`;
  const loaded = await markCopy(sql, new Date(manifest.takenAt), newKeys);
  await sql`analyze`;
  return loaded;
}

/** From here on it is a copy: nothing leaves and no job runs until an administrator takes it live. */
export async function markCopy(sql: Sql, takenAt: Date, newKeys: boolean): Promise<Loaded> {
  return sql.begin(async (within) => {
    if (newKeys) await within`select private.end_what_keys_opened()`;
    const [marked] = await within<Loaded[]>`select private.mark_restored(${takenAt}, ${newKeys}) as held`;
    return { held: marked?.held ?? 0 };
  });
}

async function load(tx: TransactionSql, file: string, dataDir: string | null, filesTo: string | null): Promise<void> {
  let tables = await keptTables(tx);
  await setTriggers(tx, tables, "disable"); // Rows come back as they were, not as a trigger would make them now.
  await tx.unsafe(`truncate ${tables.map(({ table }) => quotedTable(table)).join(", ")} cascade`); // Migrations bring rows too.
  const checkReferences = await deferReferences(tx);
  const { sequences } = await readSections(file, async ({ head, content }) => {
    refuseForeignFile(head);
    if ("file" in head) {
      const folder = dataDir ?? (isStoredFile(head.file) ? filesTo : null);
      if (folder !== null) await writeInside(folder, head.file, content);
      return;
    }
    if (isRegistry(head.table)) return;
    const known = tables.find(({ table }) => table === head.table);
    if (!known || !head.columns.every((column) => known.columns.includes(column)))
      throw new OperatorError(`The backup holds rows of a table that this release does not have: ${head.table}.`);
    await pipeline(content, tx.copyFrom(copyStatement(head, "from stdin")));
    if (head.table === ownFields) {
      await addOwnColumns(tx);
      tables = await keptTables(tx);
    }
  });
  await checkReferences();
  await setTriggers(tx, tables, "enable");
  const ours = new Set((await keptSequences(tx)).map(({ name }) => name));
  for (const { name, value } of sequences)
    if (ours.has(name)) await tx`select setval(${quotedTable(name)}::regclass, ${value}::bigint)`;
}

/** The columns alone, for the rows that follow; their rules and references come with the upgrade (private.sync_own_columns). */
async function addOwnColumns(tx: TransactionSql): Promise<void> {
  const columns = await tx<{ entity: string; name: string; type: string }[]>`
    select entity, column_name as name, column_type as type from public.own_fields where deleted_at is null order by entity, position`;
  for (const { entity, name, type } of columns)
    await tx.unsafe(`alter table public.${quoteName(entity)} add column ${quoteName(name)} ${type}`);
}

async function setTriggers(tx: TransactionSql, tables: Table[], what: "enable" | "disable"): Promise<void> {
  for (const { table } of tables) await tx.unsafe(`alter table ${quotedTable(table)} ${what} trigger user`);
}

/** References are looked at when all rows are there, so that tables may refer to each other in a circle. Anyone who owns
 *  the tables may do this; turning the checks off would need a superuser. */
async function deferReferences(tx: TransactionSql): Promise<() => Promise<void>> {
  const fixed = await tx<{ table: string; name: string }[]>`
    select n.nspname || '.' || c.relname as table, k.conname as name
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and not k.condeferrable and k.conparentid = 0
      and n.nspname || '.' || c.relname = any(${(await keptTables(tx)).map(({ table }) => table)})`;
  const alter = async (how: string) => {
    for (const { table, name } of fixed)
      await tx.unsafe(`alter table ${quotedTable(table)} alter constraint ${quoteName(name)} ${how}`);
  };
  await alter("deferrable");
  await tx`set constraints all deferred`;
  return async () => {
    await tx`set constraints all immediate`;
    await alter("not deferrable");
  };
}

async function writeInside(dataDir: string, name: string, content: AsyncIterable<Buffer>): Promise<void> {
  const target = path.join(dataDir, name);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(`${target}.partial`, { mode: 0o600 }));
  await rename(`${target}.partial`, target);
}
