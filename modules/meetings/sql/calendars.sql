-- Calendars: what was read of them, our copies in them, what the host is asked, and what happens when one does not answer.

grant select (overlap_kept) on public.occupied to authenticated;

select private.register_types('meetings', 'calendar');
select private.tell_owners('calendar', 'public.calendars', 'staff_id');
select private.tell_of('calendar', event, event) from unnest(array['silent', 'closed', 'signed out', 'many gone']) as event;
select private.tell_of('meeting', event, event) from unnest(array['conflict', 'gone from calendar', 'moved in calendar']) as event;

create policy "the history of a calendar is for those who see it" on public.events as restrictive for select to authenticated
  using (record_type <> 'calendar' or exists (select from public.calendars where calendars.id = events.record_id));

create function private.record_calendar_event(calendar uuid, what text, happened_at timestamptz) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, at, actor_name, record_type, record_id, record_name)
  select what, happened_at, 'Calendar', 'calendar', id, name from public.calendars where id = calendar
$$;

-- Reading -----------------------------------------------------------------------------------------------------------------------

-- What was read of a calendar, in one step with the token that belongs to it.
--   changed: [{"href", "etag", "uid", "times": [{"start", "end"}]}]; gone: addresses of entries that are no more
-- Answers how many times are busy.
create function private.put_calendar_entries(calendar uuid, changed jsonb, gone text[], token text, compared boolean, etag text default null, at timestamptz default now()) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.calendars;
  read_hrefs text[];
begin
  select * into kept from public.calendars where id = calendar;
  if kept.id is null or kept.state in ('paused', 'removed') then return 0; end if;
  -- The lock of bookings: none of them sees half of a reading.
  insert into public.availability (staff_id, zone) select kept.staff_id, time_zone from public.office on conflict do nothing;
  perform private.lock_people(array[kept.staff_id]);
  select * into kept from public.calendars where id = calendar for update;
  delete from public.occupied where staff_id = kept.staff_id and kind = 'reserved' and expires_at <= at;
  select coalesce(array_agg(item ->> 'href'), '{}') into read_hrefs from jsonb_array_elements(changed) as item;
  perform private.compare_copies(kept, changed, gone, at);
  delete from public.occupied where calendar_id = calendar and entry_href = any (gone || read_hrefs);
  delete from public.calendar_entries where calendar_id = calendar and href = any (gone);
  insert into public.calendar_entries as entry (calendar_id, href, etag, uid)
  select calendar, item ->> 'href', item ->> 'etag', coalesce(item ->> 'uid', '') from jsonb_array_elements(changed) as item
  on conflict (calendar_id, href) do update set etag = excluded.etag, uid = excluded.uid;
  -- Times of entries that no one knows any more.
  if compared then
    delete from public.occupied where calendar_id = calendar and entry_href not in (select href from public.calendar_entries where calendar_id = calendar);
  end if;
  if kept.reads then
    insert into public.occupied (staff_id, during, kind, calendar_id, entry_uid, entry_href, late)
    select kept.staff_id, span.during, 'calendar', calendar, span.uid, span.href,
      exists (select from public.occupied as ours where ours.staff_id = kept.staff_id and ours.ours = 1 and ours.during && span.during)
    from (
      select distinct on (item ->> 'href', during) item ->> 'href' as href, coalesce(item ->> 'uid', '') as uid,
        tstzrange(to_timestamp((times ->> 'start')::float8 / 1000), to_timestamp((times ->> 'end')::float8 / 1000)) as during
      from jsonb_array_elements(changed) as item, jsonb_array_elements(item -> 'times') as times,
        lateral (select tstzrange(to_timestamp((times ->> 'start')::float8 / 1000), to_timestamp((times ->> 'end')::float8 / 1000)) as during) as spanned
      where (times ->> 'end')::float8 > (times ->> 'start')::float8) as span
    -- Our own meetings are occupied as meetings.
    where not exists (select from public.meetings where ics_uid = split_part(span.uid, '#', 1) and source in ('booking', 'hand', 'provider'));
  end if;
  -- Late is what came after something of ours. Where nothing of ours is left, it counts like any other.
  update public.occupied as entry set late = false
  where entry.staff_id = kept.staff_id and entry.late and entry.kind = 'calendar'
    and not exists (select from public.occupied as ours where ours.staff_id = entry.staff_id and ours.ours = 1 and ours.during && entry.during);
  perform private.tell_conflicts(kept.staff_id, calendar, read_hrefs);
  update public.calendars set state = 'live', reason = null, failures = 0, last_good_at = at, sync_token = token, etag = coalesce(put_calendar_entries.etag, calendars.etag),
    compared_at = case when compared then at else compared_at end, next_try_at = at + case kind when 'ics' then interval '15 minutes' else interval '5 minutes' end,
    lease_until = null, lease_by = null
  where id = calendar;
  return (select count(*) from public.occupied where calendar_id = calendar);
end
$$;

-- Whole days and floating times are in the person's zone: in another one they are other moments.
create function private.calendars_follow_zone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.calendar_entries where calendar_id in (select id from public.calendars where staff_id = new.staff_id);
  update public.calendars set sync_token = null, etag = null, next_try_at = now() where staff_id = new.staff_id;
  return null;
end
$$;
create trigger calendars_follow_zone after update of zone on public.availability
  for each row when (old.zone is distinct from new.zone) execute function private.calendars_follow_zone();

-- An entry over a meeting: the host is told once.
create function private.tell_conflicts(person uuid, calendar uuid, hrefs text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  meeting uuid;
begin
  for meeting in
    select distinct ours.meeting_id from public.occupied as ours
    join public.occupied as entry on entry.staff_id = ours.staff_id and entry.late and entry.during && ours.during
    where ours.staff_id = person and ours.kind = 'meeting' and entry.calendar_id = calendar and entry.entry_href = any (hrefs) and upper(ours.during) > now()
  loop
    perform private.record_meeting_event(meeting, 'conflict');
  end loop;
end
$$;

-- When a calendar cannot be read. A refused password ends it until its owner signs in; anything else is tried after 1, 5, 15, 60 minutes.
create function private.calendar_failed(calendar uuid, why text, at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.calendars;
  good_at timestamptz;
  what text;
begin
  update public.calendars set reason = why, failures = failures + 1, lease_until = null, lease_by = null,
    state = case when why like 'signed out%' then 'signed_out' else 'waiting' end,
    next_try_at = at + case failures when 0 then interval '1 minute' when 1 then interval '5 minutes' when 2 then interval '15 minutes' else interval '1 hour' end
  where id = calendar and state not in ('paused', 'removed') returning * into kept;
  if kept.id is null then return; end if;
  good_at := coalesce(kept.last_good_at, kept.created_at);
  foreach what in array array['signed out', 'silent', 'closed'] loop
    continue when case what when 'signed out' then kept.state <> 'signed_out' when 'silent' then calendar_failed.at < good_at + interval '30 minutes' else calendar_failed.at < good_at + interval '2 hours' end;
    continue when exists (select from public.events where record_type = 'calendar' and record_id = calendar and kind = what and events.at >= good_at);
    perform private.record_calendar_event(calendar, what, calendar_failed.at);
  end loop;
  -- The last step is looked at when it is due, however long the pause.
  update public.calendars set next_try_at = least(next_try_at, good_at + interval '2 hours 1 second')
  where id = calendar and state = 'waiting' and calendar_failed.at < good_at + interval '2 hours';
end
$$;

-- Copies ------------------------------------------------------------------------------------------------------------------------

-- Meetings of ours belong into the calendar that each of their hosts writes to.
create function private.want_copies(meeting uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.calendar_copies as copy (meeting_id, staff_id, calendar_id, sequence)
  select meetings.id, hosts.staff_id, calendars.id, meetings.sequence
  from public.meetings join public.meeting_people as hosts on hosts.meeting_id = meetings.id and hosts.role = 'host'
  join public.calendars on calendars.staff_id = hosts.staff_id and calendars.writes and calendars.state not in ('paused', 'removed')
  where meetings.id = meeting and meetings.source in ('booking', 'hand') and meetings.ends_at > now() and private.meeting_stands(meetings)
  -- One in a calendar that is gone is made again where its host writes now.
  on conflict (meeting_id, staff_id) do update set calendar_id = excluded.calendar_id, href = null, etag = null, state = 'wanted', reason = null, updated_at = now()
    where copy.calendar_id is null or exists (select from public.calendars as old where old.id = copy.calendar_id and old.state = 'removed');
  -- Whoever has it no longer, and what changed.
  update public.calendar_copies as copy set state = 'wanted', reason = null, updated_at = now()
  from public.meetings
  where meetings.id = meeting and copy.meeting_id = meeting
    and (copy.sequence <> meetings.sequence or not private.meeting_stands(meetings)
      or not exists (select from public.meeting_people as hosts where hosts.meeting_id = meeting and hosts.role = 'host' and hosts.staff_id = copy.staff_id))
$$;

create function private.meeting_wants_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.want_copies(new.id);
  return null;
end
$$;
create function private.host_wants_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.want_copies(coalesce(new.meeting_id, old.meeting_id));
  return null;
end
$$;
create trigger meetings_want_copies after update of state, sequence, title, place_detail on public.meetings
  for each row execute function private.meeting_wants_copies();
create trigger hosts_want_copies after insert or delete on public.meeting_people for each row execute function private.host_wants_copies();

-- Copies to be written or removed: what is coming, or has to go. SAFE holds them; the feed shows them all the same.
create function private.copies_due(at timestamptz, most int) returns table (meeting_id uuid, staff_id uuid)
language sql stable security definer set search_path = ''
as $$
  select copies.meeting_id, copies.staff_id
  from public.calendar_copies as copies join public.meetings on meetings.id = copies.meeting_id
  join public.calendars on calendars.id = copies.calendar_id and calendars.state in ('new', 'checking', 'live', 'waiting')
  where (select is_open from private.outbox_gate) and meetings.ends_at > copies_due.at
    -- A colleague who may no longer read meetings gets no more of them; what has to go still goes.
    and (not private.meeting_stands(meetings) or private.person_may(copies.staff_id, 'meetings', 'read'))
    and (copies.state = 'wanted' or (copies.state = 'failed' and copies.updated_at < copies_due.at - interval '15 minutes'))
  order by meetings.starts_at limit most
$$;

-- Deleted or moved in the calendar: the host is asked, and until then the meeting stands. More than three at once are no decisions.
create function private.compare_copies(kept public.calendars, changed jsonb, gone text[], at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  copy public.calendar_copies;
  lost uuid[];
  item jsonb;
  starts timestamptz;
begin
  if not exists (select from public.calendar_copies where calendar_id = kept.id) then return; end if;
  select coalesce(array_agg(copies.meeting_id), '{}') into lost
  from public.calendar_copies as copies join public.meetings on meetings.id = copies.meeting_id
  where copies.calendar_id = kept.id and copies.href = any (gone) and copies.state = 'there' and meetings.ends_at > at and private.meeting_stands(meetings);
  update public.calendar_copies set state = 'gone', href = null, etag = null, updated_at = at where calendar_id = kept.id and meeting_id = any (lost);
  if cardinality(lost) > 3 then
    perform private.record_calendar_event(kept.id, 'many gone', compare_copies.at);
  else
    update public.meetings set question = '{"ask": "deleted"}' where id = any (lost);
    perform private.record_meeting_event(id, 'gone from calendar') from unnest(lost) as id;
  end if;
  for item in select value from jsonb_array_elements(changed) loop
    select copies.* into copy from public.calendar_copies as copies where copies.calendar_id = kept.id and copies.href = item ->> 'href' and copies.state = 'there';
    continue when copy.meeting_id is null or copy.etag is not distinct from item ->> 'etag';
    starts := to_timestamp((item ->> 'start')::float8 / 1000);
    update public.calendar_copies set etag = item ->> 'etag', updated_at = at,
      state = case when starts is distinct from (select meetings.starts_at from public.meetings where id = copy.meeting_id) then 'changed' else 'there' end
    where meeting_id = copy.meeting_id and staff_id = copy.staff_id returning * into copy;
    if copy.state = 'changed' then
      update public.meetings set question = jsonb_build_object('ask', 'moved', 'starts_at', starts) where id = copy.meeting_id and private.meeting_stands(meetings);
      perform private.record_meeting_event(copy.meeting_id, 'moved in calendar');
    end if;
  end loop;
end
$$;

-- What the desk does -------------------------------------------------------------------------------------------------------------

-- The meeting stands as it is, also in the calendar.
create function public.put_back_copy(meeting uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('meetings', 'send', 'to change meetings');
  update public.calendar_copies set state = 'wanted', reason = null, updated_at = now(), times_made = times_made + (state = 'gone')::int
  where meeting_id = meeting and state in ('gone', 'changed', 'failed');
  update public.meetings set question = null where id = meeting and question ->> 'ask' in ('deleted', 'moved');
end
$$;

create function private.entries_over(meeting uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select entry.id from public.occupied as mine join public.occupied as entry on entry.staff_id = mine.staff_id and entry.late and entry.during && mine.during
  where mine.meeting_id = meeting
$$;

create function public.keep_both(meeting uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('meetings', 'edit', 'to change meetings');
  update public.occupied set overlap_kept = true where id in (select private.entries_over(meeting));
end
$$;

-- The entry stays in the calendar, and no longer makes its owner busy here. A change of it there counts again.
create function public.free_entry(meeting uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('meetings', 'edit', 'to change meetings');
  delete from public.occupied where id in (select private.entries_over(meeting));
end
$$;

-- Asks the guest to choose another time: by mail, through the outbox.
create function public.offer_new_times(meeting uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings;
  guest public.meeting_people;
begin
  perform private.require_may('meetings', 'send', 'to write to guests');
  kept := private.meeting_to_change(meeting);
  if kept.id is null or kept.state <> 'confirmed' or kept.starts_at <= now() then
    raise check_violation using message = 'This meeting is not coming any more. Look at it again.';
  end if;
  for guest in select * from public.meeting_people where meeting_id = meeting and role = 'guest' and address <> '' loop
    perform private.write_meeting_mail(kept, guest, 'choose_again', now());
  end loop;
  if guest.id is null then raise check_violation using message = 'The guest has no mail address.'; end if;
  perform public.keep_both(meeting);
end
$$;

-- One's own calendar; an administrator's right is to pause and to remove.
create function private.calendar_to_change(calendar uuid, own_only boolean) returns public.calendars
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.calendars;
begin
  select * into kept from public.calendars where id = calendar and state <> 'removed' for update;
  if kept.id is null or not (kept.staff_id is not distinct from auth.uid() or public.may('staff', 'edit')) then
    raise sqlstate 'PT404' using message = 'This calendar is not connected any more.';
  end if;
  if kept.staff_id is distinct from auth.uid() and own_only then raise insufficient_privilege using message = 'Only its owner can change a calendar.'; end if;
  perform private.require_may('meetings', case when kept.staff_id = auth.uid() then 'edit' else 'read' end, 'to change calendars');
  return kept;
end
$$;

-- {"name", "reads", "writes", "write_details", "count_tentative", "count_all_day", "count_unanswered", "when_stale"}; what is not named stays.
create function public.save_calendar(calendar uuid, given jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.calendars := private.calendar_to_change(calendar, true);
begin
  if kept.kind = 'ics' and (given ->> 'writes')::boolean then raise check_violation using message = 'A calendar by its address can only be read.'; end if;
  if kept.made_by_us and (given ->> 'reads')::boolean then raise check_violation using message = 'This calendar holds our meetings, which make you busy already.'; end if;
  if kept.kind in ('google', 'microsoft') and not kept.made_by_us and (given ->> 'writes')::boolean then
    raise check_violation using message = 'Our meetings go into a calendar of their own, not into this one.';
  end if;
  if (given ->> 'writes')::boolean then update public.calendars set writes = false where staff_id = kept.staff_id and id <> calendar; end if;
  update public.calendars set name = coalesce(nullif(btrim(given ->> 'name'), ''), name), reads = coalesce((given ->> 'reads')::boolean, reads),
    writes = coalesce((given ->> 'writes')::boolean, writes), write_details = coalesce((given ->> 'write_details')::boolean, write_details),
    count_tentative = coalesce((given ->> 'count_tentative')::boolean, count_tentative), count_all_day = coalesce((given ->> 'count_all_day')::boolean, count_all_day),
    count_unanswered = coalesce((given ->> 'count_unanswered')::boolean, count_unanswered), when_stale = coalesce(given ->> 'when_stale', when_stale),
    -- What counts is decided while reading: everything is read again.
    sync_token = null, etag = null, next_try_at = now()
  where id = calendar returning * into kept;
  delete from public.calendar_entries where calendar_id = calendar;
  if not kept.reads then delete from public.occupied where calendar_id = calendar; end if;
  if kept.writes then
    perform private.want_copies(hosts.meeting_id) from public.meeting_people as hosts join public.meetings on meetings.id = hosts.meeting_id
    where hosts.staff_id = kept.staff_id and hosts.role = 'host' and meetings.ends_at > now();
  end if;
end
$$;

create function public.set_calendar_paused(calendar uuid, paused boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.calendars := private.calendar_to_change(calendar, not paused);
begin
  update public.calendars set state = case when paused then 'paused' else 'checking' end, reason = null, failures = 0, sync_token = null, next_try_at = now()
  where id = kept.id;
  if paused then perform private.forget_entries(kept.id); end if;
end
$$;

create function public.remove_calendar(calendar uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.calendars := private.calendar_to_change(calendar, false);
begin
  perform private.forget_entries(kept.id);
  delete from private.calendar_secrets where calendar_id = kept.id;
  update public.calendars set state = 'removed', reads = false, writes = false, address = '', username = '' where id = kept.id;
end
$$;

create function private.forget_entries(calendar uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.occupied where calendar_id = calendar;
  delete from public.calendar_entries where calendar_id = calendar
$$;

grant execute on function public.put_back_copy, public.keep_both, public.free_entry, public.offer_new_times, public.save_calendar, public.set_calendar_paused,
  public.remove_calendar to authenticated, service_role;

-- The feed ------------------------------------------------------------------------------------------------------------------------

-- Meetings of one person, from a month ago on.
create function private.feed_of(person uuid) returns table (facts jsonb)
language sql stable security definer set search_path = ''
as $$
  select private.meeting_facts(meetings.id)
  from public.meeting_people as hosts join public.meetings on meetings.id = hosts.meeting_id
  where hosts.staff_id = person and hosts.role = 'host' and meetings.source in ('booking', 'hand', 'provider') and meetings.ends_at > now() - interval '30 days'
    and private.meeting_stands(meetings)
  order by meetings.starts_at limit 2000
$$;
