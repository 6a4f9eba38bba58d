// Databases from before 1.0.0: their migrations were edited in place, so their history says little. The history does hold the text that
// was applied, and with it the names of everything that is now made by current-state files.
import { runFile } from "./current-sql.ts";
import { bridgeFile, type Migration, migrationFiles } from "./schema-files.ts";
import { type Applied, isBeforeRelease } from "./schema-history.ts";
import type { ReservedSql } from "./sql.ts";

/** The migrations of 1.0.0 */
const lastOfFirstRelease = "20261120092600";
export const firstRelease = (): string[] =>
  migrationFiles()
    .map(({ version }) => version)
    .filter((version) => version <= lastOfFirstRelease);

/** Functions that columns, constraints and indexes use: they stay. */
const structural = ["trimmed", "keys_of", "host_key", "first_stage", "uuidv7"];

/** Brings the tables to 1.0.0 and the history with them. */
export async function bridgeFromBeforeRelease(
  session: ReservedSql,
  applied: readonly Applied[],
  files: readonly Migration[],
): Promise<void> {
  const old = applied.filter(isBeforeRelease);
  // Of the first schema nothing is kept: a migration sets it aside and takes its rows over.
  const isBridged = old.some(({ version }) => version >= "20261115");
  if (isBridged) {
    await dropOldObjects(session, old);
    await runFile(session, bridgeFile());
    for (const file of files.filter(({ version }) => firstRelease().includes(version)))
      await recordMigration(session, file);
  }
  await session`delete from supabase_migrations.schema_migrations where version = any(${old.map(({ version }) => version)})`;
}

export const recordMigration = (session: ReservedSql, file: Migration) =>
  session`insert into supabase_migrations.schema_migrations (version, statements, name)
          values (${file.version}, ${[file.text]}, ${file.title})`;

async function dropOldObjects(session: ReservedSql, old: readonly Applied[]): Promise<void> {
  const text = old.flatMap(({ statements }) => statements ?? []).join("\n");
  const names = (of: RegExp) => [...new Set([...text.matchAll(of)].map(([, name]) => name!))];
  const functions = names(/create (?:or replace )?function (?:public|private)\.(\w+)/gi).filter(
    (name) => !structural.includes(name),
  );
  const tables = names(/create (?:unlogged )?table (?:public|private)\.(\w+)/gi);
  // Search and import make functions for each kind.
  const kinds = await session<{ kind: string }[]>`select kind from private.findable`;
  functions.push(...kinds.flatMap(({ kind }) => [`search_${kind}`, `suggest_${kind}`]));
  const drops = await session<{ statement: string }[]>`
    select statement from (
      select 1 as turn, format('drop policy %I on %I.%I', polname, nspname, relname) as statement
      from pg_policy join pg_class c on c.oid = polrelid join pg_namespace n on n.oid = relnamespace
      where nspname in ('public', 'private') and relname = any(${tables})
      union all
      select 2, format('drop trigger %I on %I.%I', tgname, n.nspname, relname)
      from pg_trigger join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
        join pg_proc p on p.oid = tgfoid join pg_namespace f on f.oid = pronamespace
      where not tgisinternal and f.nspname in ('public', 'private') and proname = any(${functions})
      union all
      select 3, format('drop function %I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid))
      from pg_proc p join pg_namespace n on n.oid = pronamespace
      where nspname in ('public', 'private') and prokind = 'f' and proname = any(${functions})
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    ) as dropped order by turn`;
  if (drops.length > 0) await session.unsafe(drops.map(({ statement }) => statement).join(";\n"));
}
