-- Who a client is and what follows from it. The server runs every statement of the client's area as `authenticated` with the claim
-- `client_session`, which no token of ours has: neither an account with a client's address nor its password opens anything.

-- The companies that the caller's session opens at this moment, and as which person. Everything of the client's area asks this: access that
-- was taken back, a person who changed company or address or was erased, and a company that was put aside end with the next statement.
create function private.client_scope() returns table (account_id uuid, contact_id uuid, scope text)
language sql stable security definer rows 2 set search_path = ''
as $$
  select distinct on (access.account_id) access.account_id, access.contact_id, access.scope
  from private.client_sessions as session
  join public.client_access as access on access.user_id = session.user_id or access.contact_id = session.contact_id
  join public.contacts on contacts.id = access.contact_id and contacts.account_id = access.account_id
  join public.accounts on accounts.id = access.account_id
  where session.id = nullif((select auth.jwt() ->> 'client_session'), '')::uuid and session.expires_at > private.now()
    and access.revoked_at is null and accounts.archived_at is null and private.module_is_live('client-area')
    and case when session.viewer_id is null
      then lower(contacts.email) = (select lower(email) from auth.users where id = session.user_id)
        -- Colleagues have their own way in; here they are no one.
        and not exists (select from public.user_roles where user_id = session.user_id)
      else exists (select from public.user_roles where user_id = session.viewer_id) end
  order by access.account_id, access.scope, access.granted_at
$$;

-- For policies. `whole`: only where the client sees everything of the company.
create function private.client_accounts(whole boolean default false) returns setof uuid
language sql stable security definer rows 2 set search_path = ''
as $$
  select account_id from private.client_scope() where not whole or scope = 'all'
$$;

-- A session that may write: a colleague who looks at a client's area may not.
create function private.client_may_write() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.client_sessions where id = nullif((select auth.jwt() ->> 'client_session'), '')::uuid and viewer_id is null)
$$;

-- Whether a code was typed within this session in the last minutes: an old session, or one stolen code, does not show everything.
create function private.client_is_confirmed() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.client_sessions where id = nullif((select auth.jwt() ->> 'client_session'), '')::uuid
    and viewer_id is null and confirmed_at > private.now() - interval '15 minutes')
$$;

grant select on public.client_access to authenticated, service_role;

select private.allow('public.client_access', 'client-area');

create policy "clients see who of their company has access" on public.client_access for select to authenticated
  using (account_id in (select private.client_accounts(whole => true)));

-- In the timelines of company and person, by their name. `again`: the same once more is told only after an hour.
create function private.record_client_event(what text, account uuid, contact uuid, told_of text default null) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, actor_name, record_type, record_id, record_name, account_id, contact_id)
  select what, contacts.name, 'client', contact, coalesce(told_of, contacts.name), account, contact from public.contacts
  where contacts.id = contact and not exists (
    select from public.events as earlier where earlier.record_type = 'client' and earlier.record_id = contact and earlier.kind = what
      and earlier.record_name = coalesce(told_of, contacts.name) and earlier.at > private.now() - interval '1 hour')
$$;

-- The client opened something of a company, for the timeline; called by the pages. Nothing of how long.
create function private.client_opened(account uuid, told_of text) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.record_client_event('opened', mine.account_id, mine.contact_id, left(told_of, 200)) from private.client_scope() as mine
  where mine.account_id = account and private.client_may_write()
$$;

grant execute on function private.client_scope, private.client_accounts, private.client_may_write, private.client_is_confirmed, private.client_opened
  to authenticated, service_role;

-- Signing in ------------------------------------------------------------------------------------------------------------------

create function private.living_access(address text) returns setof public.client_access
language sql stable security definer set search_path = ''
as $$
  select access.* from public.contacts
  join public.client_access as access on access.contact_id = contacts.id and access.account_id = contacts.account_id and access.revoked_at is null
  join public.accounts on accounts.id = access.account_id and accounts.archived_at is null
  where lower(contacts.email) = lower(address)
$$;

-- Writes a code for any address, and says whom the mail is for: 'client', 'staff' (who is told where their own way in is), or null: none.
-- Five an hour for an address.
create function private.write_client_code(address text, code text, token_hash bytea, of_session uuid default null) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key text := lower(btrim(address));
  own_id uuid := uuidv7();
begin
  perform pg_advisory_xact_lock(3640, hashtext(key));
  delete from private.client_codes where expires_at < private.now() - interval '2 hours';
  delete from private.client_sessions where expires_at < private.now();
  if (select count(*) from private.client_codes where email_key = key and created_at > private.now() - interval '1 hour') >= 5 then
    return null;
  end if;
  insert into private.client_codes (id, email_key, session_id, code_hash, token_hash, expires_at)
  values (own_id, key, of_session, sha256(convert_to(own_id || ':' || code, 'UTF8')), token_hash, private.now() + interval '10 minutes');
  return case
    when exists (select from public.user_roles join auth.users on users.id = user_id where lower(users.email) = key) then 'staff'
    when exists (select from private.living_access(key)) then 'client' end;
end
$$;

-- The address whose mailbox is proved, or why not: 'wrong', or 'ended' (used, too old, five wrong ones). The same for every address.
create function private.use_client_code(address text, code text, of_session uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  tried private.client_codes;
begin
  -- Counted before it is judged: many at once are not more than many in a row.
  update private.client_codes set tries = tries + 1
  where id = (select id from private.client_codes where email_key = lower(btrim(address)) and session_id is not distinct from of_session order by created_at desc, id desc limit 1)
    and used_at is null and expires_at > private.now() and tries < 5
  returning * into tried;
  if tried.id is null then return jsonb_build_object('why', 'ended'); end if;
  if tried.code_hash <> sha256(convert_to(tried.id || ':' || code, 'UTF8')) then return jsonb_build_object('why', 'wrong'); end if;
  update private.client_codes set used_at = private.now() where id = tried.id;
  return jsonb_build_object('email', tried.email_key);
end
$$;

create function private.use_client_link(hash bytea) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with used as (
    update private.client_codes set used_at = private.now()
    where token_hash = hash and session_id is null and used_at is null and expires_at > private.now() returning email_key)
  select coalesce((select jsonb_build_object('email', email_key) from used), jsonb_build_object('why', 'ended'))
$$;

-- A session on this device for who has just proved the mailbox, or null where no access is given. Access that was given before this
-- moment is theirs from now on.
create function private.open_client_session(address text, hash bytea, agent text, until timestamptz) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key text := lower(btrim(address));
  who uuid;
  opened uuid;
begin
  perform pg_advisory_xact_lock(3641, hashtext(key));
  perform from private.living_access(key);
  if not found then return null; end if;
  select id into who from auth.users where lower(email) = key and deleted_at is null and not is_sso_user limit 1;
  if exists (select from public.user_roles where user_id = who) then return null; end if;
  if who is null then
    who := gen_random_uuid();
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', who, 'authenticated', 'authenticated', key, '', private.now(),
      '{"provider": "email", "providers": ["email"]}', '{"email_verified": true}', private.now(), private.now());
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (who::text, who, jsonb_build_object('sub', who, 'email', key, 'email_verified', true, 'phone_verified', false), 'email',
      private.now(), private.now(), private.now());
  end if;
  update public.client_access set user_id = who where id in (select id from private.living_access(key)) and user_id is distinct from who;
  insert into private.client_sessions (user_id, token_hash, user_agent, expires_at) values (who, hash, left(agent, 300), until) returning id into opened;
  perform private.record_client_event('signed in', account_id, contact_id) from private.living_access(key);
  return opened;
end
$$;

-- Who the cookie's session belongs to, or null; from here on the transaction is theirs. A colleague's look changes nothing.
create function private.enter_client(hash bytea) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  session private.client_sessions;
  companies jsonb;
begin
  select * into session from private.client_sessions where token_hash = hash and expires_at > private.now();
  if session.id is null then return null; end if;
  -- Without `sub`: a client is no member of ours, and nothing that belongs to an account follows from a session.
  perform set_config('request.jwt.claims', jsonb_build_object('role', 'authenticated', 'client_session', session.id)::text, true);
  select jsonb_agg(jsonb_build_object('accountId', mine.account_id, 'name', accounts.name, 'contactId', mine.contact_id, 'scope', mine.scope,
    'person', contacts.name, 'email', contacts.email) order by accounts.name, mine.account_id) into companies
  from private.client_scope() as mine join public.accounts on accounts.id = mine.account_id join public.contacts on contacts.id = mine.contact_id;
  if companies is null then return null; end if;
  if session.viewer_id is not null then
    perform set_config('transaction_read_only', 'on', true);
  elsif session.seen_at < private.now() - interval '5 minutes' then
    update private.client_sessions set seen_at = private.now() where id = session.id;
  end if;
  return jsonb_build_object('sessionId', session.id, 'userId', session.user_id, 'companies', companies,
    'viewer', (select name from public.staff where user_id = session.viewer_id), 'confirmed', private.client_is_confirmed(),
    'timeZone', (select time_zone from public.office), 'today', public.office_today());
end
$$;

-- When a client was last here, for the panel of the company.
create function private.note_client_seen() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.client_access set seen_at = new.seen_at where user_id = new.user_id and revoked_at is null;
  return null;
end
$$;

create trigger client_sessions_seen after insert or update of seen_at on private.client_sessions for each row
  when (new.user_id is not null) execute function private.note_client_seen();

-- The caller's own devices and passkeys -------------------------------------------------------------------------------------------

create function private.my_client_user() returns uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from private.client_sessions
  where id = nullif((select auth.jwt() ->> 'client_session'), '')::uuid and expires_at > private.now()
$$;

create function private.client_devices() returns table (id uuid, user_agent text, created_at timestamptz, seen_at timestamptz, current boolean)
language sql stable security definer set search_path = ''
as $$
  select session.id, session.user_agent, session.created_at, session.seen_at, session.id::text = (select auth.jwt() ->> 'client_session')
  from private.client_sessions as session
  where session.user_id = private.my_client_user() and session.expires_at > private.now() order by 5 desc, 4 desc
$$;

create function private.client_keys() returns table (id uuid, created_at timestamptz, used_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select key.id, key.created_at, key.used_at from private.client_passkeys as key where key.user_id = private.my_client_user() order by key.created_at
$$;

-- Everywhere: every device and every passkey. Otherwise this device, or another of theirs.
create function private.end_client_sessions(everywhere boolean, one uuid default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who uuid := private.my_client_user();
begin
  if everywhere then delete from private.client_passkeys where user_id = who; end if;
  delete from private.client_sessions where user_id = who and (everywhere or id = coalesce(one, nullif(auth.jwt() ->> 'client_session', '')::uuid));
end
$$;

create function private.remove_client_key(key uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.client_passkeys where id = key and user_id = private.my_client_user()
$$;

grant execute on function private.client_devices, private.client_keys, private.end_client_sessions, private.remove_client_key, private.my_client_user
  to authenticated, service_role;

-- What staff do -------------------------------------------------------------------------------------------------------------------

create function public.give_client_access(contact uuid, scope text default 'all') returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person public.contacts;
  given uuid;
begin
  perform private.require_may('client-area', 'edit', 'to give access');
  select * into person from public.contacts where id = contact for no key update;
  if person.id is null then raise sqlstate 'PT404' using message = 'This contact no longer exists.'; end if;
  if nullif(btrim(person.email), '') is null then raise check_violation using message = 'Add an email address first: the code to sign in goes there.'; end if;
  if exists (select from public.user_roles join auth.users on users.id = user_id where lower(users.email) = lower(person.email)) then
    raise check_violation using message = 'This address belongs to a colleague, who signs in at the back office.';
  end if;
  insert into public.client_access (contact_id, account_id, scope, granted_by)
  values (person.id, person.account_id, give_client_access.scope, (select user_id from public.staff where user_id = auth.uid()))
  on conflict (contact_id, account_id) where revoked_at is null do update set scope = excluded.scope
  returning id into given;
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
  values ('access given', auth.uid(), private.actor_name(), 'client', person.id, person.name, person.account_id, person.id);
  perform private.note_act('client access given', person.name, null, jsonb_build_object('contact', person.id, 'scope', give_client_access.scope));
  perform private.call_hooks('client access given', given::text);
  return given;
end
$$;

create function public.take_client_access(access uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone public.client_access;
begin
  perform private.require_may('client-area', 'edit', 'to take access back');
  update public.client_access set revoked_at = private.now(), revoked_by = (select user_id from public.staff where user_id = auth.uid())
  where id = access and revoked_at is null returning * into gone;
  if gone.id is null then return; end if;
  perform private.end_clients_without_access(gone.user_id);
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
  select 'access taken back', auth.uid(), private.actor_name(), 'client', contacts.id, contacts.name, gone.account_id, contacts.id
  from public.contacts where contacts.id = gone.contact_id;
  perform private.note_act('client access taken back', (select name from public.contacts where id = gone.contact_id),
    jsonb_build_object('contact', gone.contact_id, 'scope', gone.scope), null);
end
$$;

-- Sessions and passkeys of someone who has no company left. What they see has ended already (client_scope); this clears away.
create function private.end_clients_without_access(who uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select from public.client_access where user_id = who and revoked_at is null) then return; end if;
  delete from private.client_sessions where user_id = who;
  delete from private.client_passkeys where user_id = who;
end
$$;

create function private.erase_client(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who uuid;
begin
  for who in
    update public.client_access set revoked_at = coalesce(revoked_at, private.now()) where contact_id = contact returning user_id
  loop
    perform private.end_clients_without_access(who);
    -- The account held nothing but the address.
    delete from auth.users where id = who and not exists (select from public.user_roles where user_id = who)
      and not exists (select from public.client_access where user_id = who and revoked_at is null);
  end loop;
  delete from private.client_sessions where contact_id = contact;
end
$$;

select private.register_hook('erase contact', 'private.erase_client(uuid)');

-- The one who stays keeps their own access; otherwise it moves along with the foreign key.
create function private.merge_clients(keep uuid, gone uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.client_access set revoked_at = private.now() where contact_id = gone and revoked_at is null
    and exists (select from public.client_access as kept where kept.contact_id = keep and kept.account_id = client_access.account_id and kept.revoked_at is null)
$$;

select private.register_hook('merge contacts', 'private.merge_clients(uuid, uuid)');

-- A colleague's look at what a person sees: a quarter of an hour, reading only, in the log of acts.
create function private.see_as_client(contact uuid, viewer uuid, hash bytea) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person public.contacts := (select contacts from public.contacts where id = contact);
begin
  if not exists (select from public.client_access where contact_id = contact and account_id = person.account_id and revoked_at is null) then return false; end if;
  insert into private.client_sessions (viewer_id, contact_id, token_hash, expires_at)
  values (viewer, contact, hash, private.now() + interval '15 minutes');
  perform private.note_act('seen as client', person.name, null, jsonb_build_object('contact', contact, 'company', person.account_id));
  return true;
end
$$;

grant execute on function public.give_client_access, public.take_client_access to authenticated, service_role;
