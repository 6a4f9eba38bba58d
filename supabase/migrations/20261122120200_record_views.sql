-- A list as someone saved it: filters, sort, columns and search under a name. Its definition is read by domain/saved-view.ts.
create table public.views (
  id uuid primary key default uuidv7(),
  -- The table whose records it lists.
  entity text not null constraint "entity has 1 to 63 characters" check (char_length(entity) between 1 and 63),
  name text not null constraint "name has 1 to 80 characters" check (char_length(name) between 1 and 80),
  owner_id uuid not null default auth.uid() references public.staff (user_id) on delete cascade,
  -- For all, or for its owner alone.
  shared boolean not null default false,
  -- Opens when the list is opened without a search or filter. A person's own default comes before the one for all.
  is_default boolean not null default false,
  definition jsonb not null constraint "definition is an object of at most 16384 bytes"
    check (jsonb_typeof(definition) = 'object' and octet_length(definition::text) <= 16384),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index views_default_for_all_idx on public.views (entity) where shared and is_default;
create unique index views_own_default_idx on public.views (entity, owner_id) where not shared and is_default;
create index views_owner_idx on public.views (owner_id);
alter table public.views enable row level security;
