-- Adding, changing, deleting and bringing back own fields. Each call changes the definition and the column in one transaction; with
-- the comment `changes the schema` the data API reads its catalog again before it answers, and other instances are told by NOTIFY.

create function private.require_field_rights() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.caller_may('settings', 'edit') then
    raise insufficient_privilege using message = 'You need admin privileges to change fields.';
  end if;
end
$$;

-- One change of columns at a time, and none that waits long behind others: everything that reads the table would wait behind it.
create function private.lock_for_columns(of_entity text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(3611, hashtext(of_entity));
  execute format('lock table public.%I in access exclusive mode', of_entity);
exception when lock_not_available then
  raise exception 'The table is busy right now. Nothing was changed; try again in a moment.' using errcode = 'PT503';
end
$$;

create function private.own_field_to_change(field uuid) returns public.own_fields
language plpgsql volatile set search_path = ''
as $$
declare
  found public.own_fields;
begin
  perform private.require_field_rights();
  select * into found from public.own_fields where id = field and deleted_at is null for update;
  if found.id is null then raise sqlstate 'PT404' using message = 'This field no longer exists.'; end if;
  return found;
end
$$;

-- "Région (2026)" is region_2026.
create function private.own_key_of(of_entity text, label text) returns text
language sql stable set search_path = ''
as $$
  select base || case when nth = 1 then '' else '_' || nth end
  from (
    select left(coalesce(nullif(regexp_replace(trim(both '_' from regexp_replace(private.fold(label), '[^a-z0-9]+', '_', 'g')), '^([0-9])', 'f_\1'), ''), 'field'), 26)
      as base) as made
  cross join generate_series(1, 200) as nth
  where not exists (
    select from public.own_fields where entity = of_entity and key = base || case when nth = 1 then '' else '_' || nth end)
  order by nth limit 1
$$;

-- A definition with what was given; checked in words.
create function private.with_settings(base public.own_fields, given jsonb) returns public.own_fields
language plpgsql stable set search_path = ''
as $$
declare
  made public.own_fields := base;
  value jsonb;
begin
  made.label := coalesce(private.trimmed(given ->> 'label'), made.label);
  if given ? 'help' then made.help := nullif(private.trimmed(given ->> 'help'), ''); end if;
  if given ? 'section' then made.section := nullif(private.trimmed(given ->> 'section'), ''); end if;
  if given ? 'required' then
    made.required_from := case when (given ->> 'required')::boolean then coalesce(made.required_from, private.now()) end;
  end if;
  if given ? 'listed' then made.is_listed := (given ->> 'listed')::boolean; end if;
  if given ? 'searchable' then made.is_searchable := (given ->> 'searchable')::boolean; end if;
  if given ? 'choices' then
    made.choices := array(
      select private.trimmed(coalesce(choice ->> 'now', choice #>> '{}')) from jsonb_array_elements(given -> 'choices') with ordinality as listed (choice, place) order by place);
  end if;
  if given ? 'default' then
    made.default_value := case when given -> 'default' not in ('null', '""', '[]') then given -> 'default' end;
  end if;
  if made.kind not in ('one_of', 'several_of') then made.choices := '{}'; end if;
  made.currency := case when made.kind = 'money' then coalesce(given ->> 'currency', made.currency, (select office.currency from public.office)) end;
  made.target := case when made.kind = 'record' then coalesce(given ->> 'target', made.target) end;
  if made.kind in ('person', 'record', 'day', 'yes_no', 'number', 'money') then made.is_searchable := false; end if;

  if coalesce(made.label, '') = '' or char_length(made.label) > 40 then
    raise check_violation using message = 'A field needs a name of 1 to 40 characters.';
  end if;
  if exists (select from public.own_fields where entity = made.entity and lower(label) = lower(made.label) and id <> made.id and deleted_at is null) then
    raise check_violation using message = format('There is a field "%s" already.', made.label);
  end if;
  if made.kind in ('one_of', 'several_of') then
    if coalesce(made.choices, '{}') = '{}' then raise check_violation using message = 'Name at least one choice.'; end if;
    if cardinality(made.choices) > 100 then raise check_violation using message = 'A field has at most 100 choices.'; end if;
    if exists (select from unnest(made.choices) as choice where char_length(choice) not between 1 and 60 or strpos(choice, ';') > 0) then
      raise check_violation using message = 'A choice has 1 to 60 characters and no semicolon.';
    end if;
    if (select count(distinct lower(choice)) from unnest(made.choices) as choice) < cardinality(made.choices) then
      raise check_violation using message = 'Two choices have the same name.';
    end if;
  end if;
  if made.kind = 'record' and made.target is null then raise check_violation using message = 'Choose which kind of record.'; end if;
  if made.default_value is not null then
    value := private.own_value_of(
      case when made.kind = 'several_of' then (select string_agg(part, '; ') from jsonb_array_elements_text(made.default_value) as part)
        else made.default_value #>> '{}' end, made, is_stored => true);
    if value is null then raise check_violation using message = 'The default does not fit the field.'; end if;
    made.default_value := value;
  end if;
  return made;
end
$$;

-- After the definition is written.
create function private.apply_own_field(field public.own_fields, is_search_changed boolean) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if field.deleted_at is null then perform private.sync_own_column(field); end if;
  if is_search_changed then
    update private.findable set searched = private.searched_with_own(kind, searched) where kind = field.entity;
  end if;
  -- The functions of the search name every column.
  perform private.build_search(field.entity);
  notify pgrst, 'reload schema';
end
$$;

-- Writes many records at once without telling their history, their editors or the search of each.
create function private.write_quietly(of_entity text, statement text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  execute format('alter table public.%I disable trigger user', of_entity);
  execute statement;
  execute format('alter table public.%I enable trigger user', of_entity);
end
$$;

create function public.add_own_field(entity text, kind text, settings jsonb) returns public.own_fields
language plpgsql volatile security definer set search_path = '' set lock_timeout = '4s' set statement_timeout = '120s'
as $$
declare
  made public.own_fields;
begin
  perform private.require_field_rights();
  if entity not in ('accounts', 'contacts', 'deals') then
    raise check_violation using message = 'Fields can be added to companies, people and deals.';
  end if;
  perform private.lock_for_columns(entity);
  if (select count(*) from public.own_fields where own_fields.entity = add_own_field.entity and deleted_at is null) >= 50 then
    raise check_violation using message = 'There are 50 fields already, which is the most. Delete one first.';
  end if;
  made.id := uuidv7();
  made.entity := entity;
  made.kind := kind;
  made := private.with_settings(made, settings);
  insert into public.own_fields (id, entity, key, label, kind, help, section, choices, currency, target, default_value, required_from, is_searchable, is_listed, position)
  values (made.id, entity, private.own_key_of(entity, made.label), made.label, kind, made.help, made.section, coalesce(made.choices, '{}'), made.currency,
    made.target, made.default_value, made.required_from, coalesce(made.is_searchable, false), coalesce(made.is_listed, false),
    (select coalesce(max(position), 0) + 1 from public.own_fields where own_fields.entity = add_own_field.entity))
  returning * into made;
  perform private.apply_own_field(made, made.is_searchable);
  perform private.note_act('field added', made.label, null, jsonb_build_object('entity', entity, 'kind', kind));
  return made;
end
$$;

-- `choices` may rename: [{"was": "Gold", "now": "Platinum"}, "Silver"]. Records follow. A choice that records have cannot be left out.
create function public.change_own_field(field uuid, settings jsonb) returns public.own_fields
language plpgsql volatile security definer set search_path = '' set lock_timeout = '4s' set statement_timeout = '120s'
as $$
declare
  was public.own_fields := private.own_field_to_change(field);
  made public.own_fields;
  renamed jsonb;
  held int;
  left_out text;
begin
  perform private.lock_for_columns(was.entity);
  made := private.with_settings(was, settings);
  if made.choices <> was.choices then
    select coalesce(jsonb_object_agg(choice ->> 'was', private.trimmed(choice ->> 'now')), '{}') into renamed
    from jsonb_array_elements(settings -> 'choices') as choice where jsonb_typeof(choice) = 'object' and choice ->> 'was' = any (was.choices);
    for left_out in select choice from unnest(was.choices) as choice where choice <> all (made.choices) and not renamed ? choice loop
      execute format('select count(*) from public.%I where %s', was.entity,
        format(case was.kind when 'one_of' then '%I = $1' else '$1 = any (%I)' end, was.column_name)) into held using left_out;
      if held > 0 then
        raise check_violation using message = format('"%s" is chosen in %s %s. Rename it, or change those first.', left_out, held,
          case held when 1 then 'record' else 'records' end);
      end if;
    end loop;
  end if;
  update public.own_fields set label = made.label, help = made.help, section = made.section, choices = made.choices, currency = made.currency,
    default_value = made.default_value, required_from = made.required_from, is_searchable = made.is_searchable, is_listed = made.is_listed
  where id = field;
  if renamed <> '{}' then
    -- Before the new check, and past the old one.
    execute (select coalesce(string_agg(format('alter table public.%I drop constraint %I', was.entity, conname), '; '), 'select') from pg_constraint
      where conrelid = format('public.%I', was.entity)::regclass and contype = 'c' and conname in (select name from private.own_checks(was)));
    perform private.write_quietly(was.entity, format(
      case was.kind when 'one_of' then 'update public.%1$I set %2$I = %3$L::jsonb ->> %2$I where %3$L::jsonb ? %2$I'
      else 'update public.%1$I set %2$I = array(select coalesce(%3$L::jsonb ->> part, part) from unnest(%2$I) as part) where %3$L::jsonb ?| %2$I' end,
      was.entity, was.column_name, renamed));
  end if;
  select * into made from public.own_fields where id = field;
  perform private.apply_own_field(made, made.is_searchable <> was.is_searchable);
  if renamed <> '{}' and made.is_searchable then perform private.build_search(made.entity, again => true); end if;
  perform private.note_act('field changed', made.label,
    (select jsonb_object_agg(each.key, each.value) from jsonb_each(to_jsonb(was) - 'updated_at') as each where each.value is distinct from to_jsonb(made) -> each.key),
    (select jsonb_object_agg(each.key, each.value) from jsonb_each(to_jsonb(made) - 'updated_at') as each where each.value is distinct from to_jsonb(was) -> each.key));
  return made;
end
$$;

create function public.order_own_fields(entity text, ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_field_rights();
  update public.own_fields set position = listed.place
  from unnest(private.no_more_than(100, ids)) with ordinality as listed (id, place)
  where own_fields.id = listed.id and own_fields.entity = order_own_fields.entity and own_fields.position <> listed.place;
end
$$;

-- Gone from everywhere at once; what records said is kept for thirty days.
create function public.delete_own_field(field uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '4s' set statement_timeout = '120s'
as $$
declare
  gone public.own_fields := private.own_field_to_change(field);
begin
  perform private.lock_for_columns(gone.entity);
  execute format('insert into private.own_values (field_id, record_id, value) select $1, id, to_jsonb(%1$I) from public.%2$I where %1$I is not null',
    gone.column_name, gone.entity) using gone.id;
  update public.own_fields set deleted_at = private.now() where id = field returning * into gone;
  if gone.is_searchable then update private.findable set searched = private.searched_with_own(kind, searched) where kind = gone.entity; end if;
  execute format('alter table public.%I drop column %I', gone.entity, gone.column_name);
  perform private.apply_own_field(gone, false);
  perform private.note_act('field deleted', gone.label, jsonb_build_object('entity', gone.entity, 'kind', gone.kind), null);
end
$$;

create function public.restore_own_field(field uuid) returns public.own_fields
language plpgsql volatile security definer set search_path = '' set lock_timeout = '4s' set statement_timeout = '120s'
as $$
declare
  back public.own_fields;
begin
  perform private.require_field_rights();
  select * into back from public.own_fields where id = field and deleted_at is not null for update;
  if back.id is null then raise sqlstate 'PT404' using message = 'This field can no longer be brought back.'; end if;
  perform private.lock_for_columns(back.entity);
  if (select count(*) from public.own_fields where entity = back.entity and deleted_at is null) >= 50 then
    raise check_violation using message = 'There are 50 fields already, which is the most. Delete one first.';
  end if;
  if exists (select from public.own_fields where entity = back.entity and lower(label) = lower(back.label) and deleted_at is null) then
    raise check_violation using message = format('There is another field "%s" by now. Rename that one first.', back.label);
  end if;
  update public.own_fields set deleted_at = null where id = field returning * into back;
  perform private.sync_own_column(back);
  perform private.write_quietly(back.entity, format(
    'update public.%1$I as record set %2$I = (jsonb_populate_record(null::public.%1$I, jsonb_build_object(%2$L, kept.value))).%2$I
     from private.own_values as kept where kept.field_id = %3$L and kept.record_id = record.id%4$s', back.entity, back.column_name, back.id,
    case back.kind when 'person' then ' and exists (select from public.staff where to_jsonb(user_id) = kept.value)'
      when 'record' then format(' and exists (select from public.%I as aim where to_jsonb(aim.id) = kept.value)', back.target) else '' end));
  delete from private.own_values where field_id = field;
  perform private.apply_own_field(back, back.is_searchable);
  perform private.note_act('field restored', back.label, null, jsonb_build_object('entity', back.entity, 'kind', back.kind));
  return back;
end
$$;

-- Removes what was not restored within thirty days.
create function private.purge_own_fields(before timestamptz) returns int
language sql volatile set search_path = ''
as $$
  with gone as (delete from public.own_fields where deleted_at < before returning 1) select count(*)::int from gone
$$;

grant execute on function public.add_own_field(text, text, jsonb), public.change_own_field(uuid, jsonb), public.order_own_fields(text, uuid[]),
  public.delete_own_field(uuid), public.restore_own_field(uuid) to authenticated, service_role;

comment on function public.add_own_field is 'changes the schema';
comment on function public.change_own_field is 'changes the schema';
comment on function public.delete_own_field is 'changes the schema';
comment on function public.restore_own_field is 'changes the schema';
