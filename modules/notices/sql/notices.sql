-- What is new for each colleague. Entries of the history become notices in the same transaction (write-notices.sql); each person reads their
-- own, and of those only what they may read now.

create policy "people read their own notices" on public.notices for select to authenticated
  using (user_id = (select auth.uid()) and record_type = any ((select private.readable_types())::text[]));

grant select on public.notices to authenticated;
grant all on public.notices, public.notice_choices, public.follows, public.notice_chat to service_role;

-- Choices -------------------------------------------------------------------------------------------------------------

-- Every kind, the most important first, and how people are told of it until they choose otherwise.
create function private.notice_kinds() returns table (kind text, place int, screen boolean, mail text)
language sql immutable set search_path = ''
as $$
  values ('inquiry', 1, true, 'at_once'), ('named', 2, true, 'at_once'), ('approval', 3, true, 'at_once'), ('promise', 4, true, 'at_once'),
    ('outbox', 5, true, 'at_once'), ('record', 6, true, 'daily'), ('given', 7, true, 'at_once'),
    -- No notice: the day's tasks and late answers, at the head of the daily mail.
    ('today', 8, false, 'daily')
$$;

create function private.notice_choice(person uuid) returns table (kind text, place int, screen boolean, mail text)
language sql stable security definer set search_path = ''
as $$
  select kinds.kind, kinds.place, coalesce(choices.screen, kinds.screen), coalesce(choices.mail, kinds.mail)
  from private.notice_kinds() as kinds
  left join public.notice_choices as choices on choices.user_id = person and choices.kind = kinds.kind
$$;

create policy "people see their own choices" on public.notice_choices for select to authenticated using (user_id = (select auth.uid()));

grant select on public.notice_choices to authenticated;

create function public.my_notice_choices() returns table (kind text, screen boolean, mail text)
language sql stable security definer set search_path = ''
as $$
  select kind, screen, mail from private.notice_choice((select auth.uid())) order by place
$$;

create function private.keep_notice_choice(person uuid, kind text, screen boolean, mail text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not exists (select from private.notice_kinds() as kinds where kinds.kind = keep_notice_choice.kind) then
    raise invalid_parameter_value using message = format('There is no kind of notice called "%s".', kind);
  end if;
  insert into public.notice_choices values (person, kind, screen, mail)
  on conflict on constraint notice_choices_pkey do update set screen = excluded.screen, mail = excluded.mail;
end
$$;

-- A colleague, as themselves.
create function private.require_self() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.me() is null or not public.is_colleague() or private.is_viewing() then
    raise insufficient_privilege using message = 'Only colleagues choose what they are told, each for themselves.';
  end if;
end
$$;

create function public.choose_notice(kind text, screen boolean, mail text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_self();
  perform private.keep_notice_choice((select auth.uid()), kind, screen, mail);
end
$$;

-- Following -----------------------------------------------------------------------------------------------------------

create policy "people follow records that they may read" on public.follows for insert to authenticated
  with check (user_id = (select auth.uid())
    and record_type = any ((select private.readable_types())::text[]));
create policy "people see what they follow" on public.follows for select to authenticated using (user_id = (select auth.uid()));
create policy "people stop following" on public.follows for delete to authenticated using (user_id = (select auth.uid()));

grant select, insert (record_type, record_id), delete on public.follows to authenticated;

select private.keep_while_viewing('public.follows');

-- Reading -------------------------------------------------------------------------------------------------------------

-- What notices say, for the person whose they are, as far as the caller (who is that person) may read. Names come from the history and the
-- records, so that a person who is erased is erased here too.
create function private.notices_of(person uuid, ids bigint[]) returns table (
  id bigint, kind text, what text, record_type text, record_id uuid, name text, about text, words text, more int,
  actor_name text, at timestamptz, day date, days_ago int, read_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select notices.id, notices.kind, notices.what, notices.record_type, notices.record_id,
    case when notices.record_type = 'message' then message.subject else coalesce(entry.record_name, latest.record_name) end,
    case when readable.types @> '{account}' then coalesce(company.name, contact.name) end,
    case when notices.kind = 'named' and readable.types @> '{note}' then
      (select left(notes.body, 200) from public.notes where notes.id = notices.about_id) end,
    cardinality(notices.others), actor.name, notices.at,
    public.office_day(notices.at), public.office_today() - public.office_day(notices.at), notices.read_at
  from (select private.readable_types() as types) as readable
  join public.notices on notices.user_id = person and notices.id = any (ids) and notices.record_type = any (readable.types)
  left join public.events as entry on entry.id = notices.event_id
  left join lateral (select events.record_name, events.account_id, events.contact_id from public.events
    where events.record_type = notices.record_type and events.record_id = notices.record_id order by events.id desc limit 1) as latest on entry.id is null
  left join public.outbox as message on notices.record_type = 'message' and message.id = notices.record_id
  left join public.accounts as company on company.id = coalesce(entry.account_id, latest.account_id, message.account_id)
  left join public.contacts as contact on contact.id = coalesce(entry.contact_id, latest.contact_id, message.contact_id)
  left join public.staff as actor on actor.user_id = notices.actor_id
  order by notices.id desc
$$;

-- Newest first; `before` is the last id of the page before.
create function public.my_notices(before bigint default null, most int default 30) returns table (
  id bigint, kind text, what text, record_type text, record_id uuid, name text, about text, words text, more int,
  actor_name text, at timestamptz, day date, days_ago int, read_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select told.* from private.notices_of((select auth.uid()), array(
    select own.id from public.notices as own
    where own.user_id = (select auth.uid()) and own.on_screen and own.record_type = any ((select private.readable_types())::text[]) and (before is null or own.id < before)
    order by own.id desc limit least(greatest(most, 1), 100))) as told
$$;

-- At most 100: the bell says "99+".
create function public.my_unread_notices() returns int
language sql stable set search_path = ''
as $$
  select count(*)::int from (select from public.notices where user_id = (select auth.uid()) and read_at is null and on_screen limit 100) as unread
$$;

-- Without ids: all of them.
create function public.read_notices(ids bigint[] default null) returns int
language sql volatile security definer set search_path = ''
as $$
  with told as (
    update public.notices set read_at = clock_timestamp()
    where user_id = (select auth.uid()) and read_at is null and not private.is_viewing() and (ids is null or id = any (private.no_more_than(1000, ids)))
    returning 1)
  select count(*)::int from told
$$;

-- The team's chat -----------------------------------------------------------------------------------------------------

select private.allow('public.notice_chat', 'settings', edits => 'edit');
grant select, update (kinds, with_names) on public.notice_chat to authenticated;

-- Browsers ------------------------------------------------------------------------------------------------------------

create function public.push_public_key() returns text
language sql stable security definer set search_path = ''
as $$
  select public_key from private.push_keys where private.me() is not null
$$;

-- At most ten browsers a person: the oldest makes room. `endpoint` is checked again before anything is sent there.
create function public.keep_push_browser(endpoint text, p256dh text, auth text, with_names boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_self();
  if endpoint !~ '^https?://' or char_length(p256dh) not between 80 and 100 or char_length(auth) not between 20 and 30 then
    raise invalid_parameter_value using message = 'This is no subscription of a browser.';
  end if;
  insert into private.push_browsers (user_id, endpoint, p256dh, auth, with_names) values ((select auth.uid()), endpoint, p256dh, auth, with_names)
  on conflict on constraint push_browsers_endpoint_key do update
    set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, with_names = excluded.with_names;
  delete from private.push_browsers where id in (
    select id from private.push_browsers where user_id = (select auth.uid()) order by created_at desc offset 10);
end
$$;

create function public.forget_push_browser(endpoint text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.push_browsers where push_browsers.endpoint = forget_push_browser.endpoint and user_id = (select auth.uid())
$$;

grant execute on function public.push_public_key, public.keep_push_browser, public.forget_push_browser to authenticated, service_role;
grant execute on function public.my_notices, public.my_unread_notices, public.my_notice_choices to authenticated, service_role;
grant execute on function public.read_notices, public.choose_notice to authenticated, service_role;
