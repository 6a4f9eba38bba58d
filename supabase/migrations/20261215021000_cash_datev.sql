-- The accounts of the accountant's DATEV. Null: its file is not made.
alter table public.cash_settings add column datev jsonb;
