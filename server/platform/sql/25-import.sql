-- Actions on many records of any kind at once: import, its undoing, deleting a selection. They run as the caller, so that row level
-- security decides; each happens whole or not at all.

grant select, insert, delete on public.import_parts to authenticated;

grant all on public.import_parts to service_role;

-- Whether there is any kind of record that the caller may import: rows are uploaded before it is known which kind they are.
create function private.may_import() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.kinds_to('add') <> '{}'
$$;

grant execute on function private.may_import to authenticated, service_role;

create policy "people see their own uploads" on public.import_parts
  for select to authenticated using (uploaded_by = (select auth.uid()) and (select private.may_import()));

create policy "people upload what they may add" on public.import_parts
  for insert to authenticated with check (uploaded_by = (select auth.uid()) and (select private.may_import()));

create policy "people discard their own uploads" on public.import_parts
  for delete to authenticated using (uploaded_by = (select auth.uid()) and (select private.may_import()));

-- What imports and edits did is written by the functions below alone: what is undone is what the server recorded.
grant select on public.imports to authenticated;

grant all on public.imports to service_role;

create policy "people see imports of what they may read" on public.imports for select to authenticated using (kind = any ((select private.readable_kinds())::text[]));

-- An import or edit of the caller that is going on in this transaction.
create function private.note_import(import uuid, of_kind text, added int, created int, changed int, records jsonb, edit jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not of_kind = any (private.kinds_to(case when edit is null then 'add' else 'edit' end)) then
    raise insufficient_privilege using message = 'You may not change these records';
  end if;
  insert into public.imports (id, kind, added, created, changed, records, edit, imported_at)
  values (import, of_kind, added, created, changed, records, edit, private.now());
end
$$;

create function private.note_changes(import uuid, ids uuid[], was jsonb[], became jsonb[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.import_changes (import_id, record_id, before, after)
  select imports.id, change.id, change.was, change.became from public.imports cross join unnest(ids, was, became) as change (id, was, became)
  where imports.id = import and imported_by is not distinct from auth.uid() and imported_at = private.now()
$$;

create function private.note_edited(import uuid, edited int) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.imports set changed = edited where id = import and imported_by is not distinct from auth.uid() and imported_at = private.now()
$$;

create function private.note_undone(import uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.imports set undone_at = private.now()
  where id = import and kind = any (private.kinds_to(case when edit is null then 'delete' else 'edit' end))
$$;

grant execute on function private.note_import, private.note_changes, private.note_edited, private.note_undone to authenticated, service_role;

-- Only kinds that are findable may be named in these functions.
create function private.known_kind(of_kind text) returns private.findable
language plpgsql stable set search_path = ''
as $$
declare
  told private.findable := (select findable from private.findable where kind = of_kind);
begin
  if told.kind is null then
    raise exception 'There is no kind of record called "%"', of_kind using errcode = 'undefined_table';
  end if;
  return told;
end
$$;

-- What is special about uploaded rows. 'in the database' and 'in the file' (an earlier line) are duplicates, by a field; 'missing' is
-- a reference to a record that does not exist. It reads past row level security, because the lines that tell duplicates are private,
-- and therefore asks itself who calls and whose upload it is.
create function public.check_import(import uuid, kind text)
returns table (line integer, finding text, field text, record_id uuid)
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' set plan_cache_mode = force_custom_plan
as $$
declare
  told private.findable := private.known_kind(kind);
  keys text;
  link record;
  query text;
begin
  if not private.caller_may(told.area, 'add') then
    return;
  end if;
  select string_agg(
    format('select line, %s as place, %L as field, private.same_key(%L, entry ->> %2$L) as key from uploaded', place, key, value), ' union all '
  ) into keys from jsonb_each_text(told.same) with ordinality as same (key, value, place);
  query := format(
    'with uploaded as materialized (
       select (entry ->> ''line'')::integer as line, entry from public.import_parts, jsonb_array_elements(records) as entry
       where import_id = $1 and uploaded_by is not distinct from (select auth.uid())
     ), keyed as materialized (
       %s
     ), known as materialized (
       select key, min(id::text)::uuid as id from private.%I, unnest(same) as key group by key
     ), firsts as materialized (
       select key, min(line) as line from keyed group by key
     ), duplicates as (
       select distinct on (line) keyed.line, case when known.id is null then ''in the file'' else ''in the database'' end, field, known.id
       from keyed left join known on known.key = keyed.key join firsts on firsts.key = keyed.key
       where known.id is not null or firsts.line < keyed.line
       order by line, known.id is null, place
     ) select * from duplicates',
    coalesce(keys, 'select line, 1 as place, '''' as field, null as key from uploaded'), told.kind || '_search'
  );
  for link in select * from private.references_of(told.kind) loop
    query := query || format(
      ' union all select line, ''missing'', %1$L, null from uploaded
        left join (select distinct lower(%2$I collate "pg_c_utf8") as title from public.%3$I) as there on there.title = lower(btrim(entry ->> %1$L) collate "pg_c_utf8")
        where there.title is null and (%4$L or coalesce(btrim(entry ->> %1$L), '''') <> '''')',
      link.field, link.title, link.kind, link.required
    );
  end loop;
  return query execute query || ' order by 1' using import;
end
$$;

-- Some records are made by their title alone. A row that names another kind that does not exist is left out.
create function private.is_made_by_title(of_kind text) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (
    select from pg_attribute as attribute join private.findable on findable.kind = of_kind
    where attribute.attrelid = to_regclass(format('public.%I', of_kind)) and attribute.attnum > 0 and not attribute.attisdropped
      and attribute.attnotnull and not attribute.atthasdef and attribute.attname <> findable.title)
$$;

-- Does what the plan says (26-import-plan.sql) and forgets the upload. Records that rows refer to by a title that does not exist are made,
-- or the rows that do so are left out. Rows of one import share a moment; a microsecond per line keeps the order of the file in newest-first lists.
create function public.import_records(
  import uuid, kind text, skip_duplicates boolean default true, create_missing boolean default true, match_by text default null,
  out added integer, out created integer, out changed integer
)
language plpgsql volatile set search_path = '' set statement_timeout = '120s' set work_mem = '64MB'
as $$
declare
  told private.findable := private.known_kind(kind);
  skipped integer[] := '{}';
  changing integer[] := '{}';
  targets uuid[] := '{}';
  fields text[];
  names text := '';
  types text := 'line integer';
  taken text := '';
  titles text := '';
  joins text := '';
  conditions text := 'true';
  uploaded text;
  own record;
  ids uuid[];
  records jsonb := '[]';
begin
  -- The history gets one entry for all rows.
  perform set_config('guidevane.batch', import::text, true);
  if match_by is not null then
    select coalesce(array_agg(planned.line) filter (where outcome = 'skip'), '{}'), coalesce(array_agg(planned.line) filter (where outcome = 'change'), '{}'),
      coalesce(array_agg(planned.record_id) filter (where outcome = 'change'), '{}')
    into skipped, changing, targets from private.plan_import(import, kind, skip_duplicates, create_missing, match_by) as planned;
  elsif skip_duplicates then
    select coalesce(array_agg(found.line), '{}') into skipped from public.check_import(import, kind) as found where found.finding <> 'missing';
  end if;
  changed := cardinality(changing);

  fields := array(
    select distinct key from public.import_parts, unnest(import_parts.keys) as key where import_id = import and key <> 'line'
  );

  for own in
    select given.name, format_type(attribute.atttypid, attribute.atttypmod) as type, attribute.attnotnull as required,
      pg_get_expr(usual.adbin, usual.adrelid) as usual, link.kind as refers_to, link.title
    from unnest(fields) as given (name)
    left join pg_attribute as attribute on attribute.attname = given.name and attribute.attnum > 0
      and attribute.attrelid = to_regclass(format('public.%I', told.kind)) and attribute.attgenerated = ''
      and attribute.attname not in ('id', 'created_at', 'updated_at')
    left join pg_attrdef as usual on usual.adrelid = attribute.attrelid and usual.adnum = attribute.attnum
    left join private.references_of(told.kind) as link on link.field = given.name
  loop
    if own.type is null then
      raise exception 'column "%" of "%" cannot be imported', own.name, told.kind using errcode = 'undefined_column';
    end if;
    names := names || format(', %I', own.name);
    types := types || format(', %I %s', own.name, case when own.refers_to is null then own.type else 'text' end);
    if own.refers_to is null then
      taken := taken || format(case when own.usual is null then ', entry.%I' else ', coalesce(entry.%I, %s)' end, own.name, own.usual);
    else
      taken := taken || format(', %I.id', 'of_' || own.name);
      -- Two records of one title: the older one is meant.
      titles := titles || format(
        ', %3$I as materialized (
             select distinct on (lower(%1$I collate "pg_c_utf8")) id, lower(%1$I collate "pg_c_utf8") as title from public.%2$I
             order by lower(%1$I collate "pg_c_utf8"), created_at, id
           )',
        own.title, own.refers_to, 'of_' || own.name
      );
      joins := joins || format(' left join %I on %1$I.title = lower(btrim(entry.%I) collate "pg_c_utf8")', 'of_' || own.name, own.name);
      conditions := conditions || format(
        ' and (%I.id is not null or (%L and coalesce(btrim(entry.%I), '''') = ''''))',
        'of_' || own.name, create_missing or not own.required, own.name
      );
    end if;
  end loop;
  uploaded := format(
    'with uploaded as materialized (
       select entry.* from public.import_parts cross join jsonb_to_recordset(records) as entry (%s)
       where import_id = $1 and entry.line not in (select unnest($2))
     )', types);

  created := 0;
  if create_missing then
    for own in select link.* from private.references_of(told.kind) as link where link.field = any (fields) and private.is_made_by_title(link.kind) loop
      execute format(
        '%4$s, made as (
           insert into public.%1$I (%2$I)
           select distinct on (lower(title collate "pg_c_utf8")) title from (select btrim(%3$I) as title, line from uploaded) as named
           where title <> '''' and lower(title collate "pg_c_utf8") not in (select lower(%2$I collate "pg_c_utf8") from public.%1$I)
           order by lower(title collate "pg_c_utf8"), line
           returning id
         ) select array_agg(id) from made',
        own.kind, own.title, own.field, uploaded
      ) into ids using import, skipped;
      created := created + coalesce(cardinality(ids), 0);
      records := jsonb_build_object('kind', own.kind, 'ids', to_jsonb(coalesce(ids, '{}'))) || records;
    end loop;
  end if;

  execute format(
    '%s%s, made as (
       insert into public.%I (created_at%s) select private.now() - entry.line * interval ''1 microsecond''%s from uploaded as entry%s
       where %s order by entry.line desc returning id
     ) select array_agg(id) from made',
    uploaded, titles, told.kind, names, taken, joins, conditions
  ) into ids using import, skipped || changing;
  added := coalesce(cardinality(ids), 0);
  records := jsonb_build_object('kind', told.kind, 'ids', to_jsonb(coalesce(ids, '{}'))) || records;

  perform private.note_import(import, told.kind, added, created, changed, records, null);
  if changed > 0 then perform private.change_imported(import, told, array_remove(fields, match_by), changing, targets); end if;
  delete from public.import_parts where import_id = import or uploaded_at < private.now() - interval '1 day';
  perform set_config('guidevane.batch', '', true);
end
$$;

grant select on private.record_parts to authenticated, service_role;

-- Who refers to a kind: every column of a table that the API shows.
create function private.referred_to_by(of_kind text) returns table (kind text, field text, cascades boolean)
language sql stable set search_path = ''
as $$
  select source.relname::text, attribute.attname::text, link.confdeltype = 'c'
  from pg_constraint as link
  join pg_class as source on source.oid = link.conrelid and source.relnamespace = 'public'::regnamespace
  join pg_attribute as attribute on attribute.attrelid = link.conrelid and array[attribute.attnum] = link.conkey
  where link.contype = 'f' and link.confrelid = to_regclass(format('public.%I', of_kind))
    and not exists (select from private.record_parts where place = source.oid and record_parts.field = attribute.attname)
$$;

-- What is referred to stays. The foreign key would say so in its own words; anyone who tries reads how many records there are and what to
-- do instead. Arguments: the table and column that refer, and what its records are called.
create function private.keep_referred_to() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  held int;
begin
  execute format('select count(*) from public.%I where %I = $1', tg_argv[0], tg_argv[1]) into held using old.id;
  if held > 0 then
    raise foreign_key_violation using
      message = format('"%s" has %s %s, so it cannot be deleted. Archive it instead.', old.name, held, tg_argv[case held when 1 then 2 else 3 end]),
      detail = jsonb_build_object('id', old.id, tg_argv[0], held)::text;
  end if;
  return old;
end
$$;

-- Moves to the trash what an import added, but for records that were changed since or that others refer to, and puts back what it, or an edit of many
-- records, changed. `skipped` is what was changed again since.
create function public.undo_import(import uuid, out deleted integer, out kept integer, out reverted integer, out skipped jsonb)
language plpgsql volatile set search_path = '' set statement_timeout = '120s'
as $$
declare
  done public.imports := (select imports from public.imports where id = import);
  part record;
  gone integer;
  still integer;
  unused text;
begin
  if done.id is null then
    raise sqlstate 'PT404' using message = 'There is no such import.';
  end if;
  perform private.require_may((private.known_kind(done.kind)).area, case when done.edit is null then 'delete' else 'edit' end, 'to undo this');
  -- An edit is told on each record, and so is its undoing.
  if done.edit is null then perform set_config('guidevane.batch', import::text, true); end if;
  deleted := 0;
  kept := 0;
  reverted := 0;
  skipped := '[]';
  if done.undone_at is null then select * into reverted, skipped from private.revert_imported(import, done.kind); end if;
  for part in
    select entry ->> 'kind' as kind, array(select jsonb_array_elements_text(entry -> 'ids')::uuid) as ids
    from jsonb_array_elements(done.records) with ordinality as listed (entry, place) order by place
  loop
    perform private.known_kind(part.kind);
    select string_agg(format(' and not exists (select from public.%I where %I = record.id)', kind, field), '') into unused
    from private.referred_to_by(part.kind);
    execute format(
      'with gone as (delete from public.%I as record where id = any ($1) and updated_at = $2%s returning 1) select count(*) from gone',
      part.kind, unused
    ) into gone using part.ids, done.imported_at;
    execute format('select count(*) from public.%I where id = any ($1)', part.kind) into still using part.ids;
    deleted := deleted + gone;
    kept := kept + still;
  end loop;
  perform private.note_undone(import);
  perform set_config('guidevane.batch', '', true);
  perform set_config('guidevane.deletion', '', true);
end
$$;

-- Deletes a selection; the answer is how many records went.
create function public.delete_records(kind text, ids uuid[]) returns integer
language plpgsql volatile set search_path = '' set statement_timeout = '60s'
as $$
declare
  told private.findable := private.known_kind(kind);
  gone integer;
begin
  -- Before a long list is looked at; row level security decides about each row.
  if not private.caller_may(told.area, 'delete') then return 0; end if;
  execute format('delete from public.%I where id = any ($1)', told.kind) using ids;
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- What would go with records, or stands in the way of deleting them. A link that is merely emptied stands in no one's way, and of what
-- can be done only what is still open is counted.
create function public.count_dependents(kind text, ids uuid[])
returns table (dependents text, count integer, deleted boolean)
language plpgsql stable set search_path = ''
as $$
declare
  told private.findable := private.known_kind(kind);
  link record;
begin
  if not private.caller_may(told.area, 'read') then return; end if;
  for link in
    select source.relname::text as kind, attribute.attname::text as field, fk.confdeltype = 'c' as cascades,
      exists (select from pg_attribute as done where done.attrelid = source.oid and done.attname = 'done_at') as ends
    from pg_constraint as fk
    join pg_class as source on source.oid = fk.conrelid and source.relnamespace = 'public'::regnamespace
    join pg_attribute as attribute on attribute.attrelid = fk.conrelid and array[attribute.attnum] = fk.conkey
    where fk.contype = 'f' and fk.confrelid = to_regclass(format('public.%I', told.kind)) and fk.confdeltype not in ('n', 'd')
      and not exists (select from private.record_parts where place = source.oid and field = attribute.attname)
    order by 1, 2
  loop
    return query execute
      format('select $2, count(*)::integer, $3 from public.%I where %I = any ($1)%s having count(*) > 0',
        link.kind, link.field, case when link.ends then ' and done_at is null' else '' end)
    using ids, link.kind, link.cascades;
  end loop;
end
$$;

grant execute on function public.check_import, public.import_records, public.undo_import, public.delete_records, public.count_dependents,
  private.known_kind, private.is_made_by_title, private.referred_to_by, private.keys_of to authenticated, service_role;
