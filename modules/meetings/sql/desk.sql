-- What the desk reads: the week, lists, one meeting, and what visitors are offered. As the caller, so that rights decide.

-- Rows of a list. `part`: coming, to_confirm, without_outcome, past; null between two moments is everything that overlaps them.
create function public.meeting_list(
  part text default null, from_at timestamptz default null, until_at timestamptz default null, whose uuid default null, of_contact uuid default null,
  of_account uuid default null, of_deal uuid default null, most int default 100)
returns table (
  id uuid, reference text, title text, source text, starts_at timestamptz, ends_at timestamptz, state text, is_held boolean, place text, place_detail text,
  moves int, host_id uuid, hosts text[], guest_name text, contact_id uuid, account_id uuid, account_name text, deal_id uuid, page_title text, has_question boolean,
  answer_by timestamptz, busy_from timestamptz, busy_until timestamptz, is_conflict boolean, first_answer text)
language sql stable set search_path = ''
as $$
  select meetings.id, meetings.reference, meetings.title, meetings.source, meetings.starts_at, meetings.ends_at, meetings.state, meetings.held_because <> '{}',
    meetings.place, meetings.place_detail, meetings.moves, meetings.host_id, people.hosts, coalesce(people.guest, ''), meetings.contact_id, meetings.account_id,
    accounts.name, meetings.deal_id, pages.title, meetings.question is not null, meetings.answer_by, taken.busy_from, taken.busy_until, coalesce(taken.is_conflict, false),
    (select value from jsonb_each_text(meetings.answers) where char_length(value) > 12 limit 1)
  from public.meetings
  left join public.accounts on accounts.id = meetings.account_id
  left join public.booking_pages as pages on pages.id = meetings.page_id
  cross join lateral (
    select coalesce(array_agg(coalesce(staff.name, of_meeting.name) order by of_meeting.staff_id is distinct from meetings.host_id, of_meeting.name)
        filter (where of_meeting.role = 'host'), '{}') as hosts,
      max(coalesce(nullif(of_meeting.name, ''), of_meeting.address)) filter (where of_meeting.role = 'guest') as guest,
      coalesce(bool_or(of_meeting.staff_id = whose), false) as is_theirs
    from public.meeting_people as of_meeting left join public.staff on staff.user_id = of_meeting.staff_id
    where of_meeting.meeting_id = meetings.id) as people
  left join lateral (
    select min(lower(mine.during)) as busy_from, max(upper(mine.during)) as busy_until,
      bool_or(exists (select from public.occupied as entry where entry.staff_id = mine.staff_id and entry.late and not entry.overlap_kept and entry.during && mine.during)) as is_conflict
    from public.occupied as mine where mine.meeting_id = meetings.id) as taken on true
  where (from_at is null or meetings.ends_at > from_at) and (until_at is null or meetings.starts_at < until_at)
    and (whose is null or people.is_theirs)
    and (of_contact is null or meetings.contact_id = of_contact
      or exists (select from public.meeting_people where meeting_id = meetings.id and meeting_people.contact_id = of_contact))
    and (of_account is null or meetings.account_id = of_account) and (of_deal is null or meetings.deal_id = of_deal)
    and case part
      when 'coming' then meetings.state in ('requested', 'awaiting_payment', 'confirmed') and meetings.ends_at > now()
      when 'to_confirm' then meetings.state = 'requested'
      when 'without_outcome' then meetings.state = 'confirmed' and meetings.ends_at <= now() and meetings.source in ('booking', 'hand', 'provider')
      when 'past' then meetings.ends_at <= now() or meetings.state in ('cancelled', 'declined', 'expired', 'released')
      else true end
  order by case when part in ('past', 'without_outcome') then -extract(epoch from meetings.starts_at) else extract(epoch from meetings.starts_at) end, meetings.id
  limit least(most, 500)
$$;

-- How many there are of each part, and of the week.
create function public.meeting_counts(week_from timestamptz, week_until timestamptz, whose uuid default null)
returns table (today int, this_week int, week_minutes int, coming int, to_confirm int, without_outcome int)
language sql stable set search_path = ''
as $$
  select count(*) filter (where public.office_day(starts_at) = public.office_today() and stands)::int,
    count(*) filter (where in_week)::int, coalesce(sum(minutes) filter (where in_week), 0)::int, count(*) filter (where is_open and ends_at > now())::int,
    count(*) filter (where state = 'requested')::int,
    count(*) filter (where state = 'confirmed' and ends_at <= now() and source in ('booking', 'hand', 'provider'))::int
  from (
    select meetings.*, extract(epoch from ends_at - starts_at) / 60 as minutes, state in ('requested', 'awaiting_payment', 'confirmed') as is_open,
      state in ('requested', 'awaiting_payment', 'confirmed', 'met', 'no_show') as stands,
      state in ('requested', 'awaiting_payment', 'confirmed', 'met', 'no_show') and ends_at > week_from and starts_at < week_until as in_week
    from public.meetings
    where (state in ('requested', 'confirmed', 'awaiting_payment') or (ends_at > week_from and starts_at < week_until))
      and (whose is null or exists (select from public.meeting_people where meeting_id = meetings.id and staff_id = whose))) as counted
$$;

-- When people are busy otherwise, joined where entries touch. Whose entry it is, and of what, is not in it.
create function public.busy_stripes(from_at timestamptz, until_at timestamptz, whose uuid default null)
returns table (staff_id uuid, starts_at timestamptz, ends_at timestamptz, is_late boolean)
language sql stable set search_path = ''
as $$
  select merged.staff_id, lower(stripe), upper(stripe), merged.is_late
  from (
    select occupied.staff_id, occupied.late as is_late, range_agg(occupied.during * tstzrange(from_at, until_at)) as stripes
    from public.occupied
    where occupied.kind in ('calendar', 'block') and occupied.during && tstzrange(from_at, until_at) and (whose is null or occupied.staff_id = whose)
    group by occupied.staff_id, occupied.late) as merged, unnest(merged.stripes) as stripe
  order by 2, 1
$$;

-- Times that visitors of a page are still offered.
create function public.open_times(page uuid, from_at timestamptz, until_at timestamptz) returns table (starts_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('meetings', 'read', 'to look at booking pages');
  if until_at > from_at + interval '32 days' then raise check_violation using message = 'At most a month at a time.'; end if;
  return query select offered.starts_at from private.free_times(page, from_at, until_at) as offered
    where exists (select from public.booking_pages where id = page and state = 'live') order by 1 limit 400;
end
$$;

-- Each time of a day that the hours of a page have, and why it is not offered: once for each person who could take it.
create function public.what_visitors_see(page uuid, day date)
returns table (starts_at timestamptz, staff_id uuid, reason text, until_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
declare
  kept public.booking_pages;
  zone text := (select time_zone from public.office);
  day_from timestamptz := day::timestamp at time zone zone;
  day_until timestamptz := (day + 1)::timestamp at time zone zone;
begin
  perform private.require_may('meetings', 'read', 'to look at booking pages');
  select * into kept from public.booking_pages where id = page;
  if kept.id is null then raise sqlstate 'PT404' using message = 'This booking page no longer exists.'; end if;
  return query
    select listed.starts_at, why.staff_id, why.reason, why.until_at
    from (
      select distinct open.starts_at
      from private.starts_in_hours(page, array(select people.staff_id from public.booking_page_people as people where people.page_id = page),
        kept.minutes, kept.step, day_from, day_until) as open
      order by 1 limit 100) as listed
    cross join lateral public.why_not_free(page, listed.starts_at) as why
    order by 1, 2;
end
$$;

-- Everything about one meeting that its page shows.
create function public.meeting_record(meeting uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(meetings) - 'sender' - 'organizer_key' - 'task_id' || jsonb_build_object(
    'page', (select jsonb_build_object('id', pages.id, 'title', pages.title, 'slug', pages.slug, 'questions', pages.questions) from public.booking_pages as pages where pages.id = page_id),
    'account', (select jsonb_build_object('id', accounts.id, 'name', accounts.name) from public.accounts where accounts.id = account_id),
    'suggested', (select jsonb_build_object('id', accounts.id, 'name', accounts.name) from public.accounts where accounts.id = suggested_account_id),
    'people', (select coalesce(jsonb_agg(jsonb_build_object('id', people.id, 'role', people.role, 'staff_id', people.staff_id, 'contact_id', people.contact_id,
        'name', coalesce(staff.name, people.name), 'address', people.address, 'phone', people.phone, 'answer', people.answer)
        order by people.role = 'host' desc, people.role = 'guest' desc, people.name), '[]')
      from public.meeting_people as people left join public.staff on staff.user_id = people.staff_id where people.meeting_id = meetings.id),
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', notes.id, 'body', notes.body, 'by', staff.name, 'created_at', notes.created_at) order by notes.created_at desc), '[]')
      from public.meeting_notes as notes left join public.staff on staff.user_id = notes.staff_id where notes.meeting_id = meetings.id),
    'mails', (select coalesce(jsonb_agg(jsonb_build_object('id', mails.id, 'kind', mails.kind, 'sequence', mails.sequence, 'outbox_id', mails.outbox_id,
        'message', case when outbox.id is not null then jsonb_build_object('id', outbox.id, 'state', case outbox.state when 'sending' then 'leaving' else outbox.state end,
          'held_by_safe', outbox.state = 'held' and coalesce(outbox.gate_code = 'safe_mode', false)) end,
        'to', people.address, 'created_at', mails.created_at) order by mails.created_at desc, mails.id), '[]')
      from public.meeting_mails as mails left join public.outbox on outbox.id = mails.outbox_id left join public.meeting_people as people on people.id = mails.person_id
      where mails.meeting_id = meetings.id),
    'copies', (select coalesce(jsonb_agg(jsonb_build_object('staff_id', copies.staff_id, 'name', staff.name, 'state', copies.state, 'reason', copies.reason)), '[]')
      from public.calendar_copies as copies left join public.staff on staff.user_id = copies.staff_id where copies.meeting_id = meetings.id),
    'is_unconfirmed', coalesce((sender ->> 'unconfirmed')::boolean, false),
    'is_conflict', exists (select from public.occupied as mine join public.occupied as entry on entry.staff_id = mine.staff_id and entry.late and not entry.overlap_kept and entry.during && mine.during
      where mine.meeting_id = meetings.id))
  from public.meetings where meetings.id = meeting
$$;

grant execute on function public.meeting_list, public.meeting_counts, public.busy_stripes, public.open_times, public.what_visitors_see, public.meeting_record
  to authenticated, service_role;
