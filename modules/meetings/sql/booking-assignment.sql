-- Who gets a meeting on a page of any: the least load first.

-- Minutes that a page gave each of its people in the last 28 days and in the future. What newcomers begin with counts for as long.
create function private.page_loads(page uuid, at timestamptz)
returns table (staff_id uuid, weight int, minutes int, last_given timestamptz)
language sql stable security definer set search_path = '' rows 10
as $$
  select people.staff_id, people.weight,
    coalesce(given.minutes, 0) + case when people.joined_at > page_loads.at - interval '28 days' then people.base_minutes else 0 end, given.last_given
  from public.booking_page_people as people
  left join lateral (
    select (sum(extract(epoch from meetings.ends_at - meetings.starts_at)) / 60)::int as minutes, max(meetings.created_at) as last_given
    from public.meetings
    where meetings.page_id = page and meetings.host_id = people.staff_id and meetings.starts_at > page_loads.at - interval '28 days'
      and meetings.held_because = '{}' and meetings.state in ('requested', 'awaiting_payment', 'confirmed', 'met', 'no_show')) as given on true
  where people.page_id = page
$$;

-- {"rule": "only" | "reserved" | "owner" | "load", "candidates": [{"staff_id", "minutes", "weight", "load", "last_given"}], "chosen"}
create function private.choose_person(of_page public.booking_pages, free uuid[], contact uuid, account uuid, reserved uuid, at timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with candidates as (
    select loads.*, loads.minutes::numeric / loads.weight as load from private.page_loads(of_page.id, at) as loads where loads.staff_id = any (free)
  ), owners as (
    select owner_id from public.contacts where id = contact union all select owner_id from public.accounts where id = account
  ), chosen as (
    select case
        when cardinality(free) = 1 then 'only'
        when reserved = any (free) then 'reserved'
        when of_page.owner_first and exists (select from owners where owner_id = any (free)) then 'owner'
        else 'load' end as rule
  )
  select jsonb_build_object('rule', chosen.rule,
    'candidates', (select jsonb_agg(jsonb_build_object('staff_id', staff_id, 'minutes', minutes, 'weight', weight, 'load', round(load, 2), 'last_given', last_given)
      order by load, last_given nulls first, staff_id) from candidates),
    'chosen', case chosen.rule
      when 'only' then free[1]
      when 'reserved' then reserved
      when 'owner' then coalesce((select owner_id from public.contacts where id = contact and owner_id = any (free)),
        (select owner_id from public.accounts where id = account and owner_id = any (free)))
      else (select staff_id from candidates order by load, last_given nulls first, staff_id limit 1) end)
  from chosen
$$;
