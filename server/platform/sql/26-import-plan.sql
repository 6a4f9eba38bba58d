-- What becomes of each row of an uploaded file: told before (the dry run), done, and undone. Rows may make records or change those that
-- they find by one field (an e-mail, a domain, a number). Everything follows from the table's columns, so that a new one needs no change here.

grant select on public.import_changes to authenticated;

grant all on public.import_changes to service_role;

create policy "people see what imports changed where they may read it" on public.import_changes for select to authenticated
  using (exists (select from public.imports where imports.id = import_changes.import_id));

grant select, insert, update on public.import_matchings to authenticated;

grant all on public.import_matchings to service_role;

create policy "people see how columns were matched" on public.import_matchings for select to authenticated using ((select private.may_import()));

create policy "people remember how columns are matched" on public.import_matchings
  for insert to authenticated with check ((select private.may_import()));

create policy "people match columns in another way" on public.import_matchings
  for update to authenticated using ((select private.may_import())) with check ((select private.may_import()));

-- The uploaded rows with the ids of what they refer to, as the beginning of a query: resolved (line, entry, missing, makes). `missing` is a
-- field that names a record which does not exist and is not made; `makes` says that one is made for the row.
create function private.resolved_rows(told private.findable, fields text[], create_missing boolean) returns text
language plpgsql stable set search_path = ''
as $$
declare
  link record;
  titles text := '';
  joins text := '';
  ids text := '';
  named text[] := '{}';
  missing text := '';
  makes text := 'false';
begin
  for link in select * from private.references_of(told.kind) as each where each.field = any (fields) loop
    named := named || link.field;
    -- Two records of one title: the older one is meant.
    titles := titles || format(
      ', %3$I as materialized (
           select distinct on (lower(%1$I collate "pg_c_utf8")) id, lower(%1$I collate "pg_c_utf8") as title from public.%2$I
           order by lower(%1$I collate "pg_c_utf8"), created_at, id
         )', link.title, link.kind, 'of_' || link.field);
    joins := joins || format(' left join %1$I on %1$I.title = lower(btrim(entry ->> %2$L) collate "pg_c_utf8")', 'of_' || link.field, link.field);
    ids := ids || format(', %L, %I.id', link.field, 'of_' || link.field);
    if create_missing and private.is_made_by_title(link.kind) then
      makes := makes || format(' or (%I.id is null and coalesce(btrim(entry ->> %L), '''') <> '''')', 'of_' || link.field, link.field);
    else
      missing := missing || format(' when %I.id is null and coalesce(btrim(entry ->> %L), '''') <> '''' then %2$L', 'of_' || link.field, link.field);
    end if;
  end loop;
  return format(
    'with uploaded as materialized (
       select (entry ->> ''line'')::integer as line, entry - ''line'' as entry from public.import_parts, jsonb_array_elements(records) as entry
       where import_id = $1 and uploaded_by is not distinct from (select auth.uid())
     )%1$s, resolved as materialized (
       select line, (entry - %2$L::text[]) || jsonb_strip_nulls(jsonb_build_object(%3$s)) as entry, case%4$s end as missing, %5$s as makes from uploaded%6$s
     )', titles, named, ltrim(ids, ', '), case missing when '' then ' when false then ''''' else missing end, makes, joins);
end
$$;

-- Reads past row level security, as check_import does, and therefore asks itself who calls and whose upload it is. What is done runs as the
-- caller.
create function private.plan_import(import uuid, kind text, skip_duplicates boolean, create_missing boolean, match_by text)
returns table (line int, outcome text, reason text, field text, record_id uuid, fields text[])
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' set plan_cache_mode = force_custom_plan
as $$
declare
  told private.findable := private.known_kind(kind);
  place regclass := format('public.%I', told.kind)::regclass;
  given text[] := array(select distinct key from public.import_parts, unnest(import_parts.keys) as key where import_id = import and key <> 'line');
  unknown text := (
    select name from unnest(given) as name where not exists (
      select from pg_attribute where attrelid = place and attname = name and attnum > 0 and attgenerated = '' and attname not in ('id', 'created_at', 'updated_at'))
    limit 1);
begin
  if not private.caller_may(told.area, 'add') or (match_by is not null and not private.caller_may(told.area, 'edit')) then
    return;
  end if;
  if unknown is not null then
    raise exception 'column "%" of "%" cannot be imported', unknown, told.kind using errcode = 'undefined_column';
  end if;
  if match_by is null then
    return query execute private.resolved_rows(told, given, create_missing) ||
      ' select resolved.line, case when resolved.missing is null and double.line is null then ''create'' else ''skip'' end,
          coalesce(double.finding, case when resolved.missing is not null then ''missing'' end, ''''), coalesce(double.field, resolved.missing, ''''), null::uuid, ''{}''::text[]
        from resolved left join (
          select distinct on (line) line, finding, field from public.check_import($1, $2) where finding <> ''missing'' and $3 order by line
        ) as double on double.line = resolved.line order by resolved.line' using import, told.kind, skip_duplicates;
    return;
  end if;
  if match_by <> all (given) or exists (select from private.references_of(told.kind) as link where link.field = match_by) then
    raise check_violation using message = 'Choose a column of the file to find records by';
  end if;
  return query execute private.resolved_rows(told, given, create_missing) || format(
    ', keyed as materialized (
       select *, private.same_key(%1$L, entry ->> %2$L) as key from resolved
     ), numbered as (
       select *, case when key is not null then row_number() over (partition by key order by line) else 1 end as turn from keyed
     ), known as materialized (
       select private.same_key(%1$L, record.%2$I::text) as key, min(id::text)::uuid as id, count(*) as count from public.%3$I as record group by 1
     ), compared as (
       select numbered.*, known.id, known.count, case when known.count = 1 then array_remove(array[%4$s]::text[], null) end as fields
       from numbered left join known on known.key = numbered.key left join public.%3$I as record on record.id = known.id and known.count = 1
       left join lateral jsonb_populate_record(record, numbered.entry) as becomes on record.id is not null
     ), decided as (
       select *, case when missing is not null then ''missing'' when turn > 1 then ''in the file'' when count > 1 then ''several''
         when count = 1 and fields = ''{}'' and not makes then ''same'' when count is null and not entry ?& %5$L::text[] then ''not found'' else '''' end as why
       from compared
     ) select line, case when why <> '''' then ''skip'' when count = 1 then ''change'' else ''create'' end, why,
         case why when ''missing'' then missing when '''' then '''' else %2$L end, case when count = 1 then id end, coalesce(fields, ''{}'')
       from decided order by line',
    coalesce(told.same ->> match_by, 'text'), match_by, told.kind,
    -- The field that found the record stays as it is there: "ADA@..." is the address of "ada@...".
    coalesce((select string_agg(format('case when becomes.%1$I is distinct from record.%1$I then %1$L end', name), ', ') from unnest(given) as name where name <> match_by), ''),
    -- What a new record cannot do without. References were looked at above.
    array(
      select attname::text from pg_attribute where attrelid = place and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''
        and attname not in ('id', 'created_at', 'updated_at') and attname not in (select link.field from private.references_of(told.kind) as link)))
  using import;
end
$$;

-- The dry run: rows of the file by what would become of them. Reasons to skip one: "in the database" and "in the file" (repeated), "missing"
-- (names a record that does not exist), "several" (finds more than one record), "same" (says what the record says), "not found".
create function public.plan_import(import uuid, kind text, skip_duplicates boolean default true, create_missing boolean default true, match_by text default null)
returns table (outcome text, reason text, field text, fields text[], lines int[])
language sql stable set search_path = '' set statement_timeout = '60s'
as $$
  select planned.outcome, planned.reason, planned.field, planned.fields, array_agg(planned.line order by planned.line)
  from private.plan_import(import, kind, skip_duplicates, create_missing, match_by) as planned group by 1, 2, 3, 4 order by 1, 2, 3, 4
$$;

-- What an update of `record` from `chosen` changed, for its RETURNING: {"name": "Norrfall"}, of the row as it was (`chosen.was`) or is now.
-- Triggers may change further columns; what the caller may not write follows from others, also when it is put back. Naming each column is
-- several times faster than comparing rows as JSON.
create function private.noted_change(of_kind text, side text) returns text
language sql stable set search_path = ''
as $$
  select string_agg(format('case when (chosen.was).%1$I is distinct from record.%1$I then jsonb_build_object(%1$L, %2$s.%1$I) else ''{}'' end', attname,
    case side when 'before' then '(chosen.was)' else 'record' end), ' || ')
  from pg_attribute
  where attrelid = format('public.%I', of_kind)::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'updated_at'
    and has_column_privilege(attrelid, attnum, 'update')
$$;

-- Changes the records that rows of the file have found, only in what the row says, and notes what was there before.
create function private.change_imported(import uuid, told private.findable, fields text[], lines int[], targets uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  execute private.resolved_rows(told, fields, true) || format(
    ', chosen as materialized (
       select record.id, record as was, %1$s from unnest($2, $3) as found (line, id) join resolved on resolved.line = found.line join public.%2$I as record on record.id = found.id
       cross join lateral jsonb_populate_record(record, resolved.entry) as becomes
     ), changed as (
       update public.%2$I as record set %3$s from chosen where record.id = chosen.id returning record.id, %4$s as before, %5$s as after
     ) select private.note_changes($1, array_agg(id), array_agg(before), array_agg(after)) from changed where before <> after having count(*) > 0',
    (select string_agg(format('becomes.%I', name), ', ') from unnest(fields) as name), told.kind,
    (select string_agg(format('%1$I = chosen.%1$I', name), ', ') from unnest(fields) as name), private.noted_change(told.kind, 'before'), private.noted_change(told.kind, 'after'))
  using import, lines, targets;
end
$$;

-- Puts back what an import or an edit changed, field by field, unless it was changed again since. Answers how many records, and which
-- were left as they are: [{"id", "title"}].
create function private.revert_imported(import uuid, of_kind text, out reverted int, out skipped jsonb)
language plpgsql volatile set search_path = ''
as $$
declare
  fields text[] := array(
    select distinct field from public.import_changes cross join lateral jsonb_object_keys(before) as field
    join pg_attribute on attrelid = format('public.%I', of_kind)::regclass and attname = field and attgenerated = '' and not attisdropped
    where import_id = import);
  is_as_left text;
begin
  reverted := 0;
  skipped := '[]';
  if fields = '{}' then return; end if;
  select string_agg(format('(noted.before ? %1$L and to_jsonb(record.%1$I) is not distinct from nullif(noted.after -> %1$L, ''null''))', field), ' or ')
  into is_as_left from unnest(fields) as field;
  execute format(
    'select coalesce(jsonb_agg(jsonb_build_object(''id'', record.id, ''title'', record.%2$I) order by record.%2$I), ''[]'')
     from public.import_changes as noted join public.%1$I as record on record.id = noted.record_id where noted.import_id = $1 and not (%3$s)',
    of_kind, (select title from private.findable where kind = of_kind), is_as_left) into skipped using import;
  execute format(
    'with noted as materialized (
       select change.*, was from public.import_changes as change cross join lateral jsonb_populate_record(null::public.%1$I, change.before) as was where import_id = $1
     ), put as (
       update public.%1$I as record set %2$s from noted where record.id = noted.record_id and (%3$s) returning 1
     ) select count(*) from put', of_kind,
    (select string_agg(format('%1$I = case when noted.before ? %1$L and to_jsonb(record.%1$I) is not distinct from nullif(noted.after -> %1$L, ''null'')
       then (noted.was).%1$I else record.%1$I end', field), ', ') from unnest(fields) as field),
    is_as_left) into reverted using import;
end
$$;

grant execute on function public.plan_import(uuid, text, boolean, boolean, text), private.resolved_rows(private.findable, text[], boolean),
  private.plan_import(uuid, text, boolean, boolean, text), private.change_imported(uuid, private.findable, text[], int[], uuid[]),
  private.revert_imported(uuid, text), private.noted_change(text, text) to authenticated, service_role;
