-- What only this server keeps, beside Supabase's tables. Callers of the API may do nothing here but what stands at the end.
create schema if not exists server;
revoke all on schema server from public;

-- Signing and API keys, shared by the instances on one database. Empty with the embedded database: its keys are in a file.
create table if not exists server.keys (
  only_row boolean primary key default true check (only_row),
  keys jsonb not null
);

-- Requests counted per window. Unlogged: losing the counts in a crash is harmless, writing them is cheap.
create unlogged table if not exists server.limits (
  key text primary key,
  used integer not null,
  ends_at timestamptz not null
);
create index if not exists limits_ends_at_idx on server.limits (ends_at);

-- The short code that travels beside a link; it dies with the link's row, or after five wrong tries.
create table if not exists server.mail_codes (
  token_id uuid primary key references auth.one_time_tokens on delete cascade,
  code_hash text not null,
  wrong_tries smallint not null default 0
);

-- Whether a caller's session still counts, for statements that run as the role authenticated, which sees neither sessions nor other
-- people. Two look-ups by key: quicker than a join.
grant usage on schema server to authenticated;

create or replace function server.session_is_live(session text, person text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions
    where id = session::uuid and user_id = person::uuid and (not_after is null or not_after > now())
  ) and exists (
    select from auth.users
    where id = person::uuid and (banned_until is null or banned_until <= now()) and deleted_at is null
  )
$$;

revoke all on function server.session_is_live(text, text) from public;
grant execute on function server.session_is_live(text, text) to authenticated;
