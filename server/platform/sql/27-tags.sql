-- Tags of records. A record's column `tags` holds names, spelled as public.tags spells them; whatever way a row comes (form, import,
-- API, undo), a tag that is new is made. public.taggings follows.

grant select on public.tags, public.taggings to authenticated, service_role;

create policy "people who may read the CRM see tags" on public.tags for select to authenticated using ((select public.may('crm', 'read')));

-- Who may read a record's area sees what is tagged there.
create policy "people see tags of records that they may read" on public.taggings for select to authenticated
  using (case record_type when 'deals' then (select public.may('deals', 'read')) when 'documents' then (select public.may('documents', 'read'))
    else (select public.may('crm', 'read')) end);

create trigger tags_tidy before insert or update on public.tags for each row execute function private.tidy();

create trigger tags_touch before update on public.tags for each row execute function private.touch_updated_at();

create function private.name_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  given text[] := array(
    select distinct on (lower(name)) name from (select private.trimmed(tag) as name from unnest(new.tags) as tag) as named
    where name <> '' order by lower(name), name);
begin
  insert into public.tags (name) select called from unnest(given) as called
  where not exists (select from public.tags where lower(tags.name) = lower(called)) on conflict ((lower(name))) do nothing;
  new.tags := array(select tags.name from public.tags where lower(tags.name) in (select lower(called) from unnest(given) as called) order by lower(tags.name));
  return new;
end
$$;

create function private.follow_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.taggings using gone where record_type = tg_table_name and record_id = gone.id;
  elsif tg_op = 'INSERT' then
    insert into public.taggings (tag_id, record_type, record_id)
    select tags.id, tg_table_name, kept.id from kept cross join unnest(kept.tags) as called join public.tags on lower(tags.name) = lower(called)
    where kept.tags <> '{}' on conflict do nothing;
  else
    delete from public.taggings using kept join gone using (id)
    where record_type = tg_table_name and record_id = kept.id and kept.tags <> gone.tags;
    insert into public.taggings (tag_id, record_type, record_id)
    select tags.id, tg_table_name, kept.id from kept join gone using (id) cross join unnest(kept.tags) as called join public.tags on lower(tags.name) = lower(called)
    where kept.tags <> gone.tags on conflict do nothing;
  end if;
  return null;
end
$$;

-- A module calls this for a table with a column `tags`.
create function private.enable_tags(of_table regclass) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  execute format('create trigger tags_of_new before insert on %s for each row when (new.tags <> ''{}'') execute function private.name_tags()', of_table);
  execute format('create trigger tags_of_changed before update on %s for each row when (new.tags <> old.tags) execute function private.name_tags()', of_table);
  execute format('create trigger taggings_of_new after insert on %s referencing new table as kept for each statement execute function private.follow_tags()', of_table);
  execute format('create trigger taggings_of_changed after update on %s referencing old table as gone new table as kept
    for each statement execute function private.follow_tags()', of_table);
  execute format('create trigger taggings_of_gone after delete on %s referencing old table as gone for each statement execute function private.follow_tags()', of_table);
end
$$;

-- Adds and removes tags of a selection in one statement; answers how many records changed. Runs as the caller: row level security decides.
create function public.tag_records(kind text, ids uuid[], add text[] default '{}', remove text[] default '{}') returns int
language plpgsql volatile set search_path = '' set statement_timeout = '60s'
as $$
declare
  told private.findable := private.known_kind(kind);
  changed int;
begin
  if not private.caller_may(told.area, 'edit') then
    raise insufficient_privilege using message = 'You need admin privileges to change tags.';
  end if;
  execute format(
    'update public.%I set tags = array(select tag from unnest(tags) as tag where lower(tag) <> all ($3)) || $2
     where id = any ($1) and (exists (select from unnest($2) as tag where lower(tag) not in (select lower(had) from unnest(tags) as had))
       or exists (select from unnest(tags) as tag where lower(tag) = any ($3)))', told.kind)
  using private.no_more_than(20000, ids),
    array(select private.trimmed(tag) from unnest(private.no_more_than(50, add)) as tag where private.trimmed(tag) <> ''),
    array(select lower(private.trimmed(tag)) from unnest(private.no_more_than(50, remove)) as tag);
  get diagnostics changed = row_count;
  return changed;
end
$$;

-- `uses`: {"accounts": 12}, by table.
create function public.tag_list() returns table (id uuid, name text, color text, uses jsonb)
language sql stable set search_path = ''
as $$
  select tags.id, tags.name, tags.color, coalesce(used.uses, '{}')
  from public.tags left join (
    select tag_id, jsonb_object_agg(record_type, count) as uses
    from (select tag_id, record_type, count(*)::int as count from public.taggings group by tag_id, record_type) as counted group by tag_id
  ) as used on used.tag_id = tags.id order by lower(tags.name)
$$;

-- Writes the spelling of a tag into its records, or takes it out (`becomes` null). Nothing else about them changes: their editors need
-- not read them again, and their history has nothing to tell.
create function private.respell_tag(tag uuid, was text, becomes text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  place text;
begin
  perform private.suppress_history(true);
  perform set_config('guidevane.quiet', 'yes', true);
  for place in select distinct record_type from public.taggings where tag_id = tag loop
    execute format(
      'update public.%I set tags = array_remove(tags, $2) || array_remove(array[$3], null)
       where id in (select record_id from public.taggings where tag_id = $1 and record_type = %L)', place, place)
    using tag, was, becomes;
  end loop;
  perform set_config('guidevane.quiet', '', true);
  perform private.suppress_history(false);
end
$$;

create function private.tag_to_change(tag uuid) returns public.tags
language plpgsql volatile set search_path = ''
as $$
declare
  found public.tags;
begin
  if not private.caller_may('crm', 'edit') then raise insufficient_privilege using message = 'You need admin privileges to change tags.'; end if;
  select * into found from public.tags where id = tag for update;
  if found.id is null then raise sqlstate 'PT404' using message = 'This tag no longer exists.'; end if;
  return found;
end
$$;

create function public.save_tag(tag uuid, name text, color text) returns public.tags
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  was public.tags;
  made public.tags;
  spelled text := private.trimmed(name);
begin
  if coalesce(spelled, '') = '' or char_length(spelled) > 40 or strpos(spelled, ';') > 0 then
    raise check_violation using message = 'A tag has 1 to 40 characters and no semicolon.';
  end if;
  if tag is not null then was := private.tag_to_change(tag);
  elsif not private.caller_may('crm', 'edit') then raise insufficient_privilege using message = 'You need admin privileges to change tags.';
  end if;
  if exists (select from public.tags where lower(tags.name) = lower(spelled) and id is distinct from tag) then
    raise unique_violation using message = format('There is a tag "%s" already. Merge the two instead.', spelled);
  end if;
  if tag is null then
    insert into public.tags (name, color) values (spelled, save_tag.color) returning * into made;
  else
    update public.tags set name = spelled, color = save_tag.color where id = tag returning * into made;
    if spelled <> was.name then perform private.respell_tag(tag, was.name, spelled); end if;
  end if;
  return made;
end
$$;

create function public.merge_tags(keep uuid, gone uuid) returns void
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  kept public.tags;
  other public.tags;
begin
  if keep = gone then raise check_violation using message = 'A tag cannot be merged with itself.'; end if;
  kept := private.tag_to_change(keep);
  other := private.tag_to_change(gone);
  perform private.respell_tag(gone, other.name, kept.name);
  delete from public.tags where id = gone;
  perform private.note_act('tags merged', kept.name, to_jsonb(other.name), to_jsonb(kept.name));
end
$$;

create function public.delete_tag(tag uuid) returns void
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  gone public.tags := private.tag_to_change(tag);
  held int := (select count(*) from public.taggings where tag_id = tag);
begin
  perform private.respell_tag(tag, gone.name, null);
  delete from public.tags where id = tag;
  perform private.note_act('tag deleted', gone.name, jsonb_build_object('records', held), null);
end
$$;

-- Merging records: the one that stays has the tags of both.
create function private.tags_follow_merge(kind text, keep uuid, gone uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format('update public.%1$I as record set tags = record.tags || other.tags from public.%1$I as other
    where record.id = $1 and other.id = $2 and other.tags <> ''{}''', kind) using keep, gone;
end
$$;

create function private.tags_follow_contacts(keep uuid, gone uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.tags_follow_merge('contacts', keep, gone)
$$;

create function private.tags_follow_accounts(keep uuid, gone uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.tags_follow_merge('accounts', keep, gone)
$$;

select private.register_hook('merge contacts', 'private.tags_follow_contacts(uuid, uuid)');
select private.register_hook('merge accounts', 'private.tags_follow_accounts(uuid, uuid)');

grant execute on function public.tag_records(text, uuid[], text[], text[]), public.tag_list(), public.save_tag(uuid, text, text),
  public.merge_tags(uuid, uuid), public.delete_tag(uuid) to authenticated, service_role;
