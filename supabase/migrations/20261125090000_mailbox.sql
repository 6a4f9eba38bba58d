-- Mailboxes of the firm, read by IMAP: what was exchanged with people we know. Words are in tables of their own, each with its own policy.
insert into public.modules (key) values ('mailbox');

insert into public.role_grants (role_id, area, action)
select roles.id, 'mailbox', action
from (values ('partner', '{read,add,edit,delete,send}'), ('sales', '{read,add,send}')) as preset (key, actions)
join public.roles on roles.key = preset.key, unnest(preset.actions::text[]) as action;

create table public.mailboxes (
  id uuid primary key default uuidv7(),
  address text not null
    constraint "mailbox address looks like name@example.com" check (address ~ '^[^@[:space:]]+@[^@[:space:].]+([.][^@[:space:].]+)+$' and char_length(address) <= 254),
  address_key text not null generated always as (lower(btrim(address))) stored,
  kind text not null constraint "a mailbox is personal or shared" check (kind in ('personal', 'shared')),
  -- Who connected it. A personal mailbox is theirs alone.
  owner_id uuid not null references public.staff (user_id) on delete restrict,
  user_name text not null constraint "user name has 1 to 254 characters" check (char_length(user_name) between 1 and 254),
  imap_host text not null constraint "host has 1 to 253 characters" check (char_length(imap_host) between 1 and 253),
  imap_port int not null constraint "port is 1 to 65535" check (imap_port between 1 and 65535),
  smtp_host text constraint "smtp host has 1 to 253 characters" check (char_length(smtp_host) between 1 and 253),
  smtp_port int constraint "smtp port is 1 to 65535" check (smtp_port between 1 and 65535),
  sign_in text not null constraint "one signs in with a password or OAuth2" check (sign_in in ('password', 'oauth2')),
  -- How much of a mail is stored: who and when; subject and first words as well; everything but files.
  keep text not null default 'snippet' constraint "kept are headers, snippet or text" check (keep in ('headers', 'snippet', 'text')),
  -- How much of what is stored colleagues see.
  colleagues_see text not null
    constraint "colleagues see nothing, headers, snippet or text" check (colleagues_see in ('nothing', 'headers', 'snippet', 'text')),
  read_since date not null,
  keep_months int not null default 24 constraint "mail is kept 1 to 120 months" check (keep_months between 1 and 120),
  -- Whether its mails count for how well we know someone (module relationships).
  counts_for_ties boolean not null default true,
  state text not null default 'new' constraint "states of a mailbox"
    check (state in ('new', 'checking', 'reading_back', 'live', 'waiting', 'signed_out', 'paused', 'removed')),
  -- Why it waits, is signed out or paused: a code (mailbox.ts has the sentences), and what the server said.
  reason text,
  reason_detail text constraint "detail has at most 300 characters" check (char_length(reason_detail) <= 300),
  tries int not null default 0,
  next_try_at timestamptz,
  -- One server reads it at a time.
  lease_until timestamptz,
  lease_by text,
  -- Someone asked to look now.
  look_asked_at timestamptz,
  has_idle boolean,
  last_heard_at timestamptz,
  -- The reading of earlier mail that goes on, told in one entry when it ends.
  batch uuid not null default uuidv7(),
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index mailboxes_address_idx on public.mailboxes (address_key) where state <> 'removed';
create index mailboxes_owner_idx on public.mailboxes (owner_id);
alter table public.mailboxes enable row level security;

-- Sealed with a key that is not in the database (server/platform/sealed.ts).
create table private.mailbox_secrets (
  mailbox_id uuid primary key references public.mailboxes (id) on delete cascade,
  kind text not null constraint "a secret is of a password or OAuth2" check (kind in ('password', 'oauth2')),
  key_id text not null,
  nonce bytea not null,
  sealed bytea not null
);

create table public.mailbox_folders (
  id uuid primary key default uuidv7(),
  mailbox_id uuid not null references public.mailboxes (id) on delete cascade,
  path text not null constraint "path has 1 to 500 characters" check (char_length(path) between 1 and 500),
  special_use text constraint "special uses" check (special_use in ('inbox', 'sent', 'all', 'archive', 'junk', 'trash', 'drafts')),
  wanted boolean not null,
  -- Cursors, moved in the transaction that files what was read: the next new UID, and the next older one to read back.
  uid_validity bigint,
  next_uid bigint,
  back_uid bigint,
  state text not null default 'behind' constraint "states of a folder" check (state in ('level', 'behind', 'recount', 'gone', 'shut')),
  -- Since when everything in it has been read; what is older than that is told in one entry.
  level_at timestamptz,
  compared_at timestamptz,
  unique (mailbox_id, path)
);
alter table public.mailbox_folders enable row level security;

-- One row for each mail, however many folders and mailboxes it lies in. No words: those are in mail_heads and mail_bodies.
create table public.mails (
  id uuid primary key default uuidv7(),
  identity bytea not null unique constraint "identity is a SHA-256" check (octet_length(identity) = 32),
  message_id text constraint "message id has at most 998 characters" check (char_length(message_id) <= 998),
  -- The ids it names, the last ones.
  refers_to text[] not null default '{}' constraint "at most 20 references" check (cardinality(refers_to) <= 20),
  thread_id uuid not null,
  at timestamptz not null,
  -- Its own date could not be, so this is when it arrived.
  is_time_doubtful boolean not null default false,
  -- From a known person to us, from us, or from one of our addresses without proof that we wrote it.
  direction text not null constraint "directions of a mail" check (direction in ('in', 'out', 'unclear')),
  class text not null constraint "classes of a mail" check (class in ('person', 'automatic', 'list', 'bounce', 'calendar', 'own')),
  -- [{"name", "type", "size", "part"}]: names, not the files.
  files jsonb not null default '[]' constraint "files are a list" check (jsonb_typeof(files) = 'array'),
  words text not null default 'none' constraint "words of a mail" check (words in ('none', 'snippet', 'text', 'unreadable', 'emptied')),
  -- People on it who are not ours.
  outsiders int not null default 0,
  outbox_id uuid references public.outbox (id) on delete set null,
  -- The reading of earlier mail that it came with; null for one that was read when it arrived.
  batch uuid,
  filed_at timestamptz not null default clock_timestamp()
);
create index mails_thread_idx on public.mails (thread_id, at);
create index mails_message_idx on public.mails (message_id) where message_id is not null;
create index mails_outbox_idx on public.mails (outbox_id) where outbox_id is not null;
create index mails_at_idx on public.mails (at);
create index mails_batch_idx on public.mails (batch) where batch is not null;
alter table public.mails enable row level security;

create table public.mail_copies (
  mail_id uuid not null references public.mails (id) on delete cascade,
  mailbox_id uuid not null references public.mailboxes (id) on delete cascade,
  folder text not null,
  uid_validity bigint not null,
  uid bigint not null,
  seen_at timestamptz not null default clock_timestamp(),
  -- It is no longer there.
  gone_at timestamptz,
  -- Its owner shows it to no one.
  is_private boolean not null default false,
  primary key (mailbox_id, folder, uid_validity, uid)
);
create index mail_copies_mail_idx on public.mail_copies (mail_id, mailbox_id);
create index mail_copies_gone_idx on public.mail_copies (gone_at) where gone_at is not null;
alter table public.mail_copies enable row level security;

create table public.mail_people (
  mail_id uuid not null references public.mails (id) on delete cascade,
  no smallint not null,
  role text not null constraint "roles of people on a mail" check (role in ('from', 'to', 'cc', 'reply_to', 'about')),
  -- Lower case; empty once its person was erased.
  address_key text not null constraint "address has at most 320 characters" check (char_length(address_key) <= 320),
  shown_name text not null default '' constraint "name has at most 200 characters" check (char_length(shown_name) <= 200),
  contact_id uuid references public.contacts (id) on delete set null,
  -- How many other contacts have the same address; the oldest one stands here.
  same_address smallint not null default 0,
  staff_id uuid references public.staff (user_id) on delete set null,
  -- The mail's own, for the panels.
  at timestamptz not null,
  primary key (mail_id, no)
);
create index mail_people_contact_idx on public.mail_people (contact_id, at desc) where contact_id is not null;
create index mail_people_address_idx on public.mail_people (address_key);
create index mail_people_staff_idx on public.mail_people (staff_id) where staff_id is not null;
alter table public.mail_people enable row level security;

create table public.mail_heads (
  mail_id uuid primary key references public.mails (id) on delete cascade,
  subject text not null default '' constraint "subject has at most 1000 characters" check (char_length(subject) <= 1000),
  snippet text not null default '' constraint "snippet has at most 300 characters" check (char_length(snippet) <= 300)
);
create index mail_heads_words_idx on public.mail_heads using gin (lower(subject || ' ' || snippet) extensions.gin_trgm_ops);
alter table public.mail_heads enable row level security;

create table public.mail_bodies (
  mail_id uuid primary key references public.mails (id) on delete cascade,
  text text not null default '' constraint "text has at most 100 KB" check (octet_length(text) <= 102400),
  html text constraint "html has at most 500 KB" check (octet_length(html) <= 512000),
  is_cut boolean not null default false
);
alter table public.mail_bodies enable row level security;

-- Which thread a Message-ID belongs to, also one that has not been seen yet. Hashes: most of them are of mail that is not ours to know.
create table private.mail_thread_names (
  name_key bytea primary key,
  thread_id uuid not null
);
create index mail_thread_names_thread_idx on private.mail_thread_names (thread_id);

-- What is never read. Without an owner it holds for every mailbox. An erased person is known by the key of their address alone.
create table public.mail_never (
  id uuid primary key default uuidv7(),
  owner_id uuid references public.staff (user_id) on delete cascade,
  kind text not null constraint "never is an address, a domain, a folder or a label" check (kind in ('address', 'domain', 'folder', 'label')),
  value text constraint "value has 1 to 320 characters" check (char_length(value) between 1 and 320),
  key_hmac bytea,
  made_at timestamptz not null default now(),
  made_by uuid references public.staff (user_id) on delete set null,
  constraint "a rule names something" check ((value is null) <> (key_hmac is null))
);
create unique index mail_never_value_idx on public.mail_never (kind, value, coalesce(owner_id, '00000000-0000-0000-0000-000000000000')) where value is not null;
create unique index mail_never_key_idx on public.mail_never (key_hmac) where key_hmac is not null;
create index mail_never_owner_idx on public.mail_never (owner_id) where owner_id is not null;
create index mail_never_made_by_idx on public.mail_never (made_by) where made_by is not null;
alter table public.mail_never enable row level security;

-- Mails that were removed here: a mailbox that is read again does not bring them back.
create table private.mail_tombstones (
  id bigint generated always as identity primary key,
  identity bytea not null,
  -- Removed from this mailbox alone; null is everywhere.
  mailbox_id uuid references public.mailboxes (id) on delete cascade,
  at timestamptz not null default now(),
  why text not null,
  unique nulls not distinct (identity, mailbox_id)
);
create index mail_tombstones_mailbox_idx on private.mail_tombstones (mailbox_id) where mailbox_id is not null;

-- What could not be filed, and threads with more mail than people write.
create table public.mail_trouble (
  id uuid primary key default uuidv7(),
  mailbox_id uuid not null references public.mailboxes (id) on delete cascade,
  folder text,
  uid_validity bigint,
  uid bigint,
  thread_id uuid,
  reason text not null,
  tries int not null default 1,
  at timestamptz not null default clock_timestamp()
);
create unique index mail_trouble_message_idx on public.mail_trouble (mailbox_id, folder, uid_validity, uid) where uid is not null;
create unique index mail_trouble_thread_idx on public.mail_trouble (mailbox_id, thread_id) where thread_id is not null;
create index mail_trouble_mailbox_idx on public.mail_trouble (mailbox_id, at);
alter table public.mail_trouble enable row level security;

-- People we wrote to who are in no list of ours, for 90 days. Whoever only writes to us leaves nothing.
create table private.mail_strangers (
  address_key text primary key,
  days_out date[] not null default '{}',
  days_in date[] not null default '{}',
  last_on date not null
);

-- Who opened whose words, and what owners agreed to. Append-only.
create table public.mail_reads (
  id bigint generated always as identity primary key,
  mail_id uuid not null references public.mails (id) on delete cascade,
  reader_id uuid not null references public.staff (user_id) on delete cascade,
  at timestamptz not null default clock_timestamp()
);
create index mail_reads_mail_idx on public.mail_reads (mail_id, reader_id, at desc);
create index mail_reads_reader_idx on public.mail_reads (reader_id);
alter table public.mail_reads enable row level security;

create table public.mailbox_consents (
  id uuid primary key default uuidv7(),
  mailbox_id uuid not null references public.mailboxes (id) on delete cascade,
  owner_id uuid not null references public.staff (user_id) on delete restrict,
  wording text not null constraint "wording has 1 to 2000 characters" check (char_length(wording) between 1 and 2000),
  at timestamptz not null default clock_timestamp()
);
create index mailbox_consents_mailbox_idx on public.mailbox_consents (mailbox_id);
create index mailbox_consents_owner_idx on public.mailbox_consents (owner_id);
alter table public.mailbox_consents enable row level security;

-- The addresses that a contact has and had.
create table public.contact_addresses (
  id uuid primary key default uuidv7(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  email_key text not null constraint "address of a contact" check (char_length(email_key) between 3 and 320),
  since timestamptz not null default now(),
  until timestamptz,
  source text not null default 'contact' constraint "sources of an address" check (source in ('contact', 'merge', 'person')),
  unique (contact_id, email_key)
);
create index contact_addresses_key_idx on public.contact_addresses (email_key);
alter table public.contact_addresses enable row level security;

insert into public.contact_addresses (contact_id, email_key, since)
select id, lower(btrim(email)), created_at from public.contacts where email is not null and char_length(btrim(email)) >= 3;

-- An answer that comes by a provider's webhook and by a mailbox is one.
alter table public.mail_replies add column message_id text constraint "message id of an answer" check (char_length(message_id) <= 998);
create unique index mail_replies_message_idx on public.mail_replies (message_id) where message_id is not null;
