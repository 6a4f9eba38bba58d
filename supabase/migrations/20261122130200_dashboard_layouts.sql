-- How a person has arranged the dashboard: the tiles in order, and those that are hidden. Tiles that are not named come after them.
create table public.dashboard_layouts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  tiles jsonb not null default '[]' constraint "tiles are a list of at most 100" check (jsonb_typeof(tiles) = 'array' and jsonb_array_length(tiles) <= 100),
  changed_at timestamptz not null default now()
);

alter table public.dashboard_layouts enable row level security;
