-- Importing 50,000 rows took most of a minute: their search words were written row by row, each upload was a row of its own,
-- and duplicates were looked for without the indexes, which row level security closes to functions that are not leakproof.

-- Words of many new rows at once. The index collects words before it sorts them in: a little for single rows, so that no search
-- has to read a long backlog, and all of them for a large insert, which ends by sorting them in.
alter index search.accounts_words_idx reset (gin_pending_list_limit);
alter index search.contacts_words_idx reset (gin_pending_list_limit);
alter function search.keep_account() set gin_pending_list_limit = '1MB';
alter function search.keep_contact() set gin_pending_list_limit = '1MB';

create function search.keep_new_accounts() returns trigger
language plpgsql security definer set search_path = '' set gin_pending_list_limit = '1MB'
as $$
declare
  many boolean := (select count(*) > 500 from added);
begin
  if many then set local gin_pending_list_limit = '64MB'; end if;
  insert into search.accounts (account_id, words)
  select id, search.fold(concat_ws(' ', name, domain, industry, website)) from added;
  if many then perform gin_clean_pending_list('search.accounts_words_idx'); end if;
  return null;
end
$$;

create function search.keep_new_contacts() returns trigger
language plpgsql security definer set search_path = '' set gin_pending_list_limit = '1MB'
as $$
declare
  many boolean := (select count(*) > 500 from added);
begin
  if many then set local gin_pending_list_limit = '64MB'; end if;
  insert into search.contacts (contact_id, words)
  select added.id,
    search.fold(concat_ws(' ', added.name, added.title, added.email, added.phone, added.role, accounts.name))
  from added join public.accounts on accounts.id = added.account_id;
  if many then perform gin_clean_pending_list('search.contacts_words_idx'); end if;
  return null;
end
$$;

drop trigger accounts_search on public.accounts;
drop trigger contacts_search on public.contacts;
create trigger accounts_search after update of name, domain, industry, website on public.accounts
  for each row execute function search.keep_account();
create trigger contacts_search after update of account_id, name, title, email, phone, role on public.contacts
  for each row execute function search.keep_contact();
create trigger accounts_search_new after insert on public.accounts referencing new table as added
  for each statement execute function search.keep_new_accounts();
create trigger contacts_search_new after insert on public.contacts referencing new table as added
  for each statement execute function search.keep_new_contacts();

-- Rows of a CSV file wait here, many to a part: [{"line": 2, "name": "Norrfall", ...}, ...].
drop function public.check_accounts_import(uuid), public.check_contacts_import(uuid);
drop table public.import_rows;
create table public.import_parts (
  import_id uuid not null,
  part integer not null check (part >= 0),
  records jsonb not null check (jsonb_typeof(records) = 'array'),
  uploaded_by uuid not null default auth.uid() references auth.users (id) on delete cascade,
  uploaded_at timestamptz not null default now(),
  primary key (import_id, part)
);
create index import_parts_uploaded_by_idx on public.import_parts (uploaded_by);

alter table public.import_parts enable row level security;
revoke all on public.import_parts from anon, authenticated;
grant select, insert, delete on public.import_parts to authenticated;
grant all on public.import_parts to service_role;
create policy "admins see their own uploads" on public.import_parts
  for select to authenticated using (uploaded_by = (select auth.uid()) and (select public.is_admin()));
create policy "admins upload" on public.import_parts
  for insert to authenticated with check (uploaded_by = (select auth.uid()) and (select public.is_admin()));
create policy "admins discard their own uploads" on public.import_parts
  for delete to authenticated using (uploaded_by = (select auth.uid()) and (select public.is_admin()));

-- What is special about an uploaded row: 'in the database' and 'in the file' (an earlier line) are duplicates by domain. It reads
-- past row level security for the sake of the index, and therefore asks itself who calls and whose upload it is.
create function public.check_accounts_import(import uuid) returns table (line integer, finding text)
language sql stable security definer set search_path = ''
as $$
  with uploaded as materialized (
    select entry.line, public.domain_key(entry.domain) as key
    from public.import_parts, jsonb_to_recordset(records) as entry (line integer, domain text)
    where import_id = import and uploaded_by = (select auth.uid()) and (select public.is_admin())
  ), judged as (
    select line, row_number() over (partition by key collate "C" order by line) > 1 as repeated,
      exists (select from public.accounts where public.domain_key(accounts.domain) = key) as known
    from uploaded where key is not null
  )
  select line, case when known then 'in the database' else 'in the file' end from judged where known or repeated order by line
$$;

-- Duplicates by e-mail, and rows whose company is not in the database yet.
create function public.check_contacts_import(import uuid) returns table (line integer, finding text)
language sql stable security definer set search_path = ''
as $$
  with uploaded as materialized (
    select entry.line, public.email_key(entry.email) as key, lower(btrim(entry.company)) as company
    from public.import_parts, jsonb_to_recordset(records) as entry (line integer, email text, company text)
    where import_id = import and uploaded_by = (select auth.uid()) and (select public.is_admin())
  ), judged as (
    select line, row_number() over (partition by key collate "C" order by line) > 1 as repeated,
      exists (select from public.contacts where public.email_key(contacts.email) = key) as known
    from uploaded where key is not null
  ), companies as materialized (
    select distinct lower(name) collate "C" as name from public.accounts
  )
  select line, case when known then 'in the database' else 'in the file' end from judged where known or repeated
  union all
  select uploaded.line, 'company missing' from uploaded
  left join companies on companies.name = uploaded.company collate "C"
  where companies.name is null
  order by 1
$$;

create or replace function public.import_accounts(import uuid, skip_duplicates boolean default true) returns integer
language plpgsql volatile set search_path = '' set statement_timeout = '120s'
as $$
declare
  added integer;
begin
  insert into public.accounts (name, domain, type, industry, website, notes, created_at)
  select entry.name, entry.domain, coalesce(entry.type, 'Prospect'), entry.industry, entry.website, entry.notes,
    now() - entry.line * interval '1 microsecond'
  from public.import_parts, jsonb_to_recordset(records)
    as entry (line integer, name text, domain text, type text, industry text, website text, notes text)
  where import_id = import
    and not (skip_duplicates and entry.line in (select found.line from public.check_accounts_import(import) as found))
  order by entry.line desc;
  get diagnostics added = row_count;
  delete from public.import_parts where import_id = import or uploaded_at < now() - interval '1 day';
  return added;
end
$$;

create or replace function public.import_contacts(
  import uuid, skip_duplicates boolean default true, create_companies boolean default true,
  out contacts_added integer, out accounts_added integer
)
language plpgsql volatile set search_path = '' set statement_timeout = '120s'
as $$
declare
  skipped integer[] := '{}';
begin
  if skip_duplicates then
    select coalesce(array_agg(found.line), '{}') into skipped
    from public.check_contacts_import(import) as found where finding <> 'company missing';
  end if;

  accounts_added := 0;
  if create_companies then
    insert into public.accounts (name)
    select distinct on (lower(company)) company
    from (
      select btrim(entry.company) as company, entry.line
      from public.import_parts, jsonb_to_recordset(records) as entry (line integer, company text)
      where import_id = import and entry.line not in (select unnest(skipped))
    ) as uploaded
    where company <> '' and not exists (select from public.accounts where lower(accounts.name) = lower(company))
    order by lower(company), line;
    get diagnostics accounts_added = row_count;
  end if;

  insert into public.contacts (account_id, name, title, email, phone, role, notes, created_at)
  select companies.id, entry.name, entry.title, entry.email, entry.phone, entry.role, entry.notes,
    now() - entry.line * interval '1 microsecond'
  from public.import_parts
  cross join jsonb_to_recordset(records)
    as entry (line integer, name text, company text, title text, email text, phone text, role text, notes text)
  join (
    -- Two companies of one name: the older one is meant.
    select distinct on (lower(name)) id, lower(name) as name from public.accounts order by lower(name), created_at, id
  ) as companies on companies.name = lower(btrim(entry.company))
  where import_id = import and entry.line not in (select unnest(skipped))
  order by entry.line desc;
  get diagnostics contacts_added = row_count;
  delete from public.import_parts where import_id = import or uploaded_at < now() - interval '1 day';
end
$$;

revoke all on function public.check_accounts_import(uuid), public.check_contacts_import(uuid) from public, anon;
grant execute on function public.check_accounts_import(uuid), public.check_contacts_import(uuid) to authenticated, service_role;
