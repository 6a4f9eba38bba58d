-- Stages, reasons, currencies -------------------------------------------------------------------------------------------

create table public.deal_stages (
  id uuid primary key default uuidv7(),
  -- Stays when the stage is renamed. A trigger makes it, and the place, of a new stage.
  key text not null unique constraint "key has small letters, digits and dashes" check (key ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  name text not null constraint "name has 1 to 60 characters" check (char_length(name) between 1 and 60),
  sort int not null,
  kind text not null default 'open' constraint "kind is open, won or lost" check (kind in ('open', 'won', 'lost')),
  probability smallint not null default 0 constraint "probability is 0 to 100" check (probability between 0 and 100),
  -- Null: deals here never count as stale.
  stale_after_days int constraint "stale after 1 to 1000 days" check (stale_after_days between 1 and 1000),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint deal_stages_sort_key unique (sort) deferrable initially deferred,
  constraint deal_stages_id_kind_key unique (id, kind),
  constraint "won is certain and lost is not" check (case kind when 'won' then probability = 100 when 'lost' then probability = 0 else true end),
  constraint "only open deals grow stale" check (kind = 'open' or stale_after_days is null)
);

insert into public.deal_stages (key, name, sort, kind, probability, stale_after_days)
values ('new', 'New', 1, 'open', 10, 7), ('discovery', 'Discovery', 2, 'open', 25, 14), ('proposal', 'Proposal', 3, 'open', 50, 14),
  ('negotiation', 'Negotiation', 4, 'open', 75, 14), ('won', 'Won', 5, 'won', 100, null), ('lost', 'Lost', 6, 'lost', 0, null);

create table public.close_reasons (
  id uuid primary key default uuidv7(),
  kind text not null constraint "kind is won or lost" check (kind in ('won', 'lost')),
  name text not null constraint "name has 1 to 60 characters" check (char_length(name) between 1 and 60),
  hint text constraint "hint has at most 200 characters" check (char_length(hint) <= 200),
  needs_note boolean not null default false,
  sort int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  unique (kind, name)
);

insert into public.close_reasons (kind, name, hint, needs_note, sort)
values ('lost', 'No decision', 'They stay with what they have', false, 1), ('lost', 'Price', 'Too much for this year', false, 2),
  ('lost', 'Another firm', 'Write its name in the note', true, 3), ('lost', 'Timing', 'Real, but not in the next two quarters', false, 4),
  ('lost', 'Not our work', 'We said no', false, 5),
  ('won', 'Knew us', 'A client, or sent by one', false, 1), ('won', 'Approach', 'How we would do it', false, 2), ('won', 'Terms', 'Price or time', false, 3);

-- Deals -----------------------------------------------------------------------------------------------------------------

create function private.first_stage() returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.deal_stages where kind = 'open' and archived_at is null order by sort limit 1
$$;

create table public.deals (
  id uuid primary key default uuidv7(),
  name text not null constraint "name has 1 to 200 characters" check (char_length(name) between 1 and 200),
  -- A company with deals is archived, not deleted.
  account_id uuid not null references public.accounts (id) on delete restrict,
  stage_id uuid not null default private.first_stage() references public.deal_stages (id),
  -- A copy, so that plain checks can hold what belongs to which kind.
  stage_kind text not null,
  amount_minor bigint constraint "amount is zero or more" check (amount_minor between 0 and 9000000000000000),
  currency text not null references public.currencies (code),
  -- Minor unit of `currency` to minor unit of the office's; kept when the deal is closed.
  base_rate numeric not null constraint "a rate is above zero" check (base_rate > 0),
  base_minor bigint generated always as (round(amount_minor * base_rate)::bigint) stored,
  -- Beats the stage's. Zero is zero.
  probability_own smallint constraint "probability is 0 to 100" check (probability_own between 0 and 100),
  expected_close date,
  owner_id uuid default auth.uid() references public.staff (user_id) on delete restrict,
  module text constraint "module has at most 60 characters" check (char_length(module) <= 60),
  subject_key text references public.subjects (key) on update cascade,
  -- Made before the inquiry is written, in the same transaction.
  inquiry_id uuid references public.inquiries (id) on delete set null deferrable initially deferred,
  stage_since timestamptz not null,
  closed_at timestamptz,
  -- The office's day; what months and win rates go by.
  closed_on date,
  close_reason_id uuid references public.close_reasons (id),
  close_note text constraint "note has at most 2000 characters" check (char_length(close_note) <= 2000),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint deals_stage_fkey foreign key (stage_id, stage_kind) references public.deal_stages (id, kind) on update cascade,
  constraint "a deal is open or has been closed at some time" check (
    (stage_kind = 'open') = (closed_at is null) and (stage_kind = 'open') = (closed_on is null)),
  constraint "an open deal has no reason" check (stage_kind <> 'open' or num_nonnulls(close_reason_id, close_note) = 0),
  constraint "a lost deal has a reason" check (stage_kind <> 'lost' or close_reason_id is not null),
  constraint "a won deal has an amount" check (stage_kind <> 'won' or amount_minor is not null)
);

-- The totals of a column are read from this index alone.
create index deals_column_idx on public.deals (stage_id) include (base_minor, amount_minor, probability_own, currency) where archived_at is null;

-- Also all open deals, with what reports sum of them: they lie among ten times as many closed ones.
create index deals_expected_idx on public.deals (expected_close)
  include (id, stage_id, owner_id, module, base_minor, amount_minor, currency, probability_own, stage_since)
  where stage_kind = 'open' and archived_at is null;

create index deals_closed_idx on public.deals (closed_on, stage_kind) where stage_kind <> 'open';
create index deals_owner_idx on public.deals (owner_id, stage_kind);
create index deals_account_idx on public.deals (account_id, stage_kind);
create index deals_inquiry_idx on public.deals (inquiry_id) where inquiry_id is not null;
create index deals_reason_idx on public.deals (close_reason_id) where close_reason_id is not null;
create index deals_created_at_idx on public.deals (created_at desc, id);
create index deals_name_idx on public.deals (name, id);

-- Where a card stands in its column. Beside the table and not in it: `select *` shows everything but this, a card that is put
-- elsewhere has not been edited, and no browser sees or computes a position.
create table private.deal_places (
  deal_id uuid primary key references public.deals (id) on delete cascade,
  stage_id uuid not null,
  position numeric not null,
  archived boolean not null default false,
  constraint deal_places_position_key unique (stage_id, position) deferrable initially immediate
);

create index deal_places_shown_idx on private.deal_places (stage_id, position) include (deal_id) where not archived;

create table public.deal_contacts (
  id uuid primary key default uuidv7(),
  deal_id uuid not null references public.deals (id) on delete cascade,
  contact_id uuid not null references public.contacts (id) on delete cascade,
  role text constraint "role has at most 100 characters" check (char_length(role) <= 100),
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (deal_id, contact_id)
);

create unique index deal_contacts_primary_idx on public.deal_contacts (deal_id) where is_primary;
create index deal_contacts_contact_idx on public.deal_contacts (contact_id);

-- Append only, written by a trigger: history, time in a stage, the board as of any day.
create table public.deal_stage_events (
  id bigint generated always as identity primary key,
  deal_id uuid not null references public.deals (id) on delete cascade,
  at timestamptz not null,
  by uuid,
  -- Null when the deal was made.
  from_stage uuid references public.deal_stages (id),
  to_stage uuid not null references public.deal_stages (id),
  from_kind text,
  to_kind text not null,
  base_minor bigint,
  probability smallint not null,
  seconds_in_from bigint
);

-- Reports ask for the last move before a moment, from the index alone.
create index deal_stage_events_deal_idx on public.deal_stage_events (deal_id, id) include (at, to_stage, to_kind, base_minor, probability);
create index deal_stage_events_at_idx on public.deal_stage_events (at);

-- What others left open for deals.
alter table public.tasks add constraint tasks_deal_id_fkey foreign key (deal_id) references public.deals (id) on delete cascade;

alter table public.notes add constraint notes_deal_id_fkey foreign key (deal_id) references public.deals (id) on delete set null;

alter table public.inquiries add constraint inquiries_deal_id_fkey
  foreign key (deal_id) references public.deals (id) on delete set null deferrable initially deferred;

alter table public.subjects add constraint subjects_stage_id_fkey foreign key (stage_id) references public.deal_stages (id);

create index tasks_done_deal_idx on public.tasks (deal_id) where done_at is not null and deal_id is not null;

alter table public.deal_stages enable row level security;
alter table public.close_reasons enable row level security;

alter table public.deals enable row level security;
alter table public.deal_contacts enable row level security;
alter table public.deal_stage_events enable row level security;

create unique index staff_id_idx on public.staff (id);
