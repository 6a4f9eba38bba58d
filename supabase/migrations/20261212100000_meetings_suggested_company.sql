-- A guest whom nobody knows, at the domain of a company of ours: the company is suggested, and joined by a person's act only.
alter table public.meetings add column suggested_account_id uuid references public.accounts (id) on delete set null;
create index meetings_suggested_account_idx on public.meetings (suggested_account_id) where suggested_account_id is not null;
