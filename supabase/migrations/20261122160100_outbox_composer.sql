-- A mail that is written on a deal's page belongs to the deal as well.
alter table public.outbox add column deal_id uuid references public.deals (id) on delete set null;
create index outbox_deal_idx on public.outbox (deal_id) where deal_id is not null;

-- What a colleague signs their mail with.
create table public.outbox_signatures (
  user_id uuid primary key references public.staff (user_id) on delete cascade,
  words text not null constraint "a signature has at most 2000 characters" check (char_length(words) <= 2000),
  updated_at timestamptz not null default now()
);
alter table public.outbox_signatures enable row level security;
