-- Fields of many records at once: tried (the preview), done in one transaction, undone like an import (25-import.sql). It runs as the caller:
-- row level security and grants of columns decide, and triggers, checks and the history treat each record as if it were edited alone.
-- docs/decisions/248 says why a preview does the edit and takes it back.

-- How a column becomes what is wanted. Lists can be added to and taken from; one that is left with nothing is empty if it can be.
create function private.edited_columns(of_kind text, act text, changes jsonb) returns table (name text, becomes text, differs text)
language plpgsql stable set search_path = ''
as $$
declare
  place regclass := format('public.%I', of_kind)::regclass;
  unknown text := (
    select key from jsonb_object_keys(changes) as key where not exists (
      select from pg_attribute where attrelid = place and attname = key and attnum > 0 and attgenerated = ''
        and attname not in ('id', 'created_at', 'updated_at') and has_column_privilege(place, attnum, 'update')
        and (act = 'set' or atttypid = 'text[]'::regtype)) limit 1);
begin
  if unknown is not null or act not in ('set', 'add', 'remove') or changes = '{}' then
    raise exception 'column "%" of "%" cannot be edited', unknown, of_kind using errcode = 'undefined_column';
  end if;
  return query
    select attname::text, format(case when is_list and not attnotnull then 'nullif(%s, ''{}'')' when is_list then 'coalesce(%s, ''{}'')' else '%s' end, expression),
      format(case when is_list then 'not (coalesce(record.%1$I, ''{}'') @> coalesce(%2$s, ''{}'') and coalesce(record.%1$I, ''{}'') <@ coalesce(%2$s, ''{}''))'
        else 'record.%1$I is distinct from %2$s' end, attname, expression)
    from (
      select attribute.*, atttypid = 'text[]'::regtype as is_list, format(case act
        when 'add' then 'coalesce(record.%1$I, ''{}'') || array(select given from unnest(wanted.%1$I) as given where lower(given) not in (select lower(had) from unnest(record.%1$I) as had))'
        when 'remove' then 'array(select had from unnest(record.%1$I) as had where lower(had) not in (select lower(given) from unnest(wanted.%1$I) as given))'
        else 'wanted.%1$I' end, attname) as expression
      from pg_attribute as attribute where attrelid = place and changes ? attname and attnum > 0
    ) as given;
end
$$;

-- Why these records cannot be edited, or null when they were.
create function private.try_edit(statement text, edit_id uuid, ids uuid[], changes jsonb) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  said text;
  demand text;
begin
  execute statement using edit_id, ids, changes;
  return null;
exception when integrity_constraint_violation or sqlstate 'PT409' then
  get stacked diagnostics said = message_text, demand = constraint_name;
  -- Checks are named by what they demand.
  return case when demand like '% %' then upper(left(demand, 1)) || substr(demand, 2) else said end;
end
$$;

-- Records that checks over several columns treat alike, such as open deals without an amount.
create function private.shape_of(of_kind text) returns text
language sql stable set search_path = ''
as $$
  select coalesce(string_agg(distinct format(case when attnotnull then 'record.%I::text' else '(record.%I is null)::text' end, attname), ', '), '''''')
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
  where conrelid = format('public.%I', of_kind)::regclass and contype = 'c' and cardinality(conkey) > 1
$$;

-- Edits what can be edited and answers what became of each: {"changed", "same", "later", "gone", "refused": [{"reason", "count", "ids"}],
-- "ids", "at"}. "later": saved by someone after `seen`. No list of ids is longer than `listed`.
create function private.edit_many(edit_id uuid, of_kind text, ids uuid[], act text, changes jsonb, seen timestamptz, listed int) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  started timestamptz := clock_timestamp();
  -- Looking for what is refused by halves ends here: what is left is refused as a whole.
  most_tries constant int := 400;
  longest constant interval := '4 seconds';
  statement text;
  differs text;
  found int;
  later uuid[];
  changing uuid[];
  reason text;
  block uuid[];
  ordered uuid[] := '{}';
  lows int[] := '{}';
  highs int[] := '{}';
  middle int;
  next int := 1;
  refused jsonb := '{}';
  left_out uuid[] := '{}';
begin
  select format(
      'with chosen as materialized (
         select record.id, record as was, %2$s from public.%1$I as record cross join jsonb_populate_record(null::public.%1$I, $3) as wanted where record.id = any ($2)
       ), changed as (
         update public.%1$I as record set %3$s from chosen where record.id = chosen.id returning record.id, %4$s as before, %5$s as after
       ) select private.note_changes($1, array_agg(id), array_agg(before), array_agg(after)) from changed where before <> after having count(*) > 0',
      of_kind, string_agg(format('%s as %I', becomes, name), ', '), string_agg(format('%1$I = chosen.%1$I', name), ', '),
      private.noted_change(of_kind, 'before'), private.noted_change(of_kind, 'after')),
    string_agg(edited.differs, ' or ')
  into statement, differs from private.edited_columns(of_kind, act, changes) as edited;
  -- No record yet: what a statement locks before its first row comes before the records, as in every other edit.
  execute statement using edit_id, '{}'::uuid[], changes;
  execute format(
    'select count(*), coalesce(array_agg(id) filter (where differs and is_later), ''{}''), coalesce(array_agg(id) filter (where differs and not is_later), ''{}'')
     from (select record.id, coalesce(record.updated_at > $2, false) as is_later, (%2$s) as differs
       from public.%1$I as record cross join jsonb_populate_record(null::public.%1$I, $3) as wanted
       where record.id = any ($1) order by record.id for no key update of record) as each', of_kind, differs)
  into found, later, changing using ids, seen, changes;

  reason := private.try_edit(statement, edit_id, changing, changes);
  if reason is not null then
    for block in execute format('select array_agg(id) from public.%I as record where id = any ($1) group by concat_ws(''/'', %s)', of_kind, private.shape_of(of_kind))
      using changing
    loop
      lows := lows || cardinality(ordered) + 1;
      ordered := ordered || block;
      highs := highs || cardinality(ordered);
    end loop;
  end if;
  while next <= cardinality(lows) loop
    block := ordered[lows[next]:highs[next]];
    reason := private.try_edit(statement, edit_id, block, changes);
    if reason is null then null;
    elsif lows[next] < highs[next] and cardinality(lows) < most_tries and clock_timestamp() < started + longest then
      middle := (lows[next] + highs[next]) / 2;
      lows := lows || lows[next] || middle + 1;
      highs := highs || middle || highs[next];
    else
      left_out := left_out || block;
      refused := refused || jsonb_build_object(reason, jsonb_build_object(
        'count', coalesce((refused -> reason ->> 'count')::int, 0) + cardinality(block),
        'ids', coalesce(refused -> reason -> 'ids', '[]') || to_jsonb(block)));
    end if;
    next := next + 1;
  end loop;
  return jsonb_build_object(
    'changed', cardinality(changing) - cardinality(left_out), 'same', found - cardinality(changing) - cardinality(later), 'later', cardinality(later),
    'gone', (select count(distinct id) from unnest(ids) as id) - found, 'at', started,
    'refused', (select coalesce(jsonb_agg(jsonb_build_object('reason', key, 'count', value -> 'count', 'ids', jsonb_path_query_array(value, '$.ids[0 to $last]',
        jsonb_build_object('last', greatest(listed, 1) - 1))) order by key), '[]') from jsonb_each(refused)),
    -- In the order of the list.
    'ids', (select coalesce(jsonb_agg(id order by place), '[]') from (
      select id, min(place) as place from unnest(ids) with ordinality as given (id, place)
      where id in (select unnest(changing) except select unnest(left_out)) group by id order by 2 limit listed) as first));
end
$$;

-- Takes it back if it is only tried, or if nothing changed.
create function private.run_edit(edit_id uuid, of_kind text, ids uuid[], act text, changes jsonb, seen timestamptz, listed int, is_real boolean) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  told private.findable := private.known_kind(of_kind);
  outcome jsonb;
begin
  perform private.require_may(told.area, 'edit', 'to change records');
  begin
    perform private.note_import(edit_id, told.kind, 0, 0, 0, '[]', jsonb_build_object('act', act, 'changes', changes));
    outcome := private.edit_many(edit_id, told.kind, private.no_more_than(100000, ids), act, changes, seen, listed);
    if not is_real or outcome -> 'changed' = '0' then raise sqlstate 'GVDRY'; end if;
    perform private.note_edited(edit_id, (outcome -> 'changed')::int);
  exception when sqlstate 'GVDRY' then null;
  end;
  return outcome;
end
$$;

-- What an edit would do. It is done and taken back, so that triggers, checks and policies say what they will say.
create function public.plan_edit(kind text, ids uuid[], act text, changes jsonb, listed int default 50) returns jsonb
language sql volatile set search_path = '' set statement_timeout = '120s' set work_mem = '64MB'
as $$
  select private.run_edit(gen_random_uuid(), kind, ids, act, changes, null, listed, false)
$$;

-- The same for good. `edit_id` is chosen by the caller: sent twice after a lost answer, it is done once. `seen` is when the preview was made.
create function public.edit_records(edit_id uuid, kind text, ids uuid[], act text, changes jsonb, seen timestamptz default null) returns jsonb
language sql volatile set search_path = '' set statement_timeout = '120s' set work_mem = '64MB'
as $$
  select coalesce(
    (select jsonb_build_object('changed', changed, 'same', 0, 'later', 0, 'gone', 0, 'refused', '[]'::jsonb, 'ids', '[]'::jsonb, 'at', imported_at)
      from public.imports where id = edit_id),
    private.run_edit(edit_id, kind, ids, act, changes, seen, 50, true))
$$;

-- After thirty days an edit can no longer be undone.
create function private.purge_edits(before timestamptz) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.imports where edit is not null and imported_at < before
$$;

-- What was changed about a person, by a file or by hand, goes with them.
create function private.erase_noted_changes(contact uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.import_changes where record_id = contact
$$;

select private.register_hook('erase contact', 'private.erase_noted_changes(uuid)');

grant execute on function public.plan_edit(text, uuid[], text, jsonb, int), public.edit_records(uuid, text, uuid[], text, jsonb, timestamptz),
  private.edited_columns(text, text, jsonb), private.try_edit(text, uuid, uuid[], jsonb), private.shape_of(text),
  private.edit_many(uuid, text, uuid[], text, jsonb, timestamptz, int),
  private.run_edit(uuid, text, uuid[], text, jsonb, timestamptz, int, boolean) to authenticated, service_role;
