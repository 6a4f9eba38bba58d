-- What modules stand on: links that open one page each, events that providers send us, files,
-- and the history of every record. All but the history is the server's own: the data API does not show `private`.

grant select on public.events to authenticated, service_role;

-- An entry belongs to the area of its record. An import is told to those who may read what it brought.
create policy "people who may read a kind of record read its history" on public.events for select to authenticated
  using ((record_type = any ((select private.readable_types())::text[])
      -- A message is told to those who may read what it was written for.
      and (record_type <> 'message' or ((select private.hidden_types())::text[] = '{}' and (select private.hidden_origins())::uuid[] = '{}') or exists (select from public.outbox where outbox.id = events.record_id)))
    or (record_type = 'import' and changes ->> 'kind' = any ((select private.readable_kinds())::text[])));

-- Fields that change by themselves are no news.
create function private.changed_fields(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(
      key,
      case when greatest(length(before ->> key), length(value #>> '{}')) > 300 then 'true'::jsonb
      else jsonb_build_array(before -> key, value) end)
  from jsonb_each(after) as field (key, value)
  where key not in ('updated_at', 'created_at', 'id') and before -> key is distinct from value
$$;

-- Fires once per statement. Arguments: the record type, the column with the record's name, and for each further column
-- of `events` where the entry is to be shown "column=field of the record".
create function private.write_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Imports write one entry for all their rows.
  batch uuid := nullif(current_setting('guidevane.batch', true), '')::uuid;
  columns text := '';
  fields text := '';
  source text := case tg_op when 'DELETE' then 'gone' else 'kept' end;
begin
  if batch is not null then return null; end if;
  for place in 2 .. tg_nargs - 1 loop
    columns := columns || format(', %I', split_part(tg_argv[place], '=', 1));
    fields := fields || format(', %s.%I', source, split_part(tg_argv[place], '=', 2));
  end loop;
  execute format(
    'insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, changes%s)
     select %L, (select auth.uid()), (select private.actor_name()), %L, %s.id, %s.%I, %s%s from %s%s',
    columns,
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end,
    tg_argv[0], source, source, tg_argv[1],
    case tg_op when 'UPDATE' then 'told.changes' else 'null' end,
    fields,
    source,
    -- Compared once for each row: without the offset PostgreSQL would do it for the condition and for the column.
    case tg_op when 'UPDATE' then
      ' join gone using (id) cross join lateral (select private.changed_fields(to_jsonb(gone), to_jsonb(kept)) as changes offset 0) as told
        where told.changes is not null'
    else '' end);
  return null;
end
$$;

-- An import is one entry, however many rows it brought, and so is taking it back. An edit of many records is told on each of them; the
-- audit log has it as one act.
create function private.write_import_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.edit is not null then
    if tg_op = 'UPDATE' then
      perform private.note_act(case when new.undone_at is null then 'records edited' else 'edit of records undone' end,
        format('%s of %s', new.changed, new.kind), null, new.edit);
    end if;
    return null;
  end if;
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, changes, batch)
  values (
    case tg_op when 'INSERT' then 'imported' else 'import undone' end,
    auth.uid(), private.actor_name(), 'import', new.id,
    jsonb_build_object('kind', new.kind, 'added', new.added, 'created', new.created)
      || case when new.changed > 0 then jsonb_build_object('changed', new.changed) else '{}' end, new.id);
  if tg_op = 'UPDATE' then perform private.note_act('import undone', new.kind, jsonb_build_object('added', new.added), null); end if;
  return null;
end
$$;

create trigger history_of_imports after insert or update of undone_at, changed on public.imports
  for each row execute function private.write_import_event();

-- A module's migration calls this once for each of its tables.
create function private.keep_history(record_table regclass, record_type text, name_column text, variadic shown_at text[])
returns void
language plpgsql set search_path = ''
as $$
declare
  arguments text := (
    select string_agg(quote_literal(argument), ', ' order by place)
    from unnest(array[record_type, name_column] || shown_at) with ordinality as given (argument, place));
begin
  execute format('create trigger history_of_new after insert on %s referencing new table as kept
    for each statement execute function private.write_events(%s)', record_table, arguments);
  execute format('create trigger history_of_changes after update on %s referencing old table as gone new table as kept
    for each statement execute function private.write_events(%s)', record_table, arguments);
  execute format('create trigger history_of_gone after delete on %s referencing old table as gone
    for each statement execute function private.write_events(%s)', record_table, arguments);
  perform private.note_deletions(record_table, record_type, name_column);
end
$$;

-- What is deleted and brought back (deletions.sql) ---------------------------------------------------------------------

-- The deletion that is going on, if what it takes along is kept.
create function private.deletion() returns uuid
language sql stable set search_path = ''
as $$
  select nullif(nullif(current_setting('guidevane.deletion', true), ''), 'none')::uuid
$$;

-- While kept rows are put back as they were, triggers that complete a new row leave it alone. The setting is the kind that comes back.
create function private.restoring() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(current_setting('guidevane.restoring', true), '') <> ''
$$;

-- The name that colleagues know someone by.
create function private.actor_name() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    nullif(current_setting('guidevane.actor', true), ''),
    (select name from public.staff where user_id = (select auth.uid())),
    (select coalesce(nullif(raw_user_meta_data ->> 'name', ''), email) from auth.users where id = (select auth.uid())))
$$;

-- A row of staff for anyone who is signed in, or null for the server.
create function private.me() returns uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from public.staff where user_id = (select auth.uid())
$$;

create function private.suppress_history(quiet boolean) returns void
language sql volatile set search_path = ''
as $$
  select set_config('guidevane.batch', case when quiet then gen_random_uuid()::text else '' end, true)
$$;

-- The names of records that changes refer to: those everyone has, and those that modules register.
create function private.names_in(changes jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  ids uuid[] := array(
    select distinct (told.item #>> '{}')::uuid
    from jsonb_each(changes) as field,
      jsonb_array_elements(case jsonb_typeof(field.value) when 'array' then field.value else '[]' end) as told (item)
    where field.key ~ '_(id|by)$' and (told.item #>> '{}') ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$');
begin
  if ids = '{}' then return null; end if;
  return (select jsonb_object_agg(named.key, named.value)
    from private.call_hooks('names of ids', ids::text) as answer cross join lateral jsonb_each(answer::jsonb) as named);
end
$$;

grant execute on function private.names_in to authenticated, service_role;
