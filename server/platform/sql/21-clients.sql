-- Who a client is and what follows from it. The server runs every statement of the client's area as `authenticated` with the claim
-- `client_session`, which no token of ours has: neither an account with a client's address nor its password opens anything.

-- Access that opens something now: not taken back, of a company that is not put aside, and bound to the address that the person has. Whoever
-- changes that address, by whatever way, suspends the access until it is confirmed (public.confirm_client_access).
create view private.client_access_in_force as
select access.* from public.client_access as access
join public.contacts on contacts.id = access.contact_id and contacts.account_id = access.account_id
  and lower(contacts.email) = access.bound_to
join public.accounts on accounts.id = access.account_id and accounts.archived_at is null
where access.revoked_at is null;

-- The companies that the caller's session opens at this moment, and as which person. Everything of the client's area asks this: access that
-- was taken back, a person who changed company or address or was erased, and a company that was put aside end with the next statement.
-- `of_area` is whose records are asked for: a colleague who looks sees what the client sees of the areas that are open to both.
create function private.client_scope(of_area text) returns table (account_id uuid, contact_id uuid, scope text)
language sql stable security definer rows 2 set search_path = ''
as $$
  select distinct on (access.account_id) access.account_id, access.contact_id, access.scope
  from private.client_sessions as session
  join private.client_access_in_force as access on access.user_id = session.user_id or access.contact_id = session.contact_id
  where session.id = nullif((select auth.jwt() ->> 'client_session'), '')::uuid and session.expires_at > private.now()
    and private.module_is_live('client-area')
    and case when session.viewer_id is null
      then access.bound_to = (select lower(email) from auth.users where id = session.user_id)
        -- Colleagues have their own way in; here they are no one.
        and not exists (select from public.user_roles where user_id = session.user_id)
      else coalesce((select auth.jwt() -> 'viewer_areas') ?& array['client-area', of_area], false) end
  order by access.account_id, access.scope, access.granted_at
$$;

-- For policies. `whole`: only where the client sees everything of the company.
create function private.client_accounts(of_area text, whole boolean default false) returns setof uuid
language sql stable security definer rows 2 set search_path = ''
as $$
  select account_id from private.client_scope(of_area) where not whole or scope = 'all'
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
  using (account_id in (select private.client_accounts('client-area', whole => true)));

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
  select private.record_client_event('opened', mine.account_id, mine.contact_id, left(told_of, 200))
  from private.client_scope('client-area') as mine
  where mine.account_id = account and private.client_may_write()
$$;

grant execute on function private.client_scope, private.client_accounts, private.client_may_write, private.client_is_confirmed, private.client_opened
  to authenticated, service_role;

-- Signing in ------------------------------------------------------------------------------------------------------------------

create function private.living_access(address text) returns setof public.client_access
language sql stable security definer set search_path = ''
as $$
  select * from private.client_access_in_force where bound_to = lower(address)
$$;

-- For links of the area that lead out of it.
create function private.client_has_access(contact uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.client_access_in_force where contact_id = contact)
$$;

-- Writes a code for any address, and says whom the mail is for: 'client', 'staff' (who is told where their own way in is), or null: none.
-- How many one network may ask for is counted before (modules/client-area/server/sign-in-limits.ts). However many ask, a code is left out
-- only while another one, of the last five minutes, was mailed to the same address and still works: asking keeps no one out. A known
-- device has a limit of its own. Within a session: five an hour.
create function private.write_client_code(
  address text, code text, token_hash bytea, of_session uuid default null, known boolean default false
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key text := lower(btrim(address));
  own_id uuid := uuidv7();
  whom text;
  in_hour int;
  living int;
  fresh int;
begin
  perform pg_advisory_xact_lock(3640, hashtext(key));
  delete from private.client_codes where expires_at < private.now() - interval '2 hours';
  delete from private.client_sessions where expires_at < private.now();
  whom := case
    when exists (select from public.user_roles join auth.users on users.id = user_id where lower(users.email) = key) then 'staff'
    when exists (select from private.living_access(key)) then 'client' end;
  select count(*), count(*) filter (where used_at is null and expires_at > private.now()),
    count(*) filter (where used_at is null and created_at > private.now() - interval '5 minutes')
  into in_hour, living, fresh from private.client_codes
  where email_key = key and session_id is not distinct from of_session and mailed and created_at > private.now() - interval '1 hour';
  if of_session is not null and in_hour >= 5 or of_session is null and not known and fresh > 0 and (living >= 5 or in_hour >= 10) then
    return null;
  end if;
  insert into private.client_codes (id, email_key, session_id, code_hash, token_hash, mailed, created_at, expires_at)
  values (own_id, key, of_session, sha256(convert_to(own_id || ':' || code, 'UTF8')), token_hash, whom is not null, private.now(),
    private.now() + interval '10 minutes');
  return whom;
end
$$;

-- The address whose mailbox is proved, or why not: 'wrong', or 'ended' (used, too old; within a session five wrong ones). The same for every
-- address. Every code that still works is good; wrong ones are counted against who types them, not against the code.
create function private.use_client_code(address text, code text, of_session uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key text := lower(btrim(address));
  tried uuid[];
  used uuid;
begin
  -- Counted before it is judged: many at once are not more than many in a row.
  with counted as (
    update private.client_codes set tries = tries + 1
    where email_key = key and session_id is not distinct from of_session and used_at is null and expires_at > private.now()
      and (of_session is null or tries < 5)
    returning id)
  select array_agg(id) into tried from counted;
  if tried is null then return jsonb_build_object('why', 'ended'); end if;
  update private.client_codes set used_at = private.now()
  where id = (select one.id from private.client_codes as one where one.id = any (tried)
      and one.code_hash = sha256(convert_to(one.id || ':' || use_client_code.code, 'UTF8')) limit 1)
    and used_at is null
  returning id into used;
  return case when used is null then jsonb_build_object('why', 'wrong') else jsonb_build_object('email', key) end;
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

-- The areas that a colleague's look may show: what the session that it was opened from may read now, also while that looks through a role.
create function private.viewer_areas(viewer uuid, own_session uuid) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform set_config('request.jwt.claims', jsonb_build_object('role', 'authenticated', 'sub', viewer, 'session_id', own_session,
    'aal', (select aal from auth.sessions where id = own_session))::text, true);
  return private.caller_areas(array(select area from private.record_types union select area from public.role_grants), 'read');
end
$$;

-- Who the cookie's session belongs to, or null; from here on the transaction is theirs. A colleague's look changes nothing.
create function private.enter_client(hash bytea) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  session private.client_sessions;
  companies jsonb;
  areas text[];
begin
  select * into session from private.client_sessions where token_hash = hash and expires_at > private.now();
  if session.id is null then return null; end if;
  if session.viewer_id is not null then areas := private.viewer_areas(session.viewer_id, session.viewer_session); end if;
  -- Without `sub`: a client is no member of ours, and nothing that belongs to an account follows from a session.
  perform set_config('request.jwt.claims', jsonb_strip_nulls(
    jsonb_build_object('role', 'authenticated', 'client_session', session.id, 'viewer_areas', to_jsonb(areas)))::text, true);
  select jsonb_agg(jsonb_build_object('accountId', mine.account_id, 'name', accounts.name, 'contactId', mine.contact_id, 'scope', mine.scope,
    'person', contacts.name, 'email', contacts.email) order by accounts.name, mine.account_id) into companies
  from private.client_scope('client-area') as mine
  join public.accounts on accounts.id = mine.account_id join public.contacts on contacts.id = mine.contact_id;
  if companies is null then return null; end if;
  if session.viewer_id is not null then
    perform set_config('transaction_read_only', 'on', true);
  elsif session.seen_at < private.now() - interval '5 minutes' then
    update private.client_sessions set seen_at = private.now() where id = session.id;
  end if;
  return jsonb_build_object('sessionId', session.id, 'userId', session.user_id, 'companies', companies,
    'viewer', (select name from public.staff where user_id = session.viewer_id), 'viewerAreas', to_jsonb(areas),
    'confirmed', private.client_is_confirmed(),
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
  if everywhere then
    delete from private.client_passkeys where user_id = who;
    delete from private.client_known_devices where user_id = who;
  end if;
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
  insert into public.client_access (contact_id, account_id, scope, bound_to, granted_by)
  values (person.id, person.account_id, give_client_access.scope, lower(person.email),
    (select user_id from public.staff where user_id = auth.uid()))
  on conflict (contact_id, account_id) where revoked_at is null do update set scope = excluded.scope
  returning id into given;
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
  values ('access given', auth.uid(), private.actor_name(), 'client', person.id, person.name, person.account_id, person.id);
  perform private.note_act('client access given', person.name, null, jsonb_build_object('contact', person.id, 'scope', give_client_access.scope));
  perform private.call_hooks('client access given', given::text);
  return given;
end
$$;

-- The address of a person with access has changed, and is theirs: from now on the access is bound to it. `address` is what the colleague
-- saw: an address that was changed once more in between is not confirmed.
create function public.confirm_client_access(access uuid, address text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.client_access;
  person public.contacts;
begin
  perform private.require_may('client-area', 'edit', 'to confirm access');
  select * into kept from public.client_access where id = access and revoked_at is null for update;
  select * into person from public.contacts where id = kept.contact_id and account_id = kept.account_id for no key update;
  if kept.id is null or person.id is null then raise sqlstate 'PT404' using message = 'This access was taken back.'; end if;
  if person.email is null or lower(person.email) is distinct from lower(address) then
    raise sqlstate 'PT409' using message = 'The address has changed again. Reload to see it.';
  end if;
  if exists (select from public.user_roles join auth.users on users.id = user_id where lower(users.email) = lower(person.email)) then
    raise check_violation using message = 'This address belongs to a colleague, who signs in at the back office.';
  end if;
  if kept.bound_to = lower(person.email) then return; end if;
  update public.client_access set bound_to = lower(person.email), user_id = null where id = kept.id;
  perform private.end_clients_without_access(kept.user_id);
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
  values ('access confirmed', auth.uid(), private.actor_name(), 'client', person.id, person.name, person.account_id, person.id);
  perform private.note_act('client access confirmed', person.name, jsonb_build_object('address', kept.bound_to),
    jsonb_build_object('contact', person.id, 'address', lower(person.email)));
end
$$;

-- Told once the transaction ends: a merge moves the access and the address, in this order or the other.
create function private.tell_suspended_access(access uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
  select 'access suspended', auth.uid(), private.actor_name(), 'client', contacts.id, contacts.name, contacts.account_id, contacts.id
  from public.client_access as given join public.contacts on contacts.id = given.contact_id and contacts.account_id = given.account_id
  where given.id = access and given.revoked_at is null and lower(contacts.email) is distinct from given.bound_to
$$;

create function private.note_changed_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_suspended_access(id) from public.client_access
  where contact_id = new.id and revoked_at is null and bound_to = lower(old.email);
  return null;
end
$$;

create constraint trigger client_address_changes after update of email on public.contacts deferrable initially deferred
  for each row when (lower(old.email) is distinct from lower(new.email)) execute function private.note_changed_address();

create function private.note_moved_access() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_suspended_access(new.id);
  return null;
end
$$;

create constraint trigger client_access_moves after update of contact_id on public.client_access deferrable initially deferred
  for each row when (old.contact_id <> new.contact_id) execute function private.note_moved_access();

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
  delete from private.client_known_devices where user_id = who;
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
create function private.see_as_client(contact uuid, viewer uuid, own_session uuid, hash bytea) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person public.contacts := (select contacts from public.contacts where id = contact);
begin
  if not exists (select from private.client_access_in_force where contact_id = contact) then return false; end if;
  insert into private.client_sessions (viewer_id, viewer_session, contact_id, token_hash, expires_at)
  values (viewer, own_session, contact, hash, private.now() + interval '15 minutes');
  perform private.note_act('seen as client', person.name, null, jsonb_build_object('contact', contact, 'company', person.account_id));
  return true;
end
$$;

-- Signing in: the devices that are known for who has the address.
create function private.client_device_is_known(address text, hash bytea) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.client_known_devices as device join auth.users on users.id = device.user_id
    where device.token_hash = hash and lower(users.email) = lower(btrim(address)))
$$;

-- Ten for each client; the oldest is forgotten.
create function private.remember_client_device(who uuid, hash bytea) returns void
language sql volatile security definer set search_path = ''
as $$
  with forgotten as (
    delete from private.client_known_devices where user_id = who and token_hash <> hash and token_hash not in (
      select kept.token_hash from private.client_known_devices as kept
      where kept.user_id = who and kept.token_hash <> hash order by kept.seen_at desc limit 9))
  insert into private.client_known_devices (user_id, token_hash, seen_at) values (who, hash, private.now())
  on conflict (user_id, token_hash) do update set seen_at = private.now()
$$;

grant execute on function public.give_client_access, public.take_client_access, public.confirm_client_access to authenticated, service_role;
