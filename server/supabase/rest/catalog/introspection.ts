// Asks PostgreSQL what it holds: one statement, one JSON document.
import type { Sql } from "#server/platform/database/sql.ts";
import type { Caller } from "#server/supabase/caller.ts";

type Role = Caller["role"];

export interface RawColumn {
  num: number;
  name: string;
  type: string;
  fullType: string;
  nullable: boolean;
  default: string | null;
  generated: boolean;
  enum: string[] | null;
  description: string | null;
}
export interface RawRelation {
  oid: number;
  schema: string;
  name: string;
  kind: "r" | "v" | "m" | "f" | "p";
  isPartition: boolean;
  events: number;
  description: string | null;
  rule: string | null;
  /** Row level security, or a view, which may read a table that has it. */
  guarded: boolean;
  /** What the policy for reading asks `may(area, 'read')` about. */
  area: string | null;
  /** Roles of callers with any right on it. */
  roles: Role[];
  columns: RawColumn[];
}
export interface RawConstraint {
  name: string;
  kind: "p" | "u" | "f";
  table: number;
  target: number;
  columns: number[];
  targetColumns: number[] | null;
}
export interface RawRoutine {
  schema: string;
  name: string;
  volatility: "i" | "s" | "v";
  returnsSet: boolean;
  rows: number;
  returnType: string;
  returnKind: string;
  returnRelation: number;
  /** Relation whose row is the only argument, or 0. */
  rowArgument: number;
  defaults: number;
  description: string | null;
  /** The function's own statement_timeout. */
  timeout: string | null;
  changesSchema: boolean;
  roles: Role[];
  args: { name: string | null; type: string; mode: "i" | "o" | "b" | "v" | "t" }[];
}
export interface RawCatalog {
  relations: RawRelation[];
  constraints: RawConstraint[];
  routines: RawRoutine[];
  composites: { oid: number; columns: RawColumn[] }[];
  types: { schema: string; name: string }[];
  settings: { role: string; name: string; value: string }[];
  namespaces: string[];
}

const columnsOf = (relation: string) => `
  (select coalesce(json_agg(json_build_object(
      'num', a.attnum,
      'name', a.attname,
      'type', format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), null),
      'fullType', format_type(a.atttypid, a.atttypmod),
      'nullable', not (a.attnotnull or t.typnotnull),
      'default', case
        when a.attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence(${relation}::regclass::text, a.attname))
        when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(t.typdefaultbin, 0)) end,
      'generated', a.attgenerated <> '' or a.attidentity = 'a',
      'enum', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e
               where e.enumtypid = coalesce(nullif(t.typbasetype, 0), t.oid)),
      'description', col_description(a.attrelid, a.attnum)
    ) order by a.attnum), '[]')
   from pg_attribute a
   join pg_type t on t.oid = a.atttypid
   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attrelid = ${relation} and a.attnum > 0 and not a.attisdropped)`;

const rolesWith = (right: string) => `
  (select coalesce(json_agg(r.rolname), '[]') from pg_roles r
   where r.rolname in ('anon', 'authenticated', 'service_role') and (${right}))`;

const statement = `
select json_build_object(
  'namespaces', (select json_agg(nspname) from pg_namespace),
  'relations', (
    select coalesce(json_agg(json_build_object(
      'oid', c.oid::int8, 'schema', n.nspname, 'name', c.relname, 'kind', c.relkind,
      'isPartition', c.relispartition,
      'events', pg_relation_is_updatable(c.oid, true),
      'description', obj_description(c.oid, 'pg_class'),
      'rule', (select r.ev_action::text from pg_rewrite r
               where r.ev_class = c.oid and r.rulename = '_RETURN' and c.relkind in ('v', 'm')),
      'guarded', c.relrowsecurity or c.relkind in ('v', 'm'),
      'area', (select substring(pg_get_expr(p.polqual, p.polrelid) from $$may\\('(\\w+)'::text, 'read'::text\\)$$) from pg_policy p
               where p.polrelid = c.oid and p.polcmd in ('r', '*') order by 1 limit 1),
      'roles', ${rolesWith(`has_table_privilege(r.oid, c.oid, 'delete')
        or has_any_column_privilege(r.oid, c.oid, 'select, insert, update')`)},
      'columns', ${columnsOf("c.oid")})), '[]')
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'f', 'p')
      and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg\\_temp%'),
  'constraints', (
    select coalesce(json_agg(json_build_object(
      'name', k.conname, 'kind', k.contype, 'table', k.conrelid::int8, 'target', k.confrelid::int8,
      'columns', k.conkey, 'targetColumns', k.confkey) order by k.conrelid, k.conname), '[]')
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where k.contype in ('p', 'u', 'f') and k.conparentid = 0 and n.nspname not in ('pg_catalog', 'information_schema')),
  'routines', (
    select coalesce(json_agg(json_build_object(
      'schema', n.nspname, 'name', p.proname, 'volatility', p.provolatile, 'returnsSet', p.proretset,
      'rows', p.prorows,
      'returnType', format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null),
      'returnKind', coalesce(b.typtype, t.typtype),
      'returnRelation', coalesce(nullif(b.typrelid, 0), t.typrelid)::int8,
      'rowArgument', case when p.pronargs = 1 then coalesce((select r.typrelid from pg_type r where r.oid = p.proargtypes[0]), 0)::int8 else 0 end,
      'defaults', p.pronargdefaults,
      'description', obj_description(p.oid, 'pg_proc'),
      'timeout', (select substr(s, length('statement_timeout=') + 1) from unnest(p.proconfig) s where s like 'statement\\_timeout=%'),
      'changesSchema', coalesce(obj_description(p.oid, 'pg_proc') = 'changes the schema', false),
      'roles', ${rolesWith("has_function_privilege(r.oid, p.oid, 'execute')")},
      'args', (select coalesce(json_agg(json_build_object(
                  'name', nullif(p.proargnames[i], ''),
                  'type', format_type(coalesce(p.proallargtypes[i], p.proargtypes[i - 1]), null),
                  'mode', coalesce(p.proargmodes[i], 'i')) order by i), '[]')
               from generate_series(1, coalesce(array_length(p.proallargtypes, 1), p.pronargs)) i)
      ) order by n.nspname, p.proname, p.oid), '[]')
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_type t on t.oid = p.prorettype
    left join pg_type b on b.oid = t.typbasetype
    where n.nspname not in ('pg_catalog', 'information_schema') and p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger', 'internal')),
  'composites', (
    select coalesce(json_agg(json_build_object('oid', c.oid::int8, 'columns', ${columnsOf("c.oid")})), '[]')
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'c' and n.nspname not in ('pg_catalog', 'information_schema')),
  'types', (
    select coalesce(json_agg(json_build_object('schema', n.nspname, 'name', t.typname)), '[]')
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where t.typtype in ('b', 'd', 'e', 'r', 'm') and t.typcategory <> 'A'
      and n.nspname not in ('information_schema', 'pg_toast')),
  'settings', (
    select coalesce(json_agg(json_build_object(
      'role', r.rolname, 'name', split_part(s.line, '=', 1), 'value', substr(s.line, strpos(s.line, '=') + 1))), '[]')
    from pg_db_role_setting d
    join pg_roles r on r.oid = d.setrole
    cross join unnest(d.setconfig) s(line)
    where r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator', session_user)
      and d.setdatabase in (0, (select oid from pg_database where datname = current_database())))
)::text as catalog`;

/**
 * Names come out schema-qualified (`public.user_status`) because the search path is emptied first: what is read here is
 * pasted into statements that run under any search path. Both statements go in one message, which is one transaction.
 */
export async function introspect(sql: Sql): Promise<RawCatalog> {
  const settings = "select set_config('search_path', '', true), set_config('statement_timeout', '60s', true)";
  const answers = await sql.unsafe(`${settings}; ${statement}`);
  const [, [row]] = answers as unknown as [unknown, [{ catalog: string }]];
  const raw: RawCatalog = JSON.parse(row.catalog);
  return raw;
}
