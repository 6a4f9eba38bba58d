-- Clients who sign in: which person may see which company, their sessions, codes and passkeys. A client has an ordinary account without
-- any role; nothing follows from the account alone (server/platform/sql/21-clients.sql).
insert into public.modules (key) values ('client-area');
insert into public.role_grants (role_id, area, action)
select roles.id, 'client-area', action from (values ('partner', '{read,add,edit}'), ('sales', '{read,add,edit}'), ('reader', '{read}')) as preset (key, actions)
join public.roles on roles.key = preset.key, unnest(preset.actions::text[]) as action;

create table public.client_access (
  id uuid primary key default uuidv7(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  account_id uuid not null references public.accounts (id) on delete cascade,
  -- Who proved the mailbox after access was given; null until then.
  user_id uuid references auth.users (id) on delete set null,
  scope text not null default 'all' constraint "scope is all or own" check (scope in ('all', 'own')),
  granted_by uuid references public.staff (user_id),
  granted_at timestamptz not null default now(),
  seen_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references public.staff (user_id)
);

create unique index client_access_living_idx on public.client_access (contact_id, account_id) where revoked_at is null;
create index client_access_account_idx on public.client_access (account_id);
create index client_access_contact_idx on public.client_access (contact_id);
create index client_access_user_idx on public.client_access (user_id) where user_id is not null;
alter table public.client_access enable row level security;

-- One device each. Only the hash of what its cookie holds is kept. With a viewer it is a colleague who sees what the contact sees.
create table private.client_sessions (
  id uuid primary key default uuidv7(),
  user_id uuid references auth.users (id) on delete cascade,
  viewer_id uuid references public.staff (user_id) on delete cascade,
  contact_id uuid references public.contacts (id) on delete cascade,
  token_hash bytea not null unique,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- A code that was asked for within this session: full bank details for a while.
  confirmed_at timestamptz,
  constraint "a session is a client's or a colleague's" check ((user_id is null) = (viewer_id is not null and contact_id is not null))
);

create index client_sessions_user_idx on private.client_sessions (user_id) where user_id is not null;
create index client_sessions_expires_idx on private.client_sessions (expires_at);

-- Written for every address that is typed, so that all take the same way; sent only to people with access.
create table private.client_codes (
  id uuid primary key default uuidv7(),
  email_key text not null,
  -- Null: to sign in. Otherwise to confirm something within that session.
  session_id uuid references private.client_sessions (id) on delete cascade,
  code_hash bytea not null,
  token_hash bytea not null unique,
  tries int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index client_codes_email_idx on private.client_codes (email_key, created_at desc);
create index client_codes_expires_idx on private.client_codes (expires_at);

create table private.client_passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- As server/platform/webauthn.ts has it.
  credential jsonb not null,
  credential_id text not null unique,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create index client_passkeys_user_idx on private.client_passkeys (user_id);

-- Asked of a passkey, each once.
create table private.client_challenges (
  challenge text primary key,
  -- Null: to sign in. Otherwise to add a passkey to this account.
  user_id uuid references auth.users (id) on delete cascade,
  expires_at timestamptz not null default now() + interval '5 minutes'
);
