-- What a Supabase project has before its first migration, as far as this application relies on it.

-- Roles belong to the whole server and may exist already.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'nologin noinherit')
    ) as roles (name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.options);
    end if;
  end loop;
end
$$;

-- The server switches from its own account to the caller's role for each request. Where a superuser has arranged that
-- already, this account may not be allowed to grant it again.
do $$
declare
  grantee name;
  wanted name;
  -- Since PostgreSQL 16 the maker of a role is a member of it, but may not yet act as it.
  acting text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  foreach grantee in array array['authenticator', current_user] loop
    foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
      if not pg_has_role(grantee, wanted, acting) then
        execute format('grant %I to %I', wanted, grantee);
      end if;
    end loop;
  end loop;
end
$$;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;

create extension if not exists pgcrypto with schema extensions;

-- Everybody may look into public; what they see there is up to row level security.
revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

create schema if not exists auth;
grant usage on schema auth to anon, authenticated, service_role;

-- Who calls, from the claims that the server sets for each request.
create or replace function auth.jwt() returns jsonb
language sql stable
as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;

-- The caller's id may also stand by itself beside the claims, where it is found without reading them.
create or replace function auth.uid() returns uuid
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')
  )::uuid
$$;

create or replace function auth.role() returns text
language sql stable
as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb ->> 'role'
$$;

create or replace function auth.email() returns text
language sql stable
as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb ->> 'email'
$$;
