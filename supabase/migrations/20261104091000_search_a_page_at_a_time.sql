-- A search hands over every match when only the term is given, for the API to sort and cut: half a second when all of 100,000
-- match. With an order and a limit in the query itself PostgreSQL reads no more than the page that is asked for.

-- ' from ... where ...': the rows of a table that a term finds. Without the table itself when only their number matters.
create function search.matches(list text, term text, with_record boolean) returns text
language plpgsql stable set search_path = ''
as $$
declare
  pattern text;
  key text := case list when 'accounts' then 'account_id' else 'contact_id' end;
  sources text := format(' from search.%I as found', list);
begin
  if with_record then
    sources := sources || format(' join public.%I as record on record.id = found.%I', list, key);
  end if;
  sources := sources || ' where true';
  foreach pattern in array search.patterns(term) loop
    sources := sources || format(' and found.words like %L', pattern);
  end loop;
  return sources;
end
$$;

-- ' and ... order by ... limit ...'. Those after a moment and an id in the newest-first order, for walking through all of them.
create function search.page(
  sort_expression text, descending boolean, skip integer, most integer, until_moment timestamptz, after_id uuid
) returns text
language sql stable set search_path = ''
as $$
  select case when until_moment is null then '' else format(
      ' and record.created_at <= %1$L and (record.created_at < %1$L or record.id > %2$L)', until_moment, after_id
    ) end
    || case when sort_expression is null then '' else format(
      ' order by %s %s, record.id', sort_expression, case when descending then 'desc' else 'asc' end
    ) end
    || format(' limit %L offset %L', most, coalesce(skip, 0))
$$;

drop function public.search_accounts(text), public.search_contacts(text);

create function public.search_accounts(
  term text, of_type text default null, sort text default null, descending boolean default false, skip integer default 0,
  most integer default null, until_moment timestamptz default null, after_id uuid default null
) returns setof public.accounts
language plpgsql stable security definer rows 100 set search_path = '' set work_mem = '32MB'
  set seq_page_cost = 0.1 set random_page_cost = 0.05 set max_parallel_workers_per_gather = 0
as $$
begin
  if not public.is_admin() and auth.role() is distinct from 'service_role' then
    return;
  end if;
  return query execute 'select record.*' || search.matches('accounts', term, true)
    || case when of_type is null then '' else format(' and record.type = %L', of_type) end
    || search.page('record.' || quote_ident(sort), descending, skip, most, until_moment, after_id);
end
$$;

create function public.search_contacts(
  term text, of_account uuid default null, sort text default null, descending boolean default false, skip integer default 0,
  most integer default null, until_moment timestamptz default null, after_id uuid default null
) returns setof public.contacts
language plpgsql stable security definer rows 100 set search_path = '' set work_mem = '32MB'
  set seq_page_cost = 0.1 set random_page_cost = 0.05 set max_parallel_workers_per_gather = 0
as $$
begin
  if not public.is_admin() and auth.role() is distinct from 'service_role' then
    return;
  end if;
  return query execute 'select record.*' || search.matches('contacts', term, true)
    || case when of_account is null then '' else format(' and record.account_id = %L', of_account) end
    || search.page(
      -- Sorted by their company means by its name.
      case sort when 'account_id' then '(select name from public.accounts where accounts.id = record.account_id)'
        else 'record.' || quote_ident(sort) end,
      descending, skip, most, until_moment, after_id
    );
end
$$;

create function public.count_found_accounts(term text, of_type text default null) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  total integer := 0;
begin
  if public.is_admin() or auth.role() = 'service_role' then
    execute 'select count(*)::integer' || search.matches('accounts', term, of_type is not null)
      || case when of_type is null then '' else format(' and record.type = %L', of_type) end into total;
  end if;
  return total;
end
$$;

create function public.count_found_contacts(term text, of_account uuid default null) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  total integer := 0;
begin
  if public.is_admin() or auth.role() = 'service_role' then
    execute 'select count(*)::integer' || search.matches('contacts', term, of_account is not null)
      || case when of_account is null then '' else format(' and record.account_id = %L', of_account) end into total;
  end if;
  return total;
end
$$;

revoke all on function
  public.search_accounts(text, text, text, boolean, integer, integer, timestamptz, uuid),
  public.search_contacts(text, uuid, text, boolean, integer, integer, timestamptz, uuid),
  public.count_found_accounts(text, text), public.count_found_contacts(text, uuid)
from public, anon;
grant execute on function
  public.search_accounts(text, text, text, boolean, integer, integer, timestamptz, uuid),
  public.search_contacts(text, uuid, text, boolean, integer, integer, timestamptz, uuid),
  public.count_found_accounts(text, text), public.count_found_contacts(text, uuid)
to authenticated, service_role;
