create function private.keys_of(records jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select distinct key from jsonb_array_elements(records) as entry, jsonb_object_keys(entry) as key order by key)
$$;

-- Rows of a CSV file wait here, many to a part: [{"line": 2, "name": "Norrfall", ...}, ...]. Keys are columns; a reference is given by
-- the title of the record it points to.
create table public.import_parts (
  import_id uuid not null,
  part integer not null check (part >= 0),
  records jsonb not null check (jsonb_typeof(records) = 'array'),
  -- What the records say: found while the file is sent, so that the import need not read them all for it.
  keys text[] not null generated always as (case when jsonb_typeof(records) = 'array' then private.keys_of(records) else '{}' end) stored,
  uploaded_by uuid not null default auth.uid() references auth.users (id) on delete cascade,
  uploaded_at timestamptz not null default now(),
  primary key (import_id, part)
);

create index import_parts_uploaded_by_idx on public.import_parts (uploaded_by);
alter table public.import_parts enable row level security;

-- What was imported, so that it can be undone.
create table public.imports (
  id uuid primary key default uuidv7(),
  kind text not null,
  added integer not null,
  -- How many records were made because others referred to them by name.
  created integer not null,
  -- [{"kind": "contacts", "ids": [...]}, {"kind": "accounts", "ids": [...]}], those that refer first.
  records jsonb not null,
  imported_by uuid default auth.uid() references auth.users (id) on delete set null,
  imported_at timestamptz not null default now(),
  undone_at timestamptz
);

create index imports_imported_at_idx on public.imports (imported_at desc);
create index imports_imported_by_idx on public.imports (imported_by);
alter table public.imports enable row level security;

-- Rows that are part of the record they refer to: they go with it, and are no use of it by others.
create table private.record_parts (place regclass not null, field name not null, primary key (place, field));
