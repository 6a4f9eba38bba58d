-- How much cash there is: reports on what other modules keep, and the only thing of its own, periods that are closed.
insert into public.modules (key) values ('cash');

insert into public.role_grants (role_id, area, action)
select roles.id, 'cash', action
from (values ('partner', '{read,money,export}'), ('finance', '{read,money,export}'), ('reader', '{read}')) as preset (key, actions)
join public.roles on roles.key = preset.key, unnest(preset.actions::text[]) as action
on conflict do nothing;

-- Days in which nothing is issued, paid or corrected any more. A period that is opened again stays as a row that says who did it and why.
create table public.closed_periods (
  id uuid primary key default uuidv7(),
  starts_on date not null,
  ends_on date not null,
  closed_by uuid references public.staff (user_id) on delete restrict,
  closed_at timestamptz not null default now(),
  reopened_by uuid references public.staff (user_id) on delete restrict,
  reopened_at timestamptz,
  why text constraint "why has 1 to 500 characters" check (char_length(btrim(why)) between 1 and 500),
  constraint "a period ends after it starts" check (ends_on >= starts_on),
  constraint "opening a period again says why" check ((reopened_at is null) = (why is null)),
  constraint "periods that are closed do not overlap" exclude using gist (daterange(starts_on, ends_on, '[]') with &&) where (reopened_at is null)
);
create index closed_periods_closed_by_idx on public.closed_periods (closed_by) where closed_by is not null;
create index closed_periods_reopened_by_idx on public.closed_periods (reopened_by) where reopened_by is not null;

alter table public.closed_periods enable row level security;
