-- The sample firm: every row it consists of is noted while it is made, and all of them are removed on request. A row that real work refers
-- to is kept and named.

-- Notes new rows of any table. Its triggers are off, and cost nothing, but for the transaction that makes the sample (private.start_sample).
create function private.note_sample_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  execute format('insert into private.sample_rows (place, key) select %L, jsonb_build_object(%s) from made on conflict do nothing',
    tg_table_schema || '.' || tg_table_name,
    (select string_agg(format('%L, made.%1$I', field), ', ') from unnest(string_to_array(tg_argv[0], ',')) as field));
  return null;
end
$$;

-- Tables whose rows can be a part of it. The audit log tells of the act itself, and is kept.
create function private.sample_places() returns setof regclass
language sql stable set search_path = ''
as $$
  select oid::regclass from pg_class
  where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) and private.key_columns(oid) is not null
    and oid not in ('public.acts'::regclass, 'private.sample_rows'::regclass, 'private.sample_firm'::regclass, 'private.hooks'::regclass)
$$;

-- Called after the last file, so that a table that comes later takes part.
create function private.prepare_samples() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  place regclass;
begin
  for place in select * from private.sample_places() loop
    execute format('drop trigger if exists noted_as_sample on %s', place);
    execute format('create trigger noted_as_sample after insert on %s referencing new table as made
      for each statement execute function private.note_sample_rows(%L)', place, private.key_columns(place));
    execute format('alter table %s disable trigger noted_as_sample', place);
  end loop;
end
$$;

-- Within a transaction: others read on, and their writes wait until it ends.
create function private.note_samples(noting boolean) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  place regclass;
begin
  -- A table with checks that are still to come cannot be altered.
  if not noting then set constraints all immediate; end if;
  for place in select * from private.sample_places() as each order by each::text loop
    execute format('alter table %s %s trigger noted_as_sample', place, case when noting then 'enable' else 'disable' end);
  end loop;
end
$$;

-- Ids of the sample's rows of one table, for those who build on them.
create function private.sample_ids(of_place text) returns setof uuid
language sql stable set search_path = ''
as $$
  select (key ->> 'id')::uuid from private.sample_rows where place = of_place and key ? 'id'
$$;

-- Whether a row of `place`, known as `alias`, is one of the sample's.
create function private.is_sample_row(place regclass, alias text) returns text
language sql stable set search_path = ''
as $$
  select format('exists (select from private.sample_rows where sample_rows.place = %L and sample_rows.key = jsonb_build_object(%s))',
    (select nspname || '.' || relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace where pg_class.oid = is_sample_row.place),
    (select string_agg(format('%L, %s.%1$I', field, alias), ', ') from unnest(string_to_array(private.key_columns(is_sample_row.place), ',')) as field))
$$;

-- What real rows refer to is taken out of the sample, and so is what those rows refer to, until nothing changes.
create function private.keep_used_samples() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  link record;
  kept int;
  found_some boolean;
begin
  -- The server's own words about sample records go along: entries of the history and mails without a person behind them.
  insert into private.sample_rows (place, key)
  select 'public.events', jsonb_build_object('id', events.id) from public.events
  where actor_id is null and record_id in (select (key ->> 'id')::uuid from private.sample_rows where key ? 'id' and key ->> 'id' ~ '^[0-9a-f-]{36}$')
  on conflict do nothing;
  insert into private.sample_rows (place, key)
  select 'public.outbox', jsonb_build_object('id', outbox.id) from public.outbox
  where created_by is null and origin_id in (select (key ->> 'id')::uuid from private.sample_rows where key ? 'id' and key ->> 'id' ~ '^[0-9a-f-]{36}$')
  on conflict do nothing;
  loop
    found_some := false;
    for link in
      select links.* from private.links_between() as links join pg_class on pg_class.oid = links.place
      where relnamespace = 'public'::regnamespace
        and exists (select from private.sample_rows where sample_rows.place::regclass = links.target)
    loop
      execute format(
        'delete from private.sample_rows using %s as aim, %s as real
         where sample_rows.place = %L and sample_rows.key = jsonb_build_object(%s) and real.%I = aim.%I and not %s',
        link.target, link.place,
        (select nspname || '.' || relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace where pg_class.oid = link.target),
        (select string_agg(format('%L, aim.%1$I', field), ', ') from unnest(string_to_array(private.key_columns(link.target), ',')) as field),
        link.field, link.target_field, private.is_sample_row(link.place, 'real'));
      get diagnostics kept = row_count;
      found_some := found_some or kept > 0;
    end loop;
    exit when not found_some;
  end loop;
end
$$;

-- Removes the sample and answers what was kept: [{"place", "name"}]. Rules about what may be deleted are for real records; foreign keys hold.
create function private.remove_sample() returns jsonb
language plpgsql volatile set search_path = '' set statement_timeout = '300s'
as $$
declare
  places regclass[] := array(select distinct sample_rows.place::regclass from private.sample_rows);
  before jsonb := (select coalesce(jsonb_agg(jsonb_build_object('place', sample_rows.place, 'key', sample_rows.key)), '[]') from private.sample_rows
    where sample_rows.place in ('public.accounts', 'public.contacts') or sample_rows.place in (select 'public.' || kind from private.findable));
  place regclass;
  kept jsonb := '[]';
  named jsonb;
begin
  perform private.keep_used_samples();
  for place in
    select distinct (item ->> 'place')::regclass from jsonb_array_elements(before) as item
  loop
    execute format(
      'select jsonb_agg(jsonb_build_object(''place'', %L, ''name'', coalesce(to_jsonb(real) ->> ''name'', to_jsonb(real) ->> ''title'', to_jsonb(real) ->> ''reference'', to_jsonb(real) ->> ''number'', ''one of them'')))
       from %s as real where not %s
         and jsonb_build_object(%s) in (select item -> ''key'' from jsonb_array_elements($1) as item where item ->> ''place'' = %1$L)',
      (select nspname || '.' || relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace where pg_class.oid = place), place,
      private.is_sample_row(place, 'real'),
      (select string_agg(format('%L, real.%1$I', field), ', ') from unnest(string_to_array(private.key_columns(place), ',')) as field))
    into named using before;
    kept := kept || coalesce(named, '[]');
  end loop;
  perform private.delete_sample_rows(places);
  delete from private.sample_rows;
  return kept;
end
$$;

-- A table comes after those whose rows would keep its own.
create function private.delete_sample_rows(places regclass[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  all_places regclass[] := places;
  place regclass;
begin
  -- In one order, as when it was filled in.
  foreach place in array array(select each from unnest(places) as each order by each::text) loop
    execute format('alter table %s disable trigger user', place);
  end loop;
  while cardinality(places) > 0 loop
    select candidate into place from unnest(places) as candidate
    where not exists (
      select from private.links_between() as link
      where link.target = candidate and link.place <> candidate and link.place = any (places) and link.on_delete in ('a', 'r'))
    order by candidate::text limit 1;
    place := coalesce(place, places[1]);
    execute format('delete from %s as made where %s', place, private.is_sample_row(place, 'made'));
    places := array_remove(places, place);
    place := null;
  end loop;
  set constraints all immediate;
  foreach place in array all_places loop
    execute format('alter table %s enable trigger user, disable trigger noted_as_sample', place);
  end loop;
end
$$;

-- For the screens ---------------------------------------------------------------------------------------------------------

create function public.sample_firm() returns table (state text, steps int, done int, kept jsonb, error text, rows bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.caller_may('settings', 'read') then raise insufficient_privilege; end if;
  return query select made.state, made.steps, made.done, made.kept, made.error,
    (select count(*) from private.sample_rows where place = 'public.accounts')
  from private.sample_firm as made;
end
$$;

-- Asks for it, or for its removal. The work itself is a job (server/sample-firm).
create function public.ask_for_sample(wanted boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.caller_may('settings', 'edit') then
    raise insufficient_privilege using message = 'You need admin privileges to fill in sample data.';
  end if;
  update private.sample_firm set state = case when wanted then 'filling' else 'removing' end, steps = 0, done = 0, asked_at = private.now(),
    asked_by = auth.uid(), kept = '[]', error = null
  where case when wanted then state in ('none', 'failed') and not exists (select from private.sample_rows)
    else state in ('filled', 'failed') and exists (select from private.sample_rows) end;
  if not found then
    raise sqlstate 'PT409' using message = case when wanted then 'The sample firm is there already.' else 'There is no sample firm to remove.' end;
  end if;
  perform private.note_act(case when wanted then 'sample firm asked for' else 'sample firm removed' end, null, null, null);
  perform pg_notify('sample_firm', '');
end
$$;

grant execute on function public.sample_firm, public.ask_for_sample to authenticated, service_role;
