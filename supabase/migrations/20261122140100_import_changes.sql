-- How often records that existed were changed by an import.
alter table public.imports add column changed integer not null default 0;

-- What an import changed, field by field as it was before and after, so that undoing it can put it back.
create table public.import_changes (
  import_id uuid not null references public.imports (id) on delete cascade,
  record_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  primary key (import_id, record_id)
);

alter table public.import_changes enable row level security;

-- How the columns of files with these headings were matched the last time: {"email": "E-mail address"}.
create table public.import_matchings (
  kind text not null,
  headings text not null,
  matching jsonb not null constraint "matching is an object" check (jsonb_typeof(matching) = 'object'),
  used_at timestamptz not null default now(),
  primary key (kind, headings)
);

alter table public.import_matchings enable row level security;
