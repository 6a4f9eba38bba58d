-- Booking pages, hours, and who may see and change what of meetings. What is occupied is written by functions only.

select private.register_types('meetings', 'meeting');

select private.allow('public.booking_pages', 'meetings', deletes => 'delete');
select private.allow('public.booking_page_people', 'meetings');
select private.allow('public.availability', 'meetings');
select private.allow('public.availability_hours', 'meetings');
select private.allow('public.availability_days', 'meetings');
select private.allow('public.meetings', 'meetings');
select private.allow('public.meeting_people', 'meetings');
select private.allow('public.meeting_notes', 'meetings');
select private.allow('public.meeting_mails', 'meetings');
select private.allow('public.occupied', 'meetings');

-- A calendar is its owner's. Administrators see its state to pause or remove it, never what is in it.
create policy "people see their own calendars, administrators all" on public.calendars for select to authenticated
  using ((select public.may('meetings', 'read')) and (staff_id = (select auth.uid()) or (select public.may('staff', 'edit'))));
create policy "people see entries of their own calendars" on public.calendar_entries for select to authenticated
  using ((select public.may('meetings', 'read')) and exists (select from public.calendars where calendars.id = calendar_id and calendars.staff_id = (select auth.uid())));
create policy "people see copies of meetings in their own calendars" on public.calendar_copies for select to authenticated
  using ((select public.may('meetings', 'read')) and (staff_id = (select auth.uid()) or (select public.may('staff', 'edit'))));

grant select on public.booking_pages, public.booking_page_people, public.availability, public.availability_hours, public.availability_days, public.meetings,
  public.meeting_people, public.meeting_notes, public.meeting_mails to authenticated, service_role;
grant delete on public.booking_pages to authenticated;
-- Busy and free, and of whom; whose reservation it is and what entry of a calendar is no one's business.
grant select (id, staff_id, during, kind, ours, late, meeting_id, expires_at) on public.occupied to authenticated;
grant select (id, staff_id, kind, name, address, username, reads, writes, write_details, count_tentative, count_all_day, count_unanswered, state, reason,
  failures, last_good_at, next_try_at, when_stale, made_by_us, created_at, updated_at) on public.calendars to authenticated;
grant select (calendar_id, href, etag) on public.calendar_entries to authenticated;
grant select on public.calendar_copies to authenticated;
grant all on public.booking_pages, public.booking_page_people, public.availability, public.availability_hours, public.availability_days, public.meetings,
  public.meeting_people, public.meeting_notes, public.meeting_mails, public.occupied, public.calendars, public.calendar_entries, public.calendar_copies to service_role;

create trigger booking_pages_touch before update on public.booking_pages for each row execute function private.touch_updated_at();
create trigger availability_touch before update on public.availability for each row execute function private.touch_updated_at();
create trigger meetings_touch before update on public.meetings for each row execute function private.touch_updated_at();
create trigger calendars_touch before update on public.calendars for each row execute function private.touch_updated_at();

create trigger acts_of_booking_pages after insert or update or delete on public.booking_pages
  for each row execute function private.note_setting('booking page changed', 'title', 'slug', 'minutes', 'who', 'visibility', 'price_minor', 'state');

select private.announce_changes('public.booking_pages', 'meetings');
select private.announce_changes('public.meetings', 'meetings');

-- PostgreSQL also takes "XYZ+3" for a zone; browsers and calendars do not.
create function private.require_zone(zone text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from pg_catalog.pg_timezone_names where name = zone) then
    raise check_violation using message = format('There is no time zone called "%s".', zone);
  end if;
end
$$;

-- Hours are one's own; those of others are for people who may edit staff.
create function private.require_hours_of(person uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if person is distinct from auth.uid() then perform private.require_may('staff', 'edit', 'to change the hours of others');
  else perform private.require_may('meetings', 'edit', 'to change your hours');
  end if;
end
$$;

create function private.require_ranges(ranges jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  given record;
  before interval := interval '0';
begin
  for given in select (item ->> 'opens')::time as opens, (item ->> 'closes')::interval as closes from jsonb_array_elements(ranges) as item order by 1 loop
    if given.opens is null or given.closes is null or given.closes <= given.opens::interval or given.closes > given.opens::interval + interval '24 hours' then
      raise check_violation using message = 'Hours close after they open, within 24 hours.';
    end if;
    if given.opens::interval < before then raise check_violation using message = 'Hours of one day do not overlap.'; end if;
    before := given.closes;
  end loop;
end
$$;

-- What a person sets is theirs, also where a row of the sample firm was there first (server/sample-firm/meetings.ts).
create function private.keep_availability(people uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.sample_rows where place = 'public.availability' and (key ->> 'staff_id')::uuid = any (people)
$$;

-- A person's zone, limits and video link: {"zone", "max_per_day", "max_per_week", "video_link", "works_on_holidays"}; what is not named stays.
create function public.save_availability(person uuid, given jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.availability;
begin
  perform private.require_hours_of(person);
  select * into kept from public.availability where staff_id = person for update;
  kept.zone := coalesce(given ->> 'zone', kept.zone, (select time_zone from public.office));
  perform private.require_zone(kept.zone);
  insert into public.availability as mine (staff_id, zone, max_per_day, max_per_week, video_link, works_on_holidays)
  values (person, kept.zone,
    case when given ? 'max_per_day' then (given ->> 'max_per_day')::int else kept.max_per_day end,
    case when given ? 'max_per_week' then (given ->> 'max_per_week')::int else kept.max_per_week end,
    case when given ? 'video_link' then nullif(btrim(given ->> 'video_link'), '') else kept.video_link end,
    coalesce((given ->> 'works_on_holidays')::boolean, kept.works_on_holidays, false))
  on conflict (staff_id) do update set zone = excluded.zone, max_per_day = excluded.max_per_day, max_per_week = excluded.max_per_week,
    video_link = excluded.video_link, works_on_holidays = excluded.works_on_holidays;
  perform private.keep_availability(array[person]);
end
$$;

-- All hours of a person, usual ones or those of one page: [{"weekday": 1, "opens": "09:00", "closes": "17:00"}].
create function public.save_hours(person uuid, hours jsonb, page uuid default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  on_day record;
begin
  perform private.require_hours_of(person);
  if jsonb_typeof(hours) <> 'array' or jsonb_array_length(hours) > 60 then raise check_violation using message = 'Hours are a list of at most 60.'; end if;
  for on_day in select item ->> 'weekday' as weekday, jsonb_agg(item) as ranges from jsonb_array_elements(hours) as item group by 1 loop
    perform private.require_ranges(on_day.ranges);
  end loop;
  insert into public.availability (staff_id, zone) select person, time_zone from public.office on conflict do nothing;
  perform from public.availability where staff_id = person for update;
  delete from public.availability_hours where staff_id = person and page_id is not distinct from page;
  insert into public.availability_hours (staff_id, page_id, weekday, opens, closes)
  select person, page, (item ->> 'weekday')::int, (item ->> 'opens')::time, (item ->> 'closes')::interval from jsonb_array_elements(hours) as item;
end
$$;

-- One day in place of the weekday's hours: [] is away, null takes it back.
create function public.save_day(person uuid, day date, ranges jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_hours_of(person);
  if ranges is null or jsonb_typeof(ranges) = 'null' then
    delete from public.availability_days where staff_id = person and availability_days.day = save_day.day;
    return;
  end if;
  perform private.require_ranges(ranges);
  insert into public.availability (staff_id, zone) select person, time_zone from public.office on conflict do nothing;
  insert into public.availability_days (staff_id, day, ranges) values (person, day, ranges)
  on conflict on constraint availability_days_pkey do update set ranges = excluded.ranges;
end
$$;

create function private.require_questions(questions jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  asked jsonb;
begin
  for asked in select item from jsonb_array_elements(questions) as item loop
    if coalesce(asked ->> 'key', '') !~ '^[a-z0-9_]{1,40}$' or char_length(coalesce(asked ->> 'label', '')) not between 1 and 200
      or coalesce(asked ->> 'kind', '') not in ('line', 'text', 'choice', 'phone')
      or (asked ->> 'kind' = 'choice' and not coalesce(jsonb_typeof(asked -> 'choices') = 'array' and jsonb_array_length(asked -> 'choices') between 1 and 30, false)) then
      raise check_violation using message = 'A question has a label and is a line, a text, a phone number or a choice with its answers.';
    end if;
  end loop;
  if (select count(distinct item ->> 'key') < count(*) from jsonb_array_elements(questions) as item) then
    raise check_violation using message = 'Each question is asked once.';
  end if;
end
$$;

-- Makes a page (no "id") or changes one; what is not named stays. "people": [{"staff_id", "weight"}] replaces who is on it.
create function public.save_booking_page(given jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.booking_pages;
begin
  perform private.require_may('meetings', 'edit', 'to change booking pages');
  if given ? 'id' then
    select * into kept from public.booking_pages where id = (given ->> 'id')::uuid for update;
    if kept.id is null then raise sqlstate 'PT404' using message = 'This booking page no longer exists.'; end if;
    kept := jsonb_populate_record(kept, given - 'id' - 'people' - 'state' - 'created_at' - 'created_by' - 'updated_at');
    perform private.require_questions(kept.questions);
    update public.booking_pages set (slug, title, about, minutes, step, buffer_before, buffer_after, notice_minutes, horizon_days, who, owner_first, max_per_day,
      max_per_week, visibility, place, place_detail, questions, approval, approval_hours, price_minor, currency, unpaid, change_until, max_moves, reminders,
      show_at_most, service_line, subject) = (kept.slug, kept.title, kept.about, kept.minutes, kept.step, kept.buffer_before, kept.buffer_after,
      kept.notice_minutes, kept.horizon_days, kept.who, kept.owner_first, kept.max_per_day, kept.max_per_week, kept.visibility, kept.place, kept.place_detail,
      kept.questions, kept.approval, kept.approval_hours, kept.price_minor, kept.currency, kept.unpaid, kept.change_until, kept.max_moves, kept.reminders,
      kept.show_at_most, kept.service_line, kept.subject)
    where id = kept.id;
  else
    perform private.require_questions(coalesce(given -> 'questions', '[]'));
    insert into public.booking_pages (slug, title, minutes, step, created_by)
    values (given ->> 'slug', given ->> 'title', coalesce((given ->> 'minutes')::int, 30),
      coalesce((given ->> 'step')::int, least(120, greatest(5, coalesce((given ->> 'minutes')::int, 30)))), private.me())
    returning * into kept;
    -- The rest as a change of what the table fills in.
    perform public.save_booking_page(given - 'people' || jsonb_build_object('id', kept.id, 'step', kept.step));
  end if;
  if given ? 'people' then perform private.put_people_on_page(kept.id, given -> 'people'); end if;
  return kept.id;
end
$$;

-- Whoever is new begins with the mean of the others, so that they are not given everything at first.
create function private.put_people_on_page(page uuid, people jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if jsonb_array_length(people) > 1 and exists (select from public.booking_pages where id = page and who = 'one') then
    raise check_violation using message = 'A page of one person has one person. Choose any or all first.';
  end if;
  if jsonb_array_length(people) > 50 then raise check_violation using message = 'A page has at most 50 people.'; end if;
  perform from public.availability where staff_id in (
    select staff_id from public.booking_page_people where page_id = page union select (item ->> 'staff_id')::uuid from jsonb_array_elements(people) as item)
    order by staff_id for update;
  insert into public.availability (staff_id, zone)
  select (item ->> 'staff_id')::uuid, time_zone from jsonb_array_elements(people) as item, public.office on conflict do nothing;
  perform private.keep_availability(array(select (item ->> 'staff_id')::uuid from jsonb_array_elements(people) as item));
  delete from public.booking_page_people
  where page_id = page and staff_id not in (select (item ->> 'staff_id')::uuid from jsonb_array_elements(people) as item);
  insert into public.booking_page_people as mine (page_id, staff_id, weight, base_minutes)
  select page, (item ->> 'staff_id')::uuid, coalesce((item ->> 'weight')::int, 1),
    coalesce((select round(avg(load.minutes::numeric / load.weight) * coalesce((item ->> 'weight')::int, 1))::int from private.page_loads(page, now()) as load), 0)
  from jsonb_array_elements(people) as item
  on conflict (page_id, staff_id) do update set weight = excluded.weight;
  perform private.pause_empty_pages();
end
$$;

create function public.set_booking_page_state(page uuid, new_state text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.booking_pages;
begin
  perform private.require_may('meetings', 'edit', 'to change booking pages');
  select * into kept from public.booking_pages where id = page for update;
  if kept.id is null then raise sqlstate 'PT404' using message = 'This booking page no longer exists.'; end if;
  if new_state = 'live' and not exists (select from public.booking_page_people join public.staff on staff.user_id = staff_id and staff.active where page_id = page) then
    raise check_violation using message = 'Put someone on this page first.';
  end if;
  if new_state = 'live' and kept.state = 'archived' then raise check_violation using message = 'Bring the page back as a draft first.'; end if;
  update public.booking_pages set state = new_state where id = page and state <> new_state;
end
$$;

-- A live page without anyone pauses, and those who care for pages are told.
create function private.pause_empty_pages() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  paused public.booking_pages;
begin
  for paused in
    update public.booking_pages set state = 'paused'
    where state = 'live' and not exists (
      select from public.booking_page_people join public.staff on staff.user_id = staff_id and staff.active where page_id = booking_pages.id)
    returning *
  loop
    perform private.call_hooks('make task', jsonb_build_object('title', left(format('No one is on the booking page “%s”: it is paused', paused.title), 200),
      'kind', 'todo', 'source', 'meetings', 'assignee_id', (select user_id from public.staff where user_id = paused.created_by and active))::text);
  end loop;
end
$$;

grant execute on function public.save_availability, public.save_hours, public.save_day, public.save_booking_page, public.set_booking_page_state
  to authenticated, service_role;
