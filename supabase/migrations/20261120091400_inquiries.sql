-- The host of an address, as private.same_key('host', ...) compares it, but usable in an index.
create function private.host_key(value text) returns text
language sql immutable
as $$
  select nullif(ltrim(split_part('/' || split_part(split_part(split_part(split_part(
    split_part(lower(btrim(value) collate "pg_c_utf8"), '://', case when strpos(value, '://') > 0 then 2 else 1 end),
    '/', 1), '?', 1), '#', 1), ':', 1), '/www.', -1), '/'), '')
$$;

create index contacts_email_key_idx on public.contacts (lower(email)) where email is not null;
create index accounts_domain_key_idx on public.accounts (private.host_key(domain));
create index accounts_website_key_idx on public.accounts (private.host_key(website));

-- Routing -------------------------------------------------------------------------------------------------------------
-- What a subject leads to. The labels are those of content/subjects.ts, in their order; a test compares both.

create table public.subjects (
  key text primary key,
  label text not null unique constraint "label has 1 to 200 characters" check (char_length(label) between 1 and 200),
  -- The line of business, by which an open deal of the same company is joined.
  module text not null default 'advisory',
  makes_deal boolean not null default true,
  -- Refer to stages when deals exist.
  stage_id uuid,
  owner_id uuid references public.staff (user_id),
  -- {name}, {company} and {subject} are those of the inquiry.
  task_title text not null default 'Reply to {name}' constraint "task title has 1 to 200 characters"
    check (char_length(task_title) between 1 and 200),
  sort int not null,
  -- Where a subject that is none of these is routed.
  is_default boolean not null default false,
  archived_at timestamptz
);

create unique index subjects_default_idx on public.subjects (is_default) where is_default;

insert into public.subjects (key, label, module, makes_deal, sort, is_default)
values
  ('ai-consult', 'AI Consult', 'advisory', true, 1, false),
  ('workshop-inquiry', 'Workshop Inquiry', 'education', true, 2, false),
  ('ai-tools-guide', 'AI Tools Guide', 'education', false, 3, false),
  ('speaking-engagement', 'Speaking Engagement', 'education', true, 4, false),
  ('education-inquiry', 'Education Inquiry', 'education', true, 5, false),
  ('build-inquiry', 'Build Inquiry', 'build', true, 6, false),
  ('development-inquiry', 'Development Inquiry', 'build', true, 7, false),
  ('custom-tool-development', 'Custom Tool Development', 'build', true, 8, false),
  ('ai-training-inquiry', 'AI Training Inquiry', 'education', true, 9, false),
  ('strategic-consulting', 'Strategic Consulting', 'advisory', true, 10, false),
  ('agentic-web-strategy', 'Agentic Web Strategy', 'advisory', true, 11, false),
  ('implementation-strategy', 'Implementation Strategy', 'advisory', true, 12, false),
  ('bookdev-strategy-session', 'BookDev Strategy Session', 'advisory', true, 13, false),
  ('gpt-extender-lite-support', 'GPT Extender Lite Support', 'products', false, 14, false),
  ('bootable-early-access', 'Bootable Early Access', 'products', true, 15, false),
  ('bootable-partnership', 'Bootable Partnership', 'products', true, 16, false),
  ('bavl-professional-access', 'Bavl Professional Access', 'products', true, 17, false),
  ('bavl-feedback', 'Bavl Feedback', 'products', false, 18, false),
  ('bavl-enterprise', 'Bavl Enterprise', 'products', true, 19, false),
  ('bootloader-professional', 'Bootloader Professional', 'products', true, 20, false),
  ('other', 'Other', 'advisory', false, 21, true);

-- Inquiries -----------------------------------------------------------------------------------------------------------

create table public.inquiries (
  -- Made in the browser: a retry, a double click or a replay is the same row.
  id uuid primary key,
  number bigint generated always as identity unique,
  -- Written by private.name_inquiry, as email_key is.
  reference text not null,
  kind text not null constraint "kind of an inquiry" check (kind in ('contact', 'manifesto', 'training', 'newsletter')),
  received_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Null when what was asked for is none of our subjects; the words are kept beside.
  subject_key text references public.subjects (key) on update cascade,
  subject_text text not null default '' check (char_length(subject_text) <= 200),
  name text not null default '' check (char_length(name) <= 200),
  email text not null default '' check (char_length(email) <= 254),
  email_key text not null,
  company text not null default '' check (char_length(company) <= 200),
  message text not null default '' check (char_length(message) <= 10000),
  fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object' and octet_length(fields::text) <= 8192),
  state text not null constraint "state of an inquiry" check (state in ('new', 'held', 'answered', 'closed', 'spam')),
  -- Spam signals of a quarantined message (state 'held'): 'token', 'trap', 'network', 'address', 'site', 'proof', 'links', 'script', 'repeated', 'blocked'.
  held_because text[] not null default '{}',
  -- The message without case, blanks and signs, hashed: a flood of one text is one group.
  content_key text,
  due_at timestamptz,
  answered_at timestamptz,
  answered_by uuid references public.staff (user_id),
  -- The reply that answered it, by leaving; null when a person marked it answered.
  answer_id uuid references public.outbox (id) on delete set null,
  -- When it was closed without an answer: after its time, it counts as a promise that was missed.
  closed_at timestamptz,
  assignee_id uuid references public.staff (user_id),
  contact_id uuid references public.contacts (id) on delete set null,
  account_id uuid references public.accounts (id) on delete set null,
  deal_id uuid,
  task_id uuid references public.tasks (id) on delete set null deferrable initially deferred,
  -- How many contacts have this address; the oldest was taken.
  same_address int not null default 0,
  -- What the message says about records that exist: [{"record": "contact", "id", "field", "have", "typed"}], and with the field 'member'
  -- the company whose domain the address has. Anyone can type anyone's address, so a person decides about each.
  suggestions jsonb not null default '[]',
  -- What routing made, so that marking as spam can undo it.
  made jsonb not null default '{}',
  -- noreply@, mailer-daemon@ and our own addresses make no person and get no mail.
  is_robot boolean not null default false,
  -- The part of the host that a company registers, and a name made of it.
  company_host text,
  company_guess text,
  -- Texts of the mails that leave when a quarantined inquiry is accepted.
  waiting_mails jsonb,
  page_path text check (char_length(page_path) <= 300),
  entry_path text check (char_length(entry_path) <= 300),
  referrer_host text check (char_length(referrer_host) <= 253),
  utm jsonb,
  pages_seen int,
  erased_at timestamptz,
  constraint "only messages that ask for an answer are due" check (due_at is null or kind in ('contact', 'training')),
  constraint "answered has its time, and nothing else has" check ((state = 'answered') = (answered_at is not null))
);

create index inquiries_open_idx on public.inquiries (state, due_at) where state in ('new', 'held');
create index inquiries_received_idx on public.inquiries (received_at desc, id);
create index inquiries_email_key_idx on public.inquiries (email_key, received_at desc);
create index inquiries_content_key_idx on public.inquiries (content_key, received_at desc) where content_key is not null;
create index inquiries_contact_idx on public.inquiries (contact_id) where contact_id is not null;
create index inquiries_account_idx on public.inquiries (account_id) where account_id is not null;
create index inquiries_deal_idx on public.inquiries (deal_id) where deal_id is not null;
create index inquiries_answer_idx on public.inquiries (answer_id) where answer_id is not null;
create index inquiries_task_idx on public.inquiries (task_id) where task_id is not null;

alter table public.tasks add constraint tasks_inquiry_id_fkey
  foreign key (inquiry_id) references public.inquiries (id) on delete set null deferrable initially deferred;

create table public.blocked_senders (
  -- 'email:someone@example.com' or 'host:example.com'.
  key text primary key constraint "key is an address or a host" check (key ~ '^(email:[^@[:space:]]+@|host:)[^@[:space:]]+$' and key = lower(key)),
  until timestamptz,
  blocked_at timestamptz not null default now(),
  blocked_by uuid references public.staff (user_id) default auth.uid()
);

alter table public.subjects enable row level security;
alter table public.inquiries enable row level security;

alter table public.blocked_senders enable row level security;

-- What signs the tokens of our public forms. Only the server reads it; whoever forged one would skip a layer, no more.
create table private.form_secret (id boolean primary key default true check (id), secret bytea not null);

insert into private.form_secret (secret)
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- The promise ---------------------------------------------------------------------------------------------------------------
-- Messages whose answer was due in the last days, or was given before it was due: kept, if it left in time. A quarantined message counts:
-- its sender was promised the same day. What was closed in time without an answer, or is spam, does not; closed after its time, it was
-- missed.

create index inquiries_promise_idx on public.inquiries (due_at) where state in ('new', 'held', 'answered', 'closed');
