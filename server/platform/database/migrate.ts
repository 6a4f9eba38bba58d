// Brings a database up to date: what Supabase would provide (unless it is Supabase), then our own migrations.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { ReservedSql, Sql, TransactionSql } from "./sql.ts";
import type { Log } from "#server/http/log.ts";
import { checkPrivileges } from "./check-privileges.ts";
import { OperatorError } from "./operator-error.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const baseFolder = path.join(import.meta.dirname, "supabase-base");
const migrationsFolder = path.join(root, "supabase/migrations");

/** Hosted (or self-hosted) Supabase makes these itself and keeps them up to date. */
const supabaseHas = new Set(["010-roles-and-schemas.sql", "020-auth-tables.sql"]);

/** "guidevane" in ASCII, shortened: any number does as long as every instance uses the same. */
const lockNumber = 0x67756964;

/** What a database has been given, by file name and version. */
export interface SchemaVersion {
  base: string[];
  migrations: string[];
}

/** Safe to call from several instances at once: one works, the others wait and find nothing to do.
 *  `only` stops at an earlier schema, into which an older backup is loaded. */
export async function migrate(sql: Sql, log: Log, only?: SchemaVersion): Promise<void> {
  const session = await sql.reserve();
  try {
    await session`select pg_advisory_lock(${lockNumber})`;
    const supabase = await isSupabase(session);
    const base = sqlFiles(baseFolder).filter((file) => !supabase || !supabaseHas.has(file.name));
    if (!supabase && !(await hasHistory(session))) await checkPrivileges(session);
    await makeHistory(session);
    const known = await versions(session, "supabase_base");
    const missing = base.filter((file) => !known.has(file.name) && (!only || only.base.includes(file.name)));
    for (const file of missing) {
      await inTransaction(
        session,
        file,
        () => session`insert into supabase_migrations.supabase_base (version) values (${file.name})`,
      );
      log.info({ file: file.name }, "database base applied");
    }
    await applyMigrations(session, log, only);
  } finally {
    await session`select pg_advisory_unlock(${lockNumber})`.catch(() => undefined);
    session.release();
  }
}

async function applyMigrations(session: ReservedSql, log: Log, only?: SchemaVersion): Promise<void> {
  const files = sqlFiles(migrationsFolder);
  const known = await versions(session, "schema_migrations");
  let applied = 0;
  for (const file of files) {
    const [version = "", ...name] = file.name.replace(/\.sql$/, "").split("_");
    if (known.delete(version) || (only && !only.migrations.includes(version))) continue;
    applied += 1;
    await inTransaction(
      session,
      file,
      () =>
        session`insert into supabase_migrations.schema_migrations (version, statements, name)
              values (${version}, ${[file.text]}, ${name.join("_")})`,
    );
    log.info({ migration: file.name }, "migration applied");
  }
  // The functions that search name the columns of their tables.
  if (applied > 0) await session`select private.rebuild_search()`;
  // What a deletion takes along is known by the foreign keys; a database of an earlier schema has no such function yet.
  if (applied > 0 && !only) await session`select private.keep_deletions()`;
  if (known.size > 0)
    log.warn({ versions: [...known] }, "the database has migrations that this release does not know; it may be older");
}

/** Everything this release can bring a database to. */
export const newestSchema = (): SchemaVersion => ({
  base: sqlFiles(baseFolder).map((file) => file.name),
  migrations: sqlFiles(migrationsFolder).map((file) => file.name.split("_")[0] ?? ""),
});

export async function schemaVersion(sql: Sql | TransactionSql): Promise<SchemaVersion> {
  const base = await sql<{ version: string }[]>`select version from supabase_migrations.supabase_base order by 1`;
  const own = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations order by 1`;
  return { base: base.map((row) => row.version), migrations: own.map((row) => row.version) };
}

interface SqlFile {
  name: string;
  text: string;
}

const sqlFiles = (folder: string): SqlFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), "utf8") }));

async function isSupabase(session: ReservedSql): Promise<boolean> {
  const found = await session`select 1 from pg_roles where rolname = 'supabase_auth_admin'`;
  return found.length > 0;
}

async function hasHistory(session: ReservedSql): Promise<boolean> {
  const [found] = await session<{ has: boolean }[]>`
    select to_regclass('supabase_migrations.supabase_base') is not null as has`;
  return found?.has ?? false;
}

async function makeHistory(session: ReservedSql): Promise<void> {
  await session.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    create table if not exists supabase_migrations.supabase_base (version text primary key, applied_at timestamptz not null default now());
  `);
}

async function versions(session: ReservedSql, table: string): Promise<Set<string>> {
  const rows = await session<{ version: string }[]>`select version from supabase_migrations.${session(table)}`;
  return new Set(rows.map((row) => row.version));
}

async function inTransaction(session: ReservedSql, file: SqlFile, record: () => Promise<unknown>): Promise<void> {
  await session`begin`;
  try {
    await session.unsafe(file.text);
    await record();
    await session`commit`;
  } catch (error) {
    await session`rollback`.catch(() => undefined);
    throw new OperatorError(`The database could not apply ${file.name}: ${(error as Error).message}`, { cause: error });
  }
}
