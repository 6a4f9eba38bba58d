-- What the API never shows: how records are found, and functions that only triggers and other functions call.
create schema private;

revoke all on schema private from public;

grant usage on schema private to authenticated, service_role;

-- What later migrations make is closed until it is granted. (A Supabase project would open everything in public.)
alter default privileges revoke execute on functions from public;

alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- Ids that sort by their moment of creation. PostgreSQL 18 brings this function; hosted Supabase is older.
do $$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is null then
    create function public.uuidv7() returns uuid
    language sql volatile
    as $uuidv7$
      -- The first 48 bits are milliseconds, the next four the version; the rest is chance.
      select encode(
        set_byte(
          overlay(
            uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6
          ),
          6, 112 + floor(random() * 16)::integer
        ),
        'hex'
      )::uuid
    $uuidv7$;
    revoke all on function public.uuidv7() from public, anon;
    grant execute on function public.uuidv7() to authenticated, service_role;
  end if;
end
$$;

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null constraint "role is admin" check (role = 'admin'),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);

alter table public.user_roles enable row level security;
