create function private.show_when_found(of_kind text, module text, query text, is_switched boolean default true) returns void
language sql set search_path = ''
as $$
  insert into private.shown_when_found values (of_kind, module, is_switched, query)
$$;

-- The few best, whatever the term: first titles that begin so, from the index of titles; then what has all words, from the index of
-- trigrams where few have them, and by looking at the first lines where many do. One or two letters only find beginnings.
create function private.best_found(of_kind text, term text, most int) returns uuid[]
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0
as $$
declare
  lines text := format('private.%I', of_kind || '_search');
  folded text := private.fold(btrim(left(term, 200)));
  ids uuid[];
  few uuid[];
  others uuid[];
begin
  execute format('select array(select id from %s where left(title, 200) >= $1 and left(title, 200) < $2 order by left(title, 200), id limit $3)', lines)
  into ids using folded, folded || U&'\+10FFFF', most;
  if cardinality(ids) >= most or not exists (select from unnest(private.patterns(term)) as pattern where length(pattern) >= length('%abc%')) then
    return ids;
  end if;
  few := private.search_ids(of_kind, term);
  if few is null then
    execute format('select array(select id from (select id, title, words from %s limit 20000) as line', lines) || private.matching(term) || ' limit $1)'
    into others using most;
  else
    execute format('select array(select id from %s where id = any ($1) order by title, id limit $2)', lines) into others using few, most * 2;
  end if;
  return (ids || array(select other from unnest(others) as other where other <> all (ids)))[1:most];
end
$$;

-- Every kind that modules show, a few of each, best first. Only modules that are on, and only what the caller may read.
create function public.find_everything(term text, most int default 5)
returns table (module text, id uuid, title text, detail text, at_table text, at_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  shown record;
  areas text[] := private.caller_areas(array(select distinct area from private.findable) || 'crm'::text, 'read');
begin
  if private.trimmed(term) = '' then return; end if;
  for shown in
    select found.* from private.shown_when_found as found join private.findable using (kind)
    where area = any (areas) and (not found.is_switched or private.module_is_live(found.module)) order by found.module, found.kind
  loop
    -- The second line may name a company or a person.
    return query execute format(
      'select %L, shown.id, shown.title::text, case when %L then shown.detail::text end, shown.at_table::text, shown.at_id
       from (%s) as shown (id, title, detail, at_table, at_id, place) order by shown.place', shown.module, 'crm' = any (areas), shown.query)
    using private.best_found(shown.kind, term, least(greatest(coalesce(most, 5), 1), 20));
  end loop;
end
$$;

grant execute on function public.find_everything to authenticated, service_role;
