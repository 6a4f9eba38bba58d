-- When someone can be booked. One function answers list, reservation, booking, move and desk.

-- The hours of people on one page as instants: local hours of each of their days between two moments. PostgreSQL reads a local time that
-- does not exist with the offset before it, and one that exists twice as the later one.
create function private.open_hours(page uuid, people uuid[], from_at timestamptz, until_at timestamptz)
returns table (staff_id uuid, day date, zone text, opens timestamp, opens_at timestamptz, closes_at timestamptz, is_even boolean)
language sql stable security definer set search_path = '' rows 60
as $$
  with days as (
    select mine.staff_id, mine.zone, mine.works_on_holidays, days.day, own.ranges,
      (select page where exists (
        select from public.availability_hours as special where special.staff_id = mine.staff_id and special.page_id = page)) as hours_of
    from public.availability as mine
    -- A day's hours may pass midnight.
    cross join lateral (select (from_at at time zone mine.zone)::date - 1 + n as day
      from generate_series(0, (until_at at time zone mine.zone)::date - (from_at at time zone mine.zone)::date + 1) as n) as days
    left join public.availability_days as own on own.staff_id = mine.staff_id and own.day = days.day
    where mine.staff_id = any (people)
  ), hours as (
    select days.staff_id, days.day, days.zone, range.opens, range.closes
    from days, jsonb_to_recordset(days.ranges) as range (opens time, closes interval)
    union all
    select days.staff_id, days.day, days.zone, usual.opens, usual.closes
    from days join public.availability_hours as usual on usual.staff_id = days.staff_id and usual.weekday = extract(isodow from days.day)::int
    where days.ranges is null and usual.page_id is not distinct from days.hours_of
      and (days.works_on_holidays or days.day not in (select office_holidays.day from public.office_holidays))
  )
  select hours.staff_id, hours.day, hours.zone, hours.day + hours.opens, moments.opens_at, moments.closes_at,
    moments.closes_at - moments.opens_at = (hours.day + hours.closes) - (hours.day + hours.opens)
  from hours
  cross join lateral (
    select (hours.day + hours.opens) at time zone hours.zone as opens_at, (hours.day + hours.closes) at time zone hours.zone as closes_at) as moments
  where moments.closes_at > from_at
$$;

-- Beginnings within those hours: aligned from opening, none in an hour that is skipped, one in an hour that is repeated, ending by closing.
-- Where hours are as long by the sun as by the clock on the wall, the clocks do not change within them, and no time has to be read in its zone.
create function private.starts_in_hours(page uuid, people uuid[], minutes int, step int, from_at timestamptz, until_at timestamptz)
returns table (staff_id uuid, starts_at timestamptz, day date)
language sql stable security definer set search_path = '' rows 1000
as $$
  select distinct hours.staff_id, at_start.starts_at, (hours.opens + after_opening.passed)::date
  from private.open_hours(page, people, from_at, until_at) as hours
  -- Not past closing; three hours more than any change of clocks moves it.
  cross join lateral (select n * make_interval(mins => step) as passed from generate_series(0,
    least(1440, extract(epoch from hours.closes_at - hours.opens_at)::int / 60 - minutes + case when hours.is_even then 0 else 180 end) / step) as n) as after_opening
  cross join lateral (select case when hours.is_even then hours.opens_at + after_opening.passed
    else (hours.opens + after_opening.passed) at time zone hours.zone end as starts_at) as at_start
  where at_start.starts_at >= from_at and at_start.starts_at < until_at
    and at_start.starts_at + make_interval(mins => minutes) <= hours.closes_at
    and (hours.is_even or at_start.starts_at at time zone hours.zone = hours.opens + after_opening.passed)
$$;

-- Calendars that could not be read for two hours, by what their owner decided of them.
create function private.stale_calendars(people uuid[], at timestamptz) returns table (staff_id uuid, calendar_id uuid, when_stale text)
language sql stable security definer set search_path = '' rows 2
as $$
  select calendars.staff_id, id, calendars.when_stale from public.calendars
  where calendars.staff_id = any (people) and reads and state in ('new', 'checking', 'live', 'waiting', 'signed_out')
    and coalesce(last_good_at, created_at) < stale_calendars.at - interval '2 hours'
$$;

-- What keeps people from being booked, between two moments: their meetings, others' reservations, blocks, entries of calendars. An entry
-- that came late keeps them from further meetings all the same.
create function private.busy(people uuid[], from_at timestamptz, until_at timestamptz, at timestamptz, own_form text default null, moved uuid default null)
returns table (staff_id uuid, taken tstzmultirange)
language sql stable security definer set search_path = '' rows 10
as $$
  select person, coalesce(range_agg(occupied.during), '{}')
  from unnest(people) as person
  left join public.occupied on occupied.staff_id = person and occupied.during && tstzrange(from_at, until_at)
    and (occupied.kind <> 'reserved' or (occupied.expires_at > busy.at and occupied.form_key is distinct from encode(private.form_hash(own_form), 'hex')))
    and (moved is null or occupied.meeting_id is distinct from moved)
    and (occupied.calendar_id is null or occupied.calendar_id not in (
      select stale.calendar_id from private.stale_calendars(people, busy.at) as stale where stale.when_stale = 'left_out'))
  group by person
$$;

-- Which days and weeks are full, of each person on all pages and of the page, on the person's calendar.
create function private.full_days(of_page public.booking_pages, people uuid[], from_at timestamptz, until_at timestamptz, moved uuid default null)
returns table (staff_id uuid, day date, of_week boolean)
language sql stable security definer set search_path = '' rows 20
as $$
  with given as (
    select mine.staff_id, mine.max_per_day, mine.max_per_week, (meetings.starts_at at time zone mine.zone)::date as day, meetings.page_id = of_page.id as of_page,
      exists (select from public.meeting_people where meeting_id = meetings.id and meeting_people.staff_id = mine.staff_id) as of_person
    from public.availability as mine
    join public.meetings on meetings.starts_at between from_at - interval '8 days' and until_at + interval '8 days'
      and meetings.source in ('booking', 'hand', 'provider') and meetings.held_because = '{}'
      and meetings.state in ('requested', 'awaiting_payment', 'confirmed', 'met', 'no_show') and meetings.id is distinct from moved
    where mine.staff_id = any (people)
      and (mine.max_per_day is not null or mine.max_per_week is not null or of_page.max_per_day is not null or of_page.max_per_week is not null)
  )
  select given.staff_id, given.day, false from given group by given.staff_id, given.day, given.max_per_day
  having count(*) filter (where of_person) >= given.max_per_day or count(*) filter (where given.of_page) >= of_page.max_per_day
  union all
  select given.staff_id, date_trunc('week', given.day)::date, true from given group by 1, 2, given.max_per_week
  having count(*) filter (where of_person) >= given.max_per_week or count(*) filter (where given.of_page) >= of_page.max_per_week
$$;

-- Each person of a page and each time at which they are free. `own_form`: the form whose reservation does not count; `moved`: the meeting
-- that would leave its own time.
create function private.free_people(
  page uuid, from_at timestamptz, until_at timestamptz, at timestamptz default now(), own_form text default null, moved uuid default null)
returns table (staff_id uuid, starts_at timestamptz)
language plpgsql stable security definer set search_path = '' rows 1000
as $$
declare
  kept public.booking_pages;
  first_at timestamptz;
  last_at timestamptz;
  people uuid[];
begin
  select * into kept from public.booking_pages where id = page;
  first_at := greatest(from_at, free_people.at + make_interval(mins => kept.notice_minutes));
  last_at := least(until_at, free_people.at + make_interval(days => kept.horizon_days));
  if kept.id is null or first_at >= last_at then return; end if;
  people := array(
    select listed.staff_id from public.booking_page_people as listed join public.staff on staff.user_id = listed.staff_id and staff.active
    where listed.page_id = page);
  people := array(
    select person from unnest(people) as person
    except select stale.staff_id from private.stale_calendars(people, free_people.at) as stale where stale.when_stale = 'closed');
  return query
    select open.staff_id, open.starts_at
    from private.starts_in_hours(page, people, kept.minutes, kept.step, first_at, last_at) as open
    join private.busy(people, first_at - make_interval(mins => kept.buffer_before),
      last_at + make_interval(mins => kept.minutes + kept.buffer_after), free_people.at, own_form, moved) as busy on busy.staff_id = open.staff_id
    where not busy.taken && tstzrange(open.starts_at - make_interval(mins => kept.buffer_before),
        open.starts_at + make_interval(mins => kept.minutes + kept.buffer_after))
      and not exists (
        select from private.full_days(kept, people, first_at, last_at, moved) as full_one
        where full_one.staff_id = open.staff_id and full_one.day = case when full_one.of_week then date_trunc('week', open.day)::date else open.day end);
end
$$;

-- Times that a page offers, with who could take them. On pages of all, everyone must be free. With `show_at_most` a day of the office shows so
-- many, always the same ones while they are free, whatever part of the day is asked for.
create function private.free_times(
  page uuid, from_at timestamptz, until_at timestamptz, at timestamptz default now(), own_form text default null, moved uuid default null)
returns table (starts_at timestamptz, people uuid[])
language sql stable security definer set search_path = '' rows 500
as $$
  with kept as (
    select booking_pages.*, office.time_zone,
      case when show_at_most is null then from_at else date_trunc('day', from_at, office.time_zone) end as first_at,
      case when show_at_most is null then until_at else date_trunc('day', until_at, office.time_zone) + interval '25 hours' end as last_at
    from public.booking_pages, public.office where booking_pages.id = page
  ), offered as (
    select free.starts_at, array_agg(free.staff_id order by free.staff_id) as people
    from kept, private.free_people(page, kept.first_at, kept.last_at, free_times.at, own_form, moved) as free
    group by free.starts_at, kept.who
    having kept.who <> 'all' or count(*) = (select count(*) from public.booking_page_people join public.staff on staff.user_id = staff_id and staff.active where page_id = page)
  ), ranked as (
    select offered.*, row_number() over (
      partition by date_trunc('day', offered.starts_at, kept.time_zone) order by case when kept.show_at_most is not null then md5(offered.starts_at::text || page) end) as place
    from offered, kept
  )
  select ranked.starts_at, ranked.people from ranked, kept
  where ranked.starts_at >= from_at and ranked.starts_at < until_at and (kept.show_at_most is null or ranked.place <= kept.show_at_most)
  order by ranked.starts_at
$$;

-- The next times after one that is gone.
create function private.next_free_times(page uuid, after timestamptz, at timestamptz default now(), own_form text default null, moved uuid default null, most int default 5)
returns timestamptz[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  from_at timestamptz := greatest(after, at);
  until_at timestamptz := at + (select make_interval(days => horizon_days) from public.booking_pages where id = page);
  found_times timestamptz[] := '{}';
begin
  -- A week at a time: mostly the first has enough.
  while from_at < until_at and cardinality(found_times) < most loop
    found_times := found_times || array(
      select free.starts_at from private.free_times(page, from_at, least(from_at + interval '7 days', until_at), at, own_form, moved) as free
      order by 1 limit most - cardinality(found_times));
    from_at := from_at + interval '7 days';
  end loop;
  return found_times;
end
$$;

-- Why a page does not offer a time: the first rule against it for each person, as a code. Null: it is offered.
--   past, notice, horizon, inactive, calendar_stale, holiday, away, hours, aligned, skipped, meeting, reserved, block, calendar,
--   day_full, week_full, page_state, not_everyone, not_shown
create function public.why_not_free(page uuid, starts_at timestamptz, at timestamptz default now())
returns table (staff_id uuid, reason text, until_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
declare
  kept public.booking_pages;
  person record;
  mine public.availability;
  local_day date;
  whole tstzrange;
  against public.occupied;
begin
  perform private.require_may('meetings', 'read', 'to look at booking pages');
  select * into kept from public.booking_pages where id = page;
  if kept.id is null then raise sqlstate 'PT404' using message = 'This booking page no longer exists.'; end if;
  whole := tstzrange(why_not_free.starts_at - make_interval(mins => kept.buffer_before),
    why_not_free.starts_at + make_interval(mins => kept.minutes + kept.buffer_after));
  for person in
    select people.staff_id, staff.active from public.booking_page_people as people join public.staff on staff.user_id = people.staff_id
    where people.page_id = page order by people.staff_id
  loop
    select * into mine from public.availability where availability.staff_id = person.staff_id;
    local_day := (why_not_free.starts_at at time zone mine.zone)::date;
    staff_id := person.staff_id;
    until_at := null;
    against := null;
    select * into against from public.occupied
    where occupied.staff_id = person.staff_id and during && whole and (kind <> 'reserved' or expires_at > why_not_free.at)
    order by ours desc, lower(during) limit 1;
    reason := case
      when why_not_free.starts_at <= why_not_free.at then 'past'
      when why_not_free.starts_at < why_not_free.at + make_interval(mins => kept.notice_minutes) then 'notice'
      when why_not_free.starts_at >= why_not_free.at + make_interval(days => kept.horizon_days) then 'horizon'
      when not person.active then 'inactive'
      when exists (select from private.stale_calendars(array[person.staff_id], why_not_free.at) as stale where stale.when_stale = 'closed') then 'calendar_stale'
      when exists (select from public.availability_days as own where own.staff_id = person.staff_id and own.day = local_day and own.ranges = '[]') then 'away'
      when not mine.works_on_holidays and exists (select from public.office_holidays where day = local_day)
        and not exists (select from public.availability_days as own where own.staff_id = person.staff_id and own.day = local_day) then 'holiday'
      when not exists (select from private.open_hours(page, array[person.staff_id], why_not_free.starts_at - interval '1 day', why_not_free.starts_at + interval '1 day') as hours
        where why_not_free.starts_at >= hours.opens_at
          and why_not_free.starts_at + make_interval(mins => kept.minutes) <= hours.closes_at) then 'hours'
      when not exists (select from private.starts_in_hours(page, array[person.staff_id], kept.minutes, kept.step, why_not_free.starts_at,
        why_not_free.starts_at + interval '1 second')) then 'aligned'
      when against.id is not null then against.kind
      when exists (select from private.full_days(kept, array[person.staff_id], why_not_free.starts_at, why_not_free.starts_at) as full_one
        where full_one.of_week and full_one.day = date_trunc('week', local_day)::date) then 'week_full'
      when exists (select from private.full_days(kept, array[person.staff_id], why_not_free.starts_at, why_not_free.starts_at) as full_one
        where not full_one.of_week and full_one.day = local_day) then 'day_full'
      -- After the rules of people: a page that is being made shows what it would offer.
      when kept.state <> 'live' then 'page_state'
      when not exists (select from private.free_times(page, why_not_free.starts_at, why_not_free.starts_at + interval '1 second', why_not_free.at))
        then case kept.who when 'all' then 'not_everyone' else 'not_shown' end
    end;
    if against.id is not null and reason = against.kind then until_at := upper(against.during); end if;
    return next;
  end loop;
end
$$;

grant execute on function public.why_not_free to authenticated, service_role;

-- Copies of free times --------------------------------------------------------------------------------------------------------------

-- What free times are made of has changed: once a transaction, and seen by others when it is committed.
create function private.booking_changed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if current_setting('guidevane.booking_changed', true) is distinct from pg_current_xact_id()::text then
    insert into private.booking_changes default values;
    perform set_config('guidevane.booking_changed', pg_current_xact_id()::text, true);
  end if;
  return null;
end
$$;

do $$
declare
  of_table text;
begin
  foreach of_table in array array['occupied', 'meetings', 'booking_pages', 'booking_page_people', 'availability', 'availability_hours', 'availability_days',
    'calendars', 'office', 'office_holidays', 'staff'] loop
    execute format('create trigger booking_changed after insert or update or delete or truncate on public.%I
      for each statement execute function private.booking_changed()', of_table);
  end loop;
end
$$;
