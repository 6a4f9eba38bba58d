-- What counts as contact. Triggers of the records it follows from write it in their transaction; everything of a contact can be counted again
-- from the same records (private.recount), which is what happens when something is withdrawn, merged or brought back.

-- New evidence. A day that has not come is a clock that is wrong, or a lie: it counts as nothing.
create function private.count_evidence(list private.evidence[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if list = '{}' or not private.mines() then return; end if;
  with counted as (
    insert into private.tie_days as kept (contact_id, staff_id, day, kind, inward, n)
    select found.contact_id, found.staff_id, found.day, found.kind, found.inward, sum(found.n)
    from unnest(list) as found
    join public.contacts on contacts.id = found.contact_id and not contacts.no_mining
    join public.staff on staff.user_id = found.staff_id
    where found.day <= public.office_today()
    group by found.contact_id, found.staff_id, found.day, found.kind, found.inward
    order by 1, 2, 3, 4, 5
    on conflict (contact_id, staff_id, day, kind, inward) do update set n = kept.n + excluded.n
    returning kept.contact_id, kept.staff_id
  )
  insert into private.tie_changes (contact_id, staff_id) select distinct contact_id, staff_id from counted;
end
$$;

-- Something about these contacts was withdrawn or moved: counted again at the end of the transaction, or, if they are many, by the sweep.
create function private.recount_later(contacts uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if cardinality(contacts) = 0 or not private.mines() then return; end if;
  if cardinality(contacts) > 200 then
    update private.relationship_mining set counting_from = '00000000-0000-0000-0000-000000000000';
  else
    insert into private.tie_changes (contact_id) select distinct id from unnest(contacts) as id where id is not null;
  end if;
end
$$;

create function private.evidence_changed(was private.evidence[], becomes private.evidence[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if was = becomes then return; end if;
  if was = '{}' then perform private.count_evidence(becomes);
  else perform private.recount_later(array(select contact_id from unnest(was || becomes)));
  end if;
end
$$;

-- Days together, as modules tell of them: [{"people": [contact ids], "day", "kind"}]. Only rounds of at most ten.
create function private.count_pairs(list jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  with rounds as (
    select round, array(select distinct person::uuid from jsonb_array_elements_text(round -> 'people') as person join public.contacts
      on contacts.id = person::uuid and not contacts.no_mining) as people
    from jsonb_array_elements(list) as round
  ), counted as (
    insert into private.pair_days as kept (a_id, b_id, day, kind, n)
    select one, other, (round ->> 'day')::date, round ->> 'kind', count(*)
    from rounds, unnest(people) as one, unnest(people) as other
    where cardinality(people) between 2 and 10 and one < other and (round ->> 'day')::date <= public.office_today() and private.mines()
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (a_id, b_id, day, kind) do update set n = kept.n + excluded.n
    returning a_id, b_id
  )
  insert into private.records_to_compare (kind, id)
  select 'contacts', id from (select a_id as id from counted union select b_id from counted) as changed order by id on conflict do nothing
$$;

-- Inquiries and answers ---------------------------------------------------------------------------------------------------

-- Held with whoever answered, or else has it. An answer by mail is evidence of the mail, not of the inquiry.
create function private.evidence_of_inquiry(inquiry public.inquiries) returns private.evidence[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(row(inquiry.contact_id, coalesce(inquiry.answered_by, inquiry.assignee_id), public.office_day(sides.at), sides.kind, sides.inward, 1)::private.evidence), '{}')
  from (values ('inquiry', true, inquiry.received_at), ('answer', false, case when inquiry.answer_id is null and inquiry.answered_by is not null then inquiry.answered_at end))
    as sides (kind, inward, at)
  where sides.at is not null and inquiry.contact_id is not null and coalesce(inquiry.answered_by, inquiry.assignee_id) is not null
    and inquiry.state not in ('held', 'spam') and inquiry.kind <> 'newsletter' and not inquiry.is_robot and inquiry.erased_at is null
$$;

create function private.inquiry_is_evidence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.mines() then
    perform private.evidence_changed(
      case when tg_op = 'INSERT' then '{}' else private.evidence_of_inquiry(old) end,
      case when tg_op = 'DELETE' then '{}' else private.evidence_of_inquiry(new) end);
  end if;
  return null;
end
$$;

create trigger inquiries_are_evidence after insert or update or delete on public.inquiries
  for each row execute function private.inquiry_is_evidence();

-- Mail that left ------------------------------------------------------------------------------------------------------------

-- Written by a person to a person: mail by hand, replies in a thread of a mailbox, answers to inquiries. What a sequence, a request for money or the office sends by itself
-- is no sign of anyone's regard.
create function private.evidence_of_message(message public.outbox) returns private.evidence[]
language sql stable set search_path = ''
as $$
  select case when message.channel = 'email' and message.class <> 'system' and message.contact_id is not null and message.created_by is not null
      and (message.origin_kind in ('mail', 'mailbox') or (message.origin_kind = 'inquiry' and message.dedupe_key like 'reply:%'))
      and private.message_left_at(message) is not null
    then array[row(message.contact_id, message.created_by, public.office_day(private.message_left_at(message)),
      case message.origin_kind when 'inquiry' then 'answer' else 'mail' end, false, 1)::private.evidence]
    else '{}' end
$$;

create function private.message_is_evidence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(new.contact_id, old.contact_id) is not null and private.mines() then
    perform private.evidence_changed(
      case when tg_op = 'INSERT' then '{}' else private.evidence_of_message(old) end,
      case when tg_op = 'DELETE' then '{}' else private.evidence_of_message(new) end);
  end if;
  return null;
end
$$;

create trigger outbox_is_evidence after insert or update of state, contact_id or delete on public.outbox
  for each row execute function private.message_is_evidence();

-- A person's answer to one of our mails, proved to be theirs.
create function private.evidence_of_reply(reply public.mail_replies) returns private.evidence[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(row(reply.contact_id, outbox.created_by, public.office_day(reply.received_at), 'mail', true, 1)::private.evidence), '{}')
  from public.outbox where outbox.id = reply.outbox_id and outbox.created_by is not null
    and reply.contact_id is not null and not reply.is_automatic and reply.doubt is null
$$;

create function private.reply_is_evidence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.mines() then
    perform private.evidence_changed(
      case when tg_op = 'INSERT' then '{}' else private.evidence_of_reply(old) end,
      case when tg_op = 'DELETE' then '{}' else private.evidence_of_reply(new) end);
  end if;
  return null;
end
$$;

create trigger replies_are_evidence after insert or update or delete on public.mail_replies
  for each row execute function private.reply_is_evidence();

-- Proposals -----------------------------------------------------------------------------------------------------------------

create function private.evidence_of_proposal_event(event public.proposal_events) returns private.evidence[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(row(proposals.contact_id, coalesce(proposals.owner_id, proposals.created_by), public.office_day(event.at),
    case event.kind when 'accepted' then 'accepted' else 'proposal' end, event.kind = 'accepted', 1)::private.evidence), '{}')
  from public.proposals where proposals.id = event.proposal_id and event.kind in ('sent', 'sent again', 'accepted')
    and proposals.contact_id is not null and coalesce(proposals.owner_id, proposals.created_by) is not null and proposals.anonymised_at is null
$$;

create function private.proposal_event_is_evidence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.mines() then perform private.count_evidence(private.evidence_of_proposal_event(new)); end if;
  return null;
end
$$;

create trigger proposal_events_are_evidence after insert on public.proposal_events
  for each row execute function private.proposal_event_is_evidence();

create function private.proposal_moves_evidence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then perform private.recount_later(array[old.contact_id]);
  elsif (new.contact_id, new.owner_id) is distinct from (old.contact_id, old.owner_id) and new.state <> 'draft' then
    perform private.recount_later(array[old.contact_id, new.contact_id]);
  end if;
  return null;
end
$$;

create trigger proposals_move_evidence after update of contact_id, owner_id or delete on public.proposals
  for each row execute function private.proposal_moves_evidence();

-- Documents that were opened by a person; what a scanner fetched is nothing --------------------------------------------------

create function private.evidence_of_view(view public.share_views) returns private.evidence[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(row(documents.contact_id, settings.created_by, public.office_day(view.at), 'opened', true, 1)::private.evidence), '{}')
  from public.share_settings as settings join public.documents on documents.id = settings.document_id
  where settings.link_id = view.link_id and view.kind in ('viewed', 'downloaded') and documents.contact_id is not null and settings.created_by is not null
$$;

create function private.view_is_evidence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.mines() then perform private.count_evidence(private.evidence_of_view(new)); end if;
  return null;
end
$$;

create trigger views_are_evidence after insert on public.share_views for each row execute function private.view_is_evidence();

create function private.document_moves_evidence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then perform private.recount_later(array[old.contact_id]);
  elsif new.contact_id is distinct from old.contact_id then perform private.recount_later(array[old.contact_id, new.contact_id]);
  end if;
  return null;
end
$$;

create trigger documents_move_evidence after update of contact_id or delete on public.documents
  for each row execute function private.document_moves_evidence();

-- Talks and introductions -----------------------------------------------------------------------------------------------------

create function private.evidence_of_talk(talk public.talks) returns private.evidence[]
language sql immutable set search_path = ''
as $$
  select array[row(talk.contact_id, talk.staff_id, talk.day, 'talk', true, 1)::private.evidence, row(talk.contact_id, talk.staff_id, talk.day, 'talk', false, 1)::private.evidence]
$$;

create function private.talk_is_evidence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.evidence_changed(
    case when tg_op = 'INSERT' then '{}' else private.evidence_of_talk(old) end,
    case when tg_op = 'DELETE' then '{}' else private.evidence_of_talk(new) end);
  return null;
end
$$;

create trigger talks_are_evidence after insert or update or delete on public.talks for each row execute function private.talk_is_evidence();

-- Of the one who introduced, for the one of us who was introduced.
create function private.evidence_of_introduction(introduction public.introductions) returns private.evidence[]
language sql immutable set search_path = ''
as $$
  select case when introduction.by_contact is not null and introduction.staff_id is not null
    then array[row(introduction.by_contact, introduction.staff_id, introduction.on_day, 'introduced', true, 1)::private.evidence] else '{}' end
$$;

create function private.introduction_is_evidence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.evidence_changed(
    case when tg_op = 'INSERT' then '{}' else private.evidence_of_introduction(old) end,
    case when tg_op = 'DELETE' then '{}' else private.evidence_of_introduction(new) end);
  return null;
end
$$;

create trigger introductions_are_evidence after insert or update or delete on public.introductions
  for each row execute function private.introduction_is_evidence();

-- Meetings: a module that holds them calls the hooks ---------------------------------------------------------------------------
--   meeting held (meeting jsonb)        {"id", "at", "people": [{"contact_id", "staff_id"}]}; again with other people, it is corrected
--   meeting not held (meeting jsonb)    {"id"}: canceled, or nobody came: it counts as nothing

create function private.count_meeting(meeting jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was uuid[] := array(select distinct contact_id from private.meetings_held where meeting_id = (meeting ->> 'id')::uuid);
  people uuid[] := array(select distinct (person ->> 'contact_id')::uuid from jsonb_array_elements(meeting -> 'people') as person where person ->> 'contact_id' is not null);
  ours uuid[] := array(select distinct (person ->> 'staff_id')::uuid from jsonb_array_elements(meeting -> 'people') as person where person ->> 'staff_id' is not null);
  held_on date := public.office_day((meeting ->> 'at')::timestamptz);
begin
  if was <> '{}' then delete from private.meetings_held where meeting_id = (meeting ->> 'id')::uuid; end if;
  insert into private.meetings_held (meeting_id, contact_id, staff_id, day)
  select distinct (meeting ->> 'id')::uuid, contacts.id, staff.user_id, held_on
  from public.contacts, public.staff where contacts.id = any (people) and staff.user_id = any (ours);
  if was <> '{}' then perform private.recount_later(was || people); return; end if;
  perform private.count_evidence(array(
    select row(held.contact_id, held.staff_id, held.day, 'meeting', side.inward, 1)::private.evidence
    from private.meetings_held as held cross join (values (true), (false)) as side (inward) where held.meeting_id = (meeting ->> 'id')::uuid));
  perform private.count_pairs(jsonb_build_array(jsonb_build_object('people', to_jsonb(people), 'day', held_on, 'kind', 'meeting')));
end
$$;

create function private.uncount_meeting(meeting jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was uuid[];
begin
  with gone as (delete from private.meetings_held where meeting_id = (meeting ->> 'id')::uuid returning contact_id)
  select array_agg(distinct contact_id) into was from gone;
  if was is not null then perform private.recount_later(was); end if;
end
$$;

select private.register_hook('meeting held', 'private.count_meeting(jsonb)', 'relationships');
select private.register_hook('meeting not held', 'private.uncount_meeting(jsonb)', 'relationships');

-- Mail that was filed -------------------------------------------------------------------------------------------------------

-- Mails that a mailbox brought and that count: written by a person to a person, in at least one mailbox that counts for ties
-- and is not kept private there. What left
-- through the outbox (class 'own', or linked to its row) is counted there.
create function private.counted_mails(mails uuid[]) returns setof public.mails
language sql stable security definer set search_path = ''
as $$
  select one.* from public.mails as one
  where one.id = any (mails) and one.class = 'person' and one.direction in ('in', 'out') and one.outbox_id is null and one.outsiders <= 10
    and exists (select from public.mail_copies as copy join public.mailboxes on mailboxes.id = copy.mailbox_id
      where copy.mail_id = one.id and mailboxes.counts_for_ties and not copy.is_private)
$$;

-- In: from the contact who wrote, for each of us whom it is addressed to, or whose personal mailbox it lies in. Out: from the one of us who
-- wrote, for each contact it is addressed to. Direct with at most three outsiders and not by copy; otherwise a round.
create function private.evidence_of_mails(mails uuid[]) returns setof private.evidence
language sql stable security definer set search_path = ''
as $$
  with counted as materialized (select * from private.counted_mails(mails)), ours as (
    select counted.id, person.staff_id, min(case person.role when 'cc' then 1 else 0 end) as by_copy
    from counted join public.mail_people as person on person.mail_id = counted.id and person.staff_id is not null and person.role in ('from', 'to', 'cc')
    where counted.direction = 'in' or person.role = 'from' group by counted.id, person.staff_id
    union
    select counted.id, mailboxes.owner_id, 0 from counted join public.mail_copies as copy on copy.mail_id = counted.id
    join public.mailboxes on mailboxes.id = copy.mailbox_id and mailboxes.kind = 'personal' and mailboxes.counts_for_ties and not copy.is_private
    where not exists (select from public.mail_people as person where person.mail_id = counted.id and person.staff_id is not null
      and person.role = any (case counted.direction when 'in' then '{to,cc}' else '{from}' end::text[]))
  ), theirs as (
    select counted.id, person.contact_id, min(case person.role when 'cc' then 1 else 0 end) as by_copy
    from counted join public.mail_people as person on person.mail_id = counted.id and person.contact_id is not null
    where person.role = 'from' and counted.direction = 'in' or person.role in ('to', 'cc') and counted.direction = 'out' group by counted.id, person.contact_id
  )
  select theirs.contact_id, ours.staff_id, public.office_day(counted.at),
    case when counted.outsiders <= 3 and theirs.by_copy + ours.by_copy = 0 then 'mail' else 'round' end, counted.direction = 'in', 1
  from counted join ours using (id) join theirs using (id)
  -- Noted as an answer to one of our messages when it was filed: it is evidence of that.
  where not exists (select from public.mail_replies as reply, unnest(private.evidence_of_reply(reply)) as told
    where counted.direction = 'in' and reply.message_id = counted.message_id and (told.contact_id, told.staff_id) = (theirs.contact_id, ours.staff_id))
$$;

-- Contacts on one mail, whoever wrote it.
create function private.rounds_of_mails(mails uuid[]) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('people', jsonb_agg(distinct person.contact_id), 'day', public.office_day(counted.at), 'kind', 'mail')
  from private.counted_mails(mails) as counted join public.mail_people as person on person.mail_id = counted.id
  where person.contact_id is not null and person.role in ('from', 'to', 'cc')
  group by counted.id, counted.at having count(distinct person.contact_id) between 2 and 10
$$;

create function private.mail_is_filed(facts jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.tie_changes (mail_id) values ((facts ->> 'mail_id')::uuid);
  insert into private.records_to_compare (kind, id) values ('mails', (facts ->> 'mail_id')::uuid) on conflict do nothing
$$;

-- In a further mailbox: it may count now, or be someone else's, too.
create function private.mail_is_copied(facts jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.recount_later(array(select contact_id from public.mail_people where mail_id = (facts ->> 'mail_id')::uuid and contact_id is not null))
$$;

-- What time ends is too old to weigh anything: its days stay until something else is counted again.
create function private.mails_are_removed(mails uuid[], why text) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.recount_later(array(select distinct contact_id from public.mail_people where mail_id = any (mails) and contact_id is not null)) where why <> 'retention'
$$;

-- A thread that its owner made private says nothing of whom they write to.
create function private.copies_are_private() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.recount_later(array(select distinct person.contact_id from kept join gone using (mailbox_id, folder, uid_validity, uid)
    join public.mail_people as person on person.mail_id = kept.mail_id where kept.is_private <> gone.is_private and person.contact_id is not null));
  return null;
end
$$;

create trigger copies_hide_evidence after update on public.mail_copies referencing old table as gone new table as kept
  for each statement execute function private.copies_are_private();

create function private.mailbox_counts(mailbox uuid, counts boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.recount_later(array(select distinct person.contact_id from public.mail_copies as copy join public.mail_people as person using (mail_id)
    where copy.mailbox_id = mailbox and person.contact_id is not null))
$$;

select private.register_hook('mail filed', 'private.mail_is_filed(jsonb)', 'relationships');
select private.register_hook('mail copied', 'private.mail_is_copied(jsonb)', 'relationships');
select private.register_hook('mail removed', 'private.mails_are_removed(uuid[], text)', 'relationships');
select private.register_hook('mailbox counts', 'private.mailbox_counts(uuid, boolean)', 'relationships');

-- A colleague whose personal mailbox says "colleagues see nothing": others learn no name and no days.
create function private.colleagues_who_hide() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(distinct owner_id), '{}') from public.mailboxes
  where kind = 'personal' and colleagues_see = 'nothing' and state <> 'removed' and owner_id is distinct from auth.uid() and private.module_is_live('mailbox')
$$;

-- Everything again -------------------------------------------------------------------------------------------------------------

-- All evidence of these contacts, from the records it follows from. Modules that keep their own answer the hook
--   evidence of contacts (contacts uuid[]) -> jsonb    {"evidence": [{"contact_id", "staff_id", "day", "kind", "inward", "n"}],
--                                                      "together": [{"people": [ids], "day", "kind"}]}
create function private.evidence_from_records(contacts uuid[]) returns setof private.evidence
language sql stable security definer set search_path = ''
as $$
  select found.* from public.inquiries as one, unnest(private.evidence_of_inquiry(one)) as found where one.contact_id = any (contacts)
  union all select found.* from public.outbox as one, unnest(private.evidence_of_message(one)) as found where one.contact_id = any (contacts)
  union all select found.* from public.mail_replies as one, unnest(private.evidence_of_reply(one)) as found where one.contact_id = any (contacts)
  union all select found.* from public.proposals join public.proposal_events as one on one.proposal_id = proposals.id,
    unnest(private.evidence_of_proposal_event(one)) as found where proposals.contact_id = any (contacts)
  union all select found.* from public.documents join public.share_settings as settings on settings.document_id = documents.id
    join public.share_views as one on one.link_id = settings.link_id, unnest(private.evidence_of_view(one)) as found where documents.contact_id = any (contacts)
  union all select found.* from public.talks as one, unnest(private.evidence_of_talk(one)) as found where one.contact_id = any (contacts)
  union all select found.* from public.introductions as one, unnest(private.evidence_of_introduction(one)) as found where one.by_contact = any (contacts)
  union all select found.* from private.evidence_of_mails(array(select distinct mail_id from public.mail_people where contact_id = any (contacts))) as found
    where found.contact_id = any (contacts)
  union all select held.contact_id, held.staff_id, held.day, 'meeting', side.inward, 1
    from private.meetings_held as held cross join (values (true), (false)) as side (inward) where held.contact_id = any (contacts)
$$;

create function private.recount(contacts uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answers jsonb[];
begin
  -- Waits for those who add to these rows; what they added is then seen below.
  delete from private.tie_days where contact_id = any (contacts);
  delete from private.pair_days where a_id = any (contacts) or b_id = any (contacts);
  answers := array(select answer::jsonb from private.call_hooks('evidence of contacts', contacts::text) as answer where answer is not null);
  perform private.count_evidence(array(
    select told_of from private.evidence_from_records(contacts) as told_of
    union all
    select row((one ->> 'contact_id')::uuid, (one ->> 'staff_id')::uuid, (one ->> 'day')::date, one ->> 'kind', (one ->> 'inward')::boolean, (one ->> 'n')::int)::private.evidence
    from unnest(answers) as answer, jsonb_array_elements(answer -> 'evidence') as one where (one ->> 'contact_id')::uuid = any (contacts)));
  perform private.count_pairs((
    select coalesce(jsonb_agg(jsonb_build_object('people', together.pair, 'day', together.day, 'kind', together.kind)), '[]') from (
      -- Each pair by itself: a round counts only for those who are counted again.
      select jsonb_build_array(one, other) as pair, round ->> 'day' as day, round ->> 'kind' as kind
      from (
        select round from unnest(answers) as answer, jsonb_array_elements(answer -> 'together') as round
        union all
        select told from private.rounds_of_mails(array(select distinct mail_id from public.mail_people where contact_id = any (contacts))) as told
        union all
        select jsonb_build_object('people', jsonb_agg(distinct all_of.contact_id), 'day', all_of.day, 'kind', 'meeting')
        from private.meetings_held as all_of where all_of.meeting_id in (select meeting_id from private.meetings_held where contact_id = any (contacts))
        group by all_of.meeting_id, all_of.day) as rounds,
        jsonb_array_elements_text(round -> 'people') as one, jsonb_array_elements_text(round -> 'people') as other
      where jsonb_array_length(round -> 'people') <= 10 and one < other and (one::uuid = any (contacts) or other::uuid = any (contacts))) as together));
  delete from private.tie_changes where transaction = pg_current_xact_id() and contact_id = any (contacts);
  perform private.refresh_ties(contacts);
end
$$;

select private.register_hook('evidence changed', 'private.recount_later(uuid[])', 'relationships');

-- A person goes or comes back; nothing is to be counted of them; two become one ---------------------------------------------------

create function private.forget_ties(contacts uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.tie_days where contact_id = any (contacts);
  delete from private.pair_days where a_id = any (contacts) or b_id = any (contacts);
  delete from private.ties where contact_id = any (contacts);
  delete from private.compared_signs where kind = 'contacts' and id = any (contacts);
  delete from private.records_to_compare where kind = 'contacts' and id = any (contacts);
  update public.suggestions set state = 'gone', evidence = '[]' where state = 'open' and (one_id = any (contacts) or other_id = any (contacts));
end
$$;

create function private.contacts_are_gone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_ties(array(select id from gone));
  return null;
end
$$;

create trigger ties_of_gone after delete on public.contacts referencing old table as gone for each statement execute function private.contacts_are_gone();

create function private.contacts_came_back() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.restoring() then perform private.recount_later(array(select id from kept)); end if;
  return null;
end
$$;

create trigger ties_of_new after insert on public.contacts referencing new table as kept for each statement execute function private.contacts_came_back();

create function private.mining_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.no_mining and not old.no_mining then
    perform private.forget_ties(array[new.id]);
  elsif old.no_mining and not new.no_mining then
    perform private.recount_later(array[new.id]);
    insert into private.records_to_compare values ('contacts', new.id) on conflict do nothing;
  end if;
  return null;
end
$$;

create trigger mining_of_contact after update of no_mining on public.contacts
  for each row when (old.no_mining is distinct from new.no_mining) execute function private.mining_changed();

-- The records move to the one that stays; the evidence follows them at the end. Refusals hold for the one that stays, too.
create function private.ties_follow_merge(keep uuid, gone uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.introductions as doubled where (doubled.contact_id = gone and doubled.by_contact = keep) or (doubled.contact_id = keep and doubled.by_contact = gone)
    or (doubled.contact_id = gone and exists (select from public.introductions as same where same.contact_id = keep
      and (same.by_contact = doubled.by_contact or same.by_staff = doubled.by_staff)))
    or (doubled.by_contact = gone and exists (select from public.introductions as same where same.by_contact = keep and same.contact_id = doubled.contact_id));
  delete from public.tie_snoozes as doubled where doubled.contact_id = gone
    and exists (select from public.tie_snoozes as same where same.contact_id = keep and same.staff_id = doubled.staff_id);
  update public.contacts set no_mining = true where id = keep and not no_mining and exists (select from public.contacts as other where other.id = gone and other.no_mining);
  insert into private.meetings_held (meeting_id, contact_id, staff_id, day)
  select meeting_id, keep, staff_id, day from private.meetings_held where contact_id = gone on conflict do nothing;
  delete from private.meetings_held where contact_id = gone;
  perform private.refusals_follow(keep, gone);
  perform private.recount_later(array[keep]);
end
$$;

select private.register_hook('merge contacts', 'private.ties_follow_merge(uuid, uuid)');

-- A merge that is undone: both are counted again. (The one that comes back is a new row, see above.)
create function private.merge_undone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.cause = 'merged' and new.kind = 'contacts' then perform private.recount_later(array[new.merged_into]); end if;
  return null;
end
$$;

create trigger ties_of_unmerged after update of restored_at on public.deletions
  for each row when (old.restored_at is null and new.restored_at is not null) execute function private.merge_undone();

-- Introductions stay, without a name: the contact does, too.
create function private.erase_ties(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.contacts set no_mining = true where id = contact;
  perform private.forget_ties(array[contact]);
  delete from public.talks where contact_id = contact;
  delete from public.contact_jobs where contact_id = contact;
  delete from public.tie_snoozes where contact_id = contact;
  delete from private.meetings_held where contact_id = contact;
  -- A refusal is kept as a key without words.
  update public.suggestions set evidence = '[]' where one_id = contact or other_id = contact;
  delete from public.suggestions where (one_id = contact or other_id = contact) and state in ('open', 'gone');
end
$$;

select private.register_hook('erase contact', 'private.erase_ties(uuid)');
