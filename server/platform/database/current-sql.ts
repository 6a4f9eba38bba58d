// Current-state SQL: functions, views, triggers, policies and grants are not migrated but made again, all of them, whenever one of their
// files has changed. What was made is remembered by the statement that drops it, so that nothing stays whose file is gone.
import type { ReservedSql, Statements } from "./sql.ts";
import { hashOf, ownTables, type Migration, type SqlFile } from "./schema-files.ts";
import { OperatorError } from "./operator-error.ts";

/** Whether the database has exactly these files. */
export async function hasCurrentSql(session: Statements, files: readonly SqlFile[]): Promise<boolean> {
  const rows = await session<{ file: string; hash: string }[]>`
    select file, hash from supabase_migrations.current_sql order by place`;
  return (
    rows.length === files.length &&
    rows.every(({ file, hash }, place) => file === files[place]!.path && hash === hashOf(files[place]!.text))
  );
}

/** Policies and triggers use functions; functions use each other only in the order in which they were made. */
const dropOrder = ["policy", "trigger", "view", "function"];

export async function dropCurrentSql(session: ReservedSql): Promise<void> {
  const rows = await session<{ kind: string; statement: string }[]>`
    select kind, statement from supabase_migrations.current_sql_objects order by place desc`;
  const statements = dropOrder.flatMap((kind) => rows.filter((row) => row.kind === kind).map((row) => row.statement));
  if (statements.length > 0) await session.unsafe(statements.join(";\n"));
  await session.unsafe(
    "delete from supabase_migrations.current_sql_objects; delete from supabase_migrations.current_sql",
  );
}

/** Call it in a transaction in which dropCurrentSql has run and the tables are up to date. */
export async function applyCurrentSql(
  session: ReservedSql,
  files: readonly SqlFile[],
  migrations: readonly Migration[],
): Promise<void> {
  const before = await objects(session);
  await closeTables(session, ownTables(migrations));
  // A function may name another that a later file makes; all are checked below.
  await session`set local check_function_bodies = off`;
  for (const file of files) await runFile(session, file);
  await session`select private.finish_registrations()`;
  await session`set local check_function_bodies = on`;
  const known = new Set(before.map(({ kind, oid }) => `${kind} ${oid}`));
  const made = (await objects(session)).filter(({ kind, oid }) => !known.has(`${kind} ${oid}`));
  await checkFunctions(session, made);
  await session`
    insert into supabase_migrations.current_sql_objects (place, kind, statement)
    select place, kind, statement
    from unnest(${made.map((each) => each.kind)}::text[], ${made.map((each) => each.statement)}::text[])
      with ordinality as made (kind, statement, place)`;
  await session`
    insert into supabase_migrations.current_sql (place, file, hash)
    select place, file, hash
    from unnest(${files.map((file) => file.path)}::text[], ${files.map((file) => hashOf(file.text))}::text[])
      with ordinality as applied (file, hash, place)`;
}

/** Runs a file; an error says which one, and on which line as far as PostgreSQL tells. */
export async function runFile(session: ReservedSql, file: SqlFile): Promise<void> {
  try {
    await session.unsafe(file.text);
  } catch (error) {
    const position = Number((error as { position?: string }).position);
    const line = position > 0 ? `:${file.text.slice(0, position).split("\n").length}` : "";
    throw new OperatorError(
      `The database could not apply ${file.path}${line}: ${(error as Error).message}. Nothing was changed.`,
      { cause: error },
    );
  }
}

interface MadeObject {
  kind: string;
  oid: string;
  statement: string;
}

/** What files may make, each with the statement that drops it; those of extensions aside. */
async function objects(session: ReservedSql): Promise<MadeObject[]> {
  return session<MadeObject[]>`
    select kind, oid::text, statement from (
      select 'function' as kind, p.oid,
        format('drop function if exists %I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as statement
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private') and p.prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all
      select 'trigger', t.oid, format('drop trigger if exists %I on %I.%I', t.tgname, n.nspname, c.relname)
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where not t.tgisinternal and n.nspname in ('public', 'private', 'auth')
      union all
      select 'policy', p.oid, format('drop policy if exists %I on %I.%I', p.polname, n.nspname, c.relname)
      from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private')
      union all
      select 'view', c.oid, format('drop view if exists %I.%I', n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'v' and n.nspname in ('public', 'private')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    ) as found order by oid`;
}

/** Nothing is open to the roles of the API but what the files grant. */
async function closeTables(session: ReservedSql, tables: readonly string[]): Promise<void> {
  const found = await session<{ kind: string; name: string }[]>`
    select case c.relkind when 'S' then 'sequence' else 'table' end as kind, format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_depend d on c.relkind = 'S' and d.objid = c.oid and d.deptype in ('a', 'i')
    where coalesce(d.refobjid, c.oid) in (select to_regclass(name) from unnest(${[...tables]}::text[]) as name)
      and c.relkind in ('r', 'p', 'S')`;
  for (const kind of ["table", "sequence"]) {
    const names = found.filter((each) => each.kind === kind).map((each) => each.name);
    if (names.length > 0)
      await session.unsafe(`revoke all on ${kind} ${names.join(", ")} from public, anon, authenticated, service_role`);
  }
}

/** Every body is parsed, and those in SQL are analyzed: a column or function that is gone is found here, not by a visitor. */
async function checkFunctions(session: ReservedSql, made: readonly MadeObject[]): Promise<void> {
  const functions = made.filter(({ kind }) => kind === "function").map(({ oid }) => oid);
  try {
    await session`
      select case l.lanname when 'plpgsql' then plpgsql_validator(p.oid)::text when 'sql' then fmgr_sql_validator(p.oid)::text end
      from pg_proc p join pg_language l on l.oid = p.prolang where p.oid = any(${functions}::oid[])`;
  } catch (error) {
    const { message, where } = error as { message: string; where?: string };
    throw new OperatorError(`A function does not compile (${where ?? "unknown"}): ${message}. Nothing was changed.`, {
      cause: error,
    });
  }
}
