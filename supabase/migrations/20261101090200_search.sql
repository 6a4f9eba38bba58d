-- Search in names, companies and addresses. ILIKE is not leakproof, so under row level security PostgreSQL does not use
-- a trigram index for it. These functions look past row level security and therefore check the caller themselves.

create extension if not exists pg_trgm with schema extensions;

create index accounts_search_idx on public.accounts using gin (
  (name || ' ' || coalesce(domain, '') || ' ' || coalesce(industry, '') || ' ' || coalesce(website, '')) extensions.gin_trgm_ops
);
create index contacts_search_idx on public.contacts using gin (
  (name || ' ' || coalesce(title, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(role, ''))
  extensions.gin_trgm_ops
);

-- 'ada 50%' becomes {%ada%,%50\%%}: every word must be found, and none of its characters is a wildcard.
create function public.search_patterns(term text) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), '{}')
  from (
    select word from regexp_split_to_table(left(term, 200), '[[:space:]]+') as word where word <> '' limit 8
  ) as words
$$;

create function public.search_accounts(term text) returns setof public.accounts
language plpgsql stable security definer rows 100 set search_path = ''
as $$
declare
  pattern text;
  query text := 'select * from public.accounts where true';
begin
  if not public.is_admin() and auth.role() is distinct from 'service_role' then
    return;
  end if;
  foreach pattern in array public.search_patterns(term) loop
    query := query || format(
      ' and (name || '' '' || coalesce(domain, '''') || '' '' || coalesce(industry, '''') || '' '' || coalesce(website, '''')) ilike %L',
      pattern
    );
  end loop;
  return query execute query;
end
$$;

-- A contact is also found by the name of its company.
create function public.search_contacts(term text) returns setof public.contacts
language plpgsql stable security definer rows 100 set search_path = ''
as $$
declare
  pattern text;
  query text := 'select * from public.contacts where true';
begin
  if not public.is_admin() and auth.role() is distinct from 'service_role' then
    return;
  end if;
  foreach pattern in array public.search_patterns(term) loop
    query := query || format(
      ' and id in (
        select id from public.contacts
        where (name || '' '' || coalesce(title, '''') || '' '' || coalesce(email, '''') || '' '' || coalesce(phone, '''') || '' '' || coalesce(role, '''')) ilike %1$L
        union all
        select contacts.id from public.contacts join public.accounts on accounts.id = contacts.account_id
        where accounts.name ilike %1$L
          and (accounts.name || '' '' || coalesce(domain, '''') || '' '' || coalesce(industry, '''') || '' '' || coalesce(website, '''')) ilike %1$L
      )',
      pattern
    );
  end loop;
  return query execute query;
end
$$;

revoke all on function public.search_patterns(text) from public, anon, authenticated;
revoke all on function public.search_accounts(text), public.search_contacts(text) from public, anon;
grant execute on function public.search_accounts(text), public.search_contacts(text) to authenticated, service_role;
