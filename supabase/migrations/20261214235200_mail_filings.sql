-- Threads that a person filed with a record to which nobody on them leads: mail with a lawyer, filed with the deal it is about.
create table public.mail_filings (
  id uuid primary key default uuidv7(),
  thread_id uuid not null,
  contact_id uuid references public.contacts (id) on delete cascade,
  account_id uuid references public.accounts (id) on delete cascade,
  deal_id uuid references public.deals (id) on delete cascade,
  filed_by uuid references public.staff (user_id) on delete set null,
  filed_at timestamptz not null default now(),
  constraint "a thread is filed with one record" check (num_nonnulls(contact_id, account_id, deal_id) = 1)
);
create index mail_filings_thread_idx on public.mail_filings (thread_id);
create index mail_filings_contact_idx on public.mail_filings (contact_id) where contact_id is not null;
create index mail_filings_account_idx on public.mail_filings (account_id) where account_id is not null;
create index mail_filings_deal_idx on public.mail_filings (deal_id) where deal_id is not null;
create index mail_filings_filed_by_idx on public.mail_filings (filed_by) where filed_by is not null;
alter table public.mail_filings enable row level security;
