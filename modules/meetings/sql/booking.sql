-- Booking, in one transaction: the time, the person, the company, the deal, the task, the history, what stops, and the rows of the outbox.
-- All of it is there or nothing is. The server alone calls these; `at` is its clock.

create function private.name_meeting() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.reference := 'GV-B-' || lpad(new.number::text, greatest(4, length(new.number::text)), '0');
  return new;
end
$$;

create trigger meetings_named before insert or update of reference on public.meetings for each row execute function private.name_meeting();

select private.keep_history('public.meetings', 'meeting', 'title', 'account_id=account_id', 'contact_id=contact_id', 'deal_id=deal_id');

select private.tell_owners('meeting', 'public.meetings', 'host_id');
select private.tell_of('meeting', event, event) from unnest(array['requested', 'confirmed', 'moved', 'cancelled', 'expired', 'guest declined', 'handed over', 'paid']) as event;

-- An entry in the timelines of its company, person and deal. Changes of a meeting are told by what happened and not field by field.
create function private.record_meeting_event(meeting uuid, what text, changes jsonb default null) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id, changes)
  select what, auth.uid(), private.actor_name(), 'meeting', id, title, account_id, contact_id, deal_id, changes from public.meetings where id = meeting
$$;

-- States in which a meeting takes a time.
create function private.meeting_stands(meeting public.meetings) returns boolean
language sql immutable set search_path = ''
as $$
  select meeting.state in ('requested', 'awaiting_payment', 'confirmed', 'met', 'no_show') and meeting.held_because = '{}'
$$;

-- Everyone who could be meant, in one order: two bookings that need the same people wait for each other and never for each other's.
create function private.lock_people(people uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.availability where staff_id = any (people) order by staff_id for update;
end
$$;

create function private.people_of_page(page uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(staff_id order by staff_id), '{}') from public.booking_page_people where page_id = page
$$;

-- A person's time, with the buffers of the page.
create function private.occupy(meeting public.meetings, people uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.occupied (staff_id, during, kind, meeting_id, page_id, starts_at)
  select person, tstzrange(meeting.starts_at - make_interval(mins => coalesce(pages.buffer_before, 0)),
    meeting.ends_at + make_interval(mins => coalesce(pages.buffer_after, 0))), 'meeting', meeting.id, meeting.page_id, meeting.starts_at
  from unnest(people) as person left join public.booking_pages as pages on pages.id = meeting.page_id
$$;

-- Time that is free again. Entries of calendars that came after it count from now on, where nothing else of ours is over them.
create function private.vacate(meeting uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid;
  freed tstzrange;
begin
  for person, freed in delete from public.occupied where meeting_id = meeting returning staff_id, during loop
    update public.occupied as entry set late = false
    where entry.staff_id = person and entry.late and entry.during && freed
      and not exists (select from public.occupied as ours where ours.staff_id = entry.staff_id and ours.ours = 1 and ours.during && entry.during);
  end loop;
end
$$;

-- Reserving ---------------------------------------------------------------------------------------------------------------------

-- What a form sends to say which one it is opens what it has booked: only its hash is kept.
create function private.form_hash(form text) returns bytea
language sql stable set search_path = ''
as $$
  select sha256(convert_to(form, 'UTF8'))
$$;

-- Keeps a time for a form for ten minutes. A form has one; a network three; of a page's day a third of its times, and at least one. Beyond
-- that nothing is reserved and booking works all the same. Answers {"reserved": until} or {"taken": [next times]} or {}.
create function private.reserve_time(page uuid, starts_at timestamptz, form text, network text, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.booking_pages;
  people uuid[] := private.people_of_page(page);
  free uuid[];
  until_at timestamptz := at + interval '10 minutes';
  zone text := (select time_zone from public.office);
  on_day int;
  reserved_on_day int;
begin
  select * into kept from public.booking_pages where id = page and state = 'live';
  if kept.id is null then return '{}'; end if;
  perform private.lock_people(people);
  delete from public.occupied where kind = 'reserved' and staff_id = any (people) and expires_at <= at;
  delete from public.occupied where kind = 'reserved' and form_key = encode(private.form_hash(form), 'hex');
  select offered.people into free from private.free_times(page, reserve_time.starts_at, reserve_time.starts_at + interval '1 second', at) as offered
  where offered.starts_at = reserve_time.starts_at;
  if free is null then return jsonb_build_object('taken', to_jsonb(private.next_free_times(page, reserve_time.starts_at, at))); end if;
  if (select count(distinct form_key) from public.occupied where kind = 'reserved' and network_key = network and expires_at > at) >= 3 then return '{}'; end if;
  select count(distinct occupied.starts_at) into reserved_on_day from public.occupied
  where kind = 'reserved' and page_id = page and date_trunc('day', occupied.starts_at, zone) = date_trunc('day', reserve_time.starts_at, zone);
  select count(*) into on_day from private.free_times(page, date_trunc('day', reserve_time.starts_at, zone),
    date_trunc('day', reserve_time.starts_at + interval '26 hours', zone), at) as offered
  where date_trunc('day', offered.starts_at, zone) = date_trunc('day', reserve_time.starts_at, zone);
  if reserved_on_day >= greatest(1, (on_day + reserved_on_day) / 3) then return '{}'; end if;
  if kept.who <> 'all' then
    free := array[(private.choose_person(kept, free, null, null, null, at) ->> 'chosen')::uuid];
  end if;
  insert into public.occupied (staff_id, during, kind, page_id, starts_at, expires_at, form_key, network_key)
  select person, tstzrange(reserve_time.starts_at - make_interval(mins => kept.buffer_before),
    reserve_time.starts_at + make_interval(mins => kept.minutes + kept.buffer_after)), 'reserved', page, reserve_time.starts_at, until_at,
    encode(private.form_hash(form), 'hex'), network
  from unnest(free) as person;
  return jsonb_build_object('reserved', until_at);
exception when exclusion_violation then
  -- An entry of a calendar came at this moment.
  return jsonb_build_object('taken', to_jsonb(private.next_free_times(page, reserve_time.starts_at, at)));
end
$$;

-- Booking -----------------------------------------------------------------------------------------------------------------------

-- A company that a booking made and no person has touched since. Until then every colleague of the guest's may join it.
create function private.is_of_bookings_alone(company uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.events where record_type = 'account' and record_id = company and kind = 'created' and actor_id is null and actor_name = 'Website')
    and not exists (select from public.events where account_id = company and actor_id is not null)
$$;

-- A new person of `of_company`, or of a new one as they describe it.
create function private.make_guest(name text, email text, phone text, company text, sender jsonb, of_company uuid, domain text, out contact uuid, out account uuid)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  typed text := nullif(btrim(make_guest.name), '');
  is_free boolean := exists (select from public.free_mail_hosts where host in (split_part(lower(btrim(email)), '@', 2), coalesce(sender ->> 'company_host', '')));
begin
  account := of_company;
  if account is null then
    insert into public.accounts (name, domain, is_individual)
    values (left(coalesce(nullif(btrim(company), ''), case when not is_free then nullif(sender ->> 'company_guess', '') end, typed, split_part(lower(btrim(email)), '@', 1)), 200),
      make_guest.domain, is_free and btrim(coalesce(company, '')) = '')
    returning id into account;
  end if;
  insert into public.contacts (account_id, name, email, phone)
  values (account, left(coalesce(typed, split_part(lower(btrim(email)), '@', 1)), 200), btrim(email), nullif(left(btrim(make_guest.phone), 50), ''))
  returning id into contact;
end
$$;

-- The person who books, found by the address or made, and their company. Nobody proved the address: of a person we know nothing is written, and
-- what they typed stays with the meeting. An unknown one at the domain of a company of ours is no one's yet: the company is suggested, and
-- settle_guest_company says whether they join it.
--   sender: {"company_host", "company_guess", "is_robot"}
create function private.guest_of_booking(name text, email text, phone text, company text, sender jsonb, out contact uuid, out account uuid, out suggested uuid)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key text := lower(btrim(email));
  host text := coalesce(nullif(sender ->> 'company_host', ''), split_part(lower(btrim(email)), '@', 2));
  is_free boolean := exists (select from public.free_mail_hosts where free_mail_hosts.host in (split_part(lower(btrim(email)), '@', 2), coalesce(sender ->> 'company_host', '')));
begin
  -- The locks of messages from the site: both make people of addresses.
  perform pg_advisory_xact_lock(3601, hashtext(key));
  select contacts.id, contacts.account_id into contact, account from public.contacts where lower(contacts.email) = key order by created_at, id limit 1;
  if contact is not null then
    return;
  end if;
  if not is_free then
    perform pg_advisory_xact_lock(3602, hashtext(host));
    select accounts.id into account from public.accounts
    where private.host_key(accounts.domain) = host or private.host_key(accounts.website) = host
    order by (private.host_key(accounts.domain) = host) is true desc, accounts.archived_at nulls first, created_at, accounts.id limit 1;
  end if;
  if account is not null and not private.is_of_bookings_alone(account) then
    suggested := account;
    account := null;
    return;
  end if;
  select made.contact, made.account into contact, account
  from private.make_guest(name, email, phone, company, sender, account, case when not is_free then host end) as made;
end
$$;

-- Where it takes place: the host's video link with a code of its own, the guest's number, our address.
create function private.place_of_meeting(of_page public.booking_pages, host uuid, phone text) returns text
language sql volatile security definer set search_path = ''
as $$
  select case of_page.place
    when 'video' then (select replace(video_link, '{code}',
      (select string_agg(substr('abcdefghjkmnpqrstuvwxyz23456789', 1 + get_byte(bytes, place) % 31, 1), '') from generate_series(0, 11) as place,
        (select uuid_send(gen_random_uuid()) as bytes) as random)) from public.availability where staff_id = host)
    when 'phone' then nullif(btrim(coalesce(phone, '')), '')
    else of_page.place_detail end
$$;

-- Books. The same submission again answers the meeting that is there.
--   given: submission, page, starts_at, guest_zone, guest_locale, name, email, phone, company, answers, form, held_because, sender
-- Answers {"meeting": id, "held": whether it waits for a person} or {"meeting": id, "again": true} or {"taken": [next times]}
-- or {"refused": "paused" | "gone"}.
create function private.book_meeting(given jsonb, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.booking_pages;
  meeting public.meetings;
  wanted timestamptz := (given ->> 'starts_at')::timestamptz;
  form text := given ->> 'form';
  people uuid[];
  free uuid[];
  reserved uuid;
  chosen jsonb;
  key text := lower(btrim(given ->> 'email'));
  held text[] := array(select jsonb_array_elements_text(coalesce(nullif(given -> 'held_because', 'null'), '[]')));
begin
  perform pg_advisory_xact_lock(3710, hashtext(given ->> 'submission'));
  select meetings.* into meeting from private.booking_submissions as sent join public.meetings on meetings.id = sent.meeting_id
  where sent.submission_hash = private.form_hash(given ->> 'submission');
  if meeting.id is not null then return jsonb_build_object('meeting', meeting.id, 'again', true); end if;
  select * into kept from public.booking_pages where id = (given ->> 'page')::uuid for share;
  if kept.id is null or kept.state not in ('live', 'paused') then return '{"refused": "gone"}'; end if;
  people := private.people_of_page(kept.id);
  perform private.lock_people(people);
  if kept.state = 'paused' then return '{"refused": "paused"}'; end if;
  perform set_config('guidevane.actor', 'Website', true);
  delete from public.occupied where kind = 'reserved' and staff_id = any (people) and expires_at <= at;
  -- Read before it goes: a person of ours was named with it.
  delete from public.occupied where kind = 'reserved' and form_key = encode(private.form_hash(form), 'hex') and occupied.starts_at = wanted returning staff_id into reserved;
  delete from public.occupied where kind = 'reserved' and form_key = encode(private.form_hash(form), 'hex');
  select offered.people into free from private.free_times(kept.id, wanted, wanted + interval '1 second', at, form) as offered where offered.starts_at = wanted;
  if free is null then return jsonb_build_object('taken', to_jsonb(private.next_free_times(kept.id, wanted, at, form))); end if;
  -- Anyone may have booked those two with this address: a further one waits for a person, and is not refused.
  if held = '{}' and (select count(*) from public.meetings as coming join public.meeting_people as guest on guest.meeting_id = coming.id and guest.role = 'guest'
      where guest.address_key = key and coming.page_id = kept.id and coming.starts_at > at and coming.state in ('requested', 'awaiting_payment', 'confirmed')) >= 2 then
    held := '{address}';
  end if;

  meeting.id := uuidv7();
  if held = '{}' then
    select guest.contact, guest.account, guest.suggested into meeting.contact_id, meeting.account_id, meeting.suggested_account_id
    from private.guest_of_booking(given ->> 'name', given ->> 'email', given ->> 'phone', given ->> 'company', coalesce(given -> 'sender', '{}')) as guest;
  end if;
  if kept.who = 'all' then
    chosen := jsonb_build_object('rule', 'all', 'chosen', free[1]);
  else
    chosen := private.choose_person(kept, free, meeting.contact_id, coalesce(meeting.account_id, meeting.suggested_account_id), reserved, at);
    free := array[(chosen ->> 'chosen')::uuid];
  end if;
  meeting.source := 'booking';
  meeting.page_id := kept.id;
  meeting.host_id := (chosen ->> 'chosen')::uuid;
  meeting.starts_at := wanted;
  meeting.ends_at := wanted + make_interval(mins => kept.minutes);
  select wanted at time zone zone, zone into meeting.local_start, meeting.zone from public.availability where staff_id = meeting.host_id;
  -- Where no one can pay here, a person decides; nor is there anyone to ask for money while a guest is of no company.
  meeting.state := case when held <> '{}' or kept.approval or (kept.price_minor is not null and (meeting.suggested_account_id is not null or not private.module_is_live('payments'))) then 'requested'
    when kept.price_minor is not null and kept.unpaid = 'release' then 'awaiting_payment' else 'confirmed' end;
  meeting.answer_by := case
    when held <> '{}' then least(public.business_deadline(at, 1), wanted)
    when meeting.state = 'requested' then least(at + make_interval(hours => kept.approval_hours), wanted)
    -- A transfer takes days, where cards are not taken.
    when meeting.state = 'awaiting_payment' then case when exists (select from private.gate_closed(null) as gate where gate.code is not null)
      then least(public.business_deadline(at, 2), wanted) else at + interval '35 minutes' end end;
  insert into public.meetings (id, source, page_id, host_id, title, starts_at, ends_at, local_start, zone, guest_zone, guest_locale, place, place_detail, state,
    ics_uid, answers, contact_id, account_id, suggested_account_id, assigned_because, answer_by, held_because, task_id, sender, created_at)
  values (meeting.id, meeting.source, kept.id, meeting.host_id, kept.title, meeting.starts_at, meeting.ends_at, meeting.local_start, meeting.zone,
    given ->> 'guest_zone', given ->> 'guest_locale', kept.place, private.place_of_meeting(kept, meeting.host_id, given ->> 'phone'), meeting.state,
    meeting.id || '@' || (select mail_host from private.outbox_gate), coalesce(given -> 'answers', '{}'), meeting.contact_id, meeting.account_id, meeting.suggested_account_id,
    chosen, meeting.answer_by, held, uuidv7(),
    case when held <> '{}' or meeting.suggested_account_id is not null then jsonb_build_object('sender', given -> 'sender', 'company', given ->> 'company') end, at)
  returning * into meeting;
  insert into private.booking_submissions (submission_hash, meeting_id) values (private.form_hash(given ->> 'submission'), meeting.id);
  insert into public.meeting_people (meeting_id, role, staff_id, name, address, address_key, answer)
  select meeting.id, 'host', staff.user_id, staff.name, coalesce(users.email, ''), lower(coalesce(users.email, '')), 'accepted'
  from public.staff left join auth.users on users.id = staff.user_id where staff.user_id = any (free);
  insert into public.meeting_people (meeting_id, role, contact_id, name, address, address_key, phone, answer)
  values (meeting.id, 'guest', meeting.contact_id, coalesce(btrim(given ->> 'name'), ''), btrim(given ->> 'email'), key, nullif(left(btrim(coalesce(given ->> 'phone', '')), 50), ''), 'accepted');
  if held = '{}' then
    -- Refused by the constraints, all of this is undone.
    perform private.occupy(meeting, free);
    perform private.meeting_was_booked(meeting, at);
  end if;
  return jsonb_build_object('meeting', meeting.id, 'held', held <> '{}');
end
$$;

-- The deal that a page says its bookings belong to. Of a guest without a company there is none.
create function private.deal_of_meeting(meeting public.meetings, line text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if line is not null and meeting.deal_id is null and meeting.account_id is not null then
    meeting.deal_id := (select max(answer)::uuid from private.call_hooks('deal for meeting', jsonb_build_object('account_id', meeting.account_id,
      'contact_id', meeting.contact_id, 'service_line', line, 'title', meeting.title, 'owner_id', meeting.host_id)::text) as answer);
    if meeting.deal_id is not null then
      perform private.suppress_history(true);
      update public.meetings set deal_id = meeting.deal_id where id = meeting.id;
      perform private.suppress_history(false);
    end if;
  end if;
  return meeting.deal_id;
end
$$;

-- What follows from a meeting that takes its time: deal, task, stopped sequences, mails, evidence of nothing yet.
create function private.meeting_was_booked(meeting public.meetings, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.booking_pages := (select booking_pages from public.booking_pages where id = meeting.page_id);
  guest public.meeting_people := (select meeting_people from public.meeting_people where meeting_id = meeting.id and role = 'guest' limit 1);
begin
  meeting.deal_id := private.deal_of_meeting(meeting, kept.service_line);
  perform private.call_hooks('make task', jsonb_build_object('id', meeting.task_id, 'title', left(format('%s with %s', meeting.title, coalesce(nullif(guest.name, ''), guest.address)), 200),
    'kind', 'meeting', 'source', 'meetings', 'assignee_id', meeting.host_id, 'due_on', public.office_day(meeting.starts_at), 'account_id', meeting.account_id,
    'contact_id', meeting.contact_id)::text);
  if guest.address <> '' then
    perform private.call_hooks('address stopped', guest.address, 'booking', left(format('%s %s', meeting.reference, meeting.title), 300));
  end if;
  perform private.write_meeting_mails(meeting.id, case meeting.state when 'requested' then 'requested' when 'awaiting_payment' then 'unpaid' else 'confirmed' end, at);
  perform private.ask_for_payment(meeting.id, at);
end
$$;
