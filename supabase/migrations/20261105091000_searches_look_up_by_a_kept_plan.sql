-- A search of the newest page was planned together with the look-up of its rows, each time anew. The look-up is the same for every
-- search: as a statement of its own its plan is kept. And fifty lines say as well as a hundred whether matches are near.

drop function search.page_by_creation(text, text[], boolean, boolean, integer, integer, timestamptz, uuid);

-- The ids of a page in the order of creation, as an array, found among the words alone. What is common is met soon by walking in
-- that order, so PostgreSQL may choose. But it knows how common words are to a hundredth at best, and would walk through
-- everything for words that a few hundred rows have: where none are near, "offset 0" keeps it from walking. The index knows
-- nothing of words of one or two letters, so they leave no choice.
create function search.ids_by_creation(
  list text, patterns text[], are_near boolean, descending boolean, skip integer, most integer, until_moment timestamptz,
  after_id uuid
) returns text
language plpgsql stable set search_path = ''
as $$
declare
  found text := search.matches(list, patterns, false);
begin
  if not are_near and descending and length(patterns[cardinality(patterns)]) >= length('%abc%') then
    found := ' from (select found.id, found.created_at' || found || ' offset 0) as found where true';
  end if;
  return 'select array(select found.id' || found
    || search.page('found', 'found.created_at', descending, skip, most, until_moment, after_id) || ')';
end
$$;

create or replace function public.search_accounts(
  term text, of_type text default null, sort text default null, descending boolean default false, skip integer default 0,
  most integer default null, until_moment timestamptz default null, after_id uuid default null
) returns setof public.accounts
language plpgsql stable security definer rows 20 set search_path = '' set work_mem = '32MB'
  set seq_page_cost = 0.1 set random_page_cost = 0.05 set max_parallel_workers_per_gather = 0
as $$
declare
  patterns text[] := search.patterns(term);
  ids uuid[];
begin
  if not public.is_admin() and auth.role() is distinct from 'service_role' then
    return;
  end if;
  if sort = 'created_at' and of_type is null then
    execute search.ids_by_creation(
      'accounts', patterns,
      -- Two of the next fifty.
      (
        select count(*) > 1 from (
          select words from search.accounts where created_at <= coalesce(until_moment, 'infinity') order by created_at desc, id limit 50
        ) as next where words like all (patterns)
      ),
      descending, skip, most, until_moment, after_id
    ) into ids;
    return query select record.* from unnest(ids) with ordinality as page (id, place)
      join public.accounts as record on record.id = page.id order by place;
    return;
  end if;
  return query execute 'select record.*' || search.matches('accounts', patterns, true)
    || case when of_type is null then '' else format(' and record.type = %L', of_type) end
    || search.page('record', 'record.' || quote_ident(sort), descending, skip, most, until_moment, after_id);
end
$$;

create or replace function public.search_contacts(
  term text, of_account uuid default null, sort text default null, descending boolean default false, skip integer default 0,
  most integer default null, until_moment timestamptz default null, after_id uuid default null
) returns setof public.contacts
language plpgsql stable security definer rows 20 set search_path = '' set work_mem = '32MB'
  set seq_page_cost = 0.1 set random_page_cost = 0.05 set max_parallel_workers_per_gather = 0
as $$
declare
  patterns text[] := search.patterns(term);
  ids uuid[];
begin
  if not public.is_admin() and auth.role() is distinct from 'service_role' then
    return;
  end if;
  if sort = 'created_at' and of_account is null then
    execute search.ids_by_creation(
      'contacts', patterns,
      (
        select count(*) > 1 from (
          select words from search.contacts where created_at <= coalesce(until_moment, 'infinity') order by created_at desc, id limit 50
        ) as next where words like all (patterns)
      ),
      descending, skip, most, until_moment, after_id
    ) into ids;
    return query select record.* from unnest(ids) with ordinality as page (id, place)
      join public.contacts as record on record.id = page.id order by place;
    return;
  end if;
  return query execute 'select record.*' || search.matches('contacts', patterns, true)
    || case when of_account is null then '' else format(' and record.account_id = %L', of_account) end
    || search.page(
      'record',
      -- Sorted by their company means by its name.
      case sort when 'account_id' then '(select name from public.accounts where accounts.id = record.account_id)'
        else 'record.' || quote_ident(sort) end,
      descending, skip, most, until_moment, after_id
    );
end
$$;
