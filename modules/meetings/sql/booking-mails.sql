-- What mails, pages and files of a meeting are made of. Words are composed by the server (mails.ts).

-- Everything that the guest may know. The notes, who else could have had it, and why, are not in it.
create function private.meeting_facts(meeting uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', meetings.id, 'reference', meetings.reference, 'title', meetings.title, 'starts_at', meetings.starts_at, 'ends_at', meetings.ends_at,
    'zone', meetings.zone, 'guest_zone', meetings.guest_zone, 'locale', meetings.guest_locale, 'place', meetings.place,
    'place_detail', case when meetings.held_because = '{}' then meetings.place_detail end,
    'state', meetings.state, 'held', meetings.held_because <> '{}', 'uid', meetings.ics_uid, 'sequence', meetings.sequence, 'moves', meetings.moves,
    'cancelled_by', meetings.cancelled_by, 'changed_at', meetings.updated_at, 'answer_by', meetings.answer_by, 'office_zone', office.time_zone,
    'hosts', (select coalesce(jsonb_agg(coalesce(staff.name, people.name) order by people.staff_id = meetings.host_id desc, people.name), '[]')
      from public.meeting_people as people left join public.staff on staff.user_id = people.staff_id where people.meeting_id = meetings.id and people.role = 'host'
        -- Who has not said their name yet is known by the address they sign in with: no guest reads that.
        and position('@' in coalesce(staff.name, people.name)) = 0),
    'guest', (select jsonb_build_object('name', name, 'address', address) from public.meeting_people where meeting_id = meetings.id and role = 'guest' limit 1),
    'change_until', meetings.starts_at - make_interval(mins => coalesce(pages.change_until, 240)), 'max_moves', coalesce(pages.max_moves, 5),
    'page', pages.slug, 'page_state', pages.state, 'page_id', pages.id, 'page_visibility', pages.visibility,
    'is_paid_page', pages.price_minor is not null, 'price_minor', pages.price_minor, 'currency', pages.currency, 'payment_id', meetings.payment_id,
    'source', meetings.source)
  from public.office, public.meetings left join public.booking_pages as pages on pages.id = meetings.page_id
  where meetings.id = meeting
$$;

-- A mail to one person of a meeting, once for each sequence and kind. After the start none leaves.
create function private.write_meeting_mail(meeting public.meetings, person public.meeting_people, sort text, at timestamptz, not_before timestamptz default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  mail uuid;
begin
  if person.address = '' or not private.module_is_live('outbox') then return; end if;
  insert into public.meeting_mails (meeting_id, sequence, kind, person_id) values (meeting.id, meeting.sequence, sort, person.id)
  on conflict on constraint "a mail of a meeting is written once" do nothing returning id into mail;
  if mail is null then return; end if;
  update public.meeting_mails set outbox_id = private.put_in_outbox(jsonb_build_object(
    'class', 'transactional', 'dedupe_key', format('meeting:%s:%s:%s:%s', meeting.id, meeting.sequence, sort, person.id),
    'origin_kind', 'meeting_mail', 'origin_id', mail, 'account_id', meeting.account_id, 'contact_id', person.contact_id, 'deal_id', meeting.deal_id,
    'to_address', person.address, 'unproved_address', meeting.source = 'booking', 'not_before', coalesce(not_before, at), 'expires_at', meeting.starts_at,
    'mail_kind', 'meetings.' || split_part(sort, ':', 1),
    'mail_data', private.meeting_facts(meeting.id) || jsonb_build_object('to', jsonb_build_object('name', person.name, 'address', person.address, 'answer', person.answer))))
  where id = mail;
end
$$;

-- To the guest of a meeting, and reminders with what confirms or moves it. A reminder whose time was past when it was booked is none.
create function private.write_meeting_mails(meeting uuid, kind text, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings := (select meetings from public.meetings where id = meeting);
  guest public.meeting_people;
  before int;
begin
  -- The outside provider writes its own, and so does who invited us.
  if kept.source not in ('booking', 'hand') then return; end if;
  for guest in select * from public.meeting_people where meeting_id = meeting and role in ('guest', 'other') loop
    -- The last words about a meeting that is over are none.
    if kept.starts_at > at and (guest.role = 'guest' or kind in ('moved', 'cancelled')) then perform private.write_meeting_mail(kept, guest, kind, at); end if;
    if kept.state = 'confirmed' and kind in ('confirmed', 'moved') then
      foreach before in array coalesce((select reminders from public.booking_pages where id = kept.page_id), '{1440}') loop
        continue when kept.starts_at - make_interval(mins => before) <= at;
        perform private.write_meeting_mail(kept, guest, 'reminder:' || before, at, kept.starts_at - make_interval(mins => before));
      end loop;
    end if;
  end loop;
end
$$;

-- What has not left of an earlier state does not leave.
create function private.drop_meeting_mails(meeting uuid, code text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  row_id uuid;
begin
  for row_id in
    select outbox.id from public.outbox join public.meeting_mails on meeting_mails.outbox_id = outbox.id
    where meeting_mails.meeting_id = meeting and (outbox.state in ('held', 'queued') or (outbox.state = 'sending' and outbox.phase = 'claimed'))
    order by outbox.id for update of outbox skip locked
  loop
    perform private.cancel_outbox(row_id, code);
  end loop;
end
$$;

-- The gate asks: a mail of an earlier sequence, of a meeting that is off, or after the start is wanted no more. Locks the meeting, so that a
-- change comes before and is seen here, or waits.
create function private.meeting_mail_unwanted(id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  mail public.meeting_mails;
  kept public.meetings;
begin
  select * into mail from public.meeting_mails where meeting_mails.id = meeting_mail_unwanted.id;
  select * into kept from public.meetings where meetings.id = mail.meeting_id for no key update;
  if kept.id is null then return 'meeting_gone'; end if;
  if mail.sequence < kept.sequence then return 'meeting_changed'; end if;
  if kept.starts_at <= now() then return 'meeting_over'; end if;
  if split_part(mail.kind, ':', 1) in ('reminder', 'confirmed', 'moved') and kept.state <> 'confirmed' then return 'meeting_changed'; end if;
  return null;
end
$$;

select private.register_hook('message unwanted: meeting_mail', 'private.meeting_mail_unwanted(uuid)');
select private.register_types('meetings', 'meeting_mail');

-- Which meeting a link is of: each mail has its own.
create function private.meeting_of_link(subject uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce((select meeting_id from public.meeting_mails where id = subject), (select id from public.meetings where id = subject))
$$;
