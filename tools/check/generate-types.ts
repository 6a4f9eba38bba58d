// Types of the database for the browser, read from the database itself, in the form supabase-js expects.
// `npm run generate` writes them (`npm run generate -- types` only them); a test fails when they no longer say what the migrations make.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import type { Sql } from "#server/platform/database/sql.ts";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";

const root = path.resolve(import.meta.dirname, "../..");
export const typesFile = path.join(root, "app/lib/database.types.ts");
/** For `domain`, which both sides read and which imports neither. */
export const tableNamesFile = path.join(root, "domain/table-name.ts");

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  /** Or a trigger fills it before the row is inserted: with something else than itself, or where it is null. */
  hasDefault: boolean;
  generated: boolean;
  /** The values that a check allows, if it lists them. */
  values: string[] | null;
}
interface Relationship {
  table: string;
  name: string;
  columns: string[];
  referenced: string;
  referencedColumns: string[];
  oneToOne: boolean;
}
interface ApiFunction {
  name: string;
  argumentNames: string[];
  argumentTypes: string[];
  withDefault: number;
  /** Columns of functions that return their own table. */
  outNames: string[];
  outTypes: string[];
  returns: string;
  table: string | null;
  set: boolean;
  /** The table whose rows have it as a column that is computed: it takes such a row, and nothing else. */
  columnOf: string | null;
}

const readColumns = (sql: Sql) => sql<Column[]>`
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
         a.atthasdef or a.attidentity <> '' or exists (
           select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
           where t.tgrelid = c.oid and t.tgtype & 6 = 6
             and f.prosrc ~ format('into new\\.%1$s\\M|new\\.%1$s := (coalesce\\(|(?!(.(?!;))*new\\.%1$s\\M))', a.attname)) as "hasDefault", a.attgenerated <> '' or a.attidentity = 'a' as generated,
         (select array(select (regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g'))[1])
          from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = (ANY \\(ARRAY\\[)?''') as values
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by c.relname collate "C", a.attname collate "C"`;

const readRelationships = (sql: Sql) => sql<Relationship[]>`
  with named as (
    select k.*, array(select a.attname::text from unnest(k.conkey) with ordinality as x (num, at)
                      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.num order by x.at) as columns,
           array(select a.attname::text from unnest(k.confkey) with ordinality as x (num, at)
                 join pg_attribute a on a.attrelid = k.confrelid and a.attnum = x.num order by x.at) as referenced_columns
    from pg_constraint k where k.contype = 'f'
  )
  select f.relname as table, n.conname as name, n.columns, t.relname as referenced,
         n.referenced_columns as "referencedColumns",
         exists (select from pg_constraint u
                 where u.conrelid = n.conrelid and u.contype in ('p', 'u') and u.conkey = n.conkey) as "oneToOne"
  from named n join pg_class f on f.oid = n.conrelid join pg_class t on t.oid = n.confrelid
  where f.relnamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace
  order by n.conname collate "C"`;

/** Only those that some caller of the API may run. */
const readFunctions = (sql: Sql) => sql<ApiFunction[]>`
  select p.proname as name, p.pronargdefaults as "withDefault",
         array(select p.proargnames[x.at] from unnest(p.proargtypes) with ordinality as x (type, at) order by x.at)
           as "argumentNames",
         array(select format_type(x.type, null) from unnest(p.proargtypes) with ordinality as x (type, at) order by x.at)
           as "argumentTypes",
         array(select p.proargnames[x.at] from unnest(p.proargmodes) with ordinality as x (mode, at)
               where x.mode in ('o', 't') order by x.at) as "outNames",
         array(select format_type(p.proallargtypes[x.at], null) from unnest(p.proargmodes) with ordinality as x (mode, at)
               where x.mode in ('o', 't') order by x.at) as "outTypes",
         format_type(p.prorettype, null) as returns, c.relname as table, p.proretset as set, of.relname as "columnOf"
  from pg_proc p
  left join pg_class c on c.reltype = p.prorettype and c.relnamespace = 'public'::regnamespace
  left join pg_class of on of.reltype = p.proargtypes[0] and p.pronargs = 1 and of.relnamespace = 'public'::regnamespace
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
  order by p.proname collate "C"`;

function typeScript(type: string): string {
  if (type.endsWith("[]")) return `${typeScript(type.slice(0, -2))}[]`;
  if (type === "boolean") return "boolean";
  if (type === "void") return "undefined";
  if (["smallint", "integer", "bigint", "real", "double precision", "numeric"].includes(type)) return "number";
  if (["json", "jsonb"].includes(type)) return "Json";
  return "string";
}

/** Arrays that are only read, any object that can be written as JSON; and null, which every function of PostgreSQL can be given. */
function argumentType(type: string): string {
  const given = type.endsWith("[]")
    ? `readonly ${typeScript(type)}`
    : typeScript(type) === "Json"
      ? "JsonArgument"
      : typeScript(type);
  return `${given} | null`;
}

const block = (lines: string[], indent: number): string => lines.map((line) => " ".repeat(indent) + line).join("\n");
const quotedList = (items: string[]): string => `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;

function columnType(column: Column): string {
  const type = column.values?.length
    ? column.values.map((value) => JSON.stringify(value)).join(" | ")
    : typeScript(column.type);
  return column.nullable ? `${type} | null` : type;
}

/** On one line, or one for each value, as the formatter would have it. */
function field(name: string, type: string): string[] {
  const line = `${name}: ${type};`;
  if (line.length + 10 <= 120) return [line];
  const values = type.split(" | ").map((value) => `  | ${value}`);
  return [`${name}:`, ...values.slice(0, -1), `${values.at(-1)};`];
}

function tableType(table: string, columns: Column[], relationships: Relationship[], computed: ApiFunction[]): string {
  const row = [
    ...columns.flatMap((column) => field(column.name, columnType(column))),
    // Not among what `*` reads: only there when it is asked for by name.
    ...computed.flatMap((fn) => field(`${fn.name}?`, `${typeScript(fn.returns)} | null`)),
  ];
  const insert = columns.flatMap((column) => {
    if (column.generated) return field(`${column.name}?`, "never");
    return field(`${column.name}${column.nullable || column.hasDefault ? "?" : ""}`, columnType(column));
  });
  const update = columns.flatMap((column) => field(`${column.name}?`, column.generated ? "never" : columnType(column)));
  const related = relationships.flatMap((relationship) => [
    "{",
    `  foreignKeyName: ${JSON.stringify(relationship.name)};`,
    `  columns: ${quotedList(relationship.columns)};`,
    `  isOneToOne: ${relationship.oneToOne};`,
    `  referencedRelation: ${JSON.stringify(relationship.referenced)};`,
    `  referencedColumns: ${quotedList(relationship.referencedColumns)};`,
    "},",
  ]);
  const list =
    related.length > 0 ? ["Relationships: [", ...related.map((line) => `  ${line}`), "];"] : ["Relationships: [];"];
  const part = (name: string, lines: string[]) => [`${name}: {`, ...lines.map((line) => `  ${line}`), "};"];
  return block(
    [
      `${table}: {`,
      ...[...part("Row", row), ...part("Insert", insert), ...part("Update", update), ...list].map(
        (line) => `  ${line}`,
      ),
      "};",
    ],
    6,
  );
}

function functionType(fn: ApiFunction): string {
  const first = fn.argumentTypes.length - fn.withDefault;
  const given = fn.argumentTypes.map(
    (type, at) => `${fn.argumentNames[at]}${at < first ? "" : "?"}: ${argumentType(type)}`,
  );
  const out = fn.outNames.map((name, at) => `          ${name}: ${typeScript(fn.outTypes[at] ?? "")};`);
  const own = out.length > 0 ? `{\n${out.join("\n")}\n        }` : typeScript(fn.returns);
  const returns = fn.table ? `Database["public"]["Tables"]["${fn.table}"]["Row"]` : own;
  const options = fn.table
    ? [`  SetofOptions: { from: "*"; to: "${fn.table}"; isOneToOne: ${!fn.set}; isSetofReturn: ${fn.set} };`]
    : [];
  return block(
    [
      `${fn.name}: {`,
      `  Args: ${argumentsOf(given)};`,
      `  Returns: ${returns}${fn.set ? "[]" : ""};`,
      ...options,
      "};",
    ],
    6,
  );
}

/** On one line where the formatter would leave it there. */
function argumentsOf(given: string[]): string {
  if (given.length === 0) return "never";
  const line = `{ ${given.join("; ")} }`;
  const fits = `        Args: ${line};`.length <= 120;
  return fits ? line : `{\n${given.map((one) => `          ${one};`).join("\n")}\n        }`;
}

export async function databaseTypes(sql: Sql): Promise<string> {
  const columns = await readColumns(sql);
  const relationships = await readRelationships(sql);
  const functions = await readFunctions(sql);
  const tables = [...new Set(columns.map((column) => column.table))].map((table) =>
    tableType(
      table,
      columns.filter((column) => column.table === table),
      relationships.filter((relationship) => relationship.table === table),
      functions.filter((fn) => fn.columnOf === table),
    ),
  );
  return `// Generated from the database by npm run generate. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];
/** What a function that takes JSON can be given. */
export type JsonArgument = object | string | number | boolean;

export type Database = {
  __InternalSupabase: { PostgrestVersion: "13" };
  public: {
    Tables: {
${tables.join("\n")}
    };
    Views: { [_ in never]: never };
    Functions: {
${functions
  .filter((fn) => fn.columnOf === null)
  .map(functionType)
  .join("\n")}
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
`;
}

export async function tableNames(sql: Sql): Promise<string> {
  const names = [...new Set((await readColumns(sql)).map(({ table }) => table))];
  return `// Generated from the database by npm run generate. Do not edit.

/** The tables that the data API knows. */
export type TableName =
${names.map((name) => `  | ${JSON.stringify(name)}`).join("\n")};
`;
}

export async function writeTypes(): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-types-"));
  const log = pino({ level: "error" });
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
  try {
    await migrate(database.sql, log);
    writeFileSync(typesFile, await databaseTypes(database.sql));
    writeFileSync(tableNamesFile, await tableNames(database.sql));
    for (const file of [typesFile, tableNamesFile]) console.log(`Written: ${path.relative(process.cwd(), file)}`);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await writeTypes();
