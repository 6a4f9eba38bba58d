-- Moving, cancelling, handing over, and what ends by itself.

create function private.meeting_to_change(meeting uuid) returns public.meetings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings;
  people uuid[];
begin
  -- People before meetings, as booking has it. Who is on it, and who could be, does not change while their rows are locked.
  select array_agg(distinct person) into people from (
    select staff_id as person from public.meeting_people where meeting_id = meeting and staff_id is not null
    union select staff_id from public.booking_page_people where page_id = (select page_id from public.meetings where id = meeting)) as all_people;
  perform private.lock_people(coalesce(people, '{}'));
  select * into kept from public.meetings where id = meeting for update;
  return kept;
end
$$;

-- One step from one time to another. `people` are who has it afterwards. Nobody has said yes to another time but who chose it.
create function private.put_meeting(kept public.meetings, starts_at timestamptz, people uuid[], event text, at timestamptz, over_entries boolean default false,
  by_guest boolean default false)
returns public.meetings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was timestamptz := kept.starts_at;
  had uuid := kept.host_id;
begin
  perform private.vacate(kept.id);
  kept.ends_at := put_meeting.starts_at + (kept.ends_at - kept.starts_at);
  kept.starts_at := put_meeting.starts_at;
  kept.sequence := kept.sequence + 1;
  if kept.host_id is null or not kept.host_id = any (people) then kept.host_id := people[1]; end if;
  select coalesce(zone, kept.zone) into kept.zone from public.availability where staff_id = kept.host_id;
  kept.local_start := kept.starts_at at time zone kept.zone;
  if had is distinct from kept.host_id and kept.place = 'video' then
    kept.place_detail := coalesce(private.place_of_meeting((select booking_pages from public.booking_pages where id = kept.page_id), kept.host_id, null), kept.place_detail);
  end if;
  perform private.suppress_history(true);
  update public.meetings set starts_at = kept.starts_at, ends_at = kept.ends_at, sequence = kept.sequence, host_id = kept.host_id, zone = kept.zone,
    local_start = kept.local_start, place_detail = kept.place_detail, moves = kept.moves, question = null
  where id = kept.id returning * into kept;
  perform private.suppress_history(false);
  delete from public.meeting_people where meeting_id = kept.id and role = 'host' and staff_id <> all (people);
  insert into public.meeting_people (meeting_id, role, staff_id, name, address, address_key, answer)
  select kept.id, 'host', staff.user_id, staff.name, coalesce(users.email, ''), lower(coalesce(users.email, '')), 'accepted'
  from public.staff left join auth.users on users.id = staff.user_id
  where staff.user_id = any (people) and not exists (select from public.meeting_people where meeting_id = kept.id and staff_id = staff.user_id);
  if was <> kept.starts_at then
    -- An answer to the time before counts no more, and neither does one that is still on its way.
    update public.meeting_people set answer = case when by_guest and role = 'guest' then 'accepted' else 'needs_action' end, answer_sequence = kept.sequence
    where meeting_id = kept.id and role in ('guest', 'other');
  end if;
  if private.meeting_stands(kept) then
    if over_entries then perform private.make_entries_late(people, kept); end if;
    perform private.occupy(kept, people);
  end if;
  perform private.record_meeting_event(kept.id, event, case event
    when 'moved' then jsonb_build_object('starts_at', jsonb_build_array(was, kept.starts_at))
    else jsonb_build_object('host_id', jsonb_build_array(had, kept.host_id)) end);
  perform private.call_hooks('made task changes', jsonb_build_object('id', kept.task_id, 'due_on', public.office_day(kept.starts_at), 'assignee_id', kept.host_id)::text);
  perform private.drop_meeting_mails(kept.id, 'meeting_changed');
  perform private.write_meeting_mails(kept.id, case kept.state when 'requested' then 'requested' else 'moved' end, at);
  return kept;
end
$$;

-- Entries of calendars under a meeting that a person put there on purpose. Those of others' meetings stay.
create function private.make_entries_late(people uuid[], meeting public.meetings) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.occupied set late = true
  from public.meetings as kept left join public.booking_pages as pages on pages.id = kept.page_id
  where kept.id = meeting.id and occupied.staff_id = any (people) and occupied.kind in ('block', 'calendar') and not occupied.late
    and occupied.during && tstzrange(kept.starts_at - make_interval(mins => coalesce(pages.buffer_before, 0)),
      kept.ends_at + make_interval(mins => coalesce(pages.buffer_after, 0)))
$$;

-- By the guest: the same person, or any colleague of the page if they ask for it. `sequence` is what they saw.
-- Answers {"moved": true} or {"taken": [...]} or {"refused": "changed" | "late" | "moves" | "off"}.
create function private.move_by_guest(meeting uuid, starts_at timestamptz, anyone boolean, sequence int, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings := private.meeting_to_change(meeting);
  of_page public.booking_pages;
  free uuid[];
  had uuid[];
begin
  select * into of_page from public.booking_pages where id = kept.page_id;
  if kept.sequence <> move_by_guest.sequence then return '{"refused": "changed"}'; end if;
  if of_page.id is null or of_page.state = 'archived' or kept.state not in ('confirmed', 'requested') or kept.held_because <> '{}' then return '{"refused": "off"}'; end if;
  if at > kept.starts_at - make_interval(mins => of_page.change_until) then return '{"refused": "late"}'; end if;
  if kept.moves >= of_page.max_moves then return '{"refused": "moves"}'; end if;
  perform set_config('guidevane.actor', 'Website', true);
  select array_agg(staff_id order by staff_id) into had from public.meeting_people where meeting_id = meeting and role = 'host' and staff_id is not null;
  delete from public.occupied where kind = 'reserved' and expires_at <= at and staff_id = any ((select private.people_of_page(of_page.id))::uuid[]);
  select offered.people into free from private.free_times(of_page.id, move_by_guest.starts_at, move_by_guest.starts_at + interval '1 second', at, null, meeting) as offered
  where offered.starts_at = move_by_guest.starts_at;
  if free is not null and of_page.who <> 'all' then
    free := case
      when had <@ free then had
      when anyone then array[(private.choose_person(of_page, free, null, null, null, at) ->> 'chosen')::uuid] end;
  end if;
  if free is null or kept.starts_at = move_by_guest.starts_at then
    return jsonb_build_object('taken', to_jsonb(private.move_times(meeting, move_by_guest.starts_at, move_by_guest.starts_at + interval '30 days', anyone, at, 5)));
  end if;
  kept.moves := kept.moves + 1;
  kept := private.put_meeting(kept, move_by_guest.starts_at, free, 'moved', at, by_guest => true);
  return jsonb_build_object('moved', true, 'sequence', kept.sequence);
end
$$;

-- Times to which a meeting can be moved: those of its own people, or of anyone on its page.
create function private.move_times(meeting uuid, from_at timestamptz, until_at timestamptz, anyone boolean, at timestamptz default now(), most int default null)
returns timestamptz[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(starts_at order by starts_at), '{}') from (
    select offered.starts_at
    from public.meetings join public.booking_pages as pages on pages.id = meetings.page_id,
      private.free_times(pages.id, from_at, until_at, move_times.at, null, meetings.id) as offered
    where meetings.id = meeting and offered.starts_at <> meetings.starts_at and (anyone or pages.who = 'all'
      or (select array_agg(staff_id) from public.meeting_people where meeting_id = meeting and role = 'host' and staff_id is not null) <@ offered.people)
    order by offered.starts_at limit most) as listed
$$;

-- Off: the time is free at once. `new_state`: cancelled, declined, expired, released.
create function private.end_meeting(kept public.meetings, new_state text, by text, reason text, at timestamptz, mail text default null) returns public.meetings
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.vacate(kept.id);
  perform private.suppress_history(true);
  update public.meetings set state = new_state, cancelled_by = by, cancel_reason = nullif(left(btrim(coalesce(reason, '')), 1000), ''), sequence = meetings.sequence + 1,
    question = null
  where id = kept.id returning * into kept;
  perform private.suppress_history(false);
  perform private.record_meeting_event(kept.id, new_state, case when kept.cancel_reason is not null then jsonb_build_object('reason', kept.cancel_reason) end);
  perform private.call_hooks('made task changes', jsonb_build_object('id', kept.task_id, 'drop', true)::text);
  perform private.call_hooks('meeting not held', jsonb_build_object('id', kept.id)::text);
  if kept.payment_id is not null and new_state = 'released' then perform private.call_hooks('payment not wanted', kept.payment_id::text); end if;
  perform private.drop_meeting_mails(kept.id, 'meeting_changed');
  if mail is not null then perform private.write_meeting_mails(kept.id, mail, at); end if;
  return kept;
end
$$;

-- By the guest. Answers {"cancelled": true} or {"refused": "changed" | "late" | "off"}.
create function private.cancel_by_guest(meeting uuid, reason text, sequence int, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings := private.meeting_to_change(meeting);
begin
  if kept.sequence <> cancel_by_guest.sequence then return '{"refused": "changed"}'; end if;
  if kept.state not in ('confirmed', 'requested', 'awaiting_payment') then return '{"refused": "off"}'; end if;
  if at > kept.starts_at - make_interval(mins => coalesce((select change_until from public.booking_pages where id = kept.page_id), 240)) then return '{"refused": "late"}'; end if;
  perform set_config('guidevane.actor', 'Website', true);
  perform private.end_meeting(kept, 'cancelled', 'guest', reason, at, case when kept.held_because = '{}' then 'cancelled' end);
  return '{"cancelled": true}';
end
$$;

-- Requests that no one answered and times that no one paid for. Returns how many.
create function private.end_waiting_meetings(at timestamptz default now(), most int default 50) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due uuid;
  kept public.meetings;
  ended int := 0;
begin
  for due in select id from public.meetings where state in ('requested', 'awaiting_payment') and answer_by <= at order by answer_by limit most loop
    kept := private.meeting_to_change(due);
    continue when kept.state not in ('requested', 'awaiting_payment') or kept.answer_by > at;
    perform private.end_meeting(kept, case kept.state when 'requested' then 'expired' else 'released' end, null, null, at,
      case when kept.held_because = '{}' then case kept.state when 'requested' then 'expired' else 'released' end end);
    ended := ended + 1;
  end loop;
  return ended;
end
$$;

-- By colleagues -----------------------------------------------------------------------------------------------------------------

create function private.meeting_for_desk(meeting uuid, action text) returns public.meetings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings;
begin
  perform private.require_may('meetings', action, 'to change meetings');
  kept := private.meeting_to_change(meeting);
  if kept.id is null then raise sqlstate 'PT404' using message = 'This meeting no longer exists.'; end if;
  return kept;
end
$$;

create function private.refuse_ended(kept public.meetings, variadic allowed text[]) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if kept.state <> all (allowed) then
    raise check_violation using message = format('This meeting is %s. Look at it again.', case kept.state when 'no_show' then 'over' when 'met' then 'over'
      when 'awaiting_payment' then 'waiting for payment' else kept.state end);
  end if;
end
$$;

-- Moves a meeting at any time. Without `over_entries` an entry of a calendar refuses it; another meeting always does.
create function public.move_meeting(meeting uuid, starts_at timestamptz, over_entries boolean default false) returns public.meetings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings := private.meeting_for_desk(meeting, 'send');
  had uuid[];
begin
  perform private.refuse_ended(kept, 'confirmed', 'requested', 'awaiting_payment');
  if move_meeting.starts_at <= now() then raise check_violation using message = 'This time has passed.'; end if;
  select array_agg(staff_id order by staff_id) into had from public.meeting_people where meeting_id = meeting and role = 'host' and staff_id is not null;
  return private.put_meeting(kept, move_meeting.starts_at, coalesce(had, '{}'), 'moved', now(), over_entries);
exception when exclusion_violation then
  perform private.say_taken(sqlerrm);
end
$$;

-- Which of the two constraints it was: 'calendar_counts' may be overruled by a person, 'one_at_a_time' never.
create function private.say_taken(message text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if message like '%calendar_counts%' then
    raise exclusion_violation using message = 'There is an entry in the calendar at this time.', detail = 'calendar_counts';
  end if;
  raise exclusion_violation using message = 'There is another meeting at this time.', detail = 'one_at_a_time';
end
$$;

-- To a colleague: the same meeting with the same UID, an update for the guest.
create function public.hand_over_meeting(meeting uuid, colleague uuid, over_entries boolean default false) returns public.meetings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings;
begin
  perform private.require_may('meetings', 'send', 'to change meetings');
  insert into public.availability (staff_id, zone) select user_id, time_zone from public.staff, public.office where user_id = colleague and active on conflict do nothing;
  perform private.lock_people(array(select distinct person from (
    select staff_id as person from public.meeting_people where meeting_id = meeting and staff_id is not null union select colleague
    union select staff_id from public.booking_page_people where page_id = (select page_id from public.meetings where id = meeting)) as all_people));
  kept := private.meeting_for_desk(meeting, 'send');
  perform private.refuse_ended(kept, 'confirmed', 'requested', 'awaiting_payment');
  if not exists (select from public.staff where user_id = colleague and active) then raise check_violation using message = 'This colleague is not here any more.'; end if;
  return private.put_meeting(kept, kept.starts_at, array[colleague], 'handed over', now(), over_entries);
exception when exclusion_violation then
  perform private.say_taken(sqlerrm);
end
$$;

create function public.cancel_meeting(meeting uuid, reason text default null) returns public.meetings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings := private.meeting_for_desk(meeting, 'send');
begin
  perform private.refuse_ended(kept, 'confirmed', 'requested', 'awaiting_payment');
  return private.end_meeting(kept, 'cancelled', 'host', reason, now(), case when kept.held_because = '{}' then 'cancelled' end);
end
$$;

grant execute on function public.move_meeting, public.hand_over_meeting, public.cancel_meeting to authenticated, service_role;
