-- What the back office is told of at once: `notify live` with a small payload that no word of a record is in. Each server listens on one
-- connection and passes it on to people who may read the area (server/platform/live, docs/decisions/236).
--
--   {"event", "area" or "to", "data"}   `area`: for all who may read it; `to`: for one person

delete from private.live_tables;

create function private.send_live(event text, data jsonb, area text default null, person uuid default null) returns void
language sql volatile set search_path = ''
as $$
  select pg_notify('live', jsonb_strip_nulls(jsonb_build_object('event', event, 'area', area, 'to', person, 'data', data))::text)
$$;

-- Fires once per statement. Arguments: the area, and whether ids may be told. More than 50 rows in a statement, or more than 20
-- statements in a transaction, are told as "the table changed": PostgreSQL drops repeats of the same payload in a transaction.
create function private.announce() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  most constant int := 50;
  ids uuid[];
  told int := coalesce(nullif(current_setting('guidevane.announced', true), ''), '0')::int;
  is_many boolean;
begin
  if tg_op = 'DELETE' then ids := array(select id from gone limit most + 1);
  else ids := array(select id from kept limit most + 1);
  end if;
  if ids = '{}' then return null; end if;
  is_many := cardinality(ids) > most or told >= 20 or not tg_argv[1]::boolean;
  if not is_many then perform set_config('guidevane.announced', (told + 1)::text, true); end if;
  perform private.send_live('changed', jsonb_build_object(
    'table', tg_table_name,
    'area', tg_argv[0],
    'op', case when is_many then 'many' else lower(tg_op) end,
    'ids', case when not is_many then to_jsonb(ids) end,
    'by', auth.uid(),
    'name', left(private.actor_name(), 100)), area => tg_argv[0]);
  return null;
end
$$;

-- A module's SQL calls this once for each table that its screens show. The table has a column `id uuid`.
create function private.announce_changes(of_table regclass, area text, with_ids boolean default true) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.live_tables (name, area) select relname, announce_changes.area from pg_class where oid = of_table;
  execute format('create trigger live_new after insert on %s referencing new table as kept
    for each statement execute function private.announce(%L, %L)', of_table, area, with_ids);
  execute format('create trigger live_changes after update on %s referencing new table as kept
    for each statement execute function private.announce(%L, %L)', of_table, area, with_ids);
  execute format('create trigger live_gone after delete on %s referencing old table as gone
    for each statement execute function private.announce(%L, %L)', of_table, area, with_ids);
end
$$;

-- Mail to sign in is in the outbox as well, and no one reads it there: no ids.
select private.announce_changes('public.outbox', 'outbox', with_ids => false);

-- A stream ends with the session or the role it was opened with: servers look again at once.
create function private.announce_lost_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_live('recheck', '{}', person => old.user_id);
  return null;
end
$$;

create trigger live_roles after update or delete on public.user_roles for each row execute function private.announce_lost_role();

create function private.announce_ended_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_live('recheck', '{}', person => user_id) from (select distinct user_id from gone limit 50) as people;
  return null;
end
$$;

create trigger live_sessions after delete on auth.sessions referencing old table as gone
  for each statement execute function private.announce_ended_sessions();
