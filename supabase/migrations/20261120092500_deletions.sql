create table public.deletions (
  id uuid primary key,
  -- The table that was deleted from, and the name of one of its records.
  kind text not null,
  title text,
  records int not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_name text,
  -- When the last of it was brought back.
  restored_at timestamptz
);

create index deletions_at_idx on public.deletions (at desc);
alter table public.deletions enable row level security;

-- Rows that are gone. A root is what somebody asked to delete; the others went along.
create table private.deleted_rows (
  deletion_id uuid not null references public.deletions (id) on delete cascade,
  place text not null,
  record_id uuid,
  is_root boolean not null,
  record jsonb not null
);

create index deleted_rows_deletion_idx on private.deleted_rows (deletion_id, place);
create index deleted_rows_record_idx on private.deleted_rows (record_id) where is_root;

-- Whether anyone may still want the bytes of a file (private.release_file).
create index deleted_rows_file_idx on private.deleted_rows ((record ->> 'file_id')) where place = 'public.document_versions';

-- Rows that are still there, with other values than before.
create table private.deleted_links (
  deletion_id uuid not null references public.deletions (id) on delete cascade,
  place text not null,
  key jsonb not null,
  before jsonb not null,
  after jsonb not null,
  primary key (deletion_id, place, key)
);
