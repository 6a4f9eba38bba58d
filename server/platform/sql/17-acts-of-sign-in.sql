-- Sign-in changes in the audit log: password, e-mail address, factors, passkeys, sessions, bans and deletions of accounts that have or had a
-- role. Strangers who sign up write nothing here. What changed is told, never a password, secret or token.

create function private.note_sign_in(person uuid, act text, was jsonb default null, becomes jsonb default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address text := (select coalesce(nullif(email, ''), id::text) from auth.users where id = person);
begin
  -- Of an account that is being deleted only that is told.
  if address is null or not exists (select from public.staff where user_id = person) then return; end if;
  perform private.note_act(act, address, was, becomes, person);
end
$$;

create function private.note_user_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or (new.deleted_at is not null and old.deleted_at is null) then
    if exists (select from public.staff where user_id = old.id) then
      perform private.note_act('account deleted', coalesce(nullif(old.email, ''), old.id::text), null, null, old.id);
    end if;
    return null;
  end if;
  if new.encrypted_password is distinct from old.encrypted_password then perform private.note_sign_in(new.id, 'password changed'); end if;
  if new.email is distinct from old.email then
    perform private.note_sign_in(new.id, 'sign-in address changed', to_jsonb(old.email), to_jsonb(new.email));
  end if;
  if new.banned_until is distinct from old.banned_until then
    perform private.note_sign_in(new.id, 'ban changed', to_jsonb(old.banned_until), to_jsonb(new.banned_until));
  end if;
  return null;
end
$$;

create trigger acts_of_users after delete or update of encrypted_password, email, banned_until, deleted_at on auth.users
  for each row execute function private.note_user_change();

-- A second factor counts from when it is verified.
create function private.note_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then delete from private.factor_secrets where factor_id = old.id; end if;
  if tg_op = 'DELETE' and old.status::text = 'verified' then
    perform private.note_sign_in(old.user_id, 'second factor removed', jsonb_build_object('type', old.factor_type, 'name', old.friendly_name));
  elsif tg_op = 'UPDATE' and new.status::text = 'verified' and old.status::text <> 'verified' then
    perform private.note_sign_in(new.user_id, 'second factor added', null, jsonb_build_object('type', new.factor_type, 'name', new.friendly_name));
  end if;
  return null;
end
$$;

create trigger acts_of_factors after delete or update of status on auth.mfa_factors for each row execute function private.note_factor();

create function private.note_passkey() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then perform private.note_sign_in(old.user_id, 'passkey removed', jsonb_build_object('name', old.friendly_name));
  else perform private.note_sign_in(new.user_id, 'passkey added');
  end if;
  return null;
end
$$;

-- The table is missing in a Supabase database from before passkeys.
do $$
begin
  if to_regclass('auth.webauthn_credentials') is not null then
    create trigger acts_of_passkeys after insert or delete on auth.webauthn_credentials for each row execute function private.note_passkey();
  end if;
end
$$;

-- Sessions that someone ended. Signing out and expiry are no news: the caller's own session is left out, and so is what no one ended.
create function private.note_ended_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(private.actor_name(), auth.role()) is null then return null; end if;
  perform private.note_sign_in(user_id, 'sessions ended', to_jsonb(ended), null) from (
    select user_id, count(*) as ended from gone where id::text is distinct from auth.jwt() ->> 'session_id' group by user_id) as counted;
  return null;
end
$$;

create trigger acts_of_sessions after delete on auth.sessions referencing old table as gone
  for each statement execute function private.note_ended_sessions();
