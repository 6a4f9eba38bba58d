-- Answers that were written here in a thread of mail: rows of the outbox that leave by a mailbox's own server, and what became of the copy
-- in its Sent folder.
create table public.mail_answers (
  outbox_id uuid primary key references public.outbox (id) on delete cascade,
  mailbox_id uuid not null references public.mailboxes (id) on delete cascade,
  thread_id uuid not null,
  -- The mail that is answered.
  mail_id uuid references public.mails (id) on delete set null,
  staff_id uuid references public.staff (user_id) on delete set null,
  written_at timestamptz not null default clock_timestamp(),
  -- wanted -> there (the server filed it itself) | put (by us) | failed
  copy text constraint "states of the copy in Sent" check (copy in ('wanted', 'there', 'put', 'failed')),
  copy_reason text constraint "reason has at most 300 characters" check (char_length(copy_reason) <= 300),
  copy_at timestamptz,
  look_at timestamptz,
  tries int not null default 0,
  lease_until timestamptz
);
create index mail_answers_thread_idx on public.mail_answers (thread_id);
create index mail_answers_mail_idx on public.mail_answers (mail_id) where mail_id is not null;
create index mail_answers_mailbox_idx on public.mail_answers (mailbox_id);
create index mail_answers_staff_idx on public.mail_answers (staff_id) where staff_id is not null;
create index mail_answers_look_idx on public.mail_answers (look_at) where copy = 'wanted';
alter table public.mail_answers enable row level security;

-- The very bytes that left, until their copy is in Sent.
create table private.mail_answer_bytes (
  outbox_id uuid primary key references public.outbox (id) on delete cascade,
  bytes bytea not null
);
