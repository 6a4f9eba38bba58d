-- Facts of records: what follows from other tables and is shown, sorted and filtered in lists (public.account_facts and its like). Modules say
-- what they know by private.tell_facts, and which of their tables it comes from by private.feed_facts. A fact is always counted again from
-- the rows it follows from, never added to, so that no order of events can leave it wrong. The functions that count are written once, when all
-- modules have registered: their statements are planned once per connection, not at every change (docs/decisions/255-facts-are-static-sql.md).

-- What one module knows of records of these kinds: a query of facts for the records `ids`, in which $id is the column that names the record
-- (account_id). Each fact has its columns:
--   last contact   id, at, kind                        when we had contact, and how
--   open value     id, deals, value                    what is open of it: a number and minor units of the office's currency
--   next step      id, title, due_on, made_at, task    an open task
create function private.tell_facts(fact text, by_module text, of_kinds text[], query text) returns void
language plpgsql set search_path = ''
as $$
declare
  answer text := case fact
    when 'last contact' then 'id uuid, at timestamptz, kind text'
    when 'open value' then 'id uuid, deals bigint, value numeric'
    when 'next step' then 'id uuid, title text, due_on date, made_at timestamptz, task uuid' end;
  of_kind text;
  name text;
begin
  foreach of_kind in array of_kinds loop
    name := format('private.%s_of_%s_by_%s', replace(fact, ' ', '_'), of_kind, by_module);
    -- Without a search path of its own it becomes a part of the statement that asks.
    execute format('create function %s(ids uuid[]) returns table (%s) language sql stable as %L', name, answer,
      replace(query, '$id', left(of_kind, -1) || '_id'));
    perform private.register_hook(format('%s of %s', fact, of_kind), format('%s(uuid[])', name)::regprocedure);
  end loop;
end
$$;

-- Called after the last file: writes private.refresh_account_facts(ids) and its like, which count the facts of these records again. Their rows
-- are locked first, in one order; the counting is a separate statement, so that it sees what others committed while this one waited.
-- Plans are for any number of records: one that is made for few of them each time costs more than the counting.
create function private.build_facts() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  of_kind text;
  told text;
  followers text;
begin
  for of_kind in select relname from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname = 'facts_start' loop
    select string_agg(format('union all select id, %s from %s(asked)', case split_part(occasion, ' of ', 1)
      when 'last contact' then 'at, kind, 0, null, null, null, null, null'
      when 'open value' then 'null, null, deals, value, null, null, null, null'
      when 'next step' then 'null, null, 0, null, title, due_on, made_at, task' end, routine::regproc), chr(10) order by occasion, routine::text)
    into told from private.hooks where occasion = any (array['last contact of ' || of_kind, 'open value of ' || of_kind, 'next step of ' || of_kind]);
    select string_agg(format('perform %s(changed);', routine::regproc), ' ' order by routine::text)
    into followers from private.hooks where occasion = 'last contact changed: ' || of_kind;
    execute format($create$
create function private.refresh_%1$s_facts(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $body$
declare
  asked uuid[] := array(select distinct given.id from unnest(ids) as given (id) where given.id is not null order by 1);
  changed uuid[];
begin
  if asked = '{}' then return; end if;
  insert into public.%1$s_facts (id) select id from public.%2$I where id = any (asked) on conflict do nothing;
  perform from public.%1$s_facts where id = any (asked) order by id for no key update;
  if not found then return; end if;
  with told (id, at, kind, deals, value, title, due_on, made_at, task) as (
    select one.id, null::timestamptz, null::text, 0::bigint, null::numeric, null::text, null::date, null::timestamptz, null::uuid from unnest(asked) as one (id)
    %3$s
  ), counted as (
    select id, max(at) as last_contact_at, (array_agg(kind order by at desc) filter (where at is not null))[1] as last_contact_kind,
      sum(deals)::int as open_deals, sum(value)::bigint as open_value,
      (array_agg(due_on order by due_on, made_at, task) filter (where task is not null))[1] as next_step_on,
      (array_agg(title order by due_on, made_at, task) filter (where task is not null))[1] as next_step
    from told group by id
  ), put as (
    update public.%1$s_facts as known set last_contact_at = counted.last_contact_at, last_contact_kind = counted.last_contact_kind,
      open_deals = counted.open_deals, open_value = counted.open_value, currency = case when counted.open_deals > 0 then office.currency end,
      next_step_on = counted.next_step_on, next_step = counted.next_step
    from counted cross join public.office
    where known.id = counted.id
      and (known.last_contact_at, known.last_contact_kind, known.open_deals, known.open_value, known.currency, known.next_step_on, known.next_step)
        is distinct from (counted.last_contact_at, counted.last_contact_kind, counted.open_deals, counted.open_value,
          case when counted.open_deals > 0 then office.currency end, counted.next_step_on, counted.next_step)
    returning known.id, known.last_contact_at, known.last_contact_kind
  ) select coalesce(array_agg(put.id), '{}') into changed from put join public.%1$s_facts as before on before.id = put.id
    where (before.last_contact_at, before.last_contact_kind) is distinct from (put.last_contact_at, put.last_contact_kind);
  if changed <> '{}' then %4$s end if;
end
$body$ $create$, left(of_kind, -1), of_kind, told, coalesce(followers, 'return;'));
  end loop;
end
$$;

-- A module's SQL calls this once for each table that its facts follow from, with the expressions on $row that matter, then pairs: a kind,
-- and the column of this table with its id, or a query of ids from `changed`. Fires once per statement.
create function private.feed_facts(by_module text, source regclass, matters text, variadic records text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  name text := (select format('facts_of_%s_follow_%s', by_module, relname) from pg_class where oid = source);
  asked text := (
    select string_agg(format('array(select distinct told.id from (%s) as told (id) where told.id is not null)',
      case when records[place + 1] like '% %' then records[place + 1] else format('select %I from changed', records[place + 1]) end), ', ' order by place)
    from generate_series(1, cardinality(records), 2) as place);
  kept_as text := (select string_agg('ids_' || place, ', ' order by place) from generate_series(1, cardinality(records), 2) as place);
begin
  -- A row that is the same before and after in what matters stands there twice. (A join of the two would be planned for the one row that is
  -- usually changed, and be kept for thousands.)
  execute format($create$
create function private.%1$s() returns trigger
language plpgsql security definer set search_path = ''
as $body$
declare
  %2$s
begin
  if tg_op = 'INSERT' then
    with changed as (select * from kept) select %4$s into %5$s;
  elsif tg_op = 'DELETE' then
    with changed as (select * from gone) select %4$s into %5$s;
  else
    with changed as (
      select * from (
        select *, count(*) over (partition by id, %3$s) as times from (select * from gone union all select * from kept) as line
      ) as counted where times = 1
    ) select %4$s into %5$s;
  end if;
  %6$s
  return null;
end
$body$ $create$, name,
    (select string_agg(format('ids_%s uuid[];', place), ' ') from generate_series(1, cardinality(records), 2) as place),
    replace(matters, '$row.', 'line.'), asked, kept_as,
    (select string_agg(format('if ids_%1$s <> ''{}'' then perform private.refresh_%2$s_facts(ids_%1$s); end if;', place, left(records[place], -1)), ' ' order by place)
      from generate_series(1, cardinality(records), 2) as place));
  execute format('create trigger %1$s_new after insert on %2$s referencing new table as kept for each statement execute function private.%1$s()', name, source);
  execute format('create trigger %1$s_changes after update on %2$s referencing old table as gone new table as kept
    for each statement execute function private.%1$s()', name, source);
  execute format('create trigger %1$s_gone after delete on %2$s referencing old table as gone for each statement execute function private.%1$s()', name, source);
end
$$;

-- Called for each kind of record that has facts. They are part of their record: nothing that merges, deletes or imports counts them.
create function private.keep_facts(of_kind text, area text) returns void
language plpgsql set search_path = ''
as $$
declare
  place text := format('public.%I', left(of_kind, -1) || '_facts');
begin
  execute format('create function private.start_%s_facts() returns trigger language plpgsql security definer set search_path = '''' as
    $body$ begin insert into %s (id) select id from kept on conflict do nothing; return null; end $body$', left(of_kind, -1), place);
  execute format('create trigger facts_start after insert on public.%I referencing new table as kept
    for each statement execute function private.start_%s_facts()', of_kind, left(of_kind, -1));
  -- They count deals and name the next task: who may not read those is told none of it.
  execute format('create policy "people who read %s, deals and tasks read what is known of them" on %s for select to authenticated
    using ((select public.may(%L, ''read'')) and (select public.may(''deals'', ''read'')) and (select public.may(''tasks'', ''read'')))', of_kind, place, area);
  execute format('grant select on %s to authenticated, service_role', place);
  insert into private.record_parts (place, field) values (place::regclass, 'id');
end
$$;
