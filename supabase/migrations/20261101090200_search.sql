-- Search in names, companies and addresses. ILIKE is not leakproof, so under row level security PostgreSQL does not use
-- a trigram index for it. The words to search are therefore kept beside the tables, in a schema the API does not show,
-- and the functions at the end read them past row level security: they check the caller themselves.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

create schema search;
revoke all on schema search from public;

-- Without capitals and accents; the collation "C" makes LIKE compare bytes, which is ten times faster.
create function search.fold(words text) returns text
language sql stable set search_path = ''
as $$
  select extensions.unaccent('extensions.unaccent'::regdictionary, lower(words))
$$;

-- 'Ada 50%' becomes {%ada%,%50\%%}: every word must be found, and none of its characters is a wildcard.
create function search.patterns(term text) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), '{}')
  from (
    select word from regexp_split_to_table(search.fold(left(term, 200)), '[[:space:]]+') as word where word <> '' limit 8
  ) as words
$$;

create table search.accounts (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  words text collate "C" not null
);
create table search.contacts (
  contact_id uuid primary key references public.contacts (id) on delete cascade,
  words text collate "C" not null
);
-- A short list of pending words: writes stay cheap, and no search has to read a long backlog.
create index accounts_words_idx on search.accounts using gin (words extensions.gin_trgm_ops) with (gin_pending_list_limit = 1024);
create index contacts_words_idx on search.contacts using gin (words extensions.gin_trgm_ops) with (gin_pending_list_limit = 1024);

-- A contact is also found by the name of its company.
create function search.keep_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into search.contacts (contact_id, words)
  select new.id, search.fold(concat_ws(' ', new.name, new.title, new.email, new.phone, new.role, accounts.name))
  from public.accounts where accounts.id = new.account_id
  on conflict (contact_id) do update set words = excluded.words;
  return null;
end
$$;

create function search.keep_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into search.accounts (account_id, words)
  values (new.id, search.fold(concat_ws(' ', new.name, new.domain, new.industry, new.website)))
  on conflict (account_id) do update set words = excluded.words;
  if tg_op = 'UPDATE' and new.name is distinct from old.name then
    update search.contacts set words = search.fold(
      concat_ws(' ', person.name, person.title, person.email, person.phone, person.role, new.name)
    )
    from public.contacts as person
    where person.id = contacts.contact_id and person.account_id = new.id;
  end if;
  return null;
end
$$;

create trigger accounts_search after insert or update of name, domain, industry, website on public.accounts
  for each row execute function search.keep_account();
create trigger contacts_search after insert or update of account_id, name, title, email, phone, role on public.contacts
  for each row execute function search.keep_contact();

create function public.search_accounts(term text) returns setof public.accounts
language plpgsql stable security definer rows 100 set search_path = '' set work_mem = '32MB'
as $$
declare
  pattern text;
  query text := 'select accounts.* from search.accounts as found join public.accounts on accounts.id = found.account_id where true';
begin
  if not public.is_admin() and auth.role() is distinct from 'service_role' then
    return;
  end if;
  foreach pattern in array search.patterns(term) loop
    query := query || format(' and found.words like %L', pattern);
  end loop;
  return query execute query;
end
$$;

create function public.search_contacts(term text) returns setof public.contacts
language plpgsql stable security definer rows 100 set search_path = '' set work_mem = '32MB'
as $$
declare
  pattern text;
  query text := 'select contacts.* from search.contacts as found join public.contacts on contacts.id = found.contact_id where true';
begin
  if not public.is_admin() and auth.role() is distinct from 'service_role' then
    return;
  end if;
  foreach pattern in array search.patterns(term) loop
    query := query || format(' and found.words like %L', pattern);
  end loop;
  return query execute query;
end
$$;

revoke all on function public.search_accounts(text), public.search_contacts(text) from public, anon;
grant execute on function public.search_accounts(text), public.search_contacts(text) to authenticated, service_role;
