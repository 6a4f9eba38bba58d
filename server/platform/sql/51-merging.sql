-- Merging -------------------------------------------------------------------------------------------------------------
-- Everything of the one that goes moves to the one that stays. Each field is taken from one of the two: the choice of the person who
-- merges, or what the one that stays says, or, where it says nothing, the other. The history gets one entry, which keeps what the other
-- said differently. Every row that goes, changes or is made is kept for thirty days, so that a merge can be undone.

-- Rows of one table by their keys, as they are now.
create function private.versions_by_key(of_place regclass, keys jsonb[]) returns private.row_version[]
language plpgsql stable set search_path = ''
as $$
declare
  versions private.row_version[];
  same_row text := (
    select string_agg(format('record.%I = (wanted ->> %1$L)::%s', attname, format_type(atttypid, atttypmod)), ' and ')
    from pg_attribute where attrelid = of_place and attname = any (string_to_array(private.key_columns(of_place), ',')));
begin
  execute format('select coalesce(array_agg(row(%L, wanted, to_jsonb(record))::private.row_version), ''{}'') from unnest($1) as wanted join %1$s as record on %s',
    of_place, same_row) into versions using keys;
  return versions;
end
$$;

-- The rows of these records and every row that belongs to them by foreign keys, however far down; and their history.
create function private.rows_around(of_kind text, ids uuid[]) returns private.row_version[]
language plpgsql volatile set search_path = ''
as $$
declare
  shown_at text := case of_kind when 'contacts' then 'contact_id' else 'account_id' end;
  all_rows private.row_version[] := private.versions_by_key(format('public.%I', of_kind)::regclass, array(select jsonb_build_object('id', id) from unnest(ids) as id));
  fresh private.row_version[] := all_rows;
  below private.row_version[];
  level_rows private.row_version[];
  link record;
begin
  while cardinality(fresh) > 0 loop
    below := '{}';
    for link in
      select each.*, format_type(atttypid, atttypmod) as type,
        (select string_agg(format('%L, record.%1$I', field), ', ') from unnest(string_to_array(private.key_columns(each.place), ',')) as field) as key
      from private.links_between() as each
      join (select distinct place from unnest(fresh)) as level on level.place = each.target::text
      join pg_attribute on attrelid = each.target and attname = each.target_field
    loop
      continue when link.key is null;
      execute format(
        'select coalesce(array_agg(row(%1$L, jsonb_build_object(%2$s), to_jsonb(record))::private.row_version), ''{}'') from %1$s as record
         where record.%3$I in (select (above.record ->> %4$L)::%5$s from unnest($1) as above where above.place = %6$L)',
        link.place, link.key, link.field, link.target_field, link.type, link.target) into level_rows using fresh;
      below := below || level_rows;
    end loop;
    select coalesce(array_agg(row(each.place, each.key, each.record)::private.row_version), '{}') into fresh
    from (select distinct on (place, key) place, key, record from unnest(below)) as each
    where not exists (select from unnest(all_rows) as known where known.place = each.place and known.key = each.key);
    all_rows := all_rows || fresh;
  end loop;
  execute format(
    'select coalesce(array_agg(row(''public.events'', jsonb_build_object(''id'', event.id), to_jsonb(event))::private.row_version), ''{}'')
     from public.events as event where %I = any ($1) or (record_type = $2 and record_id = any ($1))', shown_at)
  into level_rows using ids, left(of_kind, -1);
  return all_rows || level_rows;
end
$$;

-- Keeps what a merge did, as a separate deletion: rows that went, rows that are different now, rows that are new.
create function private.keep_merge(of_kind text, keep uuid, gone uuid, title text, before private.row_version[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  merge uuid := uuidv7();
  after private.row_version[] := '{}';
  at_place text;
begin
  for at_place in select distinct place from unnest(before) loop
    after := after || private.versions_by_key(at_place::regclass, array(select each.key from unnest(before) as each where each.place = at_place));
  end loop;
  insert into public.deletions (id, kind, area, title, records, actor_id, actor_name, cause, merged_into)
  select merge, of_kind, area, keep_merge.title, 1, auth.uid(), private.actor_name(), 'merged', keep from private.trash_kinds where kind = of_kind;
  insert into private.deleted_rows (deletion_id, place, record_id, is_root, record)
  select merge, was.place, case when was.place = 'public.' || of_kind then gone end, was.place = 'public.' || of_kind, was.record
  from unnest(before) as was
  where not exists (select from unnest(after) as is_now where is_now.place = was.place and is_now.key = was.key);
  insert into private.deleted_links (deletion_id, place, key, before, after)
  select merge, was.place, was.key,
    (select jsonb_object_agg(field.key, field.value) from jsonb_each(was.record - 'updated_at') as field where field.value is distinct from is_now.record -> field.key),
    (select jsonb_object_agg(field.key, field.value) from jsonb_each(is_now.record - 'updated_at') as field where field.value is distinct from was.record -> field.key)
  from unnest(before) as was join unnest(after) as is_now on is_now.place = was.place and is_now.key = was.key
  where was.record - 'updated_at' <> is_now.record - 'updated_at';
  insert into private.made_rows (deletion_id, place, key, record)
  select merge, made.place, made.key, made.record from unnest(private.rows_around(of_kind, array[keep])) as made
  where made.place <> 'public.events' and not exists (select from unnest(before) as was where was.place = made.place and was.key = made.key);
end
$$;

-- `choices`: {"phone": "gone", "notes": "both"}, for fields that are not decided as usual.
create function private.merge_records(kind text, one text, keep uuid, gone uuid, choices jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  told private.findable := private.known_kind(kind);
  shown_at text := one || '_id';
  kept jsonb;
  other jsonb;
  filled jsonb;
  different jsonb;
  link record;
  moved int;
  counts jsonb := '{}';
  before private.row_version[];
begin
  if keep = gone then
    raise exception 'A record cannot be merged with itself' using errcode = 'check_violation';
  end if;
  -- In one order, so that two merges of the same pair wait for each other instead of blocking each other.
  execute format('select count(*) from (select from public.%I where id in ($1, $2) order by id for update) as locked', kind)
    into moved using keep, gone;
  execute format('select to_jsonb(record) from public.%I as record where id = $1', kind) into kept using keep;
  execute format('select to_jsonb(record) from public.%I as record where id = $1', kind) into other using gone;
  if kept is null or other is null then
    raise sqlstate 'PT404' using message = 'One of the two records no longer exists';
  end if;

  if exists (select from jsonb_each_text(choices) as choice where not kept ? choice.key or choice.key in ('id', 'created_at', 'updated_at')
    or choice.value not in ('keep', 'gone', 'both') or (choice.value = 'both' and choice.key <> 'notes')) then
    raise check_violation using message = 'Choose each field from one of the two records';
  end if;
  before := private.rows_around(kind, array[keep, gone]);

  -- What follows is told in one entry.
  perform set_config('guidevane.batch', gen_random_uuid()::text, true);
  perform private.call_hooks('merge ' || kind, keep::text, gone::text);
  for link in select * from private.referred_to_by(kind) as referring where referring.kind <> told.kind loop
    execute format('update public.%I set %I = $1 where %2$I = $2', link.kind, link.field) using keep, gone;
    get diagnostics moved = row_count;
    if moved > 0 then
      counts := counts || jsonb_build_object(link.kind, moved + coalesce((counts ->> link.kind)::int, 0));
    end if;
  end loop;
  execute format('update public.events set %I = $1 where %1$I = $2', shown_at) using keep, gone;
  get diagnostics moved = row_count;
  update public.events set record_id = keep where record_type = one and record_id = gone;
  counts := counts || jsonb_build_object('events', moved);

  -- A person stays with their company, and a company that is put aside does not put aside the other, unless someone chose so.
  select jsonb_object_agg(field.key, field.value)
      filter (where choices ->> field.key = 'gone' or (coalesce(kept -> field.key, 'null') = 'null' and not choices ? field.key and field.value <> 'null'
        and field.key not in ('account_id', 'archived_at'))),
    jsonb_object_agg(field.key, jsonb_build_array(field.value, kept -> field.key))
      filter (where field.value <> 'null' and coalesce(kept -> field.key, 'null') not in ('null', field.value) and field.key not in ('account_id', 'archived_at'))
  into filled, different
  from jsonb_each(other) as field where field.key not in ('id', 'created_at', 'updated_at', 'tags');
  -- Two long texts are both kept, if there is room; otherwise the second becomes a note.
  if different ? 'notes' and coalesce(choices ->> 'notes', 'both') = 'both' then
    if char_length(kept ->> 'notes') + char_length(other ->> 'notes') + 2 <= 20000 then
      filled := coalesce(filled, '{}') || jsonb_build_object('notes', (kept ->> 'notes') || E'\n\n' || (other ->> 'notes'));
    else
      perform set_config('guidevane.batch', '', true);
      perform private.call_hooks('long text of a merge', shown_at, keep::text, other ->> 'notes');
      perform set_config('guidevane.batch', gen_random_uuid()::text, true);
    end if;
    different := different - 'notes';
  end if;
  -- Its records are the other's now; keep_merge keeps what there was.
  perform set_config('guidevane.deletion', 'none', true);
  execute format('delete from public.%I where id = $1', kind) using gone;
  perform set_config('guidevane.deletion', '', true);
  if filled is not null then
    execute format('update public.%I set (%s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $2)) where id = $1', kind,
      (select string_agg(quote_ident(key), ', ') from jsonb_object_keys(filled) as key)) using keep, filled;
  end if;
  perform private.keep_merge(kind, keep, gone, other ->> 'name', before);
  perform set_config('guidevane.batch', '', true);

  execute format(
    'insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, %s changes)
     values (''merged'', auth.uid(), private.actor_name(), $1, $2, $3, $4, %s $5)',
    case one when 'contact' then 'contact_id,' else '' end, case one when 'contact' then '$2,' else '' end)
  using one, keep, kept ->> 'name', case one when 'account' then keep else (kept ->> 'account_id')::uuid end,
    jsonb_build_object('merged', jsonb_build_array(other ->> 'name', kept ->> 'name')) || coalesce(different - 'name', '{}');
  perform private.note_act('records merged', one || ' ' || (kept ->> 'name'), jsonb_build_object('id', gone, 'name', other ->> 'name'),
    jsonb_build_object('id', keep));
  return counts;
end
$$;

create function public.merge_contacts(keep uuid, gone uuid, choices jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '120s'
as $$
begin
  perform private.require_may('crm', 'edit', 'to merge contacts');
  perform private.require_may('crm', 'delete', 'to merge contacts');
  return private.merge_records('contacts', 'contact', keep, gone, choices);
end
$$;

create function public.merge_accounts(keep uuid, gone uuid, choices jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '120s'
as $$
begin
  perform private.require_may('crm', 'edit', 'to merge accounts');
  perform private.require_may('crm', 'delete', 'to merge accounts');
  return private.merge_records('accounts', 'account', keep, gone, choices);
end
$$;

-- Of any kind that can be merged.
create function public.merge_records(kind text, keep uuid, gone uuid, choices jsonb default '{}') returns jsonb
language plpgsql volatile set search_path = '' set statement_timeout = '120s'
as $$
begin
  case kind
    when 'accounts' then return public.merge_accounts(keep, gone, choices);
    when 'contacts' then return public.merge_contacts(keep, gone, choices);
    else raise undefined_table using message = format('Records of kind "%s" are not merged', kind);
  end case;
end
$$;

-- The history says on the one that stayed that the other is back.
create function private.record_unmerge(merge public.deletions) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, changes)
  select 'unmerged', auth.uid(), private.actor_name(), left(merge.kind, -1), merge.merged_into, stayed.name, stayed.account_id, stayed.contact_id,
    jsonb_build_object('merged', jsonb_build_array(merge.title, stayed.name))
  from (
    select id, name, id as account_id, null::uuid as contact_id from public.accounts where merge.kind = 'accounts'
    union all select id, name, account_id, id from public.contacts where merge.kind = 'contacts') as stayed
  where stayed.id = merge.merged_into;
  perform private.note_act('merge undone', left(merge.kind, -1) || ' ' || coalesce(merge.title, ''), null, jsonb_build_object('id', merge.merged_into));
end
$$;

-- What merging would move, for anyone who decides.
create function public.count_merged(kind text, gone uuid) returns table (moved text, count int)
language plpgsql stable set search_path = ''
as $$
declare
  told private.findable := private.known_kind(kind);
  link record;
begin
  if not private.caller_may(told.area, 'read') then return; end if;
  for link in select referring.kind, string_agg(format('%I = $1', referring.field), ' or ') as condition
    from private.referred_to_by(told.kind) as referring
    where referring.kind <> told.kind and has_table_privilege(format('public.%I', referring.kind), 'select')
    group by referring.kind order by 1
  loop
    return query execute format('select %L, count(*)::int from public.%1$I where %2$s having count(*) > 0', link.kind, link.condition) using gone;
  end loop;
  return query execute format('select ''events'', count(*)::int from public.events where %I = $1 having count(*) > 0',
    case told.kind when 'contacts' then 'contact_id' else 'account_id' end) using gone;
end
$$;

grant execute on function public.merge_records, public.merge_contacts, public.merge_accounts, public.count_merged to authenticated, service_role;
