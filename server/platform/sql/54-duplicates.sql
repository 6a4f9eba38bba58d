-- Companies and people that may be the same, with the reason. Nothing is decided here: someone merges two, or says that they are not.

grant select, insert, delete on public.not_duplicates to authenticated;

grant all on public.not_duplicates to service_role;

create policy "people who may read the CRM see which pairs are no duplicates" on public.not_duplicates
  for select to authenticated using ((select public.may('crm', 'read')));

create policy "people who may edit the CRM say which pairs are no duplicates" on public.not_duplicates
  for insert to authenticated with check (marked_by = (select auth.uid()) and (select public.may('crm', 'edit')));

create policy "people who may edit the CRM take that back" on public.not_duplicates
  for delete to authenticated using ((select public.may('crm', 'edit')));

-- Pairs by what two records have in common, the surest reason first. Linear in the number of records: each is compared with the oldest
-- one of the same key, and names that are merely similar only within a small group (one company, or one beginning of the name).
create function private.duplicate_pairs(of_kind text) returns table (one_id uuid, other_id uuid, reason text, sureness int)
language plpgsql stable set search_path = '' set work_mem = '64MB'
as $$
begin
  return query execute format(
    'with keyed as (
       select line.id, key from private.%I as line, unnest(line.same) as key
       where not exists (select from public.free_mail_hosts where key = ''host:'' || host)
     ), first as (
       select id, key, first_value(id) over (partition by key order by id) as oldest from keyed
     ) select oldest, id, split_part(key, '':'', 1), case split_part(key, '':'', 1) when ''name'' then 3 else 1 end from first where id <> oldest',
    of_kind || '_search');
  if of_kind = 'contacts' then
    return query
      with person as materialized (
        select line.id, line.title, contacts.account_id, count(*) over (partition by contacts.account_id) as colleagues
        from private.contacts_search as line join public.contacts on contacts.id = line.id
      ) select one.id, other.id, case when one.title = other.title then 'name and company' else 'near name' end, case when one.title = other.title then 2 else 4 end
      from person as one join person as other on other.account_id = one.account_id and other.id > one.id
      where one.colleagues between 2 and 200 and (one.title = other.title or extensions.similarity(one.title, other.title) >= 0.55);
  else
    return query
      with company as materialized (
        select id, title, left(title, 5) as beginning, count(*) over (partition by left(title, 5)) as others from private.accounts_search where length(title) >= 5
      ) select one.id, other.id, 'near name', 4 from company as one join company as other on other.beginning = one.beginning and other.id > one.id
      where one.others between 2 and 50 and extensions.similarity(one.title, other.title) >= 0.6;
  end if;
end
$$;

create function public.duplicate_list(of_kind text, most int default 100)
returns table (
  one_id uuid, one_title text, one_detail text, one_created timestamptz, other_id uuid, other_title text, other_detail text, other_created timestamptz, reason text
)
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s'
as $$
begin
  if of_kind not in ('accounts', 'contacts') then
    raise undefined_table using message = format('Records of kind "%s" are not merged', of_kind);
  end if;
  if not private.caller_may('crm', 'read') then return; end if;
  return query execute format(
    'with pair as (
       select distinct on (least(found.one_id, found.other_id), greatest(found.one_id, found.other_id))
         least(found.one_id, found.other_id) as one_id, greatest(found.one_id, found.other_id) as other_id, found.reason, found.sureness
       from private.duplicate_pairs($1) as found
       order by 1, 2, found.sureness
     ), open as (
       select * from pair where not exists (
         select from public.not_duplicates as known where known.kind = $1 and known.one_id = pair.one_id and known.other_id = pair.other_id)
       order by sureness, one_id, other_id limit $2
     ) select one.id, one.name, %1$s, one.created_at, other.id, other.name, %2$s, other.created_at, open.reason
     from open join public.%3$I as one on one.id = open.one_id join public.%3$I as other on other.id = open.other_id
     order by open.sureness, one.name, other.name',
    case of_kind when 'contacts' then 'concat_ws('', '', one.email, (select name from public.accounts where id = one.account_id))' else 'coalesce(one.domain, one.website)' end,
    case of_kind when 'contacts' then 'concat_ws('', '', other.email, (select name from public.accounts where id = other.account_id))' else 'coalesce(other.domain, other.website)' end,
    of_kind) using of_kind, least(greatest(most, 1), 500);
end
$$;

grant execute on function public.duplicate_list(text, int) to authenticated, service_role;
