// Brings a database to this release, in one transaction: what Supabase would provide (unless it is Supabase), migrations, then functions,
// views, triggers, policies and grants as their files say. A database that does not belong to this release is refused untouched.
import { DatabaseError } from "pg";
import type { Log } from "#server/http/log.ts";
import { retryAfterConflict } from "./conflicts.ts";
import { isConnectionLost } from "./connection-errors.ts";
import { OperatorError } from "./operator-error.ts";
import { baseFiles, bridgeFile, currentFiles, hashOf, migrationFiles, type SqlFile } from "./schema-files.ts";
import { openPool, type Sql, type Statements, type TransactionSql } from "./sql.ts";
import { checkScript, type SchemaVersion, upgradeScript } from "./upgrade-script.ts";

export type { SchemaVersion } from "./upgrade-script.ts";

/** Safe to call from several instances at once: one works, the others wait and find nothing to do.
 *  `only` stops at the tables of an earlier schema, into which an older backup is loaded. */
export async function migrate(sql: Sql, log: Log, only?: SchemaVersion): Promise<void> {
  try {
    // PostgreSQL gathering statistics by itself can deadlock with an upgrade, which then is ended whole.
    const answers = await retryAfterConflict(() => inOwnSession(sql, upgradeScript(only)));
    const { current = [], ...structural } = Object.groupBy(answers.flat(), ({ kind }) => kind);
    for (const { path } of Object.values(structural).flatMap((files) => files ?? []))
      log.info({ file: path }, "applied to the database");
    if (current.length > 0) log.info({ files: current.length }, "functions, triggers, policies and grants applied");
  } catch (error) {
    throw error instanceof DatabaseError && !isConnectionLost(error) ? forOperator(error) : error;
  }
}

/** Throws what a start would be refused with. Changes nothing. */
export async function checkDatabase(sql: Sql): Promise<void> {
  await inOwnSession(sql, checkScript()).catch((error: unknown) => {
    throw error instanceof DatabaseError && !isConnectionLost(error) ? forOperator(error) : error;
  });
}

async function inOwnSession(sql: Sql, script: string): Promise<{ kind: string; path: string }[][]> {
  // Not watched for slow statements: this one may take its time.
  const pool = openPool({ ...sql.options, max: 1, poolName: "upgrade", watch: undefined });
  try {
    return await pool.unsafe(script);
  } finally {
    await pool.end({ timeout: 1 });
  }
}

/** Errors of this code in upgrade.sql are sentences for the operator already. */
const refusal = "GV001";

/** Says which file could not be applied, and on which line as far as PostgreSQL tells. */
function forOperator(error: DatabaseError): OperatorError {
  if (error.code === refusal) return new OperatorError(error.message, { cause: error });
  const files = [...baseFiles(), ...migrationFiles(), bridgeFile(), ...currentFiles()];
  const file = files.find(({ text }) => error.internalQuery === text || error.where?.includes(text));
  const line =
    file && error.internalQuery === file.text
      ? `:${file.text.slice(0, Number(error.internalPosition)).split("\n").length}`
      : "";
  const what = file ? `apply ${file.path}${line}` : "be brought to this release";
  const more = error.detail ? ` (${error.detail.replaceAll("\n", "; ")})` : "";
  return new OperatorError(`The database could not ${what}: ${error.message}${more}. Nothing was changed.`, {
    cause: error,
  });
}

/** Everything this release can bring a database to. */
export const newestSchema = (): SchemaVersion => ({
  base: baseFiles().map((file) => file.name),
  migrations: migrationFiles().map((file) => file.version),
});

/** Whether the database has the functions, triggers, policies and grants of exactly these files. */
export async function hasCurrentSql(sql: Statements, files: readonly SqlFile[]): Promise<boolean> {
  const rows = await sql<{ file: string; hash: string }[]>`
    select file, hash from supabase_migrations.current_sql order by place`;
  return (
    rows.length === files.length &&
    rows.every(({ file, hash }, place) => file === files[place]!.path && hash === hashOf(files[place]!.text))
  );
}

export async function schemaVersion(sql: Sql | TransactionSql): Promise<SchemaVersion> {
  const base = await sql<{ version: string }[]>`select version from supabase_migrations.supabase_base order by 1`;
  const own = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations order by 1`;
  return { base: base.map((row) => row.version), migrations: own.map((row) => row.version) };
}
