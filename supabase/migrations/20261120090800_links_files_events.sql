-- Links -------------------------------------------------------------------------------------------------------------
-- One table for all pages that a secret address opens. Only the token's hash is kept: whoever reads this opens nothing.

create table private.access_links (
  id uuid primary key default uuidv7(),
  kind text not null constraint "kind of a link"
    check (kind in ('proposal', 'payment', 'document', 'booking', 'unsubscribe', 'inquiry', 'consent')),
  subject_id uuid not null,
  -- The link from whose page this one was opened: it ends and is revoked together with it.
  parent_id uuid references private.access_links (id) on delete cascade,
  token_hash bytea not null unique,
  -- The last four characters, so that people can tell two links apart.
  hint text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  password_hash text,
  -- Counted up with each new password: what an earlier one opened is shut.
  password_version int not null default 0,
  wrong_passwords int not null default 0,
  locked_until timestamptz,
  max_uses int constraint "uses are counted from 1" check (max_uses > 0),
  uses int not null default 0,
  last_used_at timestamptz
);

create index access_links_subject_idx on private.access_links (kind, subject_id);
create index access_links_parent_idx on private.access_links (parent_id) where parent_id is not null;

-- Events that providers send us ---------------------------------------------------------------------------------------
-- Stored first, answered, then processed. A provider that repeats itself finds its event here already.

create table private.inbound_events (
  id uuid primary key default uuidv7(),
  provider text not null,
  event_key text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  state text not null default 'received' constraint "state of an inbound event"
    check (state in ('received', 'processed', 'ignored', 'failed')),
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  lease_until timestamptz,
  error_code text,
  unique (provider, event_key)
);

create index inbound_events_due_idx on private.inbound_events (due_at) where state = 'received';

-- Files -------------------------------------------------------------------------------------------------------------
-- What is stored on disk or in an S3 bucket. The key is random: no name that anyone typed becomes a path.

create table private.files (
  id uuid primary key default uuidv7(),
  key text not null unique,
  place text not null constraint "place of a file" check (place in ('disk', 's3')),
  -- The other place where a copy may be, while files are moved between disk and bucket (npm run admin -- files move).
  also_in text constraint "other place of a file" check (also_in in ('disk', 's3')),
  state text not null default 'pending' constraint "state of a file" check (state in ('pending', 'ready', 'deleted')),
  size bigint,
  sha256 bytea,
  created_at timestamptz not null default now(),
  constraint "a ready file is measured" check (state <> 'ready' or (size is not null and sha256 is not null))
);

create index files_unfinished_idx on private.files (created_at) where state <> 'ready';

-- History -----------------------------------------------------------------------------------------------------------
-- One entry per record and save, written by the statement that changed it: both are there or neither is. Nobody changes
-- or deletes an entry through the API. The record's name is kept, so that history reads well when the record is gone.

create table public.events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  actor_id uuid,
  actor_name text,
  record_type text not null,
  record_id uuid,
  record_name text,
  -- Where the entry is shown besides its own record; No foreign keys: an entry
  -- outlives what it tells of, and nothing rewrites it.
  account_id uuid,
  contact_id uuid,
  deal_id uuid,
  inquiry_id uuid,
  task_id uuid,
  note_id uuid,
  -- {"title": ["Head of Sales", "Chief of Sales"]}; long texts are only named.
  changes jsonb,
  -- What was done together, such as an import.
  batch uuid,
  -- What the filter above a timeline calls an entry.
  shown_as text generated always as (case
    when kind = 'moved' then 'stages'
    when record_type = 'note' then 'notes'
    when record_type = 'task' then 'tasks'
    when record_type in ('inquiry', 'consent') then 'inquiries'
    else 'changes' end) stored
);

create index events_account_idx on public.events (account_id, id desc) where account_id is not null;
create index events_contact_idx on public.events (contact_id, id desc) where contact_id is not null;
create index events_record_idx on public.events (record_type, record_id, id desc);
create index events_at_idx on public.events using brin (at);
alter table public.events enable row level security;
