-- What is exchanged in the client's area. Append-only: a message is written once; only when it was read is noted later.
create table public.client_messages (
  id uuid primary key default uuidv7(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  -- Who of the company wrote it; with a colleague, to whom alone it is addressed (null: to the company).
  contact_id uuid references public.contacts (id) on delete set null,
  staff_id uuid references public.staff (user_id),
  body text not null constraint "a message has 1 to 10000 characters" check (char_length(body) between 1 and 10000),
  -- An answer by mail has the key of its mail, so that it lands once.
  mail_key text unique,
  at timestamptz not null default now(),
  read_at timestamptz
);

create index client_messages_account_idx on public.client_messages (account_id, at desc);
create index client_messages_contact_idx on public.client_messages (contact_id) where contact_id is not null;
create index client_messages_unread_idx on public.client_messages (account_id) where read_at is null;
alter table public.client_messages enable row level security;

create table public.client_message_files (
  message_id uuid not null references public.client_messages (id) on delete cascade,
  document_id uuid not null references public.documents (id) on delete cascade,
  primary key (message_id, document_id)
);

create index client_message_files_document_idx on public.client_message_files (document_id);
alter table public.client_message_files enable row level security;

-- "Please send": what we ask a company, or one person of it, for.
create table public.client_file_requests (
  id uuid primary key default uuidv7(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  contact_id uuid references public.contacts (id) on delete set null,
  title text not null constraint "title has 1 to 200 characters" check (char_length(title) between 1 and 200),
  note text not null default '' constraint "note has at most 500 characters" check (char_length(note) <= 500),
  due_on date not null,
  asked_by uuid references public.staff (user_id),
  created_at timestamptz not null default now(),
  document_id uuid references public.documents (id) on delete set null,
  done_at timestamptz,
  cancelled_at timestamptz
);

create index client_file_requests_account_idx on public.client_file_requests (account_id) where done_at is null and cancelled_at is null;
create index client_file_requests_document_idx on public.client_file_requests (document_id) where document_id is not null;
create index client_file_requests_contact_idx on public.client_file_requests (contact_id) where contact_id is not null;
alter table public.client_file_requests enable row level security;

-- The words of the welcome, and what is shown besides messages; null: everything whose module is on.
create table public.client_area_settings (
  id boolean primary key default true constraint "there is one client area" check (id),
  welcome text not null default '' constraint "welcome has at most 500 characters" check (char_length(welcome) <= 500),
  hidden text[] not null default '{}'
);

insert into public.client_area_settings default values;
alter table public.client_area_settings enable row level security;
