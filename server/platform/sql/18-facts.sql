-- Facts of records: what follows from other tables and is shown, sorted and filtered in lists (public.account_facts and its like). Modules say
-- what they know by the hook 'facts of records', and which of their tables it comes from by private.feed_facts. A fact is always counted again from
-- the rows it follows from, never added to, so that no order of events can leave it wrong.

-- Counts the facts of these records again. Their rows are locked first, in one order; the counting is a separate statement, so that it sees
-- what others committed while this one waited. Hooks answer, for any of the ids and with any of the keys:
--   {"id", "contact_at", "contact_kind", "open_deals", "open_value", "step", "step_on", "step_order"}
create function private.refresh_facts(of_kind text, ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  place text := format('public.%I', left(of_kind, -1) || '_facts');
  asked uuid[] := array(select distinct given.id from unnest(ids) as given (id) where given.id is not null order by 1);
  locked int;
  changed uuid[];
begin
  if asked = '{}' then return; end if;
  execute format('insert into %s (id) select id from public.%I where id = any ($1) on conflict do nothing', place, of_kind) using asked;
  execute format('select count(*) from (select from %s where id = any ($1) order by id for no key update) as each', place) into locked using asked;
  if locked = 0 then return; end if;
  execute format($query$
    with told as materialized (
      select (fact ->> 'id')::uuid as id, fact from private.call_hooks('facts of records', $2, $1::text) as answer, lateral (select answer::jsonb as fact) as parsed
    ), counted as (
      select asked.id,
        max((fact ->> 'contact_at')::timestamptz) as last_contact_at,
        (array_agg(fact ->> 'contact_kind' order by (fact ->> 'contact_at')::timestamptz desc) filter (where fact ? 'contact_at'))[1] as last_contact_kind,
        coalesce(sum((fact ->> 'open_deals')::int), 0)::int as open_deals,
        sum((fact ->> 'open_value')::bigint)::bigint as open_value,
        (array_agg(fact ->> 'step_on' order by (fact ->> 'step_on')::date nulls last, fact ->> 'step_order') filter (where fact ? 'step'))[1]::date as next_step_on,
        (array_agg(fact ->> 'step' order by (fact ->> 'step_on')::date nulls last, fact ->> 'step_order') filter (where fact ? 'step'))[1] as next_step
      from unnest($1) as asked (id) left join told on told.id = asked.id group by asked.id
    ), put as (
      update %s as kept set last_contact_at = counted.last_contact_at, last_contact_kind = counted.last_contact_kind, open_deals = counted.open_deals,
        open_value = counted.open_value, currency = case when counted.open_deals > 0 then office.currency end,
        next_step_on = counted.next_step_on, next_step = counted.next_step
      from counted cross join public.office
      where kept.id = counted.id
        and (kept.last_contact_at, kept.last_contact_kind, kept.open_deals, kept.open_value, kept.currency, kept.next_step_on, kept.next_step)
          is distinct from (counted.last_contact_at, counted.last_contact_kind, counted.open_deals, counted.open_value,
            case when counted.open_deals > 0 then office.currency end, counted.next_step_on, counted.next_step)
      returning kept.id
    ) select coalesce(array_agg(id), '{}') from put
  $query$, place) into changed using asked, of_kind;
  if changed <> '{}' then perform private.call_hooks('facts changed: ' || of_kind, changed::text); end if;
end
$$;

-- Fires once per statement. Arguments: the expressions on $row that matter, then pairs: a kind, and the column of this table with its id, or a
-- query of ids from `changed`.
create function private.facts_follow() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rows text := case tg_op
    when 'INSERT' then 'select * from kept'
    when 'DELETE' then 'select * from gone'
    else format(
      'with moved as (select kept.id from kept join gone using (id) where row(%s) is distinct from row(%s))
       select * from gone where id in (select id from moved) union all select * from kept where id in (select id from moved)',
      replace(tg_argv[0], '$row', 'kept'), replace(tg_argv[0], '$row', 'gone')) end;
  ids uuid[];
begin
  for place in 1 .. tg_nargs - 2 by 2 loop
    execute format('with changed as (%s) select array_agg(distinct told.id) from (%s) as told (id) where told.id is not null', rows,
      case when tg_argv[place + 1] like '% %' then tg_argv[place + 1] else format('select %I from changed', tg_argv[place + 1]) end) into ids;
    if ids is not null then perform private.refresh_facts(tg_argv[place], ids); end if;
  end loop;
  return null;
end
$$;

-- A module's SQL calls this once for each of its tables that facts follow from.
create function private.feed_facts(source regclass, matters text, variadic records text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  arguments text := (
    select string_agg(quote_literal(argument), ', ' order by place)
    from unnest(array[matters] || records) with ordinality as given (argument, place));
begin
  execute format('create trigger facts_follow_new after insert on %s referencing new table as kept
    for each statement execute function private.facts_follow(%s)', source, arguments);
  execute format('create trigger facts_follow_changes after update on %s referencing old table as gone new table as kept
    for each statement execute function private.facts_follow(%s)', source, arguments);
  execute format('create trigger facts_follow_gone after delete on %s referencing old table as gone
    for each statement execute function private.facts_follow(%s)', source, arguments);
end
$$;

create function private.start_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  execute format('insert into public.%I (id) select id from kept on conflict do nothing', left(tg_table_name, -1) || '_facts');
  return null;
end
$$;

-- Called for each kind of record that has facts. They are part of their record: nothing that merges, deletes or imports counts them.
create function private.keep_facts(of_kind text, area text) returns void
language plpgsql set search_path = ''
as $$
declare
  place text := format('public.%I', left(of_kind, -1) || '_facts');
begin
  execute format('create trigger facts_start after insert on public.%I referencing new table as kept
    for each statement execute function private.start_facts()', of_kind);
  -- They count deals and name the next task: who may not read those is told none of it.
  execute format('create policy "people who read %s, deals and tasks read what is known of them" on %s for select to authenticated
    using ((select public.may(%L, ''read'')) and (select public.may(''deals'', ''read'')) and (select public.may(''tasks'', ''read'')))', of_kind, place, area);
  execute format('grant select on %s to authenticated, service_role', place);
  insert into private.record_parts (place, field) values (place::regclass, 'id');
end
$$;
