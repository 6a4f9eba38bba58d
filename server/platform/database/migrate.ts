// Brings a database to this release, in one transaction: what Supabase would provide (unless it is Supabase), migrations, then functions,
// views, triggers, policies and grants as their files say. A database that does not belong to this release is refused untouched.
import type { ReservedSql, Sql, TransactionSql } from "./sql.ts";
import type { Log } from "#server/http/log.ts";
import { bridgeFromBeforeRelease, recordMigration } from "./before-release.ts";
import { checkPrivileges } from "./check-privileges.ts";
import { applyCurrentSql, dropCurrentSql, hasCurrentSql, runFile } from "./current-sql.ts";
import { baseFiles, currentFiles, migrationFiles } from "./schema-files.ts";
import { history, isBeforeRelease, makeHistory, requireOwnHistory, requireServerVersion } from "./schema-history.ts";

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
 *  `only` stops at the tables of an earlier schema, into which an older backup is loaded. */
export async function migrate(sql: Sql, log: Log, only?: SchemaVersion): Promise<void> {
  const session = await sql.reserve();
  try {
    await requireServerVersion(session);
    await session`begin`;
    await session`select pg_advisory_xact_lock(${lockNumber})`;
    await bringUpToDate(session, log, only);
    await session`commit`;
  } catch (error) {
    await session`rollback`.catch(() => undefined);
    throw error;
  } finally {
    session.release();
  }
}

async function bringUpToDate(session: ReservedSql, log: Log, only?: SchemaVersion): Promise<void> {
  const supabase = await isSupabase(session);
  if (!supabase && !(await hasHistory(session))) await checkPrivileges(session);
  await makeHistory(session);
  const migrations = migrationFiles().filter(({ version }) => !only || only.migrations.includes(version));
  const current = currentFiles();
  const before = await history(session);
  requireOwnHistory(before, migrationFiles());

  await applyBase(session, log, supabase, only);
  const isOld = before.some(isBeforeRelease);
  const missing = () => history(session).then((rows) => migrations.slice(rows.length));
  if (!isOld && (await missing()).length === 0 && (only || (await hasCurrentSql(session, current)))) return;

  await dropCurrentSql(session);
  if (isOld) await bridgeFromBeforeRelease(session, before, migrations);
  for (const file of await missing()) {
    await runFile(session, file);
    await recordMigration(session, file);
    log.info({ migration: file.name }, "migration applied");
  }
  if (only) return;
  await applyCurrentSql(session, current, migrations);
  log.info({ files: current.length }, "functions, triggers, policies and grants applied");
}

async function applyBase(session: ReservedSql, log: Log, supabase: boolean, only?: SchemaVersion): Promise<void> {
  const rows = await session<{ version: string }[]>`select version from supabase_migrations.supabase_base`;
  const known = new Set(rows.map(({ version }) => version));
  for (const file of baseFiles()) {
    if (known.has(file.name) || (supabase && supabaseHas.has(file.name)) || (only && !only.base.includes(file.name)))
      continue;
    await runFile(session, file);
    await session`insert into supabase_migrations.supabase_base (version) values (${file.name})`;
    log.info({ file: file.name }, "database base applied");
  }
}

/** Everything this release can bring a database to. */
export const newestSchema = (): SchemaVersion => ({
  base: baseFiles().map((file) => file.name),
  migrations: migrationFiles().map((file) => file.version),
});

export async function schemaVersion(sql: Sql | TransactionSql): Promise<SchemaVersion> {
  const base = await sql<{ version: string }[]>`select version from supabase_migrations.supabase_base order by 1`;
  const own = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations order by 1`;
  return { base: base.map((row) => row.version), migrations: own.map((row) => row.version) };
}

async function isSupabase(session: ReservedSql): Promise<boolean> {
  const found = await session`select 1 from pg_roles where rolname = 'supabase_auth_admin'`;
  return found.length > 0;
}

async function hasHistory(session: ReservedSql): Promise<boolean> {
  const [found] = await session<{ has: boolean }[]>`
    select to_regclass('supabase_migrations.supabase_base') is not null as has`;
  return found?.has ?? false;
}
