create table public.proposals (
  id uuid primary key default uuidv7(),
  number text not null unique,
  -- A company whose proposals were answered is archived, not deleted (private.keep_answered).
  account_id uuid not null references public.accounts (id) on delete cascade,
  contact_id uuid references public.contacts (id) on delete set null,
  deal_id uuid references public.deals (id) on delete set null,
  owner_id uuid default auth.uid() references public.staff (user_id) on delete restrict,
  -- What was accepted is final: a change is a new proposal that names the one before.
  refers_to uuid references public.proposals (id) on delete set null,
  -- Expired is no state: it follows from `valid_until` whenever someone looks. Sent here means: its page is ready for the client. Whether
  -- its mail has left is said by the outbox (private.shown_proposal_state).
  state text not null default 'draft' constraint "state of a proposal"
    check (state in ('draft', 'sent', 'viewed', 'accepted', 'declined', 'withdrawn')),
  current_version int not null default 1 constraint "versions count from 1" check (current_version > 0),
  -- The last day on which it can be accepted, as the clocks of `timezone` have it. Null: no end.
  valid_until date,
  timezone text not null,
  currency text not null references public.currencies (code),
  decided_at timestamptz,
  -- The person asked to be forgotten: words are gone, decision and hashes stay.
  anonymised_at timestamptz,
  created_by uuid default auth.uid() references public.staff (user_id) on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint "an answer has its time" check ((state in ('accepted', 'declined')) = (decided_at is not null))
);

create index proposals_account_idx on public.proposals (account_id);
create index proposals_contact_idx on public.proposals (contact_id) where contact_id is not null;
create index proposals_deal_idx on public.proposals (deal_id) where deal_id is not null;
create index proposals_refers_idx on public.proposals (refers_to) where refers_to is not null;
create index proposals_created_idx on public.proposals (created_at desc, id);
create index proposals_open_idx on public.proposals (valid_until) where state in ('sent', 'viewed');

create table public.proposal_versions (
  id uuid primary key default uuidv7(),
  proposal_id uuid not null references public.proposals (id) on delete cascade,
  no int not null constraint "versions count from 1" check (no > 0),
  title text not null default '' constraint "title has at most 200 characters" check (char_length(title) <= 200),
  -- The first paragraph, then what stands before the items, then what stands below them. A line that begins with "## " is a heading.
  intro text not null default '' constraint "first paragraph has at most 3000 characters" check (char_length(intro) <= 3000),
  body text not null default '' constraint "letter has at most 20000 characters" check (char_length(body) <= 20000),
  terms text not null default '' constraint "terms have at most 20000 characters" check (char_length(terms) <= 20000),
  -- [{"day": "2027-01-13", "title": "Start", "text": "..."}]
  dates jsonb not null default '[]' constraint "dates are a list of at most 20"
    check (jsonb_typeof(dates) = 'array' and jsonb_array_length(dates) <= 20),
  tax_note text not null default '' constraint "word about tax has at most 100 characters" check (char_length(tax_note) <= 100),
  discount_bp int not null default 0 constraint "discount is 0 to 100 percent" check (discount_bp between 0 and 10000),
  deposit_bp int not null default 0 constraint "deposit is 0 to 100 percent" check (deposit_bp between 0 and 10000),
  payment_days int not null default 14 constraint "0 to 365 days to pay" check (payment_days between 0 and 365),
  consent_text text not null constraint "consent has 1 to 1000 characters" check (char_length(consent_text) between 1 and 1000),
  subtotal_minor bigint not null default 0,
  discount_minor bigint not null default 0,
  tax_minor bigint not null default 0,
  total_minor bigint not null default 0,
  deposit_minor bigint not null default 0,
  -- Filled when its page is ready for the client and its mail is written: names, days and currency as they were then, all that the page shows, and its hash.
  sent_as jsonb,
  content jsonb,
  content_sha256 text,
  created_by uuid references public.staff (user_id) on delete restrict,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (proposal_id, no),
  constraint "what was sent has a hash" check ((sent_at is null) = (content_sha256 is null))
);

create table public.proposal_items (
  id uuid primary key default uuidv7(),
  version_id uuid not null references public.proposal_versions (id) on delete cascade,
  position int not null constraint "items count from 1" check (position between 1 and 200),
  title text not null constraint "item has 1 to 200 characters" check (char_length(title) between 1 and 200),
  description text not null default '' constraint "description has at most 2000 characters" check (char_length(description) <= 2000),
  unit text not null default '' constraint "unit has at most 40 characters" check (char_length(unit) <= 40),
  quantity_milli bigint not null default 1000 constraint "quantity is zero or more" check (quantity_milli between 0 and 1000000000000),
  unit_minor bigint not null default 0,
  discount_bp int not null default 0 constraint "discount is 0 to 100 percent" check (discount_bp between 0 and 10000),
  tax_bp int not null default 0 constraint "tax is 0 to 100 percent" check (tax_bp between 0 and 10000),
  -- The client may choose it; `selected` is what the page shows first.
  optional boolean not null default false,
  selected boolean not null default true,
  unique (version_id, position),
  constraint "what is not optional is chosen" check (optional or selected)
);

-- One answer, for good.
create table public.proposal_decisions (
  proposal_id uuid primary key references public.proposals (id) on delete cascade,
  version_id uuid not null references public.proposal_versions (id) on delete cascade,
  content_sha256 text not null,
  content jsonb,
  -- Positions of the optional items that were chosen.
  chosen int[] not null default '{}',
  kind text not null constraint "kind of an answer" check (kind in ('accepted', 'declined')),
  typed_name text constraint "name has 2 to 200 characters" check (char_length(typed_name) between 2 and 200),
  email text,
  consent_text text,
  reason text constraint "reason has at most 2000 characters" check (char_length(reason) <= 2000),
  total_minor bigint not null,
  deposit_minor bigint not null,
  decided_at timestamptz not null,
  ip text,
  user_agent text,
  link_id uuid,
  -- What private.request_payment made of the deposit.
  payment_request_id uuid,
  constraint "who accepts types a name and consents" check (kind <> 'accepted' or (typed_name is not null and consent_text is not null))
);

create index proposal_decisions_version_idx on public.proposal_decisions (version_id);

-- Append only; each entry's hash covers the one before. No words about people: what is erased must not break it.
create table public.proposal_events (
  id bigint generated always as identity primary key,
  proposal_id uuid not null references public.proposals (id) on delete cascade,
  no int not null,
  at timestamptz not null,
  kind text not null,
  data jsonb not null default '{}',
  prev_hash text not null,
  hash text not null,
  unique (proposal_id, no)
);

-- Numbers per year; a draft that is thrown away leaves a gap.
create table private.proposal_numbers (year int primary key, last int not null);

-- Who offers; the server says it at its start (content/site.ts).
create table private.proposal_house (id boolean primary key default true check (id), name text not null default '');

insert into private.proposal_house default values;

-- Links by which colleagues look at the page as the client will: nothing is counted, nothing can be answered.
create table private.proposal_previews (link_id uuid primary key references private.access_links (id) on delete cascade, proposal_id uuid not null);

-- The hash of a PDF when it was first made, and where the signed one is filed. Derived: may be made again at any time.
create table private.proposal_files (
  proposal_id uuid not null references public.proposals (id) on delete cascade,
  version_no int not null,
  signed boolean not null,
  sha256 text not null,
  made_at timestamptz not null default now(),
  primary key (proposal_id, version_no, signed)
);

create table private.proposal_filings (
  proposal_id uuid primary key references public.proposals (id) on delete cascade,
  document_id uuid,
  filed_at timestamptz not null default now()
);

alter table public.proposals enable row level security;
alter table public.proposal_versions enable row level security;
alter table public.proposal_items enable row level security;
alter table public.proposal_decisions enable row level security;
alter table public.proposal_events enable row level security;
