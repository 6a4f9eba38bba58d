-- What mail says about meetings. Called for each event in a calendar part of a mail that a person of ours got or sent.
--   part: {"uid", "recurrence_id", "method": REQUEST|REPLY|CANCEL, "sequence", "organizer", "title", "starts_at", "ends_at", "zone", "staff_id",
--          "people": [{"name", "address", "answer"}], "account_id", "contact_id"}
-- Answers the meeting's id, or null where nothing is to be known of it.

create function private.meeting_from_mail(part jsonb, from_address text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings;
  sender text := lower(btrim(from_address));
  part_sequence int := coalesce((part ->> 'sequence')::int, 0);
  said text := (select item ->> 'answer' from jsonb_array_elements(coalesce(part -> 'people', '[]')) as item where lower(btrim(item ->> 'address')) = sender limit 1);
begin
  if coalesce(part ->> 'uid', '') = '' then return null; end if;
  perform pg_advisory_xact_lock(3711, hashtext(part ->> 'uid'));
  select * into kept from public.meetings where ics_uid = part ->> 'uid' and recurrence_id = coalesce(part ->> 'recurrence_id', '') for update;
  if kept.id is not null and kept.source <> 'mail' then
    -- Of ours mail sets the guest's answer and nothing else: its own, and not an older one.
    if part ->> 'method' = 'REPLY' and said in ('accepted', 'declined', 'tentative') then
      update public.meeting_people set answer = said, answer_sequence = part_sequence
      where meeting_id = kept.id and role in ('guest', 'other') and address_key = sender and answer_sequence <= part_sequence and answer <> said;
      if found and said = 'declined' and kept.state = 'confirmed' then
        perform private.suppress_history(true);
        update public.meetings set question = '{"ask": "declined"}' where id = kept.id;
        perform private.suppress_history(false);
        perform private.record_meeting_event(kept.id, 'guest declined');
      end if;
    end if;
    return kept.id;
  end if;
  if part ->> 'method' = 'REPLY' then
    if kept.id is not null and said is not null then
      update public.meeting_people set answer = said, answer_sequence = part_sequence where meeting_id = kept.id and address_key = sender and answer_sequence <= part_sequence;
    end if;
    return kept.id;
  end if;
  -- Foreign: only who invited may change it, and a lower sequence is old news.
  if kept.id is not null and (kept.organizer_key is distinct from sender or part_sequence < kept.sequence) then return kept.id; end if;
  if part ->> 'method' = 'CANCEL' then
    if kept.id is not null then
      perform private.suppress_history(true);
      update public.meetings set state = 'cancelled', cancelled_by = 'guest', sequence = part_sequence where id = kept.id and state <> 'cancelled';
      if found then perform private.record_meeting_event(kept.id, 'cancelled'); perform private.call_hooks('meeting not held', jsonb_build_object('id', kept.id)::text); end if;
      perform private.suppress_history(false);
    end if;
    return kept.id;
  end if;
  if lower(btrim(part ->> 'organizer')) <> sender or (part ->> 'starts_at')::timestamptz >= (part ->> 'ends_at')::timestamptz then return null; end if;
  if kept.id is null then
    insert into public.meetings (source, host_id, title, starts_at, ends_at, local_start, zone, place, state, ics_uid, recurrence_id, sequence, organizer_key, account_id, contact_id)
    select 'mail', (part ->> 'staff_id')::uuid, coalesce(nullif(left(btrim(part ->> 'title'), 200), ''), 'Meeting'), (part ->> 'starts_at')::timestamptz, (part ->> 'ends_at')::timestamptz,
      (part ->> 'starts_at')::timestamptz at time zone coalesce(part ->> 'zone', time_zone), coalesce(part ->> 'zone', time_zone), 'theirs', 'confirmed', part ->> 'uid',
      coalesce(part ->> 'recurrence_id', ''), part_sequence, sender, (part ->> 'account_id')::uuid, (part ->> 'contact_id')::uuid
    from public.office returning * into kept;
  else
    perform private.suppress_history(true);
    update public.meetings set starts_at = (part ->> 'starts_at')::timestamptz, ends_at = (part ->> 'ends_at')::timestamptz, sequence = part_sequence, state = 'confirmed',
      title = coalesce(nullif(left(btrim(part ->> 'title'), 200), ''), title), held_told_at = null where id = kept.id returning * into kept;
    perform private.suppress_history(false);
    delete from public.meeting_people where meeting_id = kept.id;
  end if;
  insert into public.meeting_people (meeting_id, role, staff_id, contact_id, name, address, address_key, answer, answer_sequence)
  select distinct on (lower(btrim(item ->> 'address'))) kept.id, case when users.id is not null then 'host' else 'guest' end, staff.user_id, contacts.id,
    left(coalesce(item ->> 'name', ''), 200), left(btrim(item ->> 'address'), 320), lower(btrim(item ->> 'address')),
    case when item ->> 'answer' in ('accepted', 'declined', 'tentative') then item ->> 'answer' else 'needs_action' end, part_sequence
  from jsonb_array_elements(coalesce(part -> 'people', '[]')) as item
  left join auth.users as users on lower(users.email) = lower(btrim(item ->> 'address'))
  left join public.staff on staff.user_id = users.id
  left join public.contacts on staff.user_id is null and lower(contacts.email) = lower(btrim(item ->> 'address'))
  where coalesce(item ->> 'address', '') <> '' limit 50;
  return kept.id;
end
$$;

select private.register_hook('calendar part', 'private.meeting_from_mail(jsonb, text)', 'meetings');

-- For links to book: the slug of the page with this subject.
create function private.booking_page_of_subject(of_subject text) returns text
language sql stable security definer set search_path = ''
as $$
  select slug from public.booking_pages where subject = of_subject and state = 'live' and visibility = 'public'
$$;

select private.register_hook('booking page of subject', 'private.booking_page_of_subject(text)', 'meetings');
