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
  -- A private person is a company of one: a contact always has an account, and no two strangers share one.
  is_individual boolean not null default false,
  archived_at timestamptz,
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
create index accounts_archived_idx on public.accounts (archived_at) where archived_at is not null;
create index contacts_created_at_idx on public.contacts (created_at desc, id);
create index contacts_name_idx on public.contacts (name, id);
create index contacts_account_id_idx on public.contacts (account_id, created_at desc);
alter table public.accounts enable row level security;
alter table public.contacts enable row level security;
