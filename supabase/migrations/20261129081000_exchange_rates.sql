-- What currencies were worth on a day, as units for one euro. Append only for files; a person's own entry names a reason.
create table public.exchange_rates (
  -- No reference to the currencies we know: files name others, too.
  currency text not null constraint "currency is three capital letters" check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  day date not null,
  source text not null constraint "source is ecb or hand" check (source in ('ecb', 'hand')),
  per_eur numeric not null constraint "a rate is above zero" check (per_eur > 0),
  reason text constraint "reason has at most 300 characters" check (char_length(reason) between 1 and 300),
  entered_by uuid references public.staff (user_id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (currency, day, source),
  constraint "who enters a rate says why" check (source <> 'hand' or reason is not null)
);

create index exchange_rates_entered_by_idx on public.exchange_rates (entered_by) where entered_by is not null;

-- Whether the server asks the European Central Bank each night, and what came of it.
create table public.rate_settings (
  id boolean primary key default true constraint "there is one" check (id),
  fetches boolean not null default false,
  fetched_on date,
  asked_at timestamptz,
  trouble text
);

insert into public.rate_settings default values;

alter table public.exchange_rates enable row level security;
alter table public.rate_settings enable row level security;
