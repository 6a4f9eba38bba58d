-- What modules stand on: links that open one page each, events that providers send us, files,
-- and the history of every record. All but the history is the server's own: the data API does not show `private`.

-- Links -------------------------------------------------------------------------------------------------------------
-- One table for all pages that a secret address opens. Only the token's hash is kept: whoever reads this opens nothing.

create table private.access_links (
  id uuid primary key default uuidv7(),
  kind text not null constraint "kind of a link"
    check (kind in ('proposal', 'payment', 'document', 'booking', 'unsubscribe', 'inquiry')),
  subject_id uuid not null,
  -- The link from whose page this one was opened: it ends and is revoked together with it.
  parent_id uuid references private.access_links (id) on delete cascade,
  token_hash bytea not null unique,
  -- The last four characters, so that people can tell two links apart.
  hint text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  password_hash text,
  -- Counted up with each new password: what an earlier one opened is shut.
  password_version int not null default 0,
  wrong_passwords int not null default 0,
  locked_until timestamptz,
  max_uses int constraint "uses are counted from 1" check (max_uses > 0),
  uses int not null default 0,
  last_used_at timestamptz
);

create index access_links_subject_idx on private.access_links (kind, subject_id);
create index access_links_parent_idx on private.access_links (parent_id) where parent_id is not null;

-- Events that providers send us ---------------------------------------------------------------------------------------
-- Stored first, answered, then processed. A provider that repeats itself finds its event here already.

create table private.inbound_events (
  id uuid primary key default uuidv7(),
  provider text not null,
  event_key text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  state text not null default 'received' constraint "state of an inbound event"
    check (state in ('received', 'processed', 'ignored', 'failed')),
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  lease_until timestamptz,
  error_code text,
  unique (provider, event_key)
);

create index inbound_events_due_idx on private.inbound_events (due_at) where state = 'received';

-- Files -------------------------------------------------------------------------------------------------------------
-- What is stored on disk or in an S3 bucket. The key is random: no name that anyone typed becomes a path.

create table private.files (
  id uuid primary key default uuidv7(),
  key text not null unique,
  place text not null constraint "place of a file" check (place in ('disk', 's3')),
  state text not null default 'pending' constraint "state of a file" check (state in ('pending', 'ready', 'deleted')),
  size bigint,
  sha256 bytea,
  created_at timestamptz not null default now(),
  constraint "a ready file is measured" check (state <> 'ready' or (size is not null and sha256 is not null))
);

create index files_unfinished_idx on private.files (created_at) where state <> 'ready';

-- History -----------------------------------------------------------------------------------------------------------
-- One entry per record and save, written by the statement that changed it: both are there or neither is. Nobody changes
-- or deletes an entry through the API. The record's name is kept, so that history reads well when the record is gone.

create table public.events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  actor_id uuid,
  actor_name text,
  record_type text not null,
  record_id uuid,
  record_name text,
  -- Where the entry is shown besides its own record; modules add columns for their records. No foreign keys: an entry
  -- outlives what it tells of, and nothing rewrites it.
  account_id uuid,
  contact_id uuid,
  -- {"title": ["Head of Sales", "Chief of Sales"]}; long texts are only named.
  changes jsonb,
  -- What was done together, such as an import.
  batch uuid
);

create index events_account_idx on public.events (account_id, id desc) where account_id is not null;
create index events_contact_idx on public.events (contact_id, id desc) where contact_id is not null;
create index events_record_idx on public.events (record_type, record_id, id desc);
create index events_at_idx on public.events using brin (at);

alter table public.events enable row level security;
revoke all on public.events from anon, authenticated, service_role;
grant select on public.events to authenticated, service_role;
create policy "people who may read the CRM read its history" on public.events
  for select to authenticated using ((select public.may('crm', 'read')));

-- Fields that change by themselves are no news.
create function private.changed_fields(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(
      key,
      case when greatest(length(before ->> key), length(after ->> key)) > 300 then 'true'::jsonb
      else jsonb_build_array(before -> key, after -> key) end)
  from jsonb_object_keys(after) as key
  where key not in ('updated_at', 'created_at', 'id') and before -> key is distinct from after -> key
$$;

-- Who is at work: a person by their session, or the server's own work, which names itself.
create function private.actor_name() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    nullif(current_setting('guidevane.actor', true), ''),
    (select coalesce(nullif(raw_user_meta_data ->> 'name', ''), email) from auth.users where id = (select auth.uid())))
$$;

-- Fires once per statement. Arguments: the record type, the column with the record's name, and for each further column
-- of `events` where the entry is to be shown "column=field of the record".
create function private.write_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Imports write one entry for all their rows.
  batch uuid := nullif(current_setting('guidevane.batch', true), '')::uuid;
  columns text := '';
  fields text := '';
  source text := case tg_op when 'DELETE' then 'gone' else 'kept' end;
begin
  if batch is not null then return null; end if;
  for place in 2 .. tg_nargs - 1 loop
    columns := columns || format(', %I', split_part(tg_argv[place], '=', 1));
    fields := fields || format(', %s.%I', source, split_part(tg_argv[place], '=', 2));
  end loop;
  execute format(
    'insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, changes%s)
     select %L, (select auth.uid()), (select private.actor_name()), %L, %s.id, %s.%I, %s%s from %s%s',
    columns,
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end,
    tg_argv[0], source, source, tg_argv[1],
    case tg_op when 'UPDATE' then 'private.changed_fields(to_jsonb(gone), to_jsonb(kept))' else 'null' end,
    fields,
    source,
    case tg_op when 'UPDATE' then
      ' join gone using (id) where private.changed_fields(to_jsonb(gone), to_jsonb(kept)) is not null'
    else '' end);
  return null;
end
$$;

-- An import is one entry, however many rows it brought, and so is taking it back.
create function private.write_import_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, changes, batch)
  values (
    case tg_op when 'INSERT' then 'imported' else 'import undone' end,
    auth.uid(), private.actor_name(), 'import', new.id,
    jsonb_build_object('kind', new.kind, 'added', new.added, 'created', new.created), new.id);
  return null;
end
$$;
create trigger history_of_imports after insert or update of undone_at on public.imports
  for each row execute function private.write_import_event();

-- A module's migration calls this once for each of its tables.
create function private.keep_history(record_table regclass, record_type text, name_column text, variadic shown_at text[])
returns void
language plpgsql set search_path = ''
as $$
declare
  arguments text := (
    select string_agg(quote_literal(argument), ', ' order by place)
    from unnest(array[record_type, name_column] || shown_at) with ordinality as given (argument, place));
begin
  execute format('create trigger history_of_new after insert on %s referencing new table as kept
    for each statement execute function private.write_events(%s)', record_table, arguments);
  execute format('create trigger history_of_changes after update on %s referencing old table as gone new table as kept
    for each statement execute function private.write_events(%s)', record_table, arguments);
  execute format('create trigger history_of_gone after delete on %s referencing old table as gone
    for each statement execute function private.write_events(%s)', record_table, arguments);
end
$$;

select private.keep_history('public.accounts', 'account', 'name', 'account_id=id');
select private.keep_history('public.contacts', 'contact', 'name', 'account_id=account_id', 'contact_id=id');

-- What is deleted and brought back (deletions.sql) ---------------------------------------------------------------------

-- The deletion that is going on, if what it takes along is kept.
create function private.deletion() returns uuid
language sql stable set search_path = ''
as $$
  select nullif(nullif(current_setting('guidevane.deletion', true), ''), 'none')::uuid
$$;
-- While kept rows are put back as they were, triggers that complete a new row leave it alone.
create function private.restoring() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(current_setting('guidevane.restoring', true), '') = 'yes'
$$;

-- The server calls these as their owner; nobody else does.
revoke all on private.access_links, private.inbound_events, private.files
  from public, anon, authenticated, service_role;
revoke all on function private.changed_fields(jsonb, jsonb), private.actor_name(), private.write_events(),
  private.write_import_event(),
  private.keep_history(regclass, text, text, text[]), private.deletion(), private.restoring() from public, anon, authenticated, service_role;
