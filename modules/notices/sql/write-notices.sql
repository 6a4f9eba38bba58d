-- Who is told of what. My own acts never notify me; what belongs together within a minute is one line.

-- Writes one line for each person and act. `given` may name a person several times, and people who are not told.
create function private.give_notices(given private.news[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  with wanted as (
    select distinct on (news.user_id, news.record_id) news.*, choice.place, choice.screen, choice.mail
    from unnest(given) as news
    join public.staff on staff.user_id = news.user_id and staff.active
    -- Colleagues of a sample firm have no account to read them with.
    join auth.users on users.id = staff.user_id
    join lateral private.notice_choice(news.user_id) as choice on choice.kind = news.kind and (choice.screen or choice.mail <> 'never')
    where news.user_id is distinct from news.actor_id
    order by news.user_id, news.record_id, choice.place, news.event_id
  ), together as (
    -- One company, or else one record: the most important stands for all.
    select wanted.*, row_number() over one as nth, array_agg(record_id) over (partition by user_id, actor_id, about_id) as ids
    from wanted window one as (partition by user_id, actor_id, about_id order by place, event_id)
  ), alike as (
    -- The same done to many records: the first stands for all.
    select together.*, row_number() over (partition by user_id, actor_id, kind, what, record_type order by event_id, record_id) as line
    from together where nth = 1
  ), lines as (
    select alike.*, many.all_ids, many.abouts from alike cross join lateral (
      select array_agg(distinct id) as all_ids, array_agg(distinct other.about_id) as abouts from alike as other cross join lateral unnest(other.ids) as id
      where (other.user_id, other.kind, other.what, other.record_type) = (alike.user_id, alike.kind, alike.what, alike.record_type)
        and other.actor_id is not distinct from alike.actor_id) as many
    where line = 1
  ), earlier as (
    select notices.id as notice_id, lines.*, (select kinds.place from private.notice_kinds() as kinds where kinds.kind = notices.kind) > lines.place as is_better
    from lines cross join lateral (
      select one.id, one.kind from public.notices as one
      where one.user_id = lines.user_id and one.read_at is null and one.actor_id is not distinct from lines.actor_id
        and one.at > clock_timestamp() - interval '1 minute'
        and (one.about_id = any (lines.abouts) or (one.kind, one.what, one.record_type) = (lines.kind, lines.what, lines.record_type))
      order by one.id desc limit 1) as notices
  ), merged as (
    update public.notices set
      kind = case when is_better then earlier.kind else notices.kind end,
      what = case when is_better then earlier.what else notices.what end,
      record_type = case when is_better then earlier.record_type else notices.record_type end,
      record_id = case when is_better then earlier.record_id else notices.record_id end,
      event_id = case when is_better then earlier.event_id else notices.event_id end,
      on_screen = notices.on_screen or earlier.screen,
      mail = least(notices.mail, earlier.mail),
      others = array(select distinct id from unnest(earlier.all_ids || notices.record_id || notices.others) as id
        where id <> case when is_better then earlier.record_id else notices.record_id end limit 500)
    from earlier where notices.id = earlier.notice_id
    returning notices.user_id, earlier.about_id
  )
  insert into public.notices (user_id, kind, what, record_type, record_id, others, about_id, event_id, actor_id, on_screen, mail)
  select user_id, kind, what, record_type, record_id, array_remove(all_ids[:500], record_id), about_id, event_id, actor_id, screen, mail
  from lines where not exists (select from merged where (merged.user_id, merged.about_id) = (lines.user_id, lines.about_id));
end
$$;

create function private.write_notices() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  given private.news[];
begin
  if not private.module_is_live('notices') or current_setting('guidevane.is_sample', true) = 'on' then return null; end if;
  with news as materialized (
    select told.id as event_id, told.record_type, told.record_id, told.actor_id, told.kind = 'created' as is_new,
      coalesce(told.account_id, told.inquiry_id, told.deal_id, told.contact_id, told.record_id) as about_id,
      array_remove(array[told.record_id, told.deal_id, told.inquiry_id, told.contact_id, told.account_id], null) as places,
      coalesce(told.deal_id, told.account_id) as above, rules.what, coalesce(told.changes -> 'assignee_id', told.changes -> 'owner_id') as hands
    from told
    join private.notice_records as records on records.record_type = told.record_type
    left join private.notice_events as rules on rules.record_type = told.record_type
      and rules.event = told.kind || coalesce(':' || (told.changes #>> '{outcome,1}'), '')
    where told.kind = 'created' or rules.what is not null or told.changes ?| array['assignee_id', 'owner_id']
  ), owned as (
    -- What follows is news for the owner of the record, and of its deal or else its company.
    select news.*, owners.owner from news join private.record_owners as owners
      on (owners.record_type, owners.id) = (news.record_type, news.record_id) or owners.id = news.above
    where news.what is not null
  ), people as (
    select owner as user_id, 'record' as kind, what, event_id from owned
    union all
    select follows.user_id, 'record', coalesce(news.what, 'handed over'), event_id
    from news join public.follows on follows.record_id = any (news.places) where news.what is not null or (news.hands is not null and not news.is_new)
    union all
    select (hands ->> 0)::uuid, 'record', 'handed over', event_id from news where hands ->> 0 is not null
    union all
    select (hands ->> 1)::uuid, 'given', 'given', event_id from news where hands ->> 1 is not null
    union all
    select owners.owner, case when release.id is null then 'given' else 'approval' end, case when release.id is null then 'given' else 'release' end, event_id
    from news join private.record_owners as owners on (owners.record_type, owners.id) = (news.record_type, news.record_id)
    left join public.tasks as release on news.record_type = 'task' and release.id = news.record_id and release.source = 'release'
    where news.is_new
    union all
    -- What is in quarantine is seen in its tab.
    select staff.user_id, 'inquiry', 'new', event_id from news
    join public.inquiries on inquiries.id = news.record_id and inquiries.state = 'new' cross join public.staff
    where news.record_type = 'inquiry' and news.is_new and private.person_may(staff.user_id, 'inquiries', 'edit')
  )
  select array_agg((people.user_id, people.kind, people.what, news.record_type, news.record_id, news.about_id, news.event_id, news.actor_id)::private.news)
  into given from people join news using (event_id) where people.user_id is not null;
  if given is not null then
    perform private.give_notices(given);
    perform private.tell_chat(given);
  end if;

  select array_agg((person, 'named', 'named', place.record_type, place.record_id, notes.id, told.id, told.actor_id)::private.news)
  into given
  from told join public.notes on notes.id = told.note_id
  cross join lateral unnest(notes.mentions) as person
  cross join lateral (values ('deal', told.deal_id, 1), ('inquiry', told.inquiry_id, 2), ('contact', told.contact_id, 3), ('account', told.account_id, 4))
    as place (record_type, record_id, nearest)
  where told.record_type = 'note' and told.kind in ('created', 'changed') and place.record_id is not null
    and place.nearest = (case when told.deal_id is not null then 1 when told.inquiry_id is not null then 2 when told.contact_id is not null then 3 else 4 end)
    -- Who was named before the note was edited knows.
    and not exists (select from public.notices where notices.user_id = person and notices.about_id = notes.id);
  if given is not null then perform private.give_notices(given); end if;

  -- The address of a client with access has changed: for everyone who may confirm it.
  select array_agg(
    (staff.user_id, 'approval', 'access suspended', told.record_type, told.record_id, told.contact_id, told.id, told.actor_id)::private.news)
  into given
  from told cross join public.staff
  where told.record_type = 'client' and told.kind = 'access suspended' and private.person_may(staff.user_id, 'client-area', 'edit');
  if given is not null then perform private.give_notices(given); end if;
  return null;
end
$$;

create trigger events_are_noticed after insert on public.events referencing new table as told
  for each statement execute function private.write_notices();

-- A message that failed, came back, or may have left: its writer is told, or everyone if it has none.
create function private.notice_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.state is distinct from old.state and new.class <> 'system' and new.state in ('failed', 'uncertain', 'bounced') and private.module_is_live('notices') then
    perform private.give_notices(array(
      select (staff.user_id, 'outbox', new.state, 'message', new.id, new.id, null, null)::private.news from public.staff
      where staff.active and (staff.user_id = new.created_by
        or not exists (select from public.staff as writer where writer.active and writer.user_id = new.created_by))));
  end if;
  return null;
end
$$;

create trigger outbox_is_noticed after update of state on public.outbox for each row execute function private.notice_message();

-- Promises that break within two hours: the owner is told, or everyone if there is none. Each once.
create function private.notice_promises(at timestamptz default now()) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  given private.news[];
begin
  -- Two servers look at the same time.
  perform pg_advisory_xact_lock(3701);
  select array_agg((staff.user_id, 'promise', 'promise', 'inquiry', inquiries.id, inquiries.id, null, null)::private.news) into given
  from public.inquiries join public.staff on staff.active and (staff.user_id = inquiries.assignee_id
    or not exists (select from public.staff as owner where owner.active and owner.user_id = inquiries.assignee_id))
  where inquiries.state = 'new' and inquiries.due_at between notice_promises.at and notice_promises.at + interval '2 hours'
    and not exists (select from public.notices where notices.record_id = inquiries.id and notices.what = 'promise');
  if given is not null then perform private.give_notices(given); end if;
  return coalesce(cardinality(given), 0);
end
$$;

-- The team's chat is told once of each act, of chosen kinds; who wrote or signed is named only if that was chosen.
create function private.tell_chat(given private.news[]) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.put_in_outbox(jsonb_build_object(
    'channel', 'slack', 'class', 'transactional', 'dedupe_key', format('chat:%s:%s', news.what, news.event_id),
    'origin_kind', 'notice', 'origin_id', news.record_id, 'to_address', 'Team chat', 'expires_at', now() + interval '1 day',
    'mail_kind', 'notices.team',
    'mail_data', jsonb_build_object('what', news.what, 'record_type', news.record_type,
      'name', case when chat.with_names then entry.record_name end)))
  from public.notice_chat as chat
  cross join lateral (select distinct on (one.what, one.event_id) one.* from unnest(given) as one where one.kind = any (chat.kinds)) as news
  left join public.events as entry on entry.id = news.event_id
  where (select has_chat from private.outbox_gate) and private.module_is_live('outbox')
    -- New inquiries have their own message (modules/inquiries).
    and news.kind <> 'inquiry'
$$;

-- New ones appear at once in every open window of their person.
create function private.announce_notices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_live('notice', '{}', person => user_id) from (select distinct user_id from kept limit 50) as people;
  return null;
end
$$;

create trigger live_new after insert on public.notices referencing new table as kept for each statement execute function private.announce_notices();
create trigger live_changes after update on public.notices referencing new table as kept for each statement execute function private.announce_notices();

-- Read ones go after 180 days, a thousand at a time.
create function private.tidy_notices(at timestamptz default now()) returns int
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.notices where id in (select id from public.notices where read_at < tidy_notices.at - interval '180 days' order by read_at limit 1000)
    returning 1)
  select count(*)::int from gone
$$;
