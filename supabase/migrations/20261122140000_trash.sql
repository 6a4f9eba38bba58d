-- What can be deleted and brought back: one row for each kind of record, registered by the SQL of its module.
create table private.trash_kinds (
  kind text primary key,
  -- Who may delete there sees what was deleted, and may bring it back.
  area text not null,
  -- The column that names a record.
  title text not null,
  -- "deal": as its history calls it.
  record_type text not null
);

-- A merge is kept like a deletion: the record that went, the rows that went or changed with it, and the rows that it made.
alter table public.deletions
  add column area text not null default 'crm',
  add column cause text not null default 'deleted' constraint "why it went" check (cause in ('deleted', 'merged')),
  add column merged_into uuid,
  add constraint "a merge has an aim" check ((cause = 'merged') = (merged_into is not null));

alter table public.deletions alter column area drop default;

-- Rows that a merge made, as they were then: undoing it takes back those that are still the same.
create table private.made_rows (
  deletion_id uuid not null references public.deletions (id) on delete cascade,
  place text not null,
  key jsonb not null,
  record jsonb not null,
  primary key (deletion_id, place, key)
);

-- One row of any table, for comparing before and after.
create type private.row_version as (place text, key jsonb, record jsonb);

-- Pairs that someone has looked at and that are two different records. The smaller id comes first.
create table public.not_duplicates (
  kind text not null,
  one_id uuid not null,
  other_id uuid not null,
  marked_by uuid default auth.uid() references auth.users (id) on delete set null,
  marked_at timestamptz not null default now(),
  primary key (kind, one_id, other_id),
  constraint "a pair is written one way" check (one_id < other_id)
);

create index not_duplicates_marked_by_idx on public.not_duplicates (marked_by);
alter table public.not_duplicates enable row level security;
