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

grant anon, authenticated, service_role to authenticator;
-- The server switches from its own account to the caller's role for each request.
grant anon, authenticated, service_role to current_user;

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
create function auth.jwt() returns jsonb
language sql stable
as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;

create function auth.uid() returns uuid
language sql stable
as $$
  select nullif(coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb ->> 'sub', '')::uuid
$$;

create function auth.role() returns text
language sql stable
as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb ->> 'role'
$$;

create function auth.email() returns text
language sql stable
as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb ->> 'email'
$$;
