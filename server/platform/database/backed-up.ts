// What a backup holds: every table that is worth keeping, and the files of the server in its data directory.
import { readdirSync } from "node:fs";
import path from "node:path";
import { quoteName } from "./statement-text.ts";
import type { Sql, TransactionSql } from "./sql.ts";

/** The queue of jobs (`pgboss`) is made again from what is kept. The history of migrations is in the backup's first
 *  line; `earlier` and `search` hold what an upgrade has set aside. */
const leftOut = ["pgboss", "supabase_migrations", "earlier", "search"];

/** Hosted Supabase keeps these itself, beside `auth`. */
const supabaseSchemas = [
  "_analytics",
  "_realtime",
  "cron",
  "extensions",
  "graphql",
  "graphql_public",
  "net",
  "pgbouncer",
  "pgsodium",
  "realtime",
  "storage",
  "supabase_functions",
  "vault",
];

const notOurs = [...leftOut, ...supabaseSchemas, "information_schema"];

export interface Table {
  table: string;
  columns: string[];
}

/** Unlogged tables are not worth keeping (counters of limits); keys go another way. That this database was itself
 *  restored says nothing about what is in it. */
export async function keptTables(sql: Sql | TransactionSql): Promise<Table[]> {
  return sql<Table[]>`
    select n.nspname || '.' || c.relname as table,
           array(select a.attname::text from pg_attribute a
                 where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                 order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname <> all(${notOurs}) and n.nspname not like 'pg\\_%'
      and c.relkind = 'r' and c.relpersistence = 'p'
      and (n.nspname, c.relname) not in (('server', 'keys'), ('private', 'restored'))
      -- Made from the rows themselves (private.rebuild_search).
      and not (n.nspname = 'private' and c.relname like '%\\_search')
      and n.nspname || '.' || c.relname <> all(${registries})
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    -- Own fields first: other tables have columns that they define.
    order by n.nspname || '.' || c.relname <> ${ownFields}, 1`;
}

export const ownFields = "public.own_fields";

/** What current-state SQL registers, each time it is applied. */
const registries = ["findable", "followers", "hooks", "record_hooks", "record_parts", "shown_when_found"].map(
  (name) => `private.${name}`,
);

/** Earlier releases put some of them into a backup. */
export const isRegistry = (table: string): boolean => registries.includes(table);

export async function keptSequences(sql: Sql | TransactionSql): Promise<{ name: string; value: string | null }[]> {
  return sql<{ name: string; value: string | null }[]>`
    select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
    where schemaname <> all(${notOurs}) order by 1`;
}

export const quotedTable = (table: string): string => table.split(".").map(quoteName).join(".");

export const copyStatement = (of: Table, direction: "to stdout" | "from stdin"): string =>
  direction === "to stdout" && of.table === outbox && of.columns.includes("secret")
    ? `copy (${withoutSecrets(of)}) to stdout`
    : `copy ${quotedTable(of.table)} (${of.columns.map(quoteName).join(", ")}) ${direction}`;

const outbox = "public.outbox";

/** Mail to sign in that waits carries its link or code. No restored copy sends it (private.drop_waiting_system_mail), and whoever has the
 *  backup must not use it: it is written as what a restore makes of it. A continuous backup follows the log of the database and has it. */
const dropped: Record<string, string> = {
  state: "'expired'",
  gate_code: "'waited_in_backup'",
  secret: "null",
  phase: "null",
  lease_until: "null",
  lease_by: "null",
  finished_at: "now()",
};
const withoutSecrets = ({ columns }: Table): string => {
  const values = columns.map((name) => {
    const becomes = dropped[name];
    return becomes ? `case when secret is null then ${quoteName(name)} else ${becomes} end` : quoteName(name);
  });
  return `select ${values.join(", ")} from ${quotedTable(outbox)}`;
};

/** Files of mail to sign in that no provider took. Those of rows that are forgotten after 30 days open nothing any more. */
export async function signInMailFiles(sql: Sql | TransactionSql): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select 'outbox/' || id || '.eml' as name from public.outbox where class = 'system'`;
  return new Set(rows.map(({ name }) => name));
}

/** Folders of the data directory: mail that waits, drafts and published texts, stored files. */
export const keptFolders = ["outbox", "GV", "files"];
const unfinished = ".partial";

/** Whether a file of this name, relative to the data directory, is one that a backup holds. */
export function isKeptFile(name: string): boolean {
  const parts = name.split("/");
  return (
    parts.length > 1 &&
    keptFolders.includes(parts[0] ?? "") &&
    // oxlint-disable-next-line no-control-regex -- names with control characters are not ours
    parts.every((part) => part !== "" && part !== "." && part !== ".." && !/[\\\u0000-\u001f\u007f]/.test(part)) &&
    !name.endsWith(unfinished)
  );
}

/** Of those, the files that rows of private.files know. */
export const isStoredFile = (name: string): boolean => /^files\/[0-9a-f]{2}\/[0-9a-f]{32}$/.test(name);

export function keptFiles(dataDir: string): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .filter(isKeptFile)
    .sort();
}

const serversOwn =
  /^(postgres(\.unfinished)?|running\.(json|lock.*)|keys\.json.*|continuous\.json|restoring|\.?sealing[.-].*)$/;

/** What else lies in the data directory, put there by someone. */
export const foreignNames = (dataDir: string): string[] =>
  readdirSync(dataDir).filter((name) => !serversOwn.test(name) && !keptFolders.includes(name));
