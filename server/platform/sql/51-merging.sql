-- Merging -------------------------------------------------------------------------------------------------------------
-- Everything of the one that goes moves to the one that stays; what the one that stays does not say is taken over. The
-- history gets one entry more, which keeps what the other said differently.

create function private.merge_records(kind text, one text, keep uuid, gone uuid) returns jsonb
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

  select jsonb_object_agg(field.key, field.value) filter (where coalesce(kept -> field.key, 'null') = 'null'),
    jsonb_object_agg(field.key, jsonb_build_array(field.value, kept -> field.key))
      filter (where coalesce(kept -> field.key, 'null') not in ('null', field.value))
  into filled, different
  from jsonb_each(other) as field
  where field.key not in ('id', 'created_at', 'updated_at', 'account_id', 'tags') and field.value <> 'null';
  -- Two long texts are both kept, if there is room; otherwise the second becomes a note.
  if different ? 'notes' then
    if char_length(kept ->> 'notes') + char_length(other ->> 'notes') + 2 <= 20000 then
      filled := coalesce(filled, '{}') || jsonb_build_object('notes', (kept ->> 'notes') || E'\n\n' || (other ->> 'notes'));
    else
      perform set_config('guidevane.batch', '', true);
      perform private.call_hooks('long text of a merge', shown_at, keep::text, other ->> 'notes');
      perform set_config('guidevane.batch', gen_random_uuid()::text, true);
    end if;
    different := different - 'notes';
  end if;
  -- Its records are the other's now: there is nothing to bring back.
  perform set_config('guidevane.deletion', 'none', true);
  execute format('delete from public.%I where id = $1', kind) using gone;
  perform set_config('guidevane.deletion', '', true);
  if filled is not null then
    execute format('update public.%I set (%s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $2)) where id = $1', kind,
      (select string_agg(quote_ident(key), ', ') from jsonb_object_keys(filled) as key)) using keep, filled;
  end if;
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

create function public.merge_contacts(keep uuid, gone uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('crm', 'edit', 'to merge contacts');
  perform private.require_may('crm', 'delete', 'to merge contacts');
  return private.merge_records('contacts', 'contact', keep, gone);
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

-- A company that is put aside does not put aside the one it is merged into.
create function public.merge_accounts(keep uuid, gone uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was_archived timestamptz := (select archived_at from public.accounts where id = keep);
  counts jsonb;
begin
  perform private.require_may('crm', 'edit', 'to merge accounts');
  perform private.require_may('crm', 'delete', 'to merge accounts');
  counts := private.merge_records('accounts', 'account', keep, gone);
  perform private.suppress_history(true);
  update public.accounts set archived_at = was_archived where id = keep and archived_at is distinct from was_archived;
  perform private.suppress_history(false);
  return counts;
end
$$;

grant execute on function public.merge_contacts, public.merge_accounts, public.count_merged to authenticated, service_role;
