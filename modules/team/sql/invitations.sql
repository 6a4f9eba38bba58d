-- Invitations: written by someone who may, sent by the server (server.ts), accepted by who can read the mailbox.

grant select on public.invitations to authenticated;

grant all on public.invitations to service_role;

select private.allow('public.invitations', 'staff');


-- A second invitation to the same address replaces the first, and ends its link. The mail is the server's to send.
create function public.invite_colleague(name text, email text, role_key text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  given public.roles;
  key text := lower(btrim(email));
  spelled text := private.trimmed(name);
  made uuid;
begin
  perform private.require_may('staff', 'add', 'to invite colleagues');
  given := private.role_to_give(role_key);
  if coalesce(spelled, '') = '' then raise check_violation using message = 'Write the name of the person.'; end if;
  if key !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' or char_length(key) > 320 or key ~ '[[:cntrl:]]' then
    raise check_violation using message = 'This is no mail address.';
  end if;
  if exists (select from public.user_roles join auth.users on users.id = user_roles.user_id where lower(users.email) = key) then
    raise unique_violation using message = 'This person works here already. Change the role in the list.';
  end if;
  perform pg_advisory_xact_lock(hashtext('invitation ' || key));
  perform private.end_invitation(id) from public.invitations where email_key = key and accepted_at is null and revoked_at is null;
  insert into public.invitations (email_key, name, role_id, invited_by, expires_at)
  values (key, left(spelled, 200), given.id, private.me(), now() + interval '72 hours') returning id into made;
  perform private.note_act('colleague invited', key, null, jsonb_build_object('role', given.name));
  return made;
end
$$;

create function private.end_invitation(invitation uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  with ended as (
    update public.invitations set revoked_at = now() where id = invitation and accepted_at is null and revoked_at is null returning link_id)
  update private.access_links set revoked_at = coalesce(revoked_at, now()) where id in (select link_id from ended)
$$;

create function public.revoke_invitation(invitation uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key text;
begin
  perform private.require_may('staff', 'add', 'to take back invitations');
  select email_key into key from public.invitations where id = invitation and accepted_at is null and revoked_at is null for update;
  if key is null then raise sqlstate 'PT404' using message = 'This invitation was used or taken back already.'; end if;
  perform private.end_invitation(invitation);
  perform private.note_act('invitation taken back', key, null, null);
end
$$;

-- What the page behind the link may say before anything is proved: for whom, as what, until when; null once it has ended.
create function private.invitation_of(token_hash bytea) returns table (id uuid, email_key text, name text, role_name text, has_account boolean, state text)
language sql stable security definer set search_path = ''
as $$
  select invitations.id, invitations.email_key, invitations.name, roles.name,
    exists (select from auth.users where lower(users.email) = invitations.email_key and email_confirmed_at < invitations.invited_at),
    case when invitations.accepted_at is not null then 'used' when invitations.revoked_at is not null or link.revoked_at is not null then 'revoked'
      when invitations.expires_at <= now() then 'expired' else 'open' end
  from private.access_links as link
  join public.invitations on invitations.link_id = link.id join public.roles on roles.id = invitations.role_id
  where link.kind = 'invitation' and link.token_hash = invitation_of.token_hash
$$;

-- An account that a code can be sent to. It has no password, and is nothing until the code was typed.
create function private.account_for_invitation(invitation uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked public.invitations := (select invitations from public.invitations where id = invitation);
  made uuid := gen_random_uuid();
begin
  if exists (select from auth.users where lower(users.email) = asked.email_key) then return; end if;
  insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
  values ('00000000-0000-0000-0000-000000000000', made, 'authenticated', 'authenticated', asked.email_key, '',
    '{"provider": "email", "providers": ["email"]}', jsonb_build_object('name', asked.name), now(), now());
  insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values (gen_random_uuid(), made::text, made, jsonb_build_object('sub', made, 'email', asked.email_key), 'email', now(), now(), now());
end
$$;

-- Whether a colleague may do, now, all that a role may: what they gave away counts only as long.
create function private.is_within_rights_of(person uuid, given public.roles) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = person and role = 'admin') or (given.key <> 'admin'
    and not exists (select from public.role_grants as granted
      where granted.role_id = given.id and not private.person_may(person, granted.area, granted.action)))
$$;

-- Only for who is signed in with the address that the mail went to, and has shown in this session, by a code or link to it, that they read
-- it; an account that was proved before the invitation may sign in as it always does. Once.
create function public.accept_invitation(token text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  found record;
  me auth.users := (select users from auth.users where id = auth.uid());
  asked public.invitations;
  given public.roles;
begin
  if me.id is null then raise insufficient_privilege using message = 'Sign in first.'; end if;
  select * into found from private.invitation_of(sha256(convert_to(token, 'UTF8')));
  if found.id is null then raise sqlstate 'PT404' using message = 'This invitation is not known. Open the link of the newest mail.'; end if;
  select * into asked from public.invitations where id = found.id for update;
  if asked.accepted_at is not null then raise sqlstate 'PT409' using message = 'This invitation was used already. Sign in.'; end if;
  if asked.revoked_at is not null then raise sqlstate 'PT409' using message = 'This invitation was taken back. Ask for a new one.'; end if;
  if asked.expires_at <= now() then raise sqlstate 'PT409' using message = 'This invitation has ended: it lasted 72 hours. Ask for a new one.'; end if;
  if lower(me.email) is distinct from asked.email_key then
    raise insufficient_privilege using message = 'This invitation is for another address. Sign out, and open it again.';
  end if;
  if me.email_confirmed_at is null or (me.email_confirmed_at >= asked.invited_at
    and not exists (select from jsonb_array_elements(coalesce(auth.jwt() -> 'amr', '[]')) as proof where proof ->> 'method' in ('otp', 'magiclink', 'email/signup', 'invite', 'recovery'))) then
    raise insufficient_privilege using message = 'Type the code that was sent to this address first.';
  end if;
  select * into given from public.roles where id = asked.role_id;
  if asked.invited_by is not null
    and not (private.person_may(asked.invited_by, 'staff', 'add') and private.is_within_rights_of(asked.invited_by, given)) then
    raise sqlstate 'PT409' using message = 'The colleague who invited you can no longer give this role. Ask for a new invitation.';
  end if;
  update public.invitations set accepted_at = now() where id = asked.id;
  update private.access_links set revoked_at = coalesce(revoked_at, now()), uses = uses + 1 where id = asked.link_id;
  if coalesce(me.raw_user_meta_data ->> 'name', '') = '' then
    update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('name', asked.name) where id = me.id;
  end if;
  insert into public.user_roles (user_id, role) values (me.id, given.key) on conflict do nothing;
  perform private.note_act('invitation accepted', asked.email_key, null, jsonb_build_object('role', given.name), me.id);
  return given.name;
end
$$;

grant execute on function public.invite_colleague, public.revoke_invitation, public.accept_invitation to authenticated, service_role;
