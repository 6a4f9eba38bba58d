-- How a person reads dates and numbers in the back office. Without a row: en-US, as specified.
create table public.format_choices (
  user_id uuid primary key references auth.users (id) on delete cascade,
  locale text not null default 'en-US',
  -- Null: what the locale has. 1 is Monday, 7 Sunday.
  week_starts_on int,
  -- Null: what the locale has.
  hours_24 boolean,
  updated_at timestamptz not null default now(),
  constraint locale_is_a_language_tag check (locale ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$'),
  constraint week_starts_on_a_day check (week_starts_on between 1 and 7)
);
alter table public.format_choices enable row level security;
