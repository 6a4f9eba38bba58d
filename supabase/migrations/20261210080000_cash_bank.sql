-- What the bank says: files that were read, their lines, and which line paid what. The money itself is in public.payments.
create table public.bank_imports (
  id uuid primary key default uuidv7(),
  -- Of the bytes: the same file is read once.
  sha256 text not null unique constraint "a hash has 64 digits" check (sha256 ~ '^[0-9a-f]{64}$'),
  file_name text not null constraint "name of a file has 1 to 200 characters" check (char_length(file_name) between 1 and 200),
  format text not null constraint "format of a bank's file" check (format ~ '^(csv|camt\.05[234]\.001\.[0-9]{2})$'),
  -- [{"account", "currency", "starts_on", "ends_on", "opening_minor", "closing_minor", "lines"}]; balances where the file has them.
  statements jsonb not null constraint "a file has a statement" check (jsonb_typeof(statements) = 'array' and jsonb_array_length(statements) between 1 and 1000),
  added int not null,
  known int not null,
  imported_by uuid not null references public.staff (user_id) on delete restrict,
  imported_at timestamptz not null default now()
);

create index bank_imports_imported_by_idx on public.bank_imports (imported_by);

create table public.bank_lines (
  id uuid primary key default uuidv7(),
  import_id uuid not null references public.bank_imports (id) on delete restrict,
  account text not null constraint "account has 4 to 34 letters and digits" check (account ~ '^[A-Z0-9]{4,34}$'),
  currency text not null constraint "currency is three capital letters" check (currency ~ '^[A-Z]{3}$'),
  -- All that a file says of a booking, and its place among those that are alike.
  key text not null,
  day date not null,
  valued_on date,
  amount_minor bigint not null constraint "a booking has an amount" check (amount_minor <> 0),
  -- What of it is not matched yet: the lock of two people who match at once.
  rest_minor bigint not null,
  name text constraint "name has at most 200 characters" check (char_length(name) <= 200),
  iban text constraint "their account has at most 34 characters" check (char_length(iban) <= 34),
  words text not null default '' constraint "text has at most 1000 characters" check (char_length(words) <= 1000),
  reference text, end_to_end text,
  -- The bank's own reference of a booking that has several lines.
  entry text,
  ignored_at timestamptz,
  ignored_by uuid references public.staff (user_id) on delete restrict,
  ignored_why text constraint "why has at most 200 characters" check (char_length(ignored_why) <= 200),
  constraint bank_lines_once unique (account, key),
  constraint "no more is matched than came" check (sign(rest_minor) in (0, sign(amount_minor)) and abs(rest_minor) <= abs(amount_minor)),
  constraint "who ignores says when" check ((ignored_at is null) = (ignored_by is null))
);

create index bank_lines_day_idx on public.bank_lines (day desc, id desc);
create index bank_lines_open_idx on public.bank_lines (day desc, id desc) where rest_minor > 0 and ignored_at is null;
create index bank_lines_import_idx on public.bank_lines (import_id);
create index bank_lines_iban_idx on public.bank_lines (iban) where iban is not null;
create index bank_lines_same_idx on public.bank_lines (account, day, amount_minor);
create index bank_lines_ignored_by_idx on public.bank_lines (ignored_by) where ignored_by is not null;

-- A line, or part of it, paid a request. Undone by a correction of the payment, which stays.
create table public.bank_matches (
  id uuid primary key default uuidv7(),
  line_id uuid not null references public.bank_lines (id) on delete restrict,
  request_id uuid not null references public.payment_requests (id) on delete restrict,
  payment_id uuid not null unique references public.payments (id) on delete restrict,
  amount_minor bigint not null constraint "what is matched came in" check (amount_minor > 0),
  by text not null constraint "matched by a person or the rule" check (by in ('person', 'rule')),
  reasons text[] not null default '{}',
  matched_by uuid not null references public.staff (user_id) on delete restrict,
  matched_at timestamptz not null default now(),
  undone_by uuid references public.staff (user_id) on delete restrict,
  undone_at timestamptz,
  undone_why text constraint "why has 1 to 200 characters" check (char_length(btrim(undone_why)) between 1 and 200),
  constraint "who undoes says why" check ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undone_why is null))
);

create index bank_matches_line_idx on public.bank_matches (line_id);
create index bank_matches_request_idx on public.bank_matches (request_id);
create index bank_matches_rule_idx on public.bank_matches (matched_at desc) where by = 'rule';
create index bank_matches_matched_by_idx on public.bank_matches (matched_by);
create index bank_matches_undone_by_idx on public.bank_matches (undone_by) where undone_by is not null;

-- Card payments that a provider paid out in one sum, less its fees. They were written down when they were made.
create table public.bank_payouts (
  payment_id uuid primary key references public.payments (id) on delete restrict,
  line_id uuid not null references public.bank_lines (id) on delete restrict,
  settled_by uuid not null references public.staff (user_id) on delete restrict,
  settled_at timestamptz not null default now()
);

create index bank_payouts_line_idx on public.bank_payouts (line_id);
create index bank_payouts_settled_by_idx on public.bank_payouts (settled_by);

create table public.bank_settings (
  id boolean primary key default true constraint "there is one" check (id),
  -- Whether what is certain is booked while a file is read.
  books_certain boolean not null default false
);

insert into public.bank_settings default values;

alter table public.bank_imports enable row level security;
alter table public.bank_lines enable row level security;
alter table public.bank_matches enable row level security;
alter table public.bank_payouts enable row level security;
alter table public.bank_settings enable row level security;
