-- One more column for accounts.
alter table public.accounts add column size text check (size in ('Small', 'Large'));
