-- Finding records of any kind: search, suggestions, duplicates. A kind is a table of public; its module makes it searchable by
-- one call of private.enable_search, which says what is searched.
--
-- ILIKE is not leakproof, so under row level security PostgreSQL does not use a trigram index for it. What is searched is therefore
-- kept beside each table, in private.<kind>_search; functions that check the caller look it up past row level security and hand over
-- ids only. The rows of those ids are then read under row level security like any others.

grant select on private.findable to authenticated, service_role;

-- Columns of a kind that refer to another kind.
create function private.references_of(of_kind text) returns table (field text, kind text, title text, required boolean)
language sql stable set search_path = ''
as $$
  select attribute.attname, findable.kind, findable.title, attribute.attnotnull and not attribute.atthasdef
  from pg_constraint as link
  join pg_attribute as attribute on attribute.attrelid = link.conrelid and array[attribute.attnum] = link.conkey
  join pg_class as target on target.oid = link.confrelid and target.relnamespace = 'public'::regnamespace
  join private.findable on findable.kind = target.relname
  where link.contype = 'f' and link.conrelid = to_regclass(format('public.%I', of_kind))
  order by attribute.attnum
$$;

-- Without capitals and accents. The collation pg_c_utf8 knows the capitals of all scripts, as the usual one does, in half the time.
create function private.fold(words text) returns text
language sql stable
as $$
  select extensions.unaccent('extensions.unaccent'::regdictionary, lower(words collate "pg_c_utf8"))
$$;

-- A value as it is compared with others of its sort; null when it says nothing. 'https://www.Example.com/about' and 'example.com'
-- are one host, 'Norrfall, Inc.' and 'NORRFALL INC' one name. One expression, which PostgreSQL puts in the place of the call, and
-- without regular expressions: an import calls it several times for every row.
create function private.same_key(comparison text, value text) returns text
language sql stable
as $$
  select comparison || ':' || nullif(case comparison
    when 'host' then
      ltrim(split_part('/' || split_part(split_part(split_part(split_part(
        split_part(lower(btrim(value) collate "pg_c_utf8"), '://', case when strpos(value, '://') > 0 then 2 else 1 end),
        '/', 1), '?', 1), '#', 1), ':', 1), '/www.', -1), '/')
    when 'name' then translate(private.fold(btrim(value)), ' .,;:!?&+*/_-–’''"()', '')
    else lower(btrim(value) collate "pg_c_utf8")
  end, '')
$$;

-- The statement that writes what private.<kind>_search keeps, for rows of `source` (a table or subquery with the kind's columns).
create function private.write_lines(of_kind text, source text, are_new boolean default false) returns text
language plpgsql stable set search_path = ''
as $$
declare
  told private.findable := (select findable from private.findable where kind = of_kind);
  words text;
  keys text;
  joins text := '';
  link record;
begin
  select string_agg(format('record.%I', field), ', ' order by place) into words
  from unnest(told.searched) with ordinality as field (field, place);
  for link in select * from private.references_of(of_kind) where field = any (told.through) loop
    words := words || format(', %I.%I', 'of_' || link.field, link.title);
    joins := joins || format(' left join public.%I as %I on %2$I.id = record.%I', link.kind, 'of_' || link.field, link.field);
  end loop;
  select string_agg(format('private.same_key(%L, record.%I::text)', value, key), ', ') into keys from jsonb_each_text(told.same);
  return format(
    'insert into private.%I as kept (id, title, words, same)
     select record.id, private.fold(record.%I::text), private.fold(concat_ws('' '', %s)), array_remove(array[%s]::text[], null)
     from %s as record%s'
    || case when are_new then '' else '
     on conflict (id) do update set title = excluded.title, words = excluded.words, same = excluded.same
     where (kept.title, kept.words, kept.same) is distinct from (excluded.title, excluded.words, excluded.same)' end,
    of_kind || '_search', told.title, words, keys, source, joins
  );
end
$$;

-- Keeps the lines up to date: after each statement, for all the rows it wrote at once.
create function private.keep_lines() returns trigger
language plpgsql security definer set search_path = '' set gin_pending_list_limit = '1MB' set maintenance_work_mem = '128MB'
as $$
declare
  many boolean := (select count(*) > 500 from written);
  told private.findable := (select findable from private.findable where kind = tg_table_name);
  follower record;
  compared text;
  changed boolean;
begin
  -- A card that moves is found by the same words as before: most changes leave nothing to do here.
  if tg_op = 'UPDATE' then
    select string_agg(format('written.%1$I is distinct from before.%1$I', field), ' or ') into compared
    from (select unnest(array[told.title] || told.searched || told.through) union select jsonb_object_keys(told.same)) as any_of (field);
    -- Not "exists": in the hope of an early match it would compare every row with every other.
    execute format('select bool_or(%s) from written join before using (id)', compared) into changed;
    if not coalesce(changed, false) then return null; end if;
  end if;
  -- The trigram index collects new words before it sorts them in: a little for single rows, so that no search has to read a long
  -- backlog, and all of them for a large insert, which ends by sorting them in.
  if many then
    set local gin_pending_list_limit = '1GB';
  end if;
  execute private.write_lines(tg_table_name, 'written', are_new => tg_op = 'INSERT');
  if many then
    perform gin_clean_pending_list(format('private.%I', tg_table_name || '_search_words_idx')::regclass);
    -- Every connection keeps its plans for foreign keys from when the tables were small, and would now read a whole table for each
    -- row. New statistics make it plan again.
    execute format('analyze (skip_locked) public.%I (id), private.%I (id)', tg_table_name, tg_table_name || '_search');
  end if;
  if tg_op = 'UPDATE' then
    -- Those found through a record follow when it is renamed.
    for follower in
      select findable.kind, link.field from private.findable
      cross join private.references_of(findable.kind) as link
      where link.kind = tg_table_name and link.field = any (findable.through)
    loop
      execute private.write_lines(follower.kind, format(
        '(select * from public.%I where %I in (
            select id from written join before using (id) where written.%3$I is distinct from before.%3$I
          ) for key share)',
        follower.kind, follower.field, told.title
      ));
    end loop;
  end if;
  return null;
end
$$;

-- All at once, and not by a foreign key: that would look every new line up again, a tenth of an import's time.
create function private.forget_lines() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  execute format('delete from private.%I as line using gone where line.id = gone.id', tg_table_name || '_search');
  return null;
end
$$;

-- 'Ada 50%' becomes {%ada%,%50\%%}: every word must be found, and none of its characters is a wildcard.
create function private.patterns(term text) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), '{}')
  from (
    select word from regexp_split_to_table(private.fold(left(term, 200)), '[[:space:]]+') as word where word <> '' limit 8
  ) as words
$$;

-- ' where words like ... and words like ...', shortest first: the index knows nothing of one or two letters, so those are compared
-- in what it found.
create function private.matching(term text) returns text
language sql stable set search_path = ''
as $$
  select coalesce(' where ' || string_agg(format('words like %L', pattern), ' and ' order by length(pattern)), '')
  from unnest(private.patterns(term)) as pattern
$$;

create function private.caller_may_find(of_kind text) returns boolean
language sql stable set search_path = ''
as $$
  select private.caller_may(area, 'read') from private.findable where kind = of_kind
$$;

-- The ids of what a term finds.
create function private.all_found(of_kind text, term text) returns setof uuid
language plpgsql stable security definer rows 1000 set search_path = '' set work_mem = '32MB' set max_parallel_workers_per_gather = 0
as $$
begin
  if private.caller_may_find(of_kind) then
    return query execute format('select id from private.%I', of_kind || '_search') || private.matching(term);
  end if;
end
$$;

-- The same while there are few; null for more than a thousand, or when a sample of a thousand lines says that there are at least
-- twice as many: counting up to a thousand of them by the index costs more than to go through all lines.
create function private.search_ids(of_kind text, term text) returns uuid[]
language plpgsql stable security definer
  set search_path = '' set work_mem = '32MB' set max_parallel_workers_per_gather = 0 set enable_seqscan = on
as $$
declare
  lines text := format('private.%I', of_kind || '_search');
  line_count float := greatest((select reltuples from pg_class where oid = lines::regclass), 1000);
  are_many boolean;
  ids uuid[] := '{}';
begin
  if private.caller_may_find(of_kind) then
    execute format('select count(*) * $1 / 1000 > 2000 from %s tablesample system (%s) repeatable (1)', lines, 100 * 1000 / line_count)
      || private.matching(term) into are_many using line_count;
    if are_many then return null; end if;
    -- PostgreSQL knows how common a word is to a hundredth at best, and would read all lines for what a few hundred have. Where the
    -- index can help (it knows parts of three letters) it is used.
    if exists (select from unnest(private.patterns(term)) as pattern where length(pattern) >= length('%abc%')) then
      perform set_config('enable_seqscan', 'off', true);
    end if;
    execute format('select array(select id from %s', lines) || private.matching(term) || ' limit 1001)' into ids;
  end if;
  return case when cardinality(ids) <= 1000 then ids end;
end
$$;

-- The ids of what a term finds, the best first: records of exactly that title, then those whose title begins so, then the others.
create function private.suggested(of_kind text, term text, most integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' set max_parallel_workers_per_gather = 0
as $$
declare
  ids uuid[] := '{}';
begin
  if private.caller_may_find(of_kind) then
    execute format('select array(select id from private.%I', of_kind || '_search') || private.matching(term)
      || ' order by title = $1 desc, starts_with(title, $1) desc, title, id limit $2)'
    into ids using private.fold(btrim(left(term, 200))), least(most, 1000);
  end if;
  return ids;
end
$$;

-- Makes a kind searchable, or searchable by other columns than before.
create function private.enable_search(
  of_kind text, area text, title text, searched text[], through text[] default '{}', same jsonb default '{}'
) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.findable (kind, area, title, searched, through, same)
  values (of_kind, area, title, private.searched_with_own(of_kind, searched), through, same)
  on conflict (kind) do update set area = excluded.area, title = excluded.title, searched = excluded.searched, through = excluded.through,
    same = excluded.same, is_registered = true;
  perform private.build_search(of_kind);
end
$$;

-- What the lines of a kind were made from: as long as it is the same, they need not be written again.
create function private.search_recipe(of_kind text) returns text
language sql stable set search_path = ''
as $$
  select md5(concat_ws('|', to_jsonb(findable) - 'built_from' - 'is_registered',
    (select jsonb_agg(link) from private.references_of(of_kind) as link where link.field = any (findable.through)),
    (select string_agg(prosrc, '|' order by proname) from pg_proc
      where pronamespace = 'private'::regnamespace and proname in ('fold', 'same_key', 'write_lines'))))
  from private.findable where kind = of_kind
$$;

-- Makes the lines, their triggers and search_<kind>(term) and suggest_<kind>(term, most), which answer rows of the table, so that filters,
-- order, paging, counting and embedding work on them as on the table. `again` writes the lines whatever they were made from: for rows that
-- were loaded past the triggers (a restored backup).
create function private.build_search(of_kind text, again boolean default false) returns void
language plpgsql volatile set search_path = ''
as $make$
declare
  lines text := of_kind || '_search';
  recipe text := private.search_recipe(of_kind);
begin
  -- The collation "C" makes LIKE compare bytes, which is ten times faster.
  execute format(
    'create table if not exists private.%I (
       id uuid primary key, title text collate "C" not null, words text collate "C" not null, same text[] not null
     )', lines);
  execute format('create index if not exists %I on private.%I using gin (words extensions.gin_trgm_ops)', lines || '_words_idx', lines);
  -- Titles that begin so. Long ones are cut: an index takes no more.
  execute format('create index if not exists %I on private.%I (left(title, 200))', lines || '_title_idx', lines);
  execute format(
    'create or replace trigger %I after insert on public.%I referencing new table as written
       for each statement execute function private.keep_lines()', of_kind || '_found_when_added', of_kind);
  execute format(
    'create or replace trigger %I after update on public.%I referencing old table as before new table as written
       for each statement execute function private.keep_lines()', of_kind || '_found_when_changed', of_kind);
  execute format(
    'create or replace trigger %I after delete on public.%I referencing old table as gone
       for each statement execute function private.forget_lines()', of_kind || '_not_found_when_deleted', of_kind);
  if again or recipe is distinct from (select built_from from private.findable where kind = of_kind) then
    execute format('delete from private.%I as line where not exists (select from public.%I as record where record.id = line.id)', lines, of_kind);
    execute private.write_lines(of_kind, format('public.%I', of_kind));
    update private.findable set built_from = recipe where kind = of_kind;
  end if;

  -- PostgreSQL puts the body in the place of the call, so that a list sorted by an indexed column and cut to a page reads little more
  -- than the page: few rows are looked up by their ids; where there are many, the list is walked in its order, and each row looked
  -- for among the ids. (The condition on the many stands outside of "union all", where PostgreSQL still sees the order of the table;
  -- "is true" keeps it from joining, which would need all rows.)
  execute format(
    'create or replace function public.%1$I(term text) returns setof public.%2$I language sql stable rows 100 as $body$
       select %3$s from (
         select record.*, true as is_few from public.%2$I as record where id = any ((select private.search_ids(%2$L, term))::uuid[])
         union all
         select record.*, false from public.%2$I as record
       ) as record
       where is_few or (
         (select private.search_ids(%2$L, term)) is null
         and (id in (select found.id from private.all_found(%2$L, term) as found (id))) is true
       )
     $body$',
    'search_' || of_kind, of_kind,
    (
      select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = format('public.%I', of_kind)::regclass and attnum > 0 and not attisdropped
    ));
  execute format(
    'create or replace function public.%1$I(term text, most integer default 50) returns setof public.%2$I
     language sql stable rows 50 as $body$
       select record.* from unnest((select private.suggested(%2$L, term, most))) with ordinality as best (id, place)
       join public.%2$I as record on record.id = best.id order by best.place
     $body$', 'suggest_' || of_kind, of_kind);
  execute format('revoke all on function public.%I(text), public.%I(text, integer) from public, anon', 'search_' || of_kind, 'suggest_' || of_kind);
  execute format('grant execute on function public.%I(text), public.%I(text, integer) to authenticated, service_role', 'search_' || of_kind, 'suggest_' || of_kind);
end
$make$;

-- Every kind: after rows were loaded past the triggers (a restored backup).
create function private.rebuild_search() returns void
language sql volatile set search_path = ''
as $$
  select private.build_search(kind, again => true) from private.findable
$$;

-- Records that might be the same as one that is being written; `record` has its fields, as many as are known.
create function public.find_duplicates(kind text, record jsonb, except_id uuid default null)
returns table (id uuid, title text, field text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  told private.findable := (select findable from private.findable where findable.kind = find_duplicates.kind);
begin
  if private.caller_may_find(told.kind) then
    return query execute format(
      'select distinct on (found.created_at, found.id) found.id, found.%I::text, given.key
       from jsonb_each_text($1) as given
       join private.%I as kept on private.same_key($2 ->> given.key, given.value) = any (kept.same)
       join public.%I as found on found.id = kept.id
       where found.id is distinct from $3
       order by found.created_at, found.id limit 20',
      told.title, told.kind || '_search', told.kind
    ) using record, told.same, except_id;
  end if;
end
$$;

grant execute on function public.find_duplicates, private.all_found, private.search_ids, private.suggested, private.references_of, private.trimmed
  to authenticated, service_role;
