// Who is who in the embedded database. The server signs in as `guidevane`, which owns everything of ours and is no superuser; operators sign in
// as `postgres`, for whom PostgreSQL reserves connections (superuser_reserved_connections). Earlier releases did everything as `postgres`.
import { openPool, type Sql } from "./sql.ts";

export const serverRole = "guidevane";
export const operatorRole = "postgres";

/** What the server may set beside what every role may: limits of data requests, and rows that are loaded as they were. */
const settings = ["temp_file_limit", "session_replication_role"];

/** At each start: an earlier release may have run on this directory since. */
export async function prepareRoles(socketDirectory: string): Promise<void> {
  const sql = openPool({
    host: socketDirectory,
    user: operatorRole,
    database: "postgres",
    max: 1,
    poolName: "roles",
  });
  try {
    await sql.unsafe(roles);
    const statements = await ownedByOthers(sql);
    // Each takes a lock on what it changes, and PostgreSQL has room for so many in one transaction.
    for (let at = 0; at < statements.length; at += 100) await sql.unsafe(statements.slice(at, at + 100).join(";\n"));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const roles = `
do $$
declare
  acting name;
begin
  if not exists (select from pg_roles where rolname = '${serverRole}') then
    create role ${serverRole} login createrole bypassrls;
  end if;
  for acting in
    select rolname from pg_roles as r where rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
      and not exists (select from pg_auth_members as m where m.roleid = r.oid and m.member = '${serverRole}'::regrole and m.admin_option)
  loop
    execute format('grant %I to ${serverRole} with admin option', acting);
  end loop;
  if not has_parameter_privilege('${serverRole}', '${settings[0]}', 'set') or not has_parameter_privilege('${serverRole}', '${settings[1]}', 'set') then
    grant set on parameter ${settings.join(", ")} to ${serverRole};
  end if;
  if (select datdba from pg_database where datname = current_database()) <> '${serverRole}'::regrole then
    execute format('alter database %I owner to ${serverRole}', current_database());
  end if;
end
$$`;

/** The statements that give to the server what another role owns, but for what PostgreSQL and its extensions brought. */
async function ownedByOthers(sql: Sql): Promise<string[]> {
  const rows = await sql<{ statement: string }[]>`
    with ours as (
      select oid, nspname, nspowner from pg_namespace
      where nspname !~ '^(pg_|information_schema$)' and nspname <> 'public'
        and not exists (select from pg_depend where objid = pg_namespace.oid and deptype = 'e')),
    spaces as (select oid, nspname from ours union all select oid, nspname from pg_namespace where nspname = 'public'),
    found as (
      select 1 as step, 'pg_namespace'::regclass as class, oid, nspowner as owner, format('schema %I', nspname) as name from ours
      union all
      select 2, 'pg_class'::regclass, c.oid, c.relowner,
        format('%s %I.%I', case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
          when 'f' then 'foreign table' else 'table' end, nspname, relname)
      from pg_class as c join spaces on spaces.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        -- A sequence of a column goes with its table.
        and not exists (select from pg_depend as d where d.classid = 'pg_class'::regclass and d.objid = c.oid and c.relkind = 'S' and d.deptype in ('a', 'i'))
      union all
      select 3, 'pg_proc'::regclass, p.oid, p.proowner, format('routine %I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid))
      from pg_proc as p join spaces on spaces.oid = p.pronamespace where p.prokind <> 'a'
      union all
      select 4, 'pg_type'::regclass, t.oid, t.typowner, format('%s %I.%I', case t.typtype when 'd' then 'domain' else 'type' end, nspname, typname)
      from pg_type as t join spaces on spaces.oid = t.typnamespace left join pg_class as c on c.oid = t.typrelid
      where t.typtype in ('d', 'e', 'r') or c.relkind = 'c'
      union all
      select 5, 'pg_statistic_ext'::regclass, s.oid, s.stxowner, format('statistics %I.%I', nspname, stxname)
      from pg_statistic_ext as s join spaces on spaces.oid = s.stxnamespace
      union all
      select 6, 'pg_collation'::regclass, c.oid, c.collowner, format('collation %I.%I', nspname, collname)
      from pg_collation as c join spaces on spaces.oid = c.collnamespace
      union all
      select 7, 'pg_ts_config'::regclass, c.oid, c.cfgowner, format('text search configuration %I.%I', nspname, cfgname)
      from pg_ts_config as c join spaces on spaces.oid = c.cfgnamespace
      union all
      select 8, 'pg_ts_dict'::regclass, d.oid, d.dictowner, format('text search dictionary %I.%I', nspname, dictname)
      from pg_ts_dict as d join spaces on spaces.oid = d.dictnamespace
    )
    select format('alter %s owner to %I', name, ${serverRole}::text) as statement from found
    where owner = ${operatorRole}::regrole
      and not exists (select from pg_depend as d where d.classid = class and d.objid = found.oid and d.deptype = 'e')
    order by step, name`;
  return rows.map(({ statement }) => statement);
}
