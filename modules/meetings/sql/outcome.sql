-- What colleagues decide: requests, outcomes, meetings by hand; and what becomes of meetings when people leave, are merged or erased.

-- Accepts a request. One with spam signals takes its time only now, and becomes a person, a task and a mail only now.
create function public.confirm_meeting(meeting uuid, over_entries boolean default false) returns public.meetings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings := private.meeting_for_desk(meeting, 'send');
  guest public.meeting_people;
  people uuid[];
  was_held boolean := kept.held_because <> '{}';
begin
  perform private.refuse_ended(kept, 'requested');
  if kept.starts_at <= now() then raise check_violation using message = 'This time has passed.'; end if;
  select array_agg(staff_id order by staff_id) into people from public.meeting_people where meeting_id = meeting and role = 'host' and staff_id is not null;
  perform private.suppress_history(true);
  if was_held then
    select * into guest from public.meeting_people where meeting_id = meeting and role = 'guest' limit 1;
    select made.contact, made.account, made.suggested into kept.contact_id, kept.account_id, kept.suggested_account_id
    from private.guest_of_booking(guest.name, guest.address, guest.phone, kept.sender ->> 'company', coalesce(kept.sender -> 'sender', '{}')) as made;
    update public.meeting_people set contact_id = kept.contact_id where id = guest.id;
  end if;
  update public.meetings set contact_id = kept.contact_id, account_id = kept.account_id, suggested_account_id = kept.suggested_account_id, held_because = '{}',
    sender = case when kept.suggested_account_id is not null then kept.sender end, answer_by = null, state = 'confirmed',
    sequence = meetings.sequence + case when was_held then 0 else 1 end
  where id = meeting returning * into kept;
  perform private.suppress_history(false);
  if was_held then
    if over_entries then perform private.make_entries_late(people, kept); end if;
    perform private.occupy(kept, coalesce(people, '{}'));
  end if;
  perform private.record_meeting_event(meeting, 'confirmed');
  if was_held then perform private.meeting_was_booked(kept, now());
  else
    perform private.drop_meeting_mails(meeting, 'meeting_changed');
    perform private.write_meeting_mails(meeting, 'confirmed', now());
    perform private.ask_for_payment(meeting, now());
  end if;
  select * into kept from public.meetings where id = meeting;
  return kept;
exception when exclusion_violation then
  perform private.say_taken(sqlerrm);
end
$$;

-- The guest joins the company whose domain their address has, or is of a company of their own. Until then they are of none: anyone can type any
-- address. All their meetings that wait for the answer have it, in every one of them what the page says about deals.
create function public.settle_guest_company(meeting uuid, joins boolean) returns public.meetings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings := private.meeting_for_desk(meeting, 'edit');
  guest public.meeting_people;
  person uuid;
  company uuid;
  waiting public.meetings;
begin
  if kept.suggested_account_id is null then raise check_violation using message = 'This was answered already. Look at the meeting again.'; end if;
  select * into guest from public.meeting_people where meeting_id = meeting and role = 'guest' limit 1;
  perform pg_advisory_xact_lock(3601, hashtext(guest.address_key));
  select id, account_id into person, company from public.contacts where lower(email) = guest.address_key order by created_at, id limit 1;
  if person is null then
    select made.contact, made.account into person, company
    from private.make_guest(guest.name, guest.address, guest.phone, kept.sender ->> 'company', coalesce(kept.sender -> 'sender', '{}'),
      case when joins then kept.suggested_account_id end, null) as made;
  end if;
  for waiting in
    select * from public.meetings where suggested_account_id is not null and contact_id is null
      and exists (select from public.meeting_people as people where people.meeting_id = meetings.id and people.role = 'guest' and people.address_key = guest.address_key)
    order by id for update
  loop
    perform private.suppress_history(true);
    update public.meetings set contact_id = person, account_id = company, suggested_account_id = null, sender = case when source = 'provider' then meetings.sender end
    where id = waiting.id returning * into waiting;
    perform private.suppress_history(false);
    update public.meeting_people set contact_id = person where meeting_id = waiting.id and role = 'guest' and address_key = guest.address_key;
    perform private.call_hooks('made task changes', jsonb_build_object('id', waiting.task_id, 'account_id', company, 'contact_id', person)::text);
    if private.meeting_stands(waiting) then
      perform private.deal_of_meeting(waiting, (select service_line from public.booking_pages where id = waiting.page_id));
      perform private.ask_for_payment(waiting.id, now());
    end if;
  end loop;
  select * into kept from public.meetings where id = meeting;
  return kept;
end
$$;
grant execute on function public.settle_guest_company to authenticated, service_role;

create function public.decline_meeting(meeting uuid, reason text default null) returns public.meetings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings := private.meeting_for_desk(meeting, 'send');
begin
  perform private.refuse_ended(kept, 'requested');
  -- Nobody has proved the address of one with spam signals.
  return private.end_meeting(kept, 'declined', 'host', reason, now(), case when kept.held_because = '{}' then 'declined' end);
end
$$;

-- What relationships count: who sat together, once it is over.
create function private.tell_meeting_held(kept public.meetings) returns void
language sql volatile security definer set search_path = ''
as $$
  select count(answer) from private.call_hooks('meeting held', jsonb_build_object('id', kept.id, 'at', kept.ends_at, 'account_id', kept.account_id,
    'people', (select coalesce(jsonb_agg(jsonb_build_object('role', role, 'staff_id', staff_id, 'contact_id', contact_id, 'address', address_key)), '[]')
      from public.meeting_people where meeting_id = kept.id and answer <> 'declined'))::text) as answer
$$;

-- After its end: 'met' or 'no_show', and may be corrected. A note is ours alone.
create function public.record_outcome(meeting uuid, outcome text, note text default null) returns public.meetings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings;
begin
  perform private.require_may('meetings', 'edit', 'to say how a meeting was');
  select * into kept from public.meetings where id = meeting for update;
  if kept.id is null then raise sqlstate 'PT404' using message = 'This meeting no longer exists.'; end if;
  perform private.refuse_ended(kept, 'confirmed', 'met', 'no_show');
  if outcome not in ('met', 'no_show') then raise check_violation using message = 'A meeting was held, or the guest did not come.'; end if;
  if kept.ends_at > now() then raise check_violation using message = 'This meeting is not over yet.'; end if;
  if kept.state <> outcome then
    perform private.suppress_history(true);
    update public.meetings set state = outcome where id = meeting returning * into kept;
    perform private.suppress_history(false);
    perform private.record_meeting_event(meeting, case outcome when 'met' then 'met' else 'no-show' end);
    perform private.call_hooks('made task changes', jsonb_build_object('id', kept.task_id, 'done', true)::text);
    if outcome = 'met' then perform private.tell_meeting_held(kept);
    else perform private.call_hooks('meeting not held', jsonb_build_object('id', kept.id)::text);
    end if;
  end if;
  if btrim(coalesce(note, '')) <> '' then
    insert into public.meeting_notes (meeting_id, staff_id, body) values (meeting, private.me(), left(btrim(note), 10000));
  end if;
  return kept;
end
$$;

create function public.add_meeting_note(meeting uuid, body text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  written uuid;
begin
  perform private.require_may('meetings', 'edit', 'to write notes');
  insert into public.meeting_notes (meeting_id, staff_id, body) values (meeting, private.me(), btrim(add_meeting_note.body)) returning id into written;
  return written;
end
$$;

-- Meetings that ended while nobody said otherwise count as held. Each is told once; returns how many.
create function private.tell_ended_meetings(at timestamptz default now(), most int default 100) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings;
  told int := 0;
begin
  for kept in
    select meetings.* from public.meetings
    where state = 'confirmed' and ends_at <= at and held_told_at is null order by ends_at limit most for update skip locked
  loop
    perform private.tell_meeting_held(kept);
    perform private.suppress_history(true);
    update public.meetings set held_told_at = at where id = kept.id;
    perform private.suppress_history(false);
    told := told + 1;
  end loop;
  return told;
end
$$;

-- By hand: any contact, any time to come, outside hours as well.
--   given: page (optional), title, starts_at, minutes, host (default: who does it), contact, guest_zone, place, place_detail, note, send (default true)
create function public.book_by_hand(given jsonb, over_entries boolean default false) returns public.meetings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings;
  of_page public.booking_pages;
  person public.contacts;
  host uuid := coalesce((given ->> 'host')::uuid, private.me());
  starts timestamptz := (given ->> 'starts_at')::timestamptz;
  sends boolean := coalesce((given ->> 'send')::boolean, true);
begin
  perform private.require_may('meetings', case when sends then 'send' else 'add' end, 'to book meetings');
  select * into person from public.contacts where id = (given ->> 'contact')::uuid;
  if person.id is null then raise check_violation using message = 'Choose who is to come.'; end if;
  if not exists (select from public.staff where user_id = host and active) then raise check_violation using message = 'Choose who holds the meeting.'; end if;
  if starts is null or starts <= now() then raise check_violation using message = 'This time has passed.'; end if;
  select * into of_page from public.booking_pages where id = (given ->> 'page')::uuid;
  of_page.place := coalesce(given ->> 'place', of_page.place, 'video');
  insert into public.availability (staff_id, zone) select host, time_zone from public.office on conflict do nothing;
  perform private.lock_people(array[host]);
  delete from public.occupied where kind = 'reserved' and staff_id = host
    and (expires_at <= now() or during && tstzrange(starts, starts + make_interval(mins => coalesce((given ->> 'minutes')::int, of_page.minutes, 30))));
  insert into public.meetings (source, page_id, host_id, title, starts_at, ends_at, local_start, zone, guest_zone, place, place_detail, state, ics_uid, contact_id,
    account_id, task_id, assigned_because, created_by, id)
  select 'hand', of_page.id, host, coalesce(nullif(btrim(given ->> 'title'), ''), of_page.title, 'Meeting'), starts,
    starts + make_interval(mins => coalesce((given ->> 'minutes')::int, of_page.minutes, 30)), starts at time zone mine.zone, mine.zone, given ->> 'guest_zone',
    of_page.place, coalesce(nullif(btrim(given ->> 'place_detail'), ''), private.place_of_meeting(of_page, host, person.phone)),
    'confirmed', made.id || '@' || gate.mail_host, person.id, person.account_id, uuidv7(), '{"rule": "hand"}', private.me(), made.id
  from public.availability as mine, private.outbox_gate as gate, (select uuidv7() as id) as made where mine.staff_id = host
  returning * into kept;
  insert into public.meeting_people (meeting_id, role, staff_id, name, address, address_key, answer)
  select kept.id, 'host', staff.user_id, staff.name, coalesce(users.email, ''), lower(coalesce(users.email, '')), 'accepted'
  from public.staff left join auth.users on users.id = staff.user_id where staff.user_id = host;
  insert into public.meeting_people (meeting_id, role, contact_id, name, address, address_key, phone)
  values (kept.id, 'guest', person.id, person.name, coalesce(person.email, ''), lower(coalesce(person.email, '')), person.phone);
  if over_entries then perform private.make_entries_late(array[host], kept); end if;
  perform private.occupy(kept, array[host]);
  if sends then perform private.write_meeting_mails(kept.id, 'confirmed', now()); end if;
  if coalesce(person.email, '') <> '' then
    perform private.call_hooks('address stopped', person.email, 'booking', left(format('%s %s', kept.reference, kept.title), 300));
  end if;
  if btrim(coalesce(given ->> 'note', '')) <> '' then
    insert into public.meeting_notes (meeting_id, staff_id, body) values (kept.id, private.me(), left(btrim(given ->> 'note'), 10000));
  end if;
  return kept;
exception when exclusion_violation then
  perform private.say_taken(sqlerrm);
end
$$;

-- Further guests get mail only because a colleague sends it.
create function public.invite_to_meeting(meeting uuid, name text, address text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings := private.meeting_for_desk(meeting, 'send');
  added public.meeting_people;
begin
  perform private.refuse_ended(kept, 'confirmed');
  if invite_to_meeting.address !~ '^[^@[:space:]]+@[^@[:space:].]+([.][^@[:space:].]+)+$' then raise check_violation using message = 'This is no mail address.'; end if;
  if (select count(*) from public.meeting_people where meeting_id = meeting and role = 'other') >= 5 then raise check_violation using message = 'At most five further guests.'; end if;
  insert into public.meeting_people (meeting_id, role, name, address, address_key)
  values (meeting, 'other', left(btrim(invite_to_meeting.name), 200), btrim(invite_to_meeting.address), lower(btrim(invite_to_meeting.address))) returning * into added;
  perform private.write_meeting_mail(kept, added, 'invited', now());
  return added.id;
end
$$;

-- What the host was asked (a guest declined, an entry is gone, zone data changed) is answered: the question goes.
create function public.answer_meeting_question(meeting uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('meetings', 'edit', 'to change meetings');
  -- Kept as it is: the moment was meant, and the hour on the clock follows.
  update public.meetings set question = null, local_start = case when question ->> 'ask' = 'zone' then starts_at at time zone zone else local_start end where id = meeting;
end
$$;

grant execute on function public.confirm_meeting, public.decline_meeting, public.record_outcome, public.add_meeting_note, public.book_by_hand, public.invite_to_meeting,
  public.answer_meeting_question to authenticated, service_role;

-- Leaving -----------------------------------------------------------------------------------------------------------------------

create function private.meetings_held_by(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', 'meetings', 'count', count(*), 'falls_to', 'company_owner') from public.meetings
  where host_id = person and state in ('requested', 'awaiting_payment', 'confirmed') and ends_at > now()
$$;

-- Coming meetings go to the heir if they are free then. What cannot be taken over stays, is listed, and becomes a task.
create function private.hand_over_meetings(person uuid, heirs jsonb, by uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings;
  heir uuid;
  coming uuid;
begin
  for coming in select id from public.meetings
    where host_id = person and state in ('requested', 'awaiting_payment', 'confirmed') and ends_at > now() order by starts_at, id
  loop
    select * into kept from public.meetings where id = coming;
    heir := private.heir_of(kept.account_id, person, heirs ->> 'meetings', by);
    insert into public.availability (staff_id, zone) select heir, time_zone from public.office on conflict do nothing;
    perform private.lock_people(array[person, heir]);
    kept := private.meeting_to_change(coming);
    begin
      perform private.put_meeting(kept, kept.starts_at, array(
        select distinct case staff_id when person then heir else staff_id end from public.meeting_people where meeting_id = coming and role = 'host' and staff_id is not null),
        'handed over', now());
    exception when exclusion_violation then
      perform private.call_hooks('make task', jsonb_build_object('title', left(format('%s has no one: move, hand over or cancel it', kept.title || ' ' || kept.reference), 200),
        'kind', 'meeting', 'source', 'meetings', 'assignee_id', heir, 'account_id', kept.account_id)::text);
    end;
  end loop;
end
$$;

create function private.booking_pages_held_by(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', 'booking pages', 'count', count(*)::int, 'falls_to', 'me_if_empty')
  from public.booking_page_people join public.booking_pages on booking_pages.id = page_id
  where staff_id = person and state <> 'archived'
$$;

-- The one who was chosen takes the place on every page; else pages with others go on without, and only one that would be empty goes to the
-- one who deactivates. Without hours there is nothing to book: the page pauses until they are set.
create function private.hand_over_booking_pages(person uuid, heirs jsonb, by uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  heir uuid := coalesce((heirs ->> 'booking pages')::uuid, by);
  mine public.booking_page_people;
  taken public.booking_pages;
begin
  insert into public.availability (staff_id, zone) select heir, time_zone from public.office on conflict do nothing;
  perform private.lock_people(array[person, heir]);
  for mine in delete from public.booking_page_people where staff_id = person returning * loop
    select * into taken from public.booking_pages where id = mine.page_id and state <> 'archived';
    continue when taken.id is null;
    continue when not heirs ? 'booking pages' and exists (
      select from public.booking_page_people join public.staff on staff.user_id = staff_id and staff.active where page_id = mine.page_id);
    insert into public.booking_page_people (page_id, staff_id, weight, base_minutes) values (mine.page_id, heir, mine.weight, mine.base_minutes) on conflict do nothing;
    continue when exists (select from public.availability_hours where staff_id = heir and coalesce(page_id, mine.page_id) = mine.page_id);
    update public.booking_pages set state = 'paused' where id = mine.page_id and state = 'live'
      and not exists (select from public.booking_page_people where page_id = mine.page_id and staff_id <> heir);
    perform private.call_hooks('make task', jsonb_build_object('title', left(format('You took over the booking page “%s”: set your hours', taken.title), 200),
      'kind', 'todo', 'source', 'meetings', 'assignee_id', heir)::text);
  end loop;
end
$$;

-- Calendars and links to feeds end.
create function private.colleague_left_meetings(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.occupied where staff_id = person and kind in ('reserved', 'calendar', 'block');
  delete from private.calendar_secrets where calendar_id in (select id from public.calendars where staff_id = person);
  update public.calendars set state = 'removed', reads = false, writes = false, reason = 'left' where staff_id = person;
  delete from public.calendar_entries where calendar_id in (select id from public.calendars where staff_id = person);
  update private.access_links set revoked_at = now() where kind = 'feed' and subject_id = person and revoked_at is null;
end
$$;

select private.register_hook('holdings of colleague', 'private.meetings_held_by(uuid)');
select private.register_hook('hand over', 'private.hand_over_meetings(uuid, jsonb, uuid)');
select private.register_hook('holdings of colleague', 'private.booking_pages_held_by(uuid)');
select private.register_hook('hand over', 'private.hand_over_booking_pages(uuid, jsonb, uuid)');
select private.register_hook('colleague left', 'private.colleague_left_meetings(uuid)');

-- Merged and erased people ------------------------------------------------------------------------------------------------------

create function private.meetings_follow_merge(keep uuid, gone uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.meetings set contact_id = keep where contact_id = gone;
  update public.meeting_people set contact_id = keep where contact_id = gone;
end
$$;

select private.register_hook('merge contacts', 'private.meetings_follow_merge(uuid, uuid)');

-- Time and state stay; names, addresses, answers and notes go.
create function private.erase_from_meetings(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.meetings set answers = '{}', cancel_reason = null, guest_zone = null, guest_locale = null, sender = null, erased_at = now(),
    place_detail = case when place = 'phone' then null else place_detail end
  where contact_id = contact or id in (select meeting_id from public.meeting_people where contact_id = contact);
  update public.meeting_notes set body = 'Erased' where meeting_id in (select meeting_id from public.meeting_people where contact_id = contact);
  update public.meeting_people set name = 'Erased person', address = '', address_key = '', phone = null where contact_id = contact;
end
$$;

select private.register_hook('erase contact', 'private.erase_from_meetings(uuid)');

-- Answers are kept for 24 months.
create function private.forget_old_answers(at timestamptz default now()) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.meetings set answers = '{}' where answers <> '{}' and ends_at < at - interval '24 months'
$$;
