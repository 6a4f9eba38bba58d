// A restore never mixes with what is there: it goes into an empty place, marks it while it works, and knows its own mark.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { killCluster } from "./cluster-processes.ts";
import { lockDataDirectory } from "./data-directory-lock.ts";
import { OperatorError } from "./operator-error.ts";
import { quoteName } from "./statement-text.ts";
import type { Sql } from "./sql.ts";

export interface RestoreTarget {
  /** Takes the mark away: what was restored may be used. */
  finish(): Promise<void>;
}

const markFile = (dataDir: string) => path.join(dataDir, "restoring");
const markSchema = "guidevane_restoring";

/** Empties a data directory that an earlier restore left unfinished; refuses every other one that holds anything. */
export async function claimDirectory(dataDir: string): Promise<RestoreTarget> {
  const mark = markFile(dataDir);
  if (!existsSync(mark) && existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new OperatorError(
      `${dataDir} is not empty. Set DATA_DIR to an empty or new directory: a restore replaces nothing.`,
    );
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(mark, "A restore into this directory has begun. It is done when this file is gone.\n");
  const lock = lockDataDirectory(dataDir); // Two restores at once would undo each other.
  try {
    await killCluster(path.join(dataDir, "postgres"));
    for (const name of readdirSync(dataDir))
      if (name !== "restoring" && !name.startsWith("running."))
        rmSync(path.join(dataDir, name), { recursive: true, force: true });
  } finally {
    lock.release();
  }
  return { finish: async () => rmSync(mark) };
}

/** For every start but that of the restore itself. */
export function refuseUnfinishedDirectory(dataDir: string): void {
  if (existsSync(markFile(dataDir)))
    throw new OperatorError(
      `A restore into ${dataDir} was begun and not finished. Run it again: npm run restore -- FILE`,
    );
}

/** The same for a database of the operator's own. */
export async function claimDatabase(sql: Sql): Promise<RestoreTarget> {
  const [found] = await sql<{ marked: boolean }[]>`select to_regnamespace(${markSchema}) is not null as marked`;
  if (!found?.marked) {
    const foreign = await whatIsThere(sql);
    if (foreign.length > 0)
      throw new OperatorError(
        `The database of DATABASE_URL is not empty (${foreign.slice(0, 5).join(", ")}${foreign.length > 5 ? ", ..." : ""}). ` +
          "Make a new one: a restore replaces nothing.",
      );
    await sql.unsafe(`create schema ${quoteName(markSchema)}`);
  }
  return { finish: async () => void (await sql.unsafe(`drop schema ${quoteName(markSchema)}`)) };
}

export async function refuseUnfinishedDatabase(sql: Sql): Promise<void> {
  const [found] = await sql<{ marked: boolean }[]>`select to_regnamespace(${markSchema}) is not null as marked`;
  if (found?.marked)
    throw new OperatorError(
      "A restore into the database of DATABASE_URL was begun and not finished. Run it again: npm run restore -- FILE",
    );
}

/** Schemas, tables, functions and types that no new PostgreSQL has, and no extension has brought. */
async function whatIsThere(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    with spaces as (
      select oid, nspname from pg_namespace n
      where nspname !~ '^(pg_|information_schema$)'
        and not exists (select from pg_depend d where d.objid = n.oid and d.deptype = 'e'))
    select 'schema ' || nspname as name from spaces where nspname <> 'public'
    union all
    select format('%s.%s', nspname, name) from spaces, lateral (
      select c.oid, c.relname as name from pg_class c where c.relnamespace = spaces.oid and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      union all select p.oid, p.proname || '()' from pg_proc p where p.pronamespace = spaces.oid
      union all select t.oid, 'type ' || t.typname from pg_type t where t.typnamespace = spaces.oid and t.typtype in ('d', 'e', 'r')
    ) made
    where nspname = 'public' and not exists (select from pg_depend d where d.objid = made.oid and d.deptype = 'e')
    order by 1`;
  return rows.map(({ name }) => name);
}
