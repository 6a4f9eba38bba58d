-- Tables of the made-up module, and its switch.
create table public.lease_people (
  id uuid primary key default uuidv7(),
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table public.leases (
  id uuid primary key default uuidv7(),
  title text not null check (char_length(title) between 1 and 200),
  account_id uuid not null references public.accounts (id) on delete restrict,
  owner_id uuid references public.lease_people (id) on delete set null,
  rent bigint,
  currency text not null default 'USD' check (currency in ('USD', 'EUR', 'JPY')),
  starts date,
  signed_at timestamptz,
  state text not null default 'Draft' check (state in ('Draft', 'Signed', 'Ended')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index leases_account_id_idx on public.leases (account_id);
alter table public.lease_people enable row level security;
alter table public.leases enable row level security;
insert into public.modules (key) values ('leases');
insert into public.lease_people (name) values ('Noor Marchetti'), ('Adam Lund');
