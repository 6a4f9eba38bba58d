// A schema as text that can be compared: what two databases of the same release must have in common.
import type { Sql } from "#server/platform/database/sql.ts";

/** Everything of the schema but the order of columns; and the clock, which is another one in the databases of tests. */
export const schemaSnapshot = async (database: Sql) => ({
  columns: await database`
    select attrelid::regclass::text as place, attname, format_type(atttypid, atttypmod) as type, attnotnull, attgenerated, attidentity,
      pg_get_expr(adbin, adrelid) as usual
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'v', 'c') and attnum > 0 and not attisdropped
    order by 1, 2`,
  constraints: await database`
    select conrelid::regclass::text as place, conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace in ('public'::regnamespace, 'private'::regnamespace) and contype <> 't' order by 1, 2`,
  indexes: await database`
    select indexdef from pg_indexes where schemaname in ('public', 'private') order by 1`,
  tables: await database`
    select oid::regclass::text as place, relrowsecurity, (select array_agg(entry::text order by entry::text) from unnest(relacl) as entry) as acl
    from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'S') order by 1`,
  columnGrants: await database`
    select attrelid::regclass::text as place, attname, attacl::text from pg_attribute join pg_class on pg_class.oid = attrelid
    where attacl is not null and relnamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1, 2`,
  triggers: await database`
    select tgrelid::regclass::text as place, pg_get_triggerdef(oid) as definition, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
  policies: await database`
    select tablename, policyname, cmd, roles, qual, with_check from pg_policies where schemaname in ('public', 'private') order by 1, 2`,
  functions: await database`
    select p.oid::regprocedure::text as name, case when proname like 'search\\_%' or proname = 'now' then '' else md5(pg_get_functiondef(p.oid)) end as definition,
      (select array_agg(entry::text order by entry::text) from unnest(proacl) as entry) as acl
    from pg_proc p where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by 1`,
  views: await database`
    select viewname, definition, viewowner from pg_views where schemaname in ('public', 'private') order by 1`,
  types: await database`
    select oid::regtype::text as name, typtype, array(select enumlabel::text from pg_enum where enumtypid = pg_type.oid order by enumsortorder) as labels
    from pg_type where typnamespace in ('public'::regnamespace, 'private'::regnamespace) and typtype in ('e', 'd', 'c') order by 1`,
  sequences: await database`
    select schemaname, sequencename, data_type::text, increment_by::text, max_value::text from pg_sequences where schemaname in ('public', 'private') order by 1, 2`,
  schemas: await database`
    select nspname, array(select entry::text from unnest(nspacl) as entry order by 1) as acl from pg_namespace
    where nspname in ('public', 'private', 'auth', 'server', 'extensions') order by 1`,
  newObjects: await database`
    select defaclnamespace::regnamespace::text as place, defaclobjtype, array(select entry::text from unnest(defaclacl) as entry order by 1) as acl
    from pg_default_acl order by 1, 2`,
});
