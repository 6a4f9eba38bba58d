-- The trash: what was deleted or merged in the last thirty days, to look through, bring back or remove for good.

create function private.titles_of_deletion(deletion public.deletions, most int) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select left(kept.record ->> trash_kinds.title, 200) from private.deleted_rows as kept join private.trash_kinds on trash_kinds.kind = deletion.kind
    where kept.deletion_id = deletion.id and kept.is_root order by 1 limit most)
$$;

-- One row for each deletion, newest first; `before` is where the page before ended. `along` is {"tasks": 3}: rows that went with it.
create function public.trash_list(of_kind text default null, term text default null, before timestamptz default null, most int default 50)
returns table (
  id uuid, kind text, record_type text, titles text[], records int, along jsonb, at timestamptz, until timestamptz, actor_name text,
  cause text, merged_into uuid, merged_into_title text
)
language sql stable security definer set search_path = ''
as $$
  select deletions.id, deletions.kind, trash_kinds.record_type, private.titles_of_deletion(deletions, 3), kept.records, kept.along, deletions.at,
    deletions.at + interval '30 days', deletions.actor_name, deletions.cause, deletions.merged_into,
    case deletions.kind
      when 'accounts' then (select name from public.accounts where accounts.id = deletions.merged_into)
      when 'contacts' then (select name from public.contacts where contacts.id = deletions.merged_into) end
  from public.deletions
  join private.trash_kinds on trash_kinds.kind = deletions.kind
  cross join lateral (
    select coalesce(sum(counted.rows) filter (where counted.is_root), 0)::int as records,
      coalesce(jsonb_object_agg(split_part(counted.place, '.', 2), counted.rows) filter (where not counted.is_root and counted.place like 'public.%'), '{}') as along
    from (
      select deleted_rows.place, deleted_rows.is_root, count(*)::int as rows from private.deleted_rows
      where deleted_rows.deletion_id = deletions.id group by 1, 2) as counted
  ) as kept
  where deletions.area = any ((select private.deletable_areas())::text[])
    and deletions.restored_at is null and deletions.at > private.now() - interval '30 days'
    and (of_kind is null or deletions.kind = of_kind)
    and (before is null or deletions.at < before)
    and kept.records > 0
    and (coalesce(btrim(term), '') = '' or exists (
      select from private.deleted_rows where deleted_rows.deletion_id = deletions.id and deleted_rows.is_root
        and strpos(private.fold(deleted_rows.record ->> trash_kinds.title), private.fold(btrim(term))) > 0))
  order by deletions.at desc
  limit least(greatest(most, 0), 200)
$$;

-- The records of one deletion that are still kept, at most five hundred.
create function public.trash_records(deletion uuid) returns table (id uuid, title text)
language sql stable security definer set search_path = ''
as $$
  select kept.record_id, left(kept.record ->> trash_kinds.title, 200)
  from public.deletions join private.trash_kinds on trash_kinds.kind = deletions.kind
  join private.deleted_rows as kept on kept.deletion_id = deletions.id and kept.is_root
  where deletions.id = deletion and deletions.area = any ((select private.deletable_areas())::text[])
  order by 2, 1 limit 500
$$;

-- What kinds there are, for the filter.
create function public.trash_kinds() returns table (kind text, record_type text)
language sql stable security definer set search_path = ''
as $$
  select kind, record_type from private.trash_kinds where area = any ((select private.deletable_areas())::text[]) order by record_type
$$;

-- Brings back whole deletions; a merge is undone. What cannot come back stays, and the answer says how many could.
create function public.restore_deletions(ids uuid[]) returns table (restored int, rows int, refused int)
language plpgsql volatile security definer set search_path = '' set statement_timeout = '120s'
as $$
declare
  one public.deletions;
  back record;
begin
  restored := 0;
  rows := 0;
  refused := 0;
  -- The newest first: a company comes back before the deal that was deleted before it.
  for one in
    select * from public.deletions where id = any (private.no_more_than(1000, ids)) and area = any ((select private.deletable_areas())::text[])
      and at > private.now() - interval '30 days' order by at desc, id for update
  loop
    select * into back from private.put_deletion_back(one, null);
    restored := restored + back.restored;
    rows := rows + back.rows;
    if back.restored = 0 then refused := refused + 1;
    elsif one.cause = 'merged' then perform private.record_unmerge(one);
    end if;
  end loop;
  if restored = 0 then
    if one.id is not null then perform private.refuse_restoring(one); end if;
    raise sqlstate 'PT404' using message = 'This can no longer be brought back.';
  end if;
  perform private.note_act('records restored', restored || case restored when 1 then ' record' else ' records' end, null,
    jsonb_build_object('restored', restored, 'rows', rows));
  return next;
end
$$;

-- Undoes the merge that a record went by.
create function public.undo_merge(kind text, gone uuid) returns void
language plpgsql volatile security definer set search_path = '' set statement_timeout = '120s'
as $$
declare
  merge uuid := (
    select deletions.id from private.deleted_rows as kept join public.deletions on deletions.id = kept.deletion_id
    where kept.record_id = gone and kept.is_root and deletions.kind = undo_merge.kind and deletions.cause = 'merged' order by deletions.at desc limit 1);
begin
  if merge is null then raise sqlstate 'PT404' using message = 'This can no longer be brought back.'; end if;
  perform public.restore_deletions(array[merge]);
end
$$;

-- Removes deletions for good, before their thirty days are over.
create function public.purge_deletions(ids uuid[]) returns int
language plpgsql volatile security definer set search_path = '' set statement_timeout = '120s'
as $$
declare
  one public.deletions;
  purged int := 0;
begin
  for one in
    select * from public.deletions where id = any (private.no_more_than(1000, ids)) and area = any ((select private.deletable_areas())::text[]) order by id for update
  loop
    perform private.note_act('deleted for good', one.kind || ' ' || array_to_string(private.titles_of_deletion(one, 3), ', '),
      jsonb_build_object('records', one.records), null);
    perform private.call_hooks('purge deletion', one.id::text);
    delete from public.deletions where id = one.id;
    purged := purged + 1;
  end loop;
  if purged = 0 then raise sqlstate 'PT404' using message = 'This is no longer in the trash.'; end if;
  return purged;
end
$$;

grant execute on function public.trash_list(text, text, timestamptz, int), public.trash_records(uuid), public.trash_kinds(),
  public.restore_deletions(uuid[]), public.undo_merge(text, uuid), public.purge_deletions(uuid[]) to authenticated, service_role;
