-- Access to the client area is bound to the address it was given to: changing the address of a contact does not make another person the client.
-- Null is bound to none: suspended until someone confirms. What was given before is bound to the address of this moment.
alter table public.client_access add column bound_to text;
update public.client_access as access set bound_to = lower(contacts.email) from public.contacts where contacts.id = access.contact_id;

-- A colleague's look is judged as the session it was opened from, at each use, and ends with it.
delete from private.client_sessions where viewer_id is not null;
alter table private.client_sessions add column viewer_session uuid references auth.sessions (id) on delete cascade;
create index client_sessions_viewer_session_idx on private.client_sessions (viewer_session) where viewer_session is not null;

-- Browsers on which a client has signed in before. Their cookie opens nothing: it decides which limit counts them.
create table private.client_known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  token_hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);

-- Whether the code left by mail: only those of people with access do.
alter table private.client_codes add column mailed boolean not null default false;
