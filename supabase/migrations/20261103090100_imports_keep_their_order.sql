-- Rows of one import share a moment; a microsecond per line keeps the order of the file in lists that show the newest first.

create or replace function public.import_accounts(import uuid, skip_duplicates boolean default true) returns integer
language plpgsql volatile set search_path = '' set statement_timeout = '120s'
as $$
declare
  added integer;
begin
  insert into public.accounts (name, domain, type, industry, website, notes, created_at)
  select record ->> 'name', record ->> 'domain', coalesce(record ->> 'type', 'Prospect'), record ->> 'industry',
    record ->> 'website', record ->> 'notes', now() - line * interval '1 microsecond'
  from public.import_rows
  where import_id = import
    and not (skip_duplicates and line in (select found.line from public.check_accounts_import(import) as found))
  order by line desc;
  get diagnostics added = row_count;
  delete from public.import_rows where import_id = import or uploaded_at < now() - interval '1 day';
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
      select btrim(record ->> 'company') as company, line from public.import_rows
      where import_id = import and not line = any (skipped)
    ) as uploaded
    where company <> '' and not exists (select from public.accounts where lower(accounts.name) = lower(company))
    order by lower(company), line;
    get diagnostics accounts_added = row_count;
  end if;

  insert into public.contacts (account_id, name, title, email, phone, role, notes, created_at)
  select companies.id, record ->> 'name', record ->> 'title', record ->> 'email', record ->> 'phone', record ->> 'role',
    record ->> 'notes', now() - line * interval '1 microsecond'
  from public.import_rows
  join (
    -- Two companies of one name: the older one is meant.
    select distinct on (lower(name)) id, lower(name) as name from public.accounts order by lower(name), created_at, id
  ) as companies on companies.name = lower(btrim(record ->> 'company'))
  where import_id = import and not line = any (skipped)
  order by line desc;
  get diagnostics contacts_added = row_count;
  delete from public.import_rows where import_id = import or uploaded_at < now() - interval '1 day';
end
$$;
