-- What is taxed alike, such as "services", and what holds for it: by where the buyer is, and from which day on.
create table public.tax_classes (
  id uuid primary key default uuidv7(),
  name text not null unique constraint "name has 1 to 60 characters" check (char_length(btrim(name)) between 1 and 60),
  is_default boolean not null default false,
  archived_at timestamptz,
  created_at timestamptz not null default now()
);

create unique index tax_classes_one_default_idx on public.tax_classes (is_default) where is_default;

-- No rate comes with the product: what a firm has to charge is said by its accountant.
insert into public.tax_classes (name, is_default) values ('Services', true);

create table public.tax_rules (
  class_id uuid not null references public.tax_classes (id) on delete restrict,
  place text not null constraint "place of a buyer" check (place in ('home', 'eu_business', 'eu_consumer', 'outside')),
  from_on date not null,
  -- [{"name": "VAT", "category": "S", "rate_pcm": 19000}]: thousandths of a percent, 9.975 % is 9975; an exempt one has "reason" (words)
  -- and may have "reason_code" (a VATEX code). Its shape is kept by a trigger (33-taxes.sql).
  parts jsonb not null constraint "a rule has at most two taxes" check (jsonb_typeof(parts) = 'array' and jsonb_array_length(parts) <= 2),
  changed_by uuid references public.staff (user_id) on delete set null,
  changed_at timestamptz not null default now(),
  primary key (class_id, place, from_on)
);

create index tax_rules_changed_by_idx on public.tax_rules (changed_by) where changed_by is not null;

alter table public.tax_classes enable row level security;
alter table public.tax_rules enable row level security;

-- A line has one rate in basis points as before, or up to two parts as tax_rules have them.
alter table public.proposal_items
  add column tax_class_id uuid references public.tax_classes (id) on delete restrict,
  add column taxes jsonb constraint "a line has at most two taxes" check (jsonb_typeof(taxes) = 'array' and jsonb_array_length(taxes) <= 2),
  add constraint "a rate or taxes, not both" check (taxes is null or tax_bp = 0);

create index proposal_items_tax_class_idx on public.proposal_items (tax_class_id) where tax_class_id is not null;
