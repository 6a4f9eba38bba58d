-- Actions of the back office that must happen whole or not at all: deleting a selection, importing a CSV file, ending a session.

-- Deleting a selection. Row level security decides what the caller may delete; the answer is how many rows went.
create function public.delete_accounts(ids uuid[]) returns integer
language sql volatile set search_path = ''
as $$
  with gone as (delete from public.accounts where id = any (ids) returning 1) select count(*)::integer from gone
$$;

create function public.delete_contacts(ids uuid[]) returns integer
language sql volatile set search_path = ''
as $$
  with gone as (delete from public.contacts where id = any (ids) returning 1) select count(*)::integer from gone
$$;

-- How many contacts would go with these accounts; the confirmation says so.
create function public.count_contacts_of(ids uuid[]) returns integer
language sql stable set search_path = ''
as $$
  select count(*)::integer from public.contacts where account_id = any (ids)
$$;

-- Rows of a CSV file wait here until all of them are in; then one call adds them all, or none.
create table public.import_rows (
  import_id uuid not null,
  line integer not null check (line > 0),
  record jsonb not null check (jsonb_typeof(record) = 'object'),
  uploaded_by uuid not null default auth.uid() references auth.users (id) on delete cascade,
  uploaded_at timestamptz not null default now(),
  primary key (import_id, line)
);
create index import_rows_uploaded_by_idx on public.import_rows (uploaded_by);
create index import_rows_uploaded_at_idx on public.import_rows (uploaded_at);

alter table public.import_rows enable row level security;
revoke all on public.import_rows from anon, authenticated;
grant select, insert, delete on public.import_rows to authenticated;
grant all on public.import_rows to service_role;
create policy "admins see their own uploads" on public.import_rows
  for select to authenticated using (uploaded_by = (select auth.uid()) and (select public.is_admin()));
create policy "admins upload" on public.import_rows
  for insert to authenticated with check (uploaded_by = (select auth.uid()) and (select public.is_admin()));
create policy "admins discard their own uploads" on public.import_rows
  for delete to authenticated using (uploaded_by = (select auth.uid()) and (select public.is_admin()));

-- 'https://www.Example.com/about' and 'example.com' are one company.
create function public.domain_key(domain text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(regexp_replace(lower(btrim(domain)), '^(https?://)?(www[.])?([^/?#]*).*$', '\3'), '')
$$;
create function public.email_key(email text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(lower(btrim(email)), '')
$$;
create index accounts_domain_key_idx on public.accounts (public.domain_key(domain));
create index contacts_email_key_idx on public.contacts (public.email_key(email));

-- What is special about an uploaded row: 'in the database' and 'in the file' (an earlier line) are duplicates by domain.
create function public.check_accounts_import(import uuid) returns table (line integer, finding text)
language sql stable set search_path = ''
as $$
  select line, case
    when exists (select from public.accounts where public.domain_key(accounts.domain) = key) then 'in the database'
    else 'in the file'
  end
  from (
    select line, key, row_number() over (partition by key order by line) as nth
    from (select line, public.domain_key(record ->> 'domain') as key from public.import_rows where import_id = import) as keyed
    where key is not null
  ) as numbered
  where nth > 1 or exists (select from public.accounts where public.domain_key(accounts.domain) = key)
  order by line
$$;

-- Duplicates by e-mail, and rows whose company is not in the database yet.
create function public.check_contacts_import(import uuid) returns table (line integer, finding text)
language sql stable set search_path = ''
as $$
  with uploaded as (
    select line, public.email_key(record ->> 'email') as key, lower(btrim(record ->> 'company')) as company
    from public.import_rows where import_id = import
  ), numbered as (
    select line, key, row_number() over (partition by key order by line) as nth from uploaded where key is not null
  ), companies as (
    select distinct lower(name) as name from public.accounts
  )
  select numbered.line, case when known.key is null then 'in the file' else 'in the database' end
  from numbered
  left join (select distinct public.email_key(email) as key from public.contacts) as known on known.key = numbered.key
  where known.key is not null or nth > 1
  union all
  select uploaded.line, 'company missing' from uploaded
  left join companies on companies.name = uploaded.company
  where companies.name is null
  order by 1
$$;

-- Adds the uploaded accounts and forgets the upload. Whatever fails, nothing is added.
create function public.import_accounts(import uuid, skip_duplicates boolean default true) returns integer
language plpgsql volatile set search_path = '' set statement_timeout = '120s'
as $$
declare
  added integer;
begin
  insert into public.accounts (name, domain, type, industry, website, notes)
  select record ->> 'name', record ->> 'domain', coalesce(record ->> 'type', 'Prospect'), record ->> 'industry',
    record ->> 'website', record ->> 'notes'
  from public.import_rows
  where import_id = import
    and not (skip_duplicates and line in (select found.line from public.check_accounts_import(import) as found))
  order by line desc;
  get diagnostics added = row_count;
  delete from public.import_rows where import_id = import or uploaded_at < now() - interval '1 day';
  return added;
end
$$;

-- Adds the uploaded contacts, with the companies that are missing when asked to. Whatever fails, nothing is added.
create function public.import_contacts(
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

  insert into public.contacts (account_id, name, title, email, phone, role, notes)
  select companies.id, record ->> 'name', record ->> 'title', record ->> 'email', record ->> 'phone', record ->> 'role',
    record ->> 'notes'
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

-- The signed-in person's own sessions, for the security page. auth.sessions is closed to everyone, hence security definer.
create function public.my_sessions()
returns table (id uuid, created_at timestamptz, used_at timestamptz, user_agent text, ip text, current boolean)
language sql stable security definer set search_path = ''
as $$
  select sessions.id, sessions.created_at, coalesce(sessions.refreshed_at at time zone 'utc', sessions.created_at),
    sessions.user_agent, host(sessions.ip), coalesce(sessions.id::text = (select auth.jwt() ->> 'session_id'), false)
  from auth.sessions
  where sessions.user_id = (select auth.uid()) and (sessions.not_after is null or sessions.not_after > now())
  order by 6 desc, 3 desc
$$;

create function public.end_my_session(session uuid) returns boolean
language sql volatile security definer set search_path = ''
as $$
  with gone as (delete from auth.sessions where id = session and user_id = (select auth.uid()) returning 1)
  select exists (select from gone)
$$;

revoke all on function
  public.delete_accounts(uuid[]), public.delete_contacts(uuid[]), public.count_contacts_of(uuid[]),
  public.check_accounts_import(uuid), public.check_contacts_import(uuid),
  public.import_accounts(uuid, boolean), public.import_contacts(uuid, boolean, boolean),
  public.my_sessions(), public.end_my_session(uuid)
from public, anon;
grant execute on function
  public.delete_accounts(uuid[]), public.delete_contacts(uuid[]), public.count_contacts_of(uuid[]),
  public.check_accounts_import(uuid), public.check_contacts_import(uuid),
  public.import_accounts(uuid, boolean), public.import_contacts(uuid, boolean, boolean),
  public.my_sessions(), public.end_my_session(uuid)
to authenticated, service_role;
