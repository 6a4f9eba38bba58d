-- Deleting a record can be undone for thirty days, with everything that went along. A deleted row is gone from its table, so that lists,
-- counts, searches, unique keys and the API need not know; what it said is kept here. Which tables take part follows from the foreign
-- keys: what a deletion takes along is kept row by row, and what it merely empties or changes elsewhere is kept as it was.

-- Makes a kind of record go to the trash when it is deleted. `title` is the column that names a record.
create function private.enable_trash(of_kind text, area text, title text, record_type text) returns void
language sql volatile set search_path = ''
as $$
  insert into private.trash_kinds (kind, area, title, record_type) values (of_kind, area, title, record_type)
$$;

-- The areas in which the caller may delete.
create function private.deletable_areas() returns text[]
language sql stable security definer set search_path = ''
as $$
  select private.caller_areas(array(select distinct area from private.trash_kinds), 'delete')
$$;

grant execute on function private.deletable_areas() to authenticated, service_role;

grant select on public.deletions to authenticated, service_role;

create policy "people who may delete in an area see what was deleted there" on public.deletions
  for select to authenticated using (area = any ((select private.deletable_areas())::text[]));

-- Keeping ---------------------------------------------------------------------------------------------------------------------

-- Each statement that deletes records of a registered kind is a deletion; what foreign keys take along belongs to it. A merge, which
-- keeps its rows itself, says 'none' before.
create function private.start_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  running text := coalesce(current_setting('guidevane.deletion', true), '');
begin
  if running <> 'none' and (running = '' or pg_trigger_depth() = 1) then
    running := uuidv7()::text;
    perform set_config('guidevane.deletion', running, true);
    insert into public.deletions (id, kind, area, records, actor_id, actor_name)
    values (running::uuid, tg_table_name, (select area from private.trash_kinds where kind = tg_table_name), 0, auth.uid(), private.actor_name());
  end if;
  return null;
end
$$;

-- What the server itself takes back (what spam made, a draft that becomes something else) does not go to the trash, unless it belongs to
-- a deletion that is going on. Answers the setting as it was, for private.keep_again.
create function private.skip_trash() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  was text := coalesce(current_setting('guidevane.deletion', true), '');
begin
  if was = '' then perform set_config('guidevane.deletion', 'none', true); end if;
  return was;
end
$$;

create function private.keep_again(was text) returns void
language sql volatile set search_path = ''
as $$
  select set_config('guidevane.deletion', was, true)
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
    execute format('select left(%I::text, 200) from gone order by %1$I limit 1', tg_argv[0]) into shown;
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
    and link.conrelid not in ('private.deleted_rows'::regclass, 'private.deleted_links'::regclass, 'private.made_rows'::regclass)
    -- Rows that share the id of their record are made again with it (private.keep_facts).
    and source.attname <> 'id'
$$;

-- What a deletion takes along, the registered kinds first.
create function private.deleted_places() returns setof regclass
language sql stable set search_path = ''
as $$
  with recursive gone (place) as (
    select format('public.%I', kind)::regclass from private.trash_kinds
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
      taken, coalesce((select title from private.trash_kinds where format('public.%I', kind)::regclass = taken), ''));
  end loop;
  for taken in select format('public.%I', kind)::regclass from private.trash_kinds loop
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

-- What a merge made goes again, unless someone has changed it since.
create function private.take_made_rows_back(deletion uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  at_place text;
  was text := private.skip_trash();
begin
  for at_place in select distinct place from private.made_rows where deletion_id = deletion order by place loop
    execute format(
      'delete from %s as target using private.made_rows as made where made.deletion_id = $1 and made.place = $2 and to_jsonb(target) = made.record',
      at_place) using deletion, at_place;
  end loop;
  delete from private.made_rows where deletion_id = deletion;
  perform private.keep_again(was);
end
$$;

create function private.is_there(of_kind text, of_id uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  there boolean;
begin
  execute format('select exists (select from public.%I where id = $1)', of_kind) into there using of_id;
  return there;
end
$$;

-- Puts back what is kept under a deletion; of the deleted records only those with these ids (null: all of them). Answers how many of them,
-- and how many rows in all.
create function private.put_deletion_back(deletion public.deletions, ids uuid[], out restored int, out rows int)
language plpgsql volatile set search_path = ''
as $$
declare
  roots uuid[] := array(
    select record_id from private.deleted_rows where deletion_id = deletion.id and is_root and (ids is null or record_id = any (ids)));
  places regclass[];
  place regclass;
  put int;
begin
  restored := 0;
  rows := 0;
  if deletion.cause = 'merged' and not private.is_there(deletion.kind, deletion.merged_into) then return; end if;
  perform private.suppress_history(true);
  perform set_config('guidevane.restoring', deletion.kind, true);
  perform private.take_made_rows_back(deletion.id);
  select array_agg(distinct deleted_rows.place::regclass) into places from private.deleted_rows where deletion_id = deletion.id;
  while cardinality(places) > 0 loop
    -- A table comes after those that it refers to.
    select candidate into place from unnest(places) as candidate
    where not exists (
      select from private.links_between() as link
      where link.place = candidate and link.target <> candidate and link.target = any (places))
    limit 1;
    place := coalesce(place, places[1]);
    put := private.put_back(deletion.id, place, roots);
    rows := rows + put;
    if place = format('public.%I', deletion.kind)::regclass then
      restored := restored + cardinality(array(select unnest(roots) except select record_id from private.deleted_rows where deletion_id = deletion.id and is_root));
    end if;
    places := array_remove(places, place);
  end loop;
  perform private.put_links_back(deletion.id);
  update public.deletions set restored_at = clock_timestamp()
  where id = deletion.id and not exists (select from private.deleted_rows where deletion_id = deletion.id and is_root);
  perform set_config('guidevane.restoring', '', true);
  perform private.suppress_history(false);
  -- The history says so of each, in the places where it said that it was deleted.
  if restored > 0 and deletion.cause = 'deleted' then
    insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id, inquiry_id, task_id)
    select 'restored', auth.uid(), private.actor_name(), told.record_type, told.record_id, told.record_name, told.account_id, told.contact_id,
      told.deal_id, told.inquiry_id, told.task_id
    from private.trash_kinds cross join unnest(roots) as back (id)
    cross join lateral (
      select * from public.events where record_type = trash_kinds.record_type and record_id = back.id and kind = 'deleted' order by id desc limit 1) as told
    where trash_kinds.kind = deletion.kind
      and not exists (select from private.deleted_rows where deletion_id = deletion.id and is_root and record_id = back.id);
  end if;
end
$$;

-- The name of what keeps a record from coming back: the company of a deal, for example, that was deleted after it.
create function private.missing_parent(deletion uuid, of_kind text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  link record;
  missing text;
begin
  for link in select * from private.links_between() as each
    where each.place = format('public.%I', of_kind)::regclass and each.on_delete not in ('n', 'd') and each.target <> each.place
  loop
    execute format(
      'select kept.record ->> %L from private.deleted_rows as kept where kept.deletion_id = $1 and kept.is_root and kept.record ->> %1$L is not null
         and not exists (select from %s as aim where aim.%I::text = kept.record ->> %1$L) limit 1', link.field, link.target, link.target_field)
    into missing using deletion;
    if missing is not null then
      return coalesce((
        select kept.record ->> trash_kinds.title from private.deleted_rows as kept
        join private.trash_kinds on 'public.' || trash_kinds.kind = kept.place
        where kept.record_id = missing::uuid limit 1), '');
    end if;
  end loop;
  return null;
end
$$;

create function private.refuse_restoring(deletion public.deletions) returns void
language plpgsql stable set search_path = ''
as $$
declare
  parent text := private.missing_parent(deletion.id, deletion.kind);
begin
  if deletion.cause = 'merged' and not private.is_there(deletion.kind, deletion.merged_into) then
    raise sqlstate 'PT409' using message = 'The record it was merged into is gone. Restore that one first.';
  end if;
  if parent is null then raise sqlstate 'PT404' using message = 'This can no longer be brought back.'; end if;
  raise sqlstate 'PT409' using message = case parent
    when '' then 'What it belongs to is gone for good, so it cannot be brought back.'
    else format('It belongs to "%s", which is deleted as well. Restore that first.', parent) end;
end
$$;

-- Brings deleted records back, with their ids and all that went along. Answers how many of them, and how many rows in all.
create function public.restore_records(kind text, ids uuid[]) returns table (restored int, rows int)
language plpgsql volatile security definer set search_path = '' set statement_timeout = '120s'
as $$
declare
  told private.trash_kinds := (select trash_kinds from private.trash_kinds where trash_kinds.kind = restore_records.kind);
  one public.deletions;
  back record;
begin
  if told.kind is null then
    raise undefined_table using message = format('Nothing is kept of deleted "%s"', kind);
  end if;
  perform private.require_may(told.area, 'delete', 'to bring records back');
  restored := 0;
  rows := 0;
  for one in
    select * from public.deletions where deletions.id in (
      select deletion_id from private.deleted_rows where record_id = any (ids) and is_root and deleted_rows.place = 'public.' || restore_records.kind)
    order by deletions.id for update
  loop
    select * into back from private.put_deletion_back(one, ids);
    restored := restored + back.restored;
    rows := rows + back.rows;
  end loop;
  if restored = 0 then
    if one.id is not null then perform private.refuse_restoring(one); end if;
    raise sqlstate 'PT404' using message = 'This can no longer be brought back.';
  end if;
  perform private.note_act('records restored', restored || ' of kind ' || told.record_type, null, jsonb_build_object('restored', restored, 'rows', rows));
  return next;
end
$$;

-- Which of these records were deleted and can be brought back: for their pages, and for the timeline that tells of it.
create function public.deleted_records(kind text, ids uuid[])
returns table (id uuid, title text, at timestamptz, actor_name text, until timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
declare
  told private.trash_kinds := (select trash_kinds from private.trash_kinds where trash_kinds.kind = deleted_records.kind);
begin
  if told.kind is null then return; end if;
  perform private.require_may(told.area, 'delete', 'to see what was deleted');
  return query
    select kept.record_id, kept.record ->> told.title, deletions.at, deletions.actor_name, deletions.at + interval '30 days'
    from private.deleted_rows as kept join public.deletions on deletions.id = kept.deletion_id
    where kept.record_id = any (ids) and kept.is_root and kept.place = 'public.' || deleted_records.kind
      and deletions.at > private.now() - interval '30 days';
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
