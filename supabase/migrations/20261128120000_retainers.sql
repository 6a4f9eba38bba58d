-- Work that is billed again and again: one invoice for each period, whatever happens.
create extension if not exists btree_gist with schema extensions;

insert into public.modules (key) values ('retainers');

insert into public.role_grants (role_id, area, action)
select roles.id, 'retainers', action
from (values ('partner', '{read,add,edit,money}'), ('sales', '{read}'), ('finance', '{read,add,edit,money}'), ('reader', '{read}')) as preset (key, actions)
join public.roles on roles.key = preset.key, unnest(preset.actions::text[]) as action
on conflict do nothing;

create table public.retainers (
  id uuid primary key default uuidv7(),
  title text not null constraint "title has 1 to 200 characters" check (char_length(title) between 1 and 200),
  account_id uuid not null references public.accounts (id) on delete cascade,
  contact_id uuid references public.contacts (id) on delete set null,
  proposal_id uuid references public.proposals (id) on delete set null,
  owner_id uuid references public.staff (user_id) on delete restrict,
  currency text not null references public.currencies (code),
  every_months smallint not null constraint "a period has 1, 3, 6 or 12 months" check (every_months in (1, 3, 6, 12)),
  -- Period k begins k periods after this day, on the last day of a month that is too short.
  anchor_on date not null,
  timing text not null default 'advance' constraint "billed in advance or in arrears" check (timing in ('advance', 'arrears')),
  starts_on date not null,
  -- The last day that is billed.
  ends_on date,
  mode text not null default 'draft' constraint "draft, issue, or issue and send" check (mode in ('draft', 'issue', 'issue_and_send')),
  state text not null default 'draft' constraint "state of a retainer" check (state in ('draft', 'active', 'paused', 'ended')),
  -- When the next period is due; null while nothing is. Follows from the rest, and is written after every change and every run.
  next_due_on date,
  created_by uuid references public.staff (user_id) on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint "a retainer ends after it starts" check (ends_on is null or ends_on >= starts_on)
);
create index retainers_account_idx on public.retainers (account_id);
create index retainers_contact_idx on public.retainers (contact_id) where contact_id is not null;
create unique index retainers_proposal_key on public.retainers (proposal_id, every_months) where proposal_id is not null;
create index retainers_due_idx on public.retainers (next_due_on) where next_due_on is not null;

-- What a whole period costs from a day on: lines as invoices have them, net.
create table public.retainer_prices (
  retainer_id uuid not null references public.retainers (id) on delete cascade,
  from_on date not null,
  lines jsonb not null constraint "1 to 100 lines" check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 1 and 100),
  primary key (retainer_id, from_on)
);

create table public.retainer_pauses (
  retainer_id uuid not null references public.retainers (id) on delete cascade,
  during daterange not null constraint "a pause has a first day" check (not lower_inf(during) and not isempty(during)),
  why text not null default '' constraint "why has at most 500 characters" check (char_length(why) <= 500),
  constraint "pauses do not overlap" exclude using gist (retainer_id with =, during with &&)
);

-- One row is one period, and one invoice at most.
create table public.retainer_periods (
  retainer_id uuid not null references public.retainers (id) on delete cascade,
  starts_on date not null,
  ends_on date not null,
  -- Of the module that bills; empty while its draft could not be made.
  invoice_id uuid,
  result text not null constraint "planned, invoiced or skipped" check (result in ('planned', 'invoiced', 'skipped')),
  why text constraint "why has at most 1000 characters" check (char_length(why) <= 1000),
  -- What was billed: lines, and their net.
  lines jsonb not null default '[]',
  net_minor bigint not null default 0,
  -- Paused after it was invoiced: the period on whose invoice it was taken off.
  credited_on date,
  made_at timestamptz not null default clock_timestamp(),
  primary key (retainer_id, starts_on),
  constraint "a period ends after it starts" check (ends_on >= starts_on)
);
create index retainer_periods_invoice_idx on public.retainer_periods (invoice_id) where invoice_id is not null;

alter table public.retainers enable row level security;
alter table public.retainer_prices enable row level security;
alter table public.retainer_pauses enable row level security;
alter table public.retainer_periods enable row level security;
