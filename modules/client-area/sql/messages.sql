-- The thread of a company: what clients and colleagues write to each other, by the area, from the desk and by mail.

grant select on public.client_messages, public.client_message_files, public.client_file_requests, public.client_area_settings to authenticated, service_role;
grant update (welcome, hidden) on public.client_area_settings to authenticated;
grant all on public.client_area_settings to service_role;

select private.allow('public.client_messages', 'client-area');
select private.allow('public.client_message_files', 'client-area');
select private.allow('public.client_file_requests', 'client-area');

create policy "staff see how the client area is set" on public.client_area_settings for select to authenticated using ((select public.may('client-area', 'read')));
create policy "admins set the client area" on public.client_area_settings
  for update to authenticated using ((select public.may('settings', 'edit'))) with check ((select public.may('settings', 'edit')));

-- Everything of the company, or what is addressed to the person.
create policy "clients read the messages of their company" on public.client_messages for select to authenticated
  using (account_id in (select private.client_accounts('client-area', whole => true))
    or (account_id, contact_id) in (select mine.account_id, mine.contact_id from private.client_scope('client-area') as mine));

create policy "clients see the files of messages they read" on public.client_message_files for select to authenticated
  using (message_id in (select id from public.client_messages where account_id in (select private.client_accounts('client-area'))));

create policy "clients see what their company is asked for" on public.client_file_requests for select to authenticated
  using (account_id in (select private.client_accounts('client-area', whole => true))
    or (account_id, contact_id) in (select mine.account_id, mine.contact_id from private.client_scope('client-area') as mine));

create trigger acts_of_client_area after update on public.client_area_settings
  for each row execute function private.note_setting('client area changed', '', 'welcome', 'hidden');

select private.empty_with_contact('public.client_messages', 'contact_id', $$body = 'Erased'$$);

-- Of the history, and of messages and notices that are made for it.
select private.register_types('client-area', 'client', 'client message');

select private.announce_changes('public.client_messages', 'client-area');

-- From the client ---------------------------------------------------------------------------------------------------------------

-- Written once; the inbox hears of it.
create function private.add_client_message(account uuid, contact uuid, words text, by_mail text default null) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  written uuid;
begin
  insert into public.client_messages (account_id, contact_id, body, mail_key) values (account, contact, left(btrim(words), 10000), by_mail)
  on conflict (mail_key) do nothing returning id into written;
  if written is null then return null; end if;
  perform private.record_client_event(case when by_mail is null then 'wrote' else 'wrote by mail' end, account, contact);
  perform private.call_hooks('client message', (select jsonb_build_object('id', written, 'account_id', account, 'contact_id', contact, 'name', contacts.name,
    'email', contacts.email, 'company', accounts.name, 'message', left(btrim(words), 10000))::text
    from public.contacts, public.accounts where contacts.id = contact and accounts.id = account));
  return written;
end
$$;

create function private.post_client_message(account uuid, words text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := (select contact_id from private.client_scope('client-area') where account_id = account limit 1);
begin
  if person is null or not private.client_may_write() then return null; end if;
  return private.add_client_message(account, person, words);
end
$$;

-- The client has the thread in front of them.
create function private.client_read_messages() returns void
language sql volatile security definer set search_path = ''
as $$
  update public.client_messages set read_at = now()
  where read_at is null and staff_id is not null and private.client_may_write()
    and exists (select from private.client_scope('client-area') as mine where mine.account_id = client_messages.account_id
      and (mine.scope = 'all' or mine.contact_id = client_messages.contact_id))
$$;

-- An answer to our mail about a message lands in the same thread, while its writer has access.
create function private.client_answered_by_mail(message uuid, key text, words text) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.add_client_message(access.account_id, access.contact_id, words, key) from public.outbox
  join private.client_access_in_force as access on access.contact_id = outbox.contact_id and access.account_id = outbox.account_id
  where outbox.id = message and btrim(words) <> ''
$$;

select private.register_hook('reply received: client message', 'private.client_answered_by_mail(uuid, text, text)', 'client-area');

-- From us -----------------------------------------------------------------------------------------------------------------------

-- A notice by mail to everyone of the company who sees it: held in the safe mode like all mail to outsiders.
create function private.mail_clients(account uuid, only_contact uuid, mail text, key text, facts jsonb, origin uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.put_in_outbox(jsonb_build_object('class', 'transactional', 'dedupe_key', format('client:%s:%s', key, contacts.id),
    'origin_kind', 'client message', 'origin_id', origin, 'account_id', account, 'contact_id', contacts.id, 'to_address', contacts.email,
    'mail_kind', 'client-area.' || mail, 'mail_data', facts || jsonb_build_object('name', contacts.name, 'company', accounts.name),
    'headers', (select jsonb_build_object('Reply-To', replace(inbound_address, '@', '+' || gen_random_uuid() || '@')) from private.outbox_gate where inbound_address is not null)))
  from private.client_access_in_force as access join public.contacts on contacts.id = access.contact_id
  join public.accounts on accounts.id = access.account_id
  where access.account_id = account and (access.scope = 'all' or contacts.id = only_contact)
    and (only_contact is null or contacts.id = only_contact)
$$;

create function private.add_answer(account uuid, words text, contact uuid, who uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  written uuid;
begin
  insert into public.client_messages (account_id, contact_id, staff_id, body) values (account, contact, who, left(btrim(words), 10000)) returning id into written;
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
  select 'answered', who, (select name from public.staff where user_id = who), 'client', contact, accounts.name, account, contact from public.accounts where id = account;
  update public.client_messages set read_at = now() where account_id = account and staff_id is null and read_at is null;
  return written;
end
$$;

create function public.answer_client(account uuid, words text, contact uuid default null) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  written uuid;
begin
  perform private.require_may('client-area', 'add', 'to write to clients');
  if coalesce(btrim(words), '') = '' then raise check_violation using message = 'Write something first.'; end if;
  if not exists (select from public.accounts where id = account) then raise sqlstate 'PT404' using message = 'This company no longer exists.'; end if;
  if contact is not null and not exists (select from public.contacts where id = contact and account_id = account) then
    raise check_violation using message = 'This person is not of that company.';
  end if;
  written := private.add_answer(account, words, contact, private.me());
  perform private.call_hooks('client answered', account::text);
  perform private.mail_clients(account, contact, 'message', 'message:' || written, jsonb_build_object('from', private.signing_name(auth.uid()), 'words', left(btrim(words), 10000)), written);
  return written;
end
$$;

-- A reply from the inbox that has left by mail is in the thread as well.
create function private.client_was_mailed(account uuid, contact uuid, who uuid, words text) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.add_answer(account, words, case when (select scope from public.client_access where contact_id = contact and account_id = account and revoked_at is null) = 'own' then contact end, who)
  where btrim(words) <> ''
$$;

select private.register_hook('client mailed', 'private.client_was_mailed(uuid, uuid, uuid, text)', 'client-area');

-- A colleague has the thread in front of them.
create function public.read_client_messages(account uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('client-area', 'read', 'to read messages');
  update public.client_messages set read_at = now() where account_id = account and staff_id is null and read_at is null;
end
$$;

-- "Please send" -----------------------------------------------------------------------------------------------------------------

create function public.ask_client_for_file(account uuid, title text, due_on date, note text default '', contact uuid default null) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked uuid;
begin
  perform private.require_may('client-area', 'add', 'to ask for a file');
  if contact is not null and not exists (select from public.contacts where id = contact and account_id = account) then
    raise check_violation using message = 'This person is not of that company.';
  end if;
  insert into public.client_file_requests (account_id, contact_id, title, note, due_on, asked_by)
  values (account, contact, btrim(title), btrim(coalesce(note, '')), due_on, private.me()) returning id into asked;
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
  values ('file asked for', auth.uid(), private.actor_name(), 'client', asked, left(btrim(title), 200), account, contact);
  perform private.mail_clients(account, contact, 'please_send', 'request:' || asked,
    jsonb_build_object('from', private.signing_name(auth.uid()), 'title', btrim(title), 'due_on', due_on), asked);
  return asked;
end
$$;

create function public.cancel_file_request(request uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('client-area', 'edit', 'to take a request back');
  update public.client_file_requests set cancelled_at = now() where id = request and done_at is null and cancelled_at is null;
  perform private.cancel_outbox(outbox.id, 'taken_back') from public.outbox
  where origin_kind = 'client message' and origin_id = request;
end
$$;

-- A file came from the client: the server has filed it (modules/client-area/server/uploads.ts). Called in the client's name.
create function private.client_sent(document uuid, request uuid, message uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  mine record;
begin
  select scope.* into mine from private.client_scope('client-area') as scope
  join public.documents on documents.id = document and documents.account_id = scope.account_id and documents.source = 'client' limit 1;
  if mine is null or not private.client_may_write() then raise insufficient_privilege; end if;
  perform private.record_client_event('uploaded', mine.account_id, mine.contact_id, (select title from public.documents where id = document));
  update public.client_file_requests set done_at = now(), document_id = document
  where id = request and account_id = mine.account_id and (mine.scope = 'all' or contact_id = mine.contact_id) and done_at is null and cancelled_at is null;
  insert into public.client_message_files (message_id, document_id)
  select id, document from public.client_messages where id = message and contact_id = mine.contact_id and staff_id is null;
end
$$;

-- People --------------------------------------------------------------------------------------------------------------------------

-- Who else of the company has access: for a client who sees everything of it; others see themselves.
create view private.client_people with (security_barrier) as
select access.account_id, contacts.id, contacts.name, contacts.title, access.scope, access.seen_at, contacts.id = mine.contact_id as is_me
from private.client_scope('client-area') as mine
join private.client_access_in_force as access on access.account_id = mine.account_id
join public.contacts on contacts.id = access.contact_id and contacts.account_id = access.account_id
where mine.scope = 'all' or contacts.id = mine.contact_id;

-- Names of colleagues in the thread; a client sees those who wrote to them.
create view private.client_thread with (security_barrier) as
select message.id, message.account_id, message.body, message.at, message.read_at, message.staff_id is not null as is_ours,
  case when message.staff_id is null then contacts.name
    else (select staff.name from public.staff where staff.user_id = message.staff_id and position('@' in staff.name) = 0) end as writer, message.staff_id is null and message.contact_id = mine.contact_id as is_me,
  coalesce((select jsonb_agg(jsonb_build_object('title', documents.title, 'version', version.id) order by documents.title)
    from public.client_message_files as file join public.documents on documents.id = file.document_id and documents.archived_at is null
    join public.document_versions as version on version.document_id = documents.id and version.no = documents.current_version
    where file.message_id = message.id), '[]') as files
from private.client_scope('client-area') as mine
join public.client_messages as message on message.account_id = mine.account_id and (mine.scope = 'all' or message.contact_id = mine.contact_id)
left join public.contacts on contacts.id = message.contact_id and message.staff_id is null;

create view private.client_wanted with (security_barrier) as
select request.id, request.account_id, request.title, request.note, request.due_on, (select staff.name from public.staff where staff.user_id = request.asked_by and position('@' in staff.name) = 0) as asked_by
from private.client_scope('client-area') as mine
join public.client_file_requests as request on request.account_id = mine.account_id and (mine.scope = 'all' or request.contact_id = mine.contact_id)
where request.done_at is null and request.cancelled_at is null;

grant select on private.client_people, private.client_thread, private.client_wanted to authenticated;
grant execute on function private.post_client_message, private.client_read_messages, private.client_sent to authenticated, service_role;
grant execute on function public.answer_client, public.read_client_messages, public.ask_client_for_file, public.cancel_file_request to authenticated, service_role;

-- The welcome by mail, when access is given.
create function private.welcome_client(access uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.mail_clients(given.account_id, given.contact_id, 'welcome', 'welcome:' || given.id,
    jsonb_build_object('from', private.signing_name(auth.uid()), 'welcome', (select welcome from public.client_area_settings)), given.id)
  from public.client_access as given where given.id = access
$$;

select private.register_hook('client access given', 'private.welcome_client(uuid)', 'client-area');

-- What Settings leave out of the area.
create function private.client_area_hidden() returns text[]
language sql stable security definer set search_path = ''
as $$
  select hidden from public.client_area_settings
$$;

grant execute on function private.client_area_hidden to authenticated, service_role;

-- When a message of that moment is answered: the promise of the inbox.
create function private.client_promise(written timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select public.business_deadline(written, 2)
$$;

grant execute on function private.client_promise to authenticated, service_role;
