-- Brings a database to this release. upgrade-script.ts writes the files of the release into pg_temp.release_files before this text and
-- wraps both in one transaction; the server runs that script at start, and `npm run export -- sql FILE` writes it to a file.
-- Errors with the code GV001 are written for the operator.

do $upgrade$
declare
  account record;
  missing text := '';
begin
  if current_setting('server_version_num')::int < 170000 then
    raise exception 'This release needs PostgreSQL 17 or newer; the database is %. Nothing was changed.', current_setting('server_version')
      using errcode = 'GV001';
  end if;

  -- One upgrade at a time, whichever instance or script starts it. The number is "guid" in ASCII.
  perform pg_advisory_xact_lock(1735747940);

  -- Before the first change: what the account lacks. Supabase's own account has it all.
  if to_regclass('supabase_migrations.supabase_base') is not null
    or exists (select from pg_roles where rolname = 'supabase_auth_admin') then return;
  end if;
  select me.rolname, me.rolsuper, has_database_privilege(current_database(), 'create') as creates,
    me.rolsuper or (me.rolcreaterole and me.rolbypassrls)
      or (select count(*) = 4 from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'authenticator')) as makes_roles,
    (select string_agg(rolname, ', ' order by rolname) from pg_roles as r
     where rolname in ('anon', 'authenticated', 'service_role') and not me.rolsuper and not pg_has_role(me.oid, r.oid, 'member')) as not_member
  into account from pg_roles as me where rolname = current_user;
  if not account.makes_roles then
    missing := missing || format(E'\n  It must be able to make the roles anon, authenticated, service_role, authenticator. As a superuser: alter role %I createrole bypassrls;', account.rolname);
  end if;
  if account.not_member is not null then
    missing := missing || format(E'\n  It must be able to act as the roles of callers. As a superuser: grant %s to %I;', account.not_member, account.rolname);
  end if;
  if not account.creates then
    missing := missing || format(E'\n  It must be able to make schemas. As a superuser: grant create on database %I to %I;', current_database(), account.rolname);
  end if;
  if missing <> '' then
    raise exception 'The account % lacks what the first start needs. Nothing was changed.%', account.rolname, missing using errcode = 'GV001';
  end if;
end
$upgrade$;

create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
create table if not exists supabase_migrations.supabase_base (version text primary key, applied_at timestamptz not null default now());
create table if not exists supabase_migrations.current_sql (file text primary key, place int not null, hash text not null);
create table if not exists supabase_migrations.current_sql_objects (place int primary key, kind text not null, statement text not null);

-- A database of another release is refused: its history must be the beginning of ours, text by text.
do $upgrade$
declare
  first_version constant text := (select min(version) from pg_temp.release_files where kind = 'migration');
  unknown text;
  applied record;
  because text;
begin
  select string_agg(name, ', ' order by name) into unknown from (
    select format('%s_%s', version, name) as name from supabase_migrations.schema_migrations
    where version >= first_version and version not in (select version from pg_temp.release_files where kind = 'migration')
    union all
    select version from supabase_migrations.supabase_base
    where version not in (select name from pg_temp.release_files where kind = 'base')
  ) as names;
  if unknown is not null then
    because := format('it was brought up to date by a newer release (%s). Start that release, or restore a backup from before', unknown);
  end if;
  for applied in
    select file.name, file.version, had.version as had_version, had.name as had_name, array_to_string(had.statements, '') = file.text as is_same
    from (select *, row_number() over (order by version) as place from supabase_migrations.schema_migrations where version >= first_version) as had
    join (select *, row_number() over (order by version) as nth from pg_temp.release_files where kind = 'migration') as file on file.nth = had.place
    order by had.place
  loop
    exit when because is not null;
    if applied.version <> applied.had_version then
      because := format('it lacks %s, which is older than what it has (%s_%s)', applied.name, applied.had_version, applied.had_name);
    elsif applied.is_same is not true then
      because := format('%s was applied to it with another text than this release has', applied.name);
    end if;
  end loop;
  if because is not null then
    raise exception 'The database does not belong to this release: %. Nothing was changed.', because using errcode = 'GV001';
  end if;
end
$upgrade$;

-- Checked. `npm run doctor` runs the script up to this line, and rolls it back.

-- What a Supabase project has from the start, unless this is one.
do $upgrade$
declare
  file record;
begin
  for file in
    select * from pg_temp.release_files
    where kind = 'base' and is_wanted and name not in (select version from supabase_migrations.supabase_base)
      and not (
        name in ('010-roles-and-schemas.sql', '020-auth-tables.sql')
        and exists (select from pg_roles where rolname = 'supabase_auth_admin')
      )
    order by place
  loop
    execute file.text;
    insert into supabase_migrations.supabase_base (version) values (file.name);
    update pg_temp.release_files set is_applied = true where path = file.path;
  end loop;
end
$upgrade$;

-- What current-state files may make, each with the statement that drops it.
create temporary view upgrade_objects as
  select 'function' as kind, p.oid,
    format('drop function if exists %I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as statement
  from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
  where n.nspname in ('public', 'private') and p.prokind = 'f'
    and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')
  union all
  select 'trigger', t.oid, format('drop trigger if exists %I on %I.%I', t.tgname, n.nspname, c.relname)
  from pg_trigger as t join pg_class as c on c.oid = t.tgrelid join pg_namespace as n on n.oid = c.relnamespace
  where not t.tgisinternal and n.nspname in ('public', 'private', 'auth')
  union all
  select 'policy', p.oid, format('drop policy if exists %I on %I.%I', p.polname, n.nspname, c.relname)
  from pg_policy as p join pg_class as c on c.oid = p.polrelid join pg_namespace as n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private')
  union all
  select 'view', c.oid, format('drop view if exists %I.%I', n.nspname, c.relname)
  from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
  where c.relkind = 'v' and n.nspname in ('public', 'private')
    and not exists (select from pg_depend as d where d.objid = c.oid and d.deptype = 'e');

do $upgrade$
declare
  first_version constant text := (select min(version) from pg_temp.release_files where kind = 'migration');
  is_old constant boolean := exists (select from supabase_migrations.schema_migrations where version < first_version);
  -- A restore asks for the tables of an earlier schema and nothing else.
  has_current constant boolean := exists (select from pg_temp.release_files where kind = 'current');
  drop_statement text;
  old_text text;
  functions text[];
  tables text[];
  file record;
  before text[];
  checked record;
begin
  if not is_old
    and not exists (
      select from pg_temp.release_files
      where kind = 'migration' and is_wanted and version not in (select version from supabase_migrations.schema_migrations))
    and (not has_current or not exists (
      select from (select path, place, hash from pg_temp.release_files where kind = 'current') as wanted
      full join supabase_migrations.current_sql as has on has.file = wanted.path and has.place = wanted.place and has.hash = wanted.hash
      where wanted.path is null or has.file is null))
  then return;
  end if;

  -- Whole before the first change: what gathers a table's statistics meanwhile would hold it and wait for what has changed already.
  for file in
    select format('%I.%I', nspname, relname) as name from pg_class as c join pg_namespace as n on n.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'private') and pg_has_role(relowner, 'usage') order by c.oid
  loop
    execute format('lock table %s in share row exclusive mode', file.name);
  end loop;

  -- Policies and triggers use functions; functions use each other only in the order in which they were made.
  for drop_statement in
    select statement from supabase_migrations.current_sql_objects
    order by array_position(array['policy', 'trigger', 'view', 'function'], kind), place desc
  loop
    execute drop_statement;
  end loop;
  delete from supabase_migrations.current_sql_objects;
  delete from supabase_migrations.current_sql;

  -- Before 1.0.0 migrations were edited in place. The history holds the text that was applied, and with it the names of everything that
  -- current-state files make now. Of the first schema nothing is dropped: a migration sets it aside and takes its rows over.
  if exists (select from supabase_migrations.schema_migrations where version >= '20261115' and version < first_version) then
    select string_agg(statement, E'\n') into old_text
    from supabase_migrations.schema_migrations, unnest(statements) as statement where version < first_version;
    functions := array(
      select match[1] from regexp_matches(old_text, 'create (?:or replace )?function (?:public|private)\.(\w+)', 'gi') as match
      -- Columns, constraints and indexes use these: they stay.
      where match[1] not in ('trimmed', 'keys_of', 'host_key', 'first_stage', 'uuidv7')
      union
      -- Search makes functions for each kind.
      select unnest(array['search_' || kind, 'suggest_' || kind]) from private.findable);
    tables := array(select match[1] from regexp_matches(old_text, 'create (?:unlogged )?table (?:public|private)\.(\w+)', 'gi') as match);
    for drop_statement in
      select dropped.statement from (
        select 1 as turn, format('drop policy %I on %I.%I', polname, nspname, relname) as statement
        from pg_policy join pg_class as c on c.oid = polrelid join pg_namespace as n on n.oid = relnamespace
        where nspname in ('public', 'private') and relname = any (tables)
        union all
        select 2, format('drop trigger %I on %I.%I', tgname, n.nspname, relname)
        from pg_trigger join pg_class as c on c.oid = tgrelid join pg_namespace as n on n.oid = relnamespace
          join pg_proc as p on p.oid = tgfoid join pg_namespace as f on f.oid = pronamespace
        where not tgisinternal and f.nspname in ('public', 'private') and proname = any (functions)
        union all
        select 3, format('drop function %I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid))
        from pg_proc as p join pg_namespace as n on n.oid = pronamespace
        where nspname in ('public', 'private') and prokind = 'f' and proname = any (functions)
          and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')
      ) as dropped order by dropped.turn
    loop
      execute drop_statement;
    end loop;
    execute (select text from pg_temp.release_files where kind = 'before release');
    insert into supabase_migrations.schema_migrations (version, statements, name)
    select version, array[text], title from pg_temp.release_files where kind = 'migration' and is_of_first_release;
  end if;
  delete from supabase_migrations.schema_migrations where version < first_version;

  for file in
    select * from pg_temp.release_files
    where kind = 'migration' and is_wanted and version not in (select version from supabase_migrations.schema_migrations)
    order by version
  loop
    execute file.text;
    insert into supabase_migrations.schema_migrations (version, statements, name) values (file.version, array[file.text], file.title);
    update pg_temp.release_files set is_applied = true where path = file.path;
  end loop;
  if not has_current then return;
  end if;

  before := array(select kind || oid from pg_temp.upgrade_objects);

  -- Nothing is open to the roles of the API but what the files grant.
  for file in
    select case c.relkind when 'S' then 'sequence' else 'table' end as kind, format('%I.%I', n.nspname, c.relname) as name
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    left join pg_depend as d on c.relkind = 'S' and d.objid = c.oid and d.deptype in ('a', 'i')
    where c.relkind in ('r', 'p', 'S') and coalesce(d.refobjid, c.oid) in (
      select to_regclass(match[1]) from pg_temp.release_files,
        regexp_matches(text, '^create (?:unlogged )?table (?:if not exists )?((?:public|private)\.\w+)', 'gin') as match
      where release_files.kind = 'migration')
  loop
    execute format('revoke all on %s %s from public, anon, authenticated, service_role', file.kind, file.name);
  end loop;

  -- A function may name another that a later file makes; all are checked below.
  perform set_config('check_function_bodies', 'off', true);
  for file in select * from pg_temp.release_files where kind = 'current' order by place loop
    execute file.text;
    update pg_temp.release_files set is_applied = true where path = file.path;
  end loop;
  perform private.finish_registrations();
  perform set_config('check_function_bodies', 'on', true);

  -- Every body is parsed, and those in SQL are analyzed: a column or function that is gone is found here, not by a visitor.
  begin
    for checked in
      select p.oid, l.lanname as language from pg_proc as p join pg_language as l on l.oid = p.prolang
      where p.oid in (select made.oid from pg_temp.upgrade_objects as made where made.kind = 'function' and made.kind || made.oid <> all (before))
    loop
      case checked.language
        when 'sql' then perform fmgr_sql_validator(checked.oid);
        when 'plpgsql' then perform plpgsql_validator(checked.oid);
      end case;
    end loop;
  exception when others then
    raise exception 'The function % does not compile: %. Nothing was changed.', checked.oid::regprocedure, sqlerrm using errcode = 'GV001';
  end;

  insert into supabase_migrations.current_sql_objects (place, kind, statement)
  select row_number() over (order by made.oid), made.kind, made.statement
  from pg_temp.upgrade_objects as made where made.kind || made.oid <> all (before);
  insert into supabase_migrations.current_sql (place, file, hash)
  select place, path, hash from pg_temp.release_files where kind = 'current';
end
$upgrade$;

drop view pg_temp.upgrade_objects;
