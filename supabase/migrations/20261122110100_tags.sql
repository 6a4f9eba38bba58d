-- Tags. A record holds the names of its tags; public.tags has their spelling and color, public.taggings follows by trigger and tells
-- quickly which records have a tag.
create table public.tags (
  id uuid primary key default uuidv7(),
  name text not null constraint "a tag has 1 to 40 characters and no semicolon" check (char_length(name) between 1 and 40 and strpos(name, ';') = 0),
  color text not null default 'plain' constraint "color of a tag" check (color in ('plain', 'gray', 'green', 'blue', 'orange', 'red')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index tags_name_idx on public.tags (lower(name));
alter table public.tags enable row level security;

create table public.taggings (
  tag_id uuid not null references public.tags (id) on delete cascade,
  record_type text not null,
  record_id uuid not null,
  primary key (tag_id, record_type, record_id)
);

create index taggings_record_idx on public.taggings (record_id);
alter table public.taggings enable row level security;

alter table public.accounts add column tags text[] not null default '{}' constraint "at most 50 tags" check (cardinality(tags) <= 50);
alter table public.contacts add column tags text[] not null default '{}' constraint "at most 50 tags" check (cardinality(tags) <= 50);
alter table public.deals add column tags text[] not null default '{}' constraint "at most 50 tags" check (cardinality(tags) <= 50);
alter table public.documents add column tags text[] not null default '{}' constraint "at most 50 tags" check (cardinality(tags) <= 50);
