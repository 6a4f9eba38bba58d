-- Numbers without gaps --------------------------------------------------------------------------------------------------

-- One row per series and year. Whoever takes a number holds the row until the end of the transaction: one that is rolled back gives
-- its number back, and no two can have the same.
create table private.number_series (
  series text not null constraint "series is one capital letter" check (series ~ '^[A-Z]$'),
  year int not null,
  last int not null,
  primary key (series, year)
);

-- Invoices --------------------------------------------------------------------------------------------------------------

-- Never changed: a wrong one is credited by another, which refers to it.
create table public.invoices (
  id uuid primary key default uuidv7(),
  -- I-2026-001, credit notes C-2026-001.
  number text not null unique,
  account_id uuid not null references public.accounts (id) on delete restrict,
  contact_id uuid references public.contacts (id) on delete set null,
  proposal_id uuid,
  title text not null constraint "title has 1 to 200 characters" check (char_length(title) between 1 and 200),
  issued_on date not null,
  due_on date not null,
  currency text not null references public.currencies (code),
  -- As they were given to document_totals, and what it answered.
  lines jsonb not null,
  options jsonb not null default '{}',
  totals jsonb not null,
  total_minor bigint not null,
  credit_of uuid unique references public.invoices (id),
  created_by uuid references public.staff (user_id),
  created_at timestamptz not null default now(),
  constraint "a credit note is negative, an invoice is not" check ((credit_of is null) = (total_minor >= 0))
);

create index invoices_account_idx on public.invoices (account_id);
create index invoices_contact_idx on public.invoices (contact_id) where contact_id is not null;
create index invoices_proposal_idx on public.invoices (proposal_id) where proposal_id is not null;

-- Requests --------------------------------------------------------------------------------------------------------------

create table public.payment_requests (
  id uuid primary key default uuidv7(),
  -- A draft has none yet: numbers are given when a request is opened.
  number text unique,
  -- A company that was asked for money is archived, not deleted.
  account_id uuid not null references public.accounts (id) on delete restrict,
  contact_id uuid references public.contacts (id) on delete set null,
  deal_id uuid references public.deals (id) on delete set null,
  proposal_id uuid,
  invoice_id uuid references public.invoices (id),
  title text not null constraint "title has 1 to 200 characters" check (char_length(title) between 1 and 200),
  amount_minor bigint not null constraint "amount is above zero" check (amount_minor between 1 and 9000000000000000),
  currency text not null references public.currencies (code),
  -- What a draft is to become.
  draft jsonb,
  issued_on date,
  due_on date not null,
  state text not null default 'draft' constraint "state is draft, open or cancelled" check (state in ('draft', 'open', 'cancelled')),
  cancelled_on date,
  cancel_reason text constraint "reason has at most 500 characters" check (char_length(cancel_reason) <= 500),
  reminders_on boolean not null default true,
  reminders_sent int not null default 0,
  reminded_on date,
  -- One cause asks once, however often it is asked for.
  dedupe_key text unique,
  created_by uuid references public.staff (user_id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint "a request that is out has a number and a day" check ((state = 'draft') = (number is null) and (state = 'draft') = (issued_on is null)),
  constraint "a draft says what it is to become" check ((state = 'draft') = (draft is not null)),
  constraint "a cancelled request has its day" check ((state = 'cancelled') = (cancelled_on is not null))
);

create index payment_requests_account_idx on public.payment_requests (account_id);
create index payment_requests_contact_idx on public.payment_requests (contact_id) where contact_id is not null;
create index payment_requests_deal_idx on public.payment_requests (deal_id) where deal_id is not null;
create index payment_requests_proposal_idx on public.payment_requests (proposal_id) where proposal_id is not null;
create index payment_requests_invoice_idx on public.payment_requests (invoice_id) where invoice_id is not null;
create index payment_requests_due_idx on public.payment_requests (due_on) where state = 'open';

-- Money -----------------------------------------------------------------------------------------------------------------

-- Append only: what was written wrongly is put right by another row.
create table public.payments (
  id uuid primary key default uuidv7(),
  -- Null: money that fits no request, until a person says where it belongs.
  request_id uuid references public.payment_requests (id) on delete restrict,
  kind text not null constraint "kind is payment, refund, dispute or correction" check (kind in ('payment', 'refund', 'dispute', 'correction')),
  amount_minor bigint not null,
  -- No reference to the currencies we know: money in any other is written down as well.
  currency text not null constraint "currency is three capital letters" check (currency ~ '^[A-Z]{3}$'),
  method text not null constraint "method is stripe, bank, cash or other" check (method in ('stripe', 'bank', 'cash', 'other')),
  received_on date not null,
  provider text,
  provider_id text,
  entered_by uuid references public.staff (user_id),
  reference text constraint "reference has at most 200 characters" check (char_length(reference) <= 200),
  corrects_id uuid references public.payments (id),
  -- Bought on the site without a request: the period it was paid for.
  seat text constraint "seat is monthly or annual" check (seat in ('monthly', 'annual')),
  created_at timestamptz not null default clock_timestamp(),
  constraint payments_provider_key unique (provider, provider_id),
  constraint "money comes in or goes back" check (
    case kind when 'payment' then amount_minor > 0 when 'correction' then amount_minor <> 0 else amount_minor < 0 end),
  constraint "a correction names what it corrects" check ((kind = 'correction') = (corrects_id is not null)),
  constraint "a person or a provider brings it" check (num_nonnulls(entered_by, provider) > 0),
  constraint "a provider has its own key" check ((provider is null) = (provider_id is null))
);

create index payments_request_idx on public.payments (request_id);
create index payments_unallocated_idx on public.payments (created_at) where request_id is null;
create index payments_corrects_idx on public.payments (corrects_id) where corrects_id is not null;
create index payments_received_idx on public.payments (received_on);

-- A page of the provider on which one request can be paid. `creating` is written before the provider is asked; `unclear` is what
-- it becomes when the answer does not say whether the page exists.
create table public.checkout_sessions (
  id uuid primary key default uuidv7(),
  request_id uuid not null references public.payment_requests (id) on delete restrict,
  attempt int not null,
  provider_session_id text unique,
  provider_payment_id text,
  amount_minor bigint not null constraint "amount is above zero" check (amount_minor > 0),
  currency text not null,
  state text not null default 'creating' constraint "state of a checkout"
    check (state in ('creating', 'unclear', 'open', 'processing', 'complete', 'expired', 'failed')),
  expires_at timestamptz,
  error_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (request_id, attempt)
);

create unique index checkout_sessions_one_open_idx on public.checkout_sessions (request_id) where state in ('creating', 'unclear', 'open');
create index checkout_sessions_payment_idx on public.checkout_sessions (provider_payment_id) where provider_payment_id is not null;

-- What the nightly comparison with the provider found.
create table public.payment_checks (
  id uuid primary key default uuidv7(),
  at timestamptz not null default now(),
  seen int not null,
  -- Sessions there that we do not know, and those that were done there and open here.
  unknown jsonb not null default '[]',
  settled jsonb not null default '[]'
);

create index payment_checks_at_idx on public.payment_checks (at desc);

alter table public.invoices add constraint invoices_proposal_id_fkey foreign key (proposal_id) references public.proposals (id) on delete restrict;
alter table public.payment_requests add constraint payment_requests_proposal_id_fkey
  foreign key (proposal_id) references public.proposals (id) on delete restrict;

alter table public.invoices enable row level security;
alter table public.payment_requests enable row level security;
alter table public.payments enable row level security;
alter table public.checkout_sessions enable row level security;
alter table public.payment_checks enable row level security;
