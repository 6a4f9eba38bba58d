-- Fields that an administrator adds to companies, people and deals. Each living definition has a typed column on its entity's table
-- (private.sync_own_columns); the column's name and type follow from the definition, so that both always agree.
create table public.own_fields (
  id uuid primary key default uuidv7(),
  entity text not null constraint "own fields belong to accounts, contacts or deals" check (entity in ('accounts', 'contacts', 'deals')),
  -- In the data API (own_<key>) and in merge tags (contact.own.<key>). Stays when the field is renamed.
  key text not null constraint "a key has small letters, digits and underscores" check (key ~ '^[a-z][a-z0-9_]{0,29}$'),
  label text not null constraint "a label has 1 to 40 characters" check (char_length(label) between 1 and 40),
  kind text not null constraint "kind of an own field" check (
    kind in ('text', 'long_text', 'number', 'money', 'day', 'yes_no', 'one_of', 'several_of', 'link', 'person', 'record')),
  help text constraint "help has at most 300 characters" check (char_length(help) <= 300),
  section text constraint "a section has at most 40 characters" check (char_length(section) <= 40),
  choices text[] not null default '{}',
  currency text references public.currencies (code),
  target text constraint "a record is an account, a contact or a deal" check (target in ('accounts', 'contacts', 'deals')),
  -- What a new record starts with, as the column holds it.
  default_value jsonb,
  -- From then on new records need a value; those that were there before do not.
  required_from timestamptz,
  is_searchable boolean not null default false,
  -- A column of the list unless a view says otherwise.
  is_listed boolean not null default false,
  position int not null default 0,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  column_name text not null generated always as ('own_' || key || case when kind in ('person', 'record') then '_id' else '' end) stored,
  column_type text not null generated always as (case kind
    when 'number' then 'numeric' when 'money' then 'bigint' when 'day' then 'date' when 'yes_no' then 'boolean'
    when 'several_of' then 'text[]' when 'person' then 'uuid' when 'record' then 'uuid' else 'text' end) stored,
  constraint own_fields_key unique (entity, key),
  constraint "a choice has choices" check ((kind in ('one_of', 'several_of')) = (choices <> '{}')),
  constraint "an amount has a currency" check ((kind = 'money') = (currency is not null)),
  constraint "a record has a kind" check ((kind = 'record') = (target is not null))
);

create unique index own_fields_label_idx on public.own_fields (entity, lower(label)) where deleted_at is null;
create index own_fields_deleted_idx on public.own_fields (deleted_at) where deleted_at is not null;
alter table public.own_fields enable row level security;

-- What the records said in a deleted field, for thirty days.
create table private.own_values (
  field_id uuid not null references public.own_fields (id) on delete cascade,
  record_id uuid not null,
  value jsonb not null,
  primary key (field_id, record_id)
);

create index own_values_record_idx on private.own_values (record_id);
alter table private.own_values enable row level security;
