-- The migration of the made-up module.
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
create trigger leases_tidy before insert or update on public.leases for each row execute function private.tidy();
create trigger leases_touch before update on public.leases for each row execute function private.touch_updated_at();
alter table public.lease_people enable row level security;
alter table public.leases enable row level security;
grant select, insert, update, delete on public.lease_people, public.leases to authenticated;
grant all on public.lease_people, public.leases to service_role;
create policy "admins use lease people" on public.lease_people to authenticated using ((select public.may('crm', 'read')));
create policy "admins use leases" on public.leases to authenticated using ((select public.may('crm', 'read')));
select private.enable_search('lease_people', area => 'crm', title => 'name', searched => array['name']);
select private.enable_search('leases', area => 'crm', title => 'title', searched => array['title', 'state'], through => array['account_id']);
insert into public.modules (key, live) values ('leases', true);
insert into public.lease_people (name) values ('Noor Marchetti'), ('Adam Lund');
select private.show_when_found('leases', 'leases', is_switched => false, query => $query$
  select record.id, record.title, record.state, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.leases as record on record.id = best.id
$query$);
