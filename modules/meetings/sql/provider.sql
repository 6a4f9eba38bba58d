-- What an outside scheduling service says of its bookings. The server reads from it what is true now and applies it here, so that order, doubles
-- and wrong triggers make no difference.

-- Facts of one booking, with every uid it has had: a move there is a new one.
--   given: {"provider", "uids", "uid", "title", "starts_at", "ends_at", "state": confirmed|requested|cancelled|declined, "reason", "hosts": [address],
--   "guest": {"name", "email", "zone"}, "place", "place_detail", "unconfirmed", "told_at"}
-- Answers "made", "changed", "same" or "ignored".
create function private.apply_provider_booking(given jsonb, at timestamptz default now()) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings;
  uids text[] := array(select jsonb_array_elements_text(given -> 'uids'));
  hosts uuid[];
  guest jsonb := given -> 'guest';
  starts timestamptz := (given ->> 'starts_at')::timestamptz;
  ends timestamptz := (given ->> 'ends_at')::timestamptz;
  wanted text := given ->> 'state';
  is_new boolean := false;
  was public.meetings;
begin
  -- One at a time of one booking, by the first name it had.
  perform pg_advisory_xact_lock(3711, hashtext((given ->> 'provider') || ' ' || uids[1]));
  perform set_config('guidevane.actor', 'Scheduling', true);
  select * into kept from public.meetings where provider = given ->> 'provider' and (provider_uid = any (uids) or sender -> 'uids' ?| uids) order by created_at limit 1;
  select coalesce(array_agg(distinct staff.user_id order by staff.user_id), '{}') into hosts
  from public.staff join auth.users on users.id = staff.user_id
  where staff.active and lower(users.email) in (select lower(btrim(value)) from jsonb_array_elements_text(given -> 'hosts'));
  insert into public.availability (staff_id, zone) select staff_id, time_zone from unnest(hosts) as staff_id, public.office on conflict do nothing;
  if kept.id is null then
    -- What was off before we heard of it is no news.
    if wanted in ('cancelled', 'declined') or ends <= starts then return 'ignored'; end if;
    is_new := true;
    perform private.lock_people(hosts);
    kept.id := uuidv7();
    select found.contact, found.account, found.suggested into kept.contact_id, kept.account_id, kept.suggested_account_id
    from private.guest_of_booking(guest ->> 'name', guest ->> 'email', null, null, '{}') as found;
    insert into public.meetings (id, source, host_id, title, starts_at, ends_at, local_start, zone, guest_zone, place, place_detail, state, ics_uid, contact_id, account_id, suggested_account_id,
      provider, provider_uid, task_id, sender)
    select kept.id, 'provider', hosts[1], left(coalesce(nullif(btrim(given ->> 'title'), ''), 'Meeting'), 200), starts, ends, starts at time zone own.zone, own.zone,
      nullif(guest ->> 'zone', ''), coalesce(given ->> 'place', 'video'), left(given ->> 'place_detail', 500), wanted, kept.id || '@' || gate.mail_host, kept.contact_id,
      kept.account_id, kept.suggested_account_id, given ->> 'provider', given ->> 'uid', uuidv7(), private.provider_mark(given, null)
    from private.outbox_gate as gate, (select coalesce((select zone from public.availability where staff_id = hosts[1]), (select time_zone from public.office)) as zone) as own
    returning * into kept;
    insert into public.meeting_people (meeting_id, role, contact_id, name, address, address_key, answer)
    values (kept.id, 'guest', kept.contact_id, left(coalesce(guest ->> 'name', ''), 200), left(btrim(guest ->> 'email'), 320), lower(left(btrim(guest ->> 'email'), 320)), 'accepted');
    was := kept;
  else
    kept := private.meeting_to_change(kept.id);
    was := kept;
    -- Without a key the payload is all there is: an older one changes nothing.
    if (given ->> 'unconfirmed')::boolean and (kept.sender ->> 'told_at')::timestamptz > (given ->> 'told_at')::timestamptz then return 'same'; end if;
    -- The outcome is ours to say.
    if kept.state in ('met', 'no_show') and wanted = 'confirmed' then wanted := kept.state; end if;
    if kept.starts_at = starts and kept.ends_at = ends and kept.state = wanted and kept.provider_uid = given ->> 'uid'
      and hosts <@ array(select staff_id from public.meeting_people where meeting_id = kept.id and role = 'host' and staff_id is not null) then
      update public.meetings set sender = private.provider_mark(given, sender) where id = kept.id and sender is distinct from private.provider_mark(given, sender);
      return 'same';
    end if;
    perform private.suppress_history(true);
    update public.meetings set starts_at = starts, ends_at = ends, local_start = starts at time zone kept.zone, state = wanted, provider_uid = given ->> 'uid',
      sequence = meetings.sequence + 1, moves = meetings.moves + (kept.starts_at <> starts)::int, host_id = coalesce(hosts[1], meetings.host_id),
      cancelled_by = case when wanted in ('cancelled', 'declined') then 'provider' end, cancel_reason = left(nullif(btrim(given ->> 'reason'), ''), 1000),
      place_detail = coalesce(left(given ->> 'place_detail', 500), meetings.place_detail), sender = private.provider_mark(given, meetings.sender)
    where id = kept.id returning * into kept;
    perform private.suppress_history(false);
    delete from public.meeting_people where meeting_id = kept.id and role = 'host' and staff_id <> all (hosts) and cardinality(hosts) > 0;
  end if;
  insert into public.meeting_people (meeting_id, role, staff_id, name, address, address_key, answer)
  select kept.id, 'host', staff.user_id, staff.name, users.email, lower(users.email), 'accepted'
  from public.staff join auth.users on users.id = staff.user_id
  where staff.user_id = any (hosts) and not exists (select from public.meeting_people where meeting_id = kept.id and staff_id = staff.user_id);
  perform private.occupy_as_told(kept, hosts);
  if is_new then
    perform private.meeting_was_booked(kept, at);
    return 'made';
  end if;
  if kept.starts_at <> was.starts_at then
    perform private.record_meeting_event(kept.id, 'moved', jsonb_build_object('starts_at', jsonb_build_array(was.starts_at, kept.starts_at)));
  end if;
  if kept.state <> was.state then perform private.record_meeting_event(kept.id, kept.state); end if;
  if kept.state in ('cancelled', 'declined') then
    perform private.call_hooks('made task changes', jsonb_build_object('id', kept.task_id, 'drop', true)::text);
    perform private.call_hooks('meeting not held', jsonb_build_object('id', kept.id)::text);
  else
    perform private.call_hooks('made task changes', jsonb_build_object('id', kept.task_id, 'due_on', public.office_day(kept.starts_at), 'assignee_id', kept.host_id)::text);
  end if;
  return 'changed';
end
$$;

-- Of a payload that nothing confirmed: when it was told, and every uid it has had, which no one else could tell us again.
create function private.provider_mark(given jsonb, was jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when (given ->> 'unconfirmed')::boolean then jsonb_build_object('unconfirmed', true, 'told_at', given ->> 'told_at',
    'uids', (select jsonb_agg(distinct uid) from jsonb_array_elements_text(coalesce(was -> 'uids', '[]') || (given -> 'uids')) as uid)) end
$$;

-- It is booked there whether or not we like the time: entries under it become late, and over another meeting of ours it is a conflict that people see.
create function private.occupy_as_told(kept public.meetings, people uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid;
begin
  perform private.vacate(kept.id);
  if not private.meeting_stands(kept) then return; end if;
  perform private.make_entries_late(people, kept);
  delete from public.occupied where kind = 'reserved' and staff_id = any (people) and during && tstzrange(kept.starts_at, kept.ends_at);
  foreach person in array people loop
    begin
      perform private.occupy(kept, array[person]);
    exception when exclusion_violation then
      -- Busy all the same, as an entry that came later.
      insert into public.occupied (staff_id, during, kind, entry_uid, late) values (person, tstzrange(kept.starts_at, kept.ends_at), 'block', kept.ics_uid, true);
      perform private.record_meeting_event(kept.id, 'conflict');
    end;
  end loop;
end
$$;

-- Blocks that stood for it before it changed.
create function private.provider_forgets_blocks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.occupied where kind = 'block' and entry_uid = new.ics_uid;
  return null;
end
$$;
create trigger provider_forgets_blocks after update of starts_at, ends_at, state on public.meetings
  for each row when (new.source = 'provider') execute function private.provider_forgets_blocks();
