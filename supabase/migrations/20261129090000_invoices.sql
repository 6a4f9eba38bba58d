-- Invoices as the law sees them. public.invoices stays the table of what was issued: it gains what an invoice must say, frozen when it is
-- issued. Drafts are rows elsewhere, without a number, and may be thrown away.

alter table public.firm
  add column vat_id text constraint "VAT id has 4 to 20 characters" check (char_length(vat_id) between 4 and 20),
  add column phone text constraint "phone has 3 to 40 characters" check (char_length(phone) between 3 and 40),
  add column register_entry text constraint "register has 1 to 200 characters" check (char_length(register_entry) between 1 and 200);

-- Where a currency is paid to, if not to the firm's own account.
create table public.seller_accounts (
  currency text primary key references public.currencies (code),
  holder text not null constraint "holder has 1 to 200 characters" check (char_length(holder) between 1 and 200),
  bank text constraint "bank has at most 200 characters" check (char_length(bank) <= 200),
  account text not null constraint "account has 4 to 60 characters" check (char_length(account) between 4 and 60),
  bic text constraint "BIC has 8 or 11 characters" check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$')
);

-- Each wording of the seller that an invoice was issued with.
create table public.seller_versions (
  no int generated always as identity primary key,
  sha256 text not null unique,
  seller jsonb not null,
  since timestamptz not null default now()
);

create table public.billing_profiles (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  legal_name text constraint "legal name has 1 to 200 characters" check (char_length(legal_name) between 1 and 200),
  street text constraint "street has at most 200 characters" check (char_length(street) <= 200),
  postal_code text constraint "postal code has at most 20 characters" check (char_length(postal_code) <= 20),
  city text constraint "city has at most 100 characters" check (char_length(city) <= 100),
  region text constraint "region has at most 100 characters" check (char_length(region) <= 100),
  country text constraint "country is a code of two letters" check (country ~ '^[A-Z]{2}$'),
  vat_id text constraint "VAT id has 4 to 20 characters" check (char_length(vat_id) between 4 and 20),
  -- What the Union's service answered, and when; it is asked by a person and stops nothing.
  vat_answer text constraint "answer about a VAT id" check (vat_answer in ('valid', 'not valid', 'no answer')),
  vat_answered_at timestamptz,
  buyer_reference text constraint "reference has at most 100 characters" check (char_length(buyer_reference) <= 100),
  e_address text constraint "electronic address has at most 200 characters" check (char_length(e_address) <= 200),
  language text not null default 'en' constraint "language is en, de or fr" check (language in ('en', 'de', 'fr')),
  format text not null default 'pdf' constraint "format of a file" check (format in ('pdf', 'facturx', 'xrechnung', 'ubl')),
  -- Null: as the office has it.
  terms_days int constraint "0 to 365 days to pay" check (terms_days between 0 and 365),
  withheld_pcm int not null default 0 constraint "0 to 100 percent are withheld" check (withheld_pcm between 0 and 100000),
  send_to uuid references public.contacts (id) on delete set null,
  changed_at timestamptz not null default now(),
  changed_by uuid references public.staff (user_id) on delete set null
);

create index billing_profiles_send_to_idx on public.billing_profiles (send_to) where send_to is not null;
create index billing_profiles_changed_by_idx on public.billing_profiles (changed_by) where changed_by is not null;

create table public.invoice_settings (
  id boolean primary key default true constraint "there is one" check (id),
  terms_days int not null default 14 constraint "0 to 365 days to pay" check (terms_days between 0 and 365),
  -- The month in which a year of numbers begins.
  fiscal_month int not null default 1 constraint "a month" check (fiscal_month between 1 and 12),
  footer text not null default '' constraint "words below have at most 500 characters" check (char_length(footer) <= 500),
  late_fees boolean not null default false,
  -- Days after the due day; each is a stage and makes one draft.
  late_days int[] not null default '{30}' constraint "one to five stages" check (cardinality(late_days) between 1 and 5),
  late_fee_minor bigint not null default 4000 constraint "fee is zero or more" check (late_fee_minor between 0 and 1000000000),
  late_interest_bp int not null default 0 constraint "0 to 30 percent a year" check (late_interest_bp between 0 and 3000),
  changed_at timestamptz not null default now()
);

insert into public.invoice_settings default values;

-- The number before the first, where one was set. Once for each series.
create table public.invoice_starts (
  series text not null constraint "series is I or C" check (series in ('I', 'C')),
  year int not null,
  first int not null constraint "numbers count from 1" check (first between 1 and 1000000),
  set_by uuid references public.staff (user_id) on delete set null,
  set_at timestamptz not null default now(),
  primary key (series, year)
);

create index invoice_starts_set_by_idx on public.invoice_starts (set_by) where set_by is not null;

alter table public.invoices
  add column type text not null default 'invoice' constraint "type of an invoice" check (type in ('invoice', 'deposit', 'final', 'credit')),
  add column deal_id uuid references public.deals (id) on delete set null,
  add column series text, add column year int, add column seq int,
  add column seller jsonb, add column buyer jsonb,
  add column supply_from date, add column supply_to date,
  add column withheld_minor bigint not null default 0,
  add column payable_minor bigint,
  -- What the office counts in: one unit of the invoice's currency on its day, and the tax in it.
  add column office_currency text, add column rate numeric, add column rate_day date, add column rate_source text, add column tax_office_minor bigint,
  add column language text not null default 'en' constraint "language is en, de or fr" check (language in ('en', 'de', 'fr')),
  add column format text not null default 'pdf' constraint "format of a file" check (format in ('pdf', 'facturx', 'xrechnung', 'ubl')),
  add column buyer_reference text,
  add column note text,
  -- Why it was credited.
  add column reason text,
  add column schedule_no int,
  add column share_pcm int,
  add column late_fee_of uuid references public.invoices (id) on delete cascade,
  add column late_fee_stage int,
  -- One cause makes one invoice, however often it is asked for.
  add column dedupe_key text unique,
  add column sha256 text;

-- What was issued before: its numbers are known by their parts, and its parties are those of the pages that showed them.
update public.invoices set type = case when credit_of is null then 'invoice' else 'credit' end, series = left(number, 1),
  year = split_part(number, '-', 2)::int, seq = split_part(number, '-', 3)::int, payable_minor = total_minor;

alter table public.invoices alter column series set not null, alter column year set not null, alter column seq set not null, alter column payable_minor set not null;
alter table public.invoices add constraint invoices_series_key unique (series, year, seq);
alter table public.invoices add constraint "a credit note names what it corrects" check ((type = 'credit') = (credit_of is not null));
create index invoices_issued_idx on public.invoices (issued_on desc, seq desc);
create index invoices_deal_idx on public.invoices (deal_id) where deal_id is not null;
create unique index invoices_late_fee_idx on public.invoices (late_fee_of, late_fee_stage) where late_fee_of is not null;

-- Earlier invoices that a final one takes off: each once, unless the final one was taken back.
create table public.invoice_nets (
  final_id uuid not null references public.invoices (id) on delete cascade,
  earlier_id uuid not null references public.invoices (id) on delete cascade,
  released_on date,
  primary key (final_id, earlier_id)
);

create unique index invoice_nets_once_idx on public.invoice_nets (earlier_id) where released_on is null;

-- What reports read of tax: a row for each rate of each invoice. Withheld tax is none of it.
create table public.invoice_tax_rows (
  invoice_id uuid not null references public.invoices (id) on delete cascade,
  no int not null,
  issued_on date not null,
  currency text not null,
  category text not null,
  name text not null,
  rate_pcm int not null,
  base_minor bigint not null,
  tax_minor bigint not null,
  reason_code text,
  reason text,
  primary key (invoice_id, no)
);

create index invoice_tax_rows_issued_idx on public.invoice_tax_rows (issued_on);

insert into public.invoice_tax_rows (invoice_id, no, issued_on, currency, category, name, rate_pcm, base_minor, tax_minor)
select invoices.id, place::int, invoices.issued_on, invoices.currency, case when (tax ->> 'bp')::numeric = 0 then 'Z' else 'S' end, coalesce(tax ->> 'name', ''),
  round((tax ->> 'bp')::numeric * 10)::int, (tax ->> 'base_minor')::bigint, (tax ->> 'tax_minor')::bigint
from public.invoices, jsonb_array_elements(totals -> 'taxes') with ordinality as each (tax, place)
where (tax ->> 'bp')::numeric >= 0;

create table public.invoice_drafts (
  -- Becomes the invoice's own.
  id uuid primary key default uuidv7(),
  type text not null default 'invoice' constraint "type of an invoice" check (type in ('invoice', 'deposit', 'final', 'credit')),
  account_id uuid not null references public.accounts (id) on delete cascade,
  contact_id uuid references public.contacts (id) on delete set null,
  deal_id uuid references public.deals (id) on delete set null,
  proposal_id uuid references public.proposals (id) on delete cascade,
  title text not null constraint "title has 1 to 200 characters" check (char_length(btrim(title)) between 1 and 200),
  currency text not null references public.currencies (code),
  lines jsonb not null default '[]' constraint "an invoice has at most 500 lines" check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) <= 500),
  discount_bp numeric not null default 0 constraint "discount is 0 to 100 percent" check (discount_bp between 0 and 10000),
  discount_minor bigint not null default 0 constraint "discount is zero or more" check (discount_minor >= 0),
  withheld_pcm int not null default 0 constraint "0 to 100 percent are withheld" check (withheld_pcm between 0 and 100000),
  supply_from date, supply_to date,
  -- Null: as many days after its issue as the client's terms say.
  due_on date,
  -- [{"amount_minor": 5000, "due_on": "2027-01-31"}]; empty: one request.
  instalments jsonb not null default '[]' constraint "at most 24 instalments" check (jsonb_typeof(instalments) = 'array' and jsonb_array_length(instalments) <= 24),
  language text constraint "language is en, de or fr" check (language in ('en', 'de', 'fr')),
  buyer_reference text constraint "reference has at most 100 characters" check (char_length(buyer_reference) <= 100),
  note text not null default '' constraint "note has at most 2000 characters" check (char_length(note) <= 2000),
  reason text constraint "reason has at most 500 characters" check (char_length(reason) <= 500),
  credit_of uuid references public.invoices (id) on delete cascade,
  schedule_no int,
  share_pcm int constraint "a share is 0 to 100 percent" check (share_pcm between 0 and 100000),
  late_fee_of uuid references public.invoices (id) on delete cascade,
  late_fee_stage int,
  dedupe_key text unique,
  created_by uuid references public.staff (user_id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint "a discount is a share or an amount" check (discount_bp = 0 or discount_minor = 0),
  constraint "supply ends after it begins" check (supply_to >= supply_from),
  constraint "a credit note names what it corrects" check ((type = 'credit') = (credit_of is not null))
);

create index invoice_drafts_account_idx on public.invoice_drafts (account_id);
create index invoice_drafts_contact_idx on public.invoice_drafts (contact_id) where contact_id is not null;
create index invoice_drafts_deal_idx on public.invoice_drafts (deal_id) where deal_id is not null;
create index invoice_drafts_proposal_idx on public.invoice_drafts (proposal_id) where proposal_id is not null;
create index invoice_drafts_credit_idx on public.invoice_drafts (credit_of) where credit_of is not null;
create index invoice_drafts_created_by_idx on public.invoice_drafts (created_by) where created_by is not null;
-- A step of a schedule, and a stage of a late fee, is drafted once.
create unique index invoice_drafts_schedule_idx on public.invoice_drafts (proposal_id, schedule_no) where schedule_no is not null;
create unique index invoice_drafts_late_fee_idx on public.invoice_drafts (late_fee_of, late_fee_stage) where late_fee_of is not null;

-- The files of an issued invoice, made once. A row without a file is work that waits, or says what went wrong.
create table public.invoice_files (
  invoice_id uuid not null references public.invoices (id) on delete cascade,
  kind text not null constraint "kind of a file" check (kind in ('pdf', 'xml')),
  file_id uuid references private.files (id),
  sha256 text,
  size bigint,
  -- Which program made it: another one would make other bytes.
  version int not null default 1,
  -- The mail with its page is written when the files are there.
  sends boolean not null default false,
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  trouble text,
  made_at timestamptz,
  primary key (invoice_id, kind),
  constraint "a file that was made has its hash" check ((file_id is null) = (sha256 is null))
);

create index invoice_files_due_idx on public.invoice_files (next_try_at) where file_id is null;
create index invoice_files_file_idx on public.invoice_files (file_id) where file_id is not null;

-- A client says that something is wrong; beside the invoice, which stays as it is.
create table public.invoice_disputes (
  invoice_id uuid primary key references public.invoices (id) on delete cascade,
  words text not null constraint "dispute has 1 to 500 characters" check (char_length(words) between 1 and 500),
  since date not null,
  entered_by uuid references public.staff (user_id) on delete set null
);

create index invoice_disputes_entered_by_idx on public.invoice_disputes (entered_by) where entered_by is not null;

alter table public.seller_accounts enable row level security;
alter table public.seller_versions enable row level security;
alter table public.billing_profiles enable row level security;
alter table public.invoice_settings enable row level security;
alter table public.invoice_starts enable row level security;
alter table public.invoice_nets enable row level security;
alter table public.invoice_tax_rows enable row level security;
alter table public.invoice_drafts enable row level security;
alter table public.invoice_files enable row level security;
alter table public.invoice_disputes enable row level security;

insert into public.modules (key) values ('invoices');

insert into public.role_grants (role_id, area, action)
select roles.id, 'invoices', action
from (values ('partner', '{read,add,edit,delete,send,money}'), ('finance', '{read,add,edit,delete,send,money}')) as preset (key, actions)
join public.roles on roles.key = preset.key, unnest(preset.actions::text[]) as action;

-- Stages of a late fee that were drafted, whatever became of the draft.
create table private.late_stages (
  invoice_id uuid not null references public.invoices (id) on delete cascade,
  stage int not null,
  drafted_at timestamptz not null default now(),
  primary key (invoice_id, stage)
);
