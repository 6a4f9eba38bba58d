-- Deleting a company or a person can be undone for thirty days, with everything that went along. A deleted row is gone from its table,
-- so that lists, counts, searches, unique keys and the API need not know; what it said is kept here. Which tables take part follows from
-- the foreign keys: what a deletion takes along is kept row by row, and what it merely empties or changes elsewhere is kept as it was.

grant select on public.deletions to authenticated, service_role;

select private.allow('public.deletions', 'crm');

-- Keeping ---------------------------------------------------------------------------------------------------------------------

-- Each statement that deletes companies or people is a deletion; what foreign keys take along belongs to it. A merge and the undoing of
-- an import say 'none' before: nothing of theirs is kept.
create function private.start_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  running text := coalesce(current_setting('guidevane.deletion', true), '');
begin
  if running <> 'none' and (running = '' or pg_trigger_depth() = 1) then
    running := uuidv7()::text;
    perform set_config('guidevane.deletion', running, true);
    insert into public.deletions (id, kind, records, actor_id, actor_name)
    values (running::uuid, tg_table_name, 0, auth.uid(), private.actor_name());
  end if;
  return null;
end
$$;

-- Fires once per table, for all rows at once, also for those that foreign keys take along. Argument: the column that names a record,
-- of the tables that deletions start from.
create function private.keep_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  deletion uuid := private.deletion();
  names_itself boolean := tg_argv[0] <> '';
  is_root boolean := names_itself and exists (select from public.deletions where id = deletion and kind = tg_table_name);
  shown text;
begin
  insert into private.deleted_rows (deletion_id, place, record_id, is_root, record)
  select deletion, tg_table_schema || '.' || tg_table_name, case when names_itself then (to_jsonb(gone) ->> 'id')::uuid end, is_root, to_jsonb(gone)
  from gone;
  if is_root then
    execute format('select %I from gone order by %1$I limit 1', tg_argv[0]) into shown;
    update public.deletions set records = records + (select count(*) from gone), title = shown where id = deletion;
    -- A filter that found nothing has deleted nothing.
    delete from public.deletions where id = deletion and records = 0;
  end if;
  return null;
end
$$;

-- Also fires once per table: what the deletion emptied or changed in rows that stay. Argument: the columns of the key.
create function private.keep_emptied() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A deletion may change a row twice, such as its person and then its company: what counts is how it was first, and how it is at last.
  execute format(
    'with first as (select row_number() over () as turn, before as record from before),
       last as (select row_number() over () as turn, after as record from after),
       told as (
         select jsonb_build_object(%s) as key, (array_agg(to_jsonb(first.record) order by turn))[1] - ''updated_at'' as before,
           (array_agg(to_jsonb(last.record) order by turn desc))[1] - ''updated_at'' as after
         from first join last using (turn) group by 1)
     insert into private.deleted_links as kept (deletion_id, place, key, before, after)
     select $1, $2, told.key,
       (select jsonb_object_agg(field.key, field.value) from jsonb_each(told.before) as field where field.value is distinct from told.after -> field.key),
       (select jsonb_object_agg(field.key, field.value) from jsonb_each(told.after) as field where field.value is distinct from told.before -> field.key)
     from told where told.before <> told.after
     on conflict (deletion_id, place, key) do update set before = excluded.before || kept.before, after = kept.after || excluded.after',
    (select string_agg(format('%L, (last.record).%1$I', field), ', ') from unnest(string_to_array(tg_argv[0], ',')) as field))
  using private.deletion(), tg_table_schema || '.' || tg_table_name;
  return null;
end
$$;

-- Every foreign key of our tables: who refers to what, and what becomes of it when that is deleted.
create function private.links_between() returns table (place regclass, field name, target regclass, target_field name, on_delete "char", required boolean)
language sql stable set search_path = ''
as $$
  select link.conrelid::regclass, source.attname, link.confrelid::regclass, aim.attname, link.confdeltype, source.attnotnull
  from pg_constraint as link
  join pg_class as class on class.oid = link.conrelid and class.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
  join pg_attribute as source on source.attrelid = link.conrelid and source.attnum = link.conkey[1]
  join pg_attribute as aim on aim.attrelid = link.confrelid and aim.attnum = link.confkey[1]
  where link.contype = 'f' and cardinality(link.conkey) = 1
    and link.conrelid not in ('private.deleted_rows'::regclass, 'private.deleted_links'::regclass)
    -- Rows that share the id of their record are made again with it (private.keep_facts).
    and source.attname <> 'id'
$$;

-- What a deletion of companies or people takes along, itself first.
create function private.deleted_places() returns setof regclass
language sql stable set search_path = ''
as $$
  with recursive gone (place) as (
    select unnest(array['public.accounts', 'public.contacts']::regclass[])
    union select link.place from gone join private.links_between() as link on link.target = gone.place and link.on_delete = 'c'
  ) select place from gone
$$;

create function private.key_columns(place regclass) returns text
language sql stable set search_path = ''
as $$
  select string_agg(attname, ',' order by attnum) from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
  where indrelid = place and indisprimary
$$;

-- Makes the triggers. Called after every migration, so that a table that comes later takes part by its foreign keys alone.
create function private.keep_deletions() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  taken regclass;
begin
  for taken in select * from private.deleted_places() loop
    execute format('drop trigger if exists kept_when_deleted on %s', taken);
    execute format('create trigger kept_when_deleted after delete on %s referencing old table as gone for each statement
      when (coalesce(current_setting(''guidevane.deletion'', true), '''') not in ('''', ''none'')) execute function private.keep_deleted(%L)',
      taken, case when taken in ('public.accounts'::regclass, 'public.contacts'::regclass) then 'name' else '' end);
  end loop;
  foreach taken in array array['public.accounts', 'public.contacts']::regclass[] loop
    execute format('drop trigger if exists a_deletion_starts on %s', taken);
    execute format('create trigger a_deletion_starts before delete on %s for each statement execute function private.start_deletion()', taken);
  end loop;
  for taken in
    select distinct link.place from private.links_between() as link
    where link.on_delete in ('n', 'd') and link.target in (select * from private.deleted_places())
    -- An own field may refer to companies and people as soon as it is added.
    union select tgrelid from pg_trigger where tgfoid = 'private.require_own_fields()'::regprocedure
  loop
    execute format('drop trigger if exists kept_when_emptied on %s', taken);
    execute format('create trigger kept_when_emptied after update on %s referencing old table as before new table as after for each statement
      when (coalesce(current_setting(''guidevane.deletion'', true), '''') not in ('''', ''none'')) execute function private.keep_emptied(%L)', taken, private.key_columns(taken));
  end loop;
end
$$;

-- Bringing back ---------------------------------------------------------------------------------------------------------------

-- Puts the rows of one table back whose company, person and other records are there, and answers how many. What it refers to and is
-- merely emptied when that goes, is emptied. Rows of the same table may refer to each other.
create function private.put_back(deletion uuid, of_place regclass, roots uuid[]) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  place_name text := (select nspname || '.' || relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace where pg_class.oid = of_place);
  names text;
  taken text;
  conditions text;
  put int;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum),
    string_agg(coalesce(emptied.expression, format('given.%I', attname)), ', ' order by attnum)
  into names, taken
  from pg_attribute
  left join lateral (
    select format('case when %s then given.%I end', string_agg(format('exists (select from %s as aim where aim.%I = given.%I)', link.target, link.target_field, attname), ' and '), attname)
      as expression
    from private.links_between() as link
    where link.place = of_place and link.field = attname and link.on_delete in ('n', 'd') and link.target <> of_place
    having count(*) > 0
  ) as emptied on true
  where attrelid = of_place and attnum > 0 and not attisdropped and attgenerated = '';
  select coalesce(string_agg(format(' and (given.%1$I is null or exists (select from %2$s as aim where aim.%3$I = given.%1$I))', link.field, link.target, link.target_field), ''), '')
  into conditions
  from private.links_between() as link where link.place = of_place and link.on_delete not in ('n', 'd') and link.target <> of_place;
  execute format(
    'with chosen as materialized (
       select kept.ctid as row, given.* from private.deleted_rows as kept cross join lateral jsonb_populate_record(null::%1$s, kept.record) as given
       where kept.deletion_id = $1 and kept.place = $2 and (not kept.is_root or kept.record_id = any ($3))%4$s
     ), put as (
       insert into %1$s (%2$s) overriding system value select %3$s from chosen as given returning 1
     ), forgotten as (
       delete from private.deleted_rows using chosen where deleted_rows.ctid = chosen.row
     ) select count(*) from put', of_place, names, taken, conditions)
  into put using deletion, place_name, roots;
  return put;
end
$$;

-- Links and states of rows that stayed: each is as it was before, unless somebody has changed it since or what it pointed to is not back.
create function private.put_links_back(deletion uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  at_place text;
  fields text[];
  same_row text;
  aims text;
begin
  for at_place, fields in
    select kept.place, array_agg(distinct attname::text) from private.deleted_links as kept cross join lateral jsonb_object_keys(kept.before) as field
    join pg_attribute on attrelid = kept.place::regclass and attname = field and attgenerated = '' and not attisdropped
    where kept.deletion_id = deletion group by kept.place order by kept.place
  loop
    select string_agg(format('record.%I = (kept.key ->> %1$L)::%s', attname, format_type(atttypid, atttypmod)), ' and ') into same_row
    from pg_attribute where attrelid = at_place::regclass and attname = any (string_to_array(private.key_columns(at_place::regclass), ','));
    select coalesce(string_agg(format(' and (kept.before ->> %L is null or exists (select from %s as aim where aim.%I = (kept.before ->> %1$L)::%4$s))',
      link.field, link.target, link.target_field, format_type(atttypid, atttypmod)), ''), '')
    into aims
    from private.links_between() as link join pg_attribute on attrelid = link.target and attname = link.target_field
    where link.place = at_place::regclass;
    execute format(
      'with kept as materialized (
         select kept.ctid as row, kept.* from private.deleted_links as kept where kept.deletion_id = $1 and kept.place = $2%s
       ), put as (
         update %s as record set %s from kept cross join lateral jsonb_populate_record(null::%2$s, kept.before) as was where %4$s
       ) delete from private.deleted_links using kept where deleted_links.ctid = kept.row',
      aims, at_place,
      (select string_agg(format('%I = case when kept.before ? %1$L and to_jsonb(record.%1$I) is not distinct from nullif(kept.after -> %1$L, ''null'')
         then was.%1$I else record.%1$I end', field), ', ') from unnest(fields) as field),
      same_row)
    using deletion, at_place;
  end loop;
end
$$;

-- Brings deleted records back, with their ids and all that went along. Answers how many of them, and how many rows in all.
create function public.restore_records(kind text, ids uuid[]) returns table (restored int, rows int)
language plpgsql volatile security definer set search_path = '' set statement_timeout = '120s'
as $$
declare
  one uuid;
  places regclass[];
  place regclass;
  put int;
begin
  perform private.require_may('crm', 'add', 'to bring records back');
  perform private.require_may('crm', 'delete', 'to bring records back');
  if kind not in ('accounts', 'contacts') then
    raise undefined_table using message = format('Nothing is kept of deleted "%s"', kind);
  end if;
  restored := 0;
  rows := 0;
  perform private.suppress_history(true);
  perform set_config('guidevane.restoring', 'yes', true);
  for one in
    select deletions.id from public.deletions where deletions.id in (
      select deletion_id from private.deleted_rows where record_id = any (ids) and is_root and deleted_rows.place = 'public.' || restore_records.kind)
    order by deletions.id for update
  loop
    select array_agg(distinct deleted_rows.place::regclass) into places from private.deleted_rows where deletion_id = one;
    while cardinality(places) > 0 loop
      -- A table comes after those that it refers to.
      select candidate into place from unnest(places) as candidate
      where not exists (
        select from private.links_between() as link
        where link.place = candidate and link.target <> candidate and link.target = any (places))
      limit 1;
      place := coalesce(place, places[1]);
      put := private.put_back(one, place, ids);
      rows := rows + put;
      if place = ('public.' || kind)::regclass then restored := restored + put; end if;
      places := array_remove(places, place);
    end loop;
    perform private.put_links_back(one);
    update public.deletions set restored_at = clock_timestamp()
    where id = one and not exists (select from private.deleted_rows where deletion_id = one and is_root);
  end loop;
  perform set_config('guidevane.restoring', '', true);
  perform private.suppress_history(false);
  if restored = 0 then
    raise sqlstate 'PT404' using message = 'This can no longer be brought back.';
  end if;
  -- The history says so of each, where it said that it was deleted.
  execute format(
    'insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id%s)
     select ''restored'', auth.uid(), private.actor_name(), %L, id, name, %s from public.%I where id = any ($1)',
    case kind when 'contacts' then ', contact_id' else '' end, left(kind, -1), case kind when 'contacts' then 'account_id, id' else 'id' end, kind)
  using ids;
  perform private.note_act('records restored', restored || ' of kind ' || left(kind, -1), null, jsonb_build_object('restored', restored, 'rows', rows));
  return next;
end
$$;

-- Which of these records were deleted and can be brought back: for their pages, and for the timeline that tells of it.
create function public.deleted_records(kind text, ids uuid[])
returns table (id uuid, title text, at timestamptz, actor_name text, until timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('crm', 'read', 'to see what was deleted');
  return query
    select kept.record_id, kept.record ->> 'name', deletions.at, deletions.actor_name, deletions.at + interval '30 days'
    from private.deleted_rows as kept join public.deletions on deletions.id = kept.deletion_id
    where kept.record_id = any (ids) and kept.is_root and kept.place = 'public.' || deleted_records.kind
      and deletions.at > now() - interval '30 days';
end
$$;

-- What no one wanted back within thirty days is gone for good. Hooks let modules clean up what only a kept row named, such as files.
create function private.purge_deletions(before timestamptz) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one uuid;
  purged int := 0;
begin
  for one in select id from public.deletions where at < before order by at limit 100 for update skip locked loop
    perform private.call_hooks('purge deletion', one::text);
    delete from public.deletions where id = one;
    purged := purged + 1;
  end loop;
  return purged;
end
$$;

grant execute on function public.restore_records, public.deleted_records to authenticated, service_role;
