-- How the firm owes its tax: on what was issued, or on what was received. An accountant says which.
create table public.cash_settings (
  id boolean primary key default true constraint "there is one row" check (id),
  tax_basis text not null default 'issued' constraint "basis of tax is issued or received" check (tax_basis in ('issued', 'received'))
);
insert into public.cash_settings default values;
alter table public.cash_settings enable row level security;
