-- The rules of zones change, and a database learns of it by an update. What was booked is a moment and an hour on a clock: where the two no longer
-- meet, the host decides which one was meant.
create function private.ask_about_zones(at timestamptz) returns int
language sql volatile security definer set search_path = ''
as $$
  with asked as (
    update public.meetings set question = jsonb_build_object('ask', 'zone', 'starts_at', local_start at time zone zone)
    where starts_at > at and starts_at at time zone zone <> local_start and question is null and source in ('booking', 'hand') and private.meeting_stands(meetings)
    returning id)
  select count(*)::int from asked
$$;
