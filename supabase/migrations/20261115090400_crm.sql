-- The CRM: companies and the people in them. Only administrators see or change it.
-- Checks are named by what they demand, because their names stand in the message that the administrator reads.

create table public.accounts (
  id uuid primary key default uuidv7(),
  name text not null constraint "name has 1 to 200 characters" check (char_length(name) between 1 and 200),
  domain text constraint "domain has at most 253 characters" check (char_length(domain) <= 253),
  type text not null default 'Prospect' constraint "type is Prospect or Customer" check (type in ('Prospect', 'Customer')),
  industry text constraint "industry has at most 200 characters" check (char_length(industry) <= 200),
  website text
    constraint "website is an http or https address" check (website ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$')
    constraint "website has at most 2000 characters" check (char_length(website) <= 2000),
  notes text constraint "notes have at most 20000 characters" check (char_length(notes) <= 20000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.contacts (
  id uuid primary key default uuidv7(),
  -- A contact means nothing without its company, and is deleted with it; the back office says so before it deletes.
  account_id uuid not null references public.accounts (id) on delete cascade,
  name text not null constraint "name has 1 to 200 characters" check (char_length(name) between 1 and 200),
  title text constraint "title has at most 200 characters" check (char_length(title) <= 200),
  email text
    constraint "email looks like name@example.com" check (email ~ '^[^@[:space:]]+@[^@[:space:].]+([.][^@[:space:].]+)+$')
    constraint "email has at most 254 characters" check (char_length(email) <= 254),
  phone text constraint "phone has at most 50 characters" check (char_length(phone) <= 50),
  role text constraint "role has at most 200 characters" check (char_length(role) <= 200),
  notes text constraint "notes have at most 20000 characters" check (char_length(notes) <= 20000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Lists: newest first, by name, the contacts of one company.
create index accounts_created_at_idx on public.accounts (created_at desc, id);
create index accounts_name_idx on public.accounts (name, id);
create index contacts_created_at_idx on public.contacts (created_at desc, id);
create index contacts_name_idx on public.contacts (name, id);
create index contacts_account_id_idx on public.contacts (account_id, created_at desc);

create trigger accounts_tidy before insert or update on public.accounts
  for each row execute function private.tidy('website=web-address', 'domain=domain');
create trigger contacts_tidy before insert or update on public.contacts for each row execute function private.tidy();
create trigger accounts_touch before update on public.accounts for each row execute function private.touch_updated_at();
create trigger contacts_touch before update on public.contacts for each row execute function private.touch_updated_at();

alter table public.accounts enable row level security;
alter table public.contacts enable row level security;
grant select, insert, update, delete on public.accounts, public.contacts to authenticated;
grant all on public.accounts, public.contacts to service_role;

create policy "admins see accounts" on public.accounts for select to authenticated using ((select public.may('crm', 'read')));
create policy "admins add accounts" on public.accounts for insert to authenticated with check ((select public.may('crm', 'add')));
create policy "admins edit accounts" on public.accounts
  for update to authenticated using ((select public.may('crm', 'edit'))) with check ((select public.may('crm', 'edit')));
create policy "admins delete accounts" on public.accounts for delete to authenticated using ((select public.may('crm', 'delete')));

create policy "admins see contacts" on public.contacts for select to authenticated using ((select public.may('crm', 'read')));
create policy "admins add contacts" on public.contacts for insert to authenticated with check ((select public.may('crm', 'add')));
create policy "admins edit contacts" on public.contacts
  for update to authenticated using ((select public.may('crm', 'edit'))) with check ((select public.may('crm', 'edit')));
create policy "admins delete contacts" on public.contacts for delete to authenticated using ((select public.may('crm', 'delete')));

select private.make_findable(
  'accounts', area => 'crm', title => 'name',
  searched => array['name', 'domain', 'industry', 'website'],
  same => '{"domain": "host", "website": "host", "name": "name"}'
);
select private.show_when_found('accounts', 'accounts', is_switched => false, query => $query$
  select record.id, record.name, record.type, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.accounts as record on record.id = best.id 
$query$);
select private.make_findable(
  'contacts', area => 'crm', title => 'name',
  searched => array['name', 'title', 'email', 'phone', 'role'],
  through => array['account_id'],
  same => '{"email": "email"}'
);
select private.show_when_found('contacts', 'contacts', is_switched => false, query => $query$
  select record.id, record.name, record.title, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.contacts as record on record.id = best.id 
$query$);
