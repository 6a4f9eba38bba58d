-- The firm's services with their prices by currency and day, and templates that proposals begin with.
insert into public.modules (key) values ('catalogue');

insert into public.role_grants (role_id, area, action)
select roles.id, 'catalogue', action
from (values ('partner', '{read,add,edit,delete,export}'), ('sales', '{read}'), ('finance', '{read,add,edit,export}'), ('reader', '{read}')) as preset (key, actions)
join public.roles on roles.key = preset.key, unnest(preset.actions::text[]) as action
on conflict do nothing;

create table public.services (
  id uuid primary key default uuidv7(),
  code text not null constraint "code has 1 to 40 characters" check (char_length(code) between 1 and 40 and code = btrim(code)),
  name text not null constraint "name has 1 to 200 characters" check (char_length(name) between 1 and 200),
  description text constraint "description has at most 2000 characters" check (char_length(description) <= 2000),
  unit text constraint "unit has at most 40 characters" check (char_length(unit) <= 40),
  -- UN/ECE Recommendation 20, as electronic invoices name a unit: C62 is one piece.
  unit_code text not null default 'C62' constraint "unit code has 2 or 3 capital letters or digits" check (unit_code ~ '^[A-Z0-9]{2,3}$'),
  service_line text constraint "service has at most 60 characters" check (char_length(service_line) <= 60),
  -- Billed again every so many months, by a retainer; null: once.
  every_months smallint constraint "billed every 1, 3, 6 or 12 months" check (every_months in (1, 3, 6, 12)),
  -- The price of lists and files: the newest in the service's own currency (public.service_prices has all of them).
  currency text references public.currencies (code),
  unit_minor bigint constraint "price is not too large" check (unit_minor between -9000000000000000 and 9000000000000000),
  from_on date,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint "a price has a currency" check (unit_minor is null or currency is not null)
);
create unique index services_code_key on public.services (lower(code));
create index services_created_idx on public.services (created_at desc, id);

create table public.service_prices (
  service_id uuid not null references public.services (id) on delete cascade,
  currency text not null references public.currencies (code),
  from_on date not null,
  -- Net, for one unit.
  unit_minor bigint not null constraint "price is not too large" check (unit_minor between -9000000000000000 and 9000000000000000),
  created_by uuid default auth.uid() references public.staff (user_id) on delete restrict,
  created_at timestamptz not null default now(),
  primary key (service_id, currency, from_on)
);

create table public.proposal_templates (
  id uuid primary key default uuidv7(),
  name text not null constraint "name has 1 to 200 characters" check (char_length(name) between 1 and 200),
  current_version int not null default 1 constraint "versions count from 1" check (current_version > 0),
  archived_at timestamptz,
  created_by uuid default auth.uid() references public.staff (user_id) on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index proposal_templates_name_key on public.proposal_templates (lower(name)) where archived_at is null;

-- Never changed: an edit is another version.
create table public.proposal_template_versions (
  template_id uuid not null references public.proposal_templates (id) on delete cascade,
  no int not null constraint "versions count from 1" check (no > 0),
  title text not null default '' constraint "title has at most 200 characters" check (char_length(title) <= 200),
  intro text not null default '' constraint "first paragraph has at most 3000 characters" check (char_length(intro) <= 3000),
  -- [{"key": "scope", "heading": "Scope", "text": "..."}], with tags such as {{ account.name }}.
  sections jsonb not null default '[]' constraint "sections are a list of at most 40" check (jsonb_typeof(sections) = 'array' and jsonb_array_length(sections) <= 40),
  terms text not null default '' constraint "terms have at most 20000 characters" check (char_length(terms) <= 20000),
  -- Lines: of a service (its price is copied when a draft begins), or free ones with a price in `currency`.
  items jsonb not null default '[]' constraint "items are a list of at most 200" check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) <= 200),
  groups jsonb not null default '[]' constraint "groups are a list of at most 20" check (jsonb_typeof(groups) = 'array' and jsonb_array_length(groups) <= 20),
  schedule jsonb not null default '[]' constraint "a schedule is a list of at most 24" check (jsonb_typeof(schedule) = 'array' and jsonb_array_length(schedule) <= 24),
  currency text references public.currencies (code),
  deposit_bp int not null default 0 constraint "deposit is 0 to 100 percent" check (deposit_bp between 0 and 10000),
  payment_days int not null default 14 constraint "0 to 365 days to pay" check (payment_days between 0 and 365),
  created_by uuid default auth.uid() references public.staff (user_id) on delete restrict,
  created_at timestamptz not null default now(),
  primary key (template_id, no)
);

alter table public.services enable row level security;
alter table public.service_prices enable row level security;
alter table public.proposal_templates enable row level security;
alter table public.proposal_template_versions enable row level security;
