-- What only this server keeps, beside Supabase's tables. The schema is not granted to anyone.
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
