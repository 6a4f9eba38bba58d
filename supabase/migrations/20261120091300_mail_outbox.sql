-- What the server was told at its start, and what people set. Closed until the server says otherwise.
create table private.outbox_gate (
  id boolean primary key default true check (id),
  is_open boolean not null default false,
  -- AUTO_PUBLISH is set in the environment, and decides; otherwise what administrators last switched (public.set_publishing).
  is_fixed boolean not null default false,
  switched_on boolean not null default false,
  -- Who we write as. Mail to one of these, or to the address that receives answers, would be a loop.
  identities text[] not null default '{}',
  inbound_address text,
  -- The part of Message-IDs behind the @.
  mail_host text not null default 'localhost',
  -- A one-click address needs https.
  site_is_https boolean not null default false,
  -- The team's chat is set up.
  has_chat boolean not null default false,
  paused_at timestamptz,
  paused_by uuid references public.staff (user_id),
  -- Outreach for one address, one host (not those of free mail) and in all, on one day of the office.
  per_address_a_day int not null default 1 constraint "cap of an address is 1 to 100" check (per_address_a_day between 1 and 100),
  per_host_a_day int not null default 20 constraint "cap of a host is 1 to 10000" check (per_host_a_day between 1 and 10000),
  in_all_a_day int not null default 200 constraint "cap of a day is 1 to 100000" check (in_all_a_day between 1 and 100000)
);

insert into private.outbox_gate default values;

create table public.outbox (
  id uuid primary key default uuidv7(),
  channel text not null default 'email' constraint "channel of a message"
    check (channel in ('email', 'slack', 'stripe', 'calendar', 'publish')),
  -- system: asked for by its recipient to sign in, and the office's own reminders to staff.
  class text not null constraint "class of a message" check (class in ('system', 'transactional', 'outreach')),
  -- One action is one row, however often it is asked for: 'receipt:<hash of the address>:<day>'.
  dedupe_key text not null unique,
  -- What it belongs to: 'inquiry' and its id.
  origin_kind text not null,
  origin_id uuid,
  account_id uuid references public.accounts (id) on delete set null,
  contact_id uuid references public.contacts (id) on delete set null,
  to_address text not null constraint "address has at most 254 characters" check (char_length(to_address) <= 254),
  to_key text generated always as (lower(btrim(to_address))) stored,
  -- Null: the sender of all our mail.
  from_identity text constraint "sender has at most 300 characters" check (char_length(from_identity) <= 300),
  -- {{sender_page}} and the like are filled when the row is handed over: an address that opens a page is in no list.
  subject text not null constraint "subject is one line of at most 200 characters"
    check (char_length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
  body_text text not null constraint "text has at most 50000 characters" check (char_length(body_text) <= 50000),
  body_html text constraint "page has at most 200000 characters" check (char_length(body_html) <= 200000),
  -- Further headers, by name: {"In-Reply-To": "<...>"}.
  headers jsonb not null default '{}' constraint "headers are an object of at most 8192 bytes"
    check (jsonb_typeof(headers) = 'object' and octet_length(headers::text) <= 8192),
  -- Ids of document versions.
  attachments jsonb not null default '[]' constraint "attachments are a list of at most 50" check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 50),
  -- Made from the id before anything leaves: a rare double is recognised by mailboxes and by us.
  message_id text unique,
  consent_purpose text,
  -- Why a person wrote to someone who had opted out.
  despite text constraint "a reason has 3 to 500 characters" check (char_length(btrim(despite)) between 3 and 500),
  -- A moment in which it can still be taken back, and when it is tried again.
  not_before timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  state text not null default 'held' constraint "state of a message"
    check (state in ('held', 'queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'uncertain', 'cancelled', 'expired', 'suppressed')),
  -- Committed before the next step is taken: 'handing_over' just before a provider is asked.
  phase text constraint "phase of sending" check (phase in ('claimed', 'handing_over')),
  lease_until timestamptz,
  lease_by text,
  attempts int not null default 0,
  -- When it was last taken to be handed over: what limits count.
  taken_at timestamptz,
  -- Why it did not leave, or waits, in words for the list.
  gate_reason text,
  provider text,
  provider_id text,
  error_code text,
  created_at timestamptz not null default now(),
  created_by uuid references public.staff (user_id),
  released_at timestamptz,
  released_by uuid references public.staff (user_id),
  -- Who decided what became of an uncertain one.
  settled_at timestamptz,
  settled_by uuid references public.staff (user_id),
  sent_at timestamptz,
  delivered_at timestamptz,
  finished_at timestamptz,
  -- When a provider that can be asked is asked whether it has an uncertain one.
  ask_at timestamptz,
  -- What class system says: a code or a link that signs someone in. Shown to nobody, emptied when it has left or is given up.
  secret jsonb,
  constraint "a row that is done has its time"
    check ((finished_at is not null) = (state not in ('held', 'queued', 'sending'))),
  constraint "a row has a phase and a lease while it is sent"
    check ((state = 'sending') = (phase is not null) and (phase is null) = (lease_until is null)),
  constraint "a secret is kept while it waits, and no longer"
    check ((secret is not null) = (class = 'system' and state in ('queued', 'sending'))),
  constraint "outreach is mail" check (class <> 'outreach' or channel = 'email')
);

create index outbox_created_idx on public.outbox (created_at desc, id);
create index outbox_state_idx on public.outbox (state, created_at desc, id) where class <> 'system';
create index outbox_due_idx on public.outbox (not_before, id) where state = 'queued';
create index outbox_lease_idx on public.outbox (lease_until) where state = 'sending';
create index outbox_ask_idx on public.outbox (ask_at) where state = 'uncertain' and ask_at is not null;
create index outbox_expiring_idx on public.outbox (expires_at) where state in ('held', 'queued');
create index outbox_origin_idx on public.outbox (origin_kind, origin_id);
create index outbox_account_idx on public.outbox (account_id) where account_id is not null;
create index outbox_contact_idx on public.outbox (contact_id) where contact_id is not null;
create index outbox_to_key_idx on public.outbox (to_key, taken_at);

-- What limits and the last day count.
create index outbox_taken_idx on public.outbox (taken_at) where class <> 'system' and taken_at is not null;
create index outbox_provider_idx on public.outbox (provider_id) where provider_id is not null;
create index outbox_system_idx on public.outbox (finished_at) where class = 'system' and finished_at is not null;

-- Words of the list's search (public.search_outbox).
create index outbox_words_idx on public.outbox using gin (lower(to_address || ' ' || subject) extensions.gin_trgm_ops) where class <> 'system';
alter table public.outbox enable row level security;

-- What was tried, step by step. Append only.
create table public.outbox_attempts (
  outbox_id uuid not null references public.outbox (id) on delete cascade,
  no int not null,
  phase text not null constraint "phase of an attempt" check (phase in ('claimed', 'handing_over', 'done')),
  started_at timestamptz not null default clock_timestamp(),
  result text,
  primary key (outbox_id, no, phase)
);

alter table public.outbox_attempts enable row level security;
