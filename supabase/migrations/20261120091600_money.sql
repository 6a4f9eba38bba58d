-- Rates are what one whole unit costs in the office's currency; null where nobody has said.
create table public.currencies (
  code text primary key constraint "code is three capital letters" check (code ~ '^[A-Z]{3}$'),
  minor_digits smallint not null default 2 constraint "0 to 4 digits" check (minor_digits between 0 and 4),
  rate numeric constraint "a rate is above zero" check (rate > 0)
);

insert into public.currencies (code, minor_digits)
values ('USD', 2), ('EUR', 2), ('GBP', 2), ('CHF', 2), ('JPY', 0), ('KWD', 3), ('CAD', 2), ('AUD', 2), ('NZD', 2), ('SEK', 2), ('NOK', 2),
  ('DKK', 2), ('PLN', 2), ('CZK', 2), ('HUF', 2), ('INR', 2), ('SGD', 2), ('HKD', 2), ('CNY', 2), ('KRW', 0), ('BHD', 3), ('ZAR', 2),
  ('BRL', 2), ('MXN', 2), ('AED', 2), ('ILS', 2), ('TRY', 2), ('ISK', 0), ('VND', 0), ('JOD', 3), ('OMR', 3), ('TND', 3);

alter table public.currencies enable row level security;

-- Rates that held until a moment, minor unit to minor unit: what was open before it is counted with them.
create table private.past_rates (
  id bigint generated always as identity primary key,
  currency text not null references public.currencies (code),
  base_rate numeric not null,
  until timestamptz not null default clock_timestamp()
);

create index past_rates_until_idx on private.past_rates (currency, until);

alter table private.past_rates enable row level security;
