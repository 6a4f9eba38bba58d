-- Fields that administrators add. A living definition (public.own_fields) has a typed column on its entity's table, so that the data API,
-- lists, filters, history, import, merge, undo and erasing treat it like any other column. docs/decisions/215 says why.

grant select on public.own_fields to authenticated, service_role;

create policy "people see own fields of what they may read" on public.own_fields
  for select to authenticated using (entity = any ((select private.readable_kinds())::text[]));

create trigger own_fields_touch before update on public.own_fields for each row execute function private.touch_updated_at();

-- What a column must fulfil: the names of checks are what the administrator reads when one is violated.
create function private.own_checks(field public.own_fields) returns table (name text, condition text)
language sql stable set search_path = ''
as $$
  select field.column_name || rule.demand, format(rule.condition, field.column_name)
  from (values
    ('text', ' has at most 200 characters', 'char_length(%I) <= 200'),
    ('long_text', ' has at most 20000 characters', 'char_length(%I) <= 20000'),
    ('number', ' is a plain number', '%I not in (''NaN'', ''Infinity'', ''-Infinity'') and abs(%1$I) < 1e20'),
    ('money', ' is an amount we can count', '%I between -9000000000000000 and 9000000000000000'),
    ('link', ' is an http or https address', '%I ~* ''^https?://[^[:space:]/?#]+[^[:space:]]*$'''),
    ('link', ' has at most 2000 characters', 'char_length(%I) <= 2000'),
    ('one_of', ' is one of its choices', '%I = any (' || replace(quote_literal(field.choices), '%', '%%') || '::text[])'),
    ('several_of', ' are of its choices', '%I <@ ' || replace(quote_literal(field.choices), '%', '%%') || '::text[] and %1$I <> ''{}''')
  ) as rule (kind, demand, condition)
  where rule.kind = field.kind
$$;

-- Makes the column of one field as its definition says, and changes nothing that is right already.
create function private.sync_own_column(field public.own_fields) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  at_place regclass := format('public.%I', field.entity);
  called name := field.column_name;
  usual text := case when field.default_value is null then 'drop default'
    when field.kind = 'several_of' then format('set default %L::text[]', array(select jsonb_array_elements_text(field.default_value)))
    else format('set default %L::%s', field.default_value #>> '{}', field.column_type) end;
  aim text := case field.kind when 'person' then 'public.staff (user_id)' when 'record' then format('public.%I (id)', field.target) end;
  rule record;
begin
  execute format('alter table %s add column if not exists %I %s', at_place, field.column_name, field.column_type);
  -- Only new records start with the default: those that are there keep what they say.
  execute format('alter table %s alter column %I %s', at_place, field.column_name, usual);
  execute format('comment on column %s.%I is %L', at_place, field.column_name, field.label);
  for rule in
    select kept.conname, wanted.name, wanted.condition
    from (
      select conname, obj_description(oid, 'pg_constraint') as condition from pg_constraint
      where conrelid = at_place and contype = 'c'
        and conkey = array[(select attnum from pg_attribute where attrelid = at_place and attname = field.column_name)]
    ) as kept
    full join private.own_checks(field) as wanted on wanted.name = kept.conname and wanted.condition = kept.condition
    where kept.conname is null or wanted.name is null order by wanted.name nulls first
  loop
    if rule.name is null then
      execute format('alter table %s drop constraint %I', at_place, rule.conname);
    else
      execute format('alter table %s add constraint %I check (%s)', at_place, rule.name, rule.condition);
      execute format('comment on constraint %I on %s is %L', rule.name, at_place, rule.condition);
    end if;
  end loop;
  if aim is not null then
    if not exists (select from private.links_between() as link where link.place = at_place and link.field = called) then
      execute format('alter table %s add constraint %I foreign key (%I) references %s on delete set null',
        at_place, format('%s_%s_fkey', field.entity, field.column_name), field.column_name, aim);
    end if;
    execute format('create index if not exists %I on %s (%I) where %3$I is not null', format('%s_%s_idx', field.entity, field.column_name), at_place,
      field.column_name);
  end if;
  execute format('grant select (%I), insert (%1$I), update (%1$I) on %s to authenticated', field.column_name, at_place);
end
$$;

-- Brings the columns of every entity in line with the definitions: after each upgrade, and after a backup was loaded.
create function private.sync_own_columns() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  field public.own_fields;
  left_over record;
begin
  for field in select * from public.own_fields where deleted_at is null order by entity, position loop
    perform private.sync_own_column(field);
  end loop;
  for left_over in
    select attrelid::regclass as place, attname from pg_attribute
    where attrelid in (select tgrelid from pg_trigger where tgfoid = 'private.require_own_fields()'::regprocedure) and attname like 'own\_%'
      and attnum > 0 and not attisdropped
      and not exists (select from public.own_fields where deleted_at is null and column_name = attname and format('public.%I', entity)::regclass = attrelid)
  loop
    execute format('alter table %s drop column %I', left_over.place, left_over.attname);
  end loop;
end
$$;

-- What is searched of a kind: what its module says, and the own fields that are to be found.
create function private.searched_with_own(of_kind text, searched text[]) returns text[]
language sql stable set search_path = ''
as $$
  select array(select field from unnest(searched) as field where field not like 'own\_%')
    || array(select column_name from public.own_fields where entity = of_kind and is_searchable and deleted_at is null order by created_at, id)
$$;

-- Required from now on: a new record needs a value, and one that has a value keeps one. Records from before may stay as they are. Asked of
-- people and of programs with a key; what the server makes by itself, such as the company of an inquiry, is never refused. An import
-- says in its report which lines lack something.
create function private.require_own_fields() returns trigger
language plpgsql set search_path = ''
as $$
declare
  field record;
  is_missing boolean;
begin
  if current_user not in ('authenticated', 'service_role') or coalesce(current_setting('guidevane.batch', true), '') <> '' then return null; end if;
  for field in
    select label, column_name from public.own_fields
    where entity = tg_table_name and required_from is not null and deleted_at is null order by position, created_at
  loop
    if tg_op = 'INSERT' then
      execute format('select exists (select from kept where %I is null)', field.column_name) into is_missing;
    else
      execute format('select exists (select from kept join gone using (id) where kept.%I is null and gone.%1$I is not null)', field.column_name)
      into is_missing;
    end if;
    if is_missing then
      raise check_violation using message = format('%s is required', field.label), column = field.column_name;
    end if;
  end loop;
  return null;
end
$$;

-- A module calls this for a table that can have own fields.
create function private.enable_own_fields(of_table regclass) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  execute format('create trigger own_fields_are_required after insert on %s referencing new table as kept
    for each statement execute function private.require_own_fields()', of_table);
  execute format('create trigger own_fields_stay_filled after update on %s referencing old table as gone new table as kept
    for each statement execute function private.require_own_fields()', of_table);
end
$$;

-- A value in words: for conversions exact, so that it can be read back; for people as they write it.
create function private.own_words(field public.own_fields, source text, for_people boolean default false) returns text
language sql stable set search_path = ''
as $$
  select format(case field.kind
      when 'number' then 'trim_scale(%1$s.%2$I)::text'
      when 'money' then case when for_people then 'private.money_text(%1$s.%2$I, %3$L)'
        else 'round(%1$s.%2$I / power(10::numeric, %5$s), %5$s)::text' end
      when 'day' then case when for_people then 'to_char(%1$s.%2$I, ''FMMonth FMDD, YYYY'')' else 'to_char(%1$s.%2$I, ''YYYY-MM-DD'')' end
      when 'yes_no' then 'case when %1$s.%2$I then ''Yes'' when not %1$s.%2$I then ''No'' end'
      when 'several_of' then case when for_people then 'array_to_string(%1$s.%2$I, '', '')' else 'array_to_string(%1$s.%2$I, ''; '')' end
      when 'person' then '(select staff.name from public.staff where staff.user_id = %1$s.%2$I)'
      when 'record' then '(select aim.name from public.%4$I as aim where aim.id = %1$s.%2$I)'
      else '%1$s.%2$I' end,
    source, field.column_name, field.currency, field.target,
    coalesce((select minor_digits from public.currencies where code = field.currency), 2)::text)
$$;

-- {"region": "North"}: what merge tags may name. Every living field has its key, also where the record says nothing.
create function private.own_merge_values(of_entity text, record uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  parts text;
  told jsonb;
begin
  select string_agg(format('%L, %s', field.key, private.own_words(field, 'record', true)), ', ') into parts
  from public.own_fields as field where field.entity = of_entity and field.deleted_at is null;
  if parts is null then return '{}'; end if;
  execute format('select jsonb_build_object(%s) from (values (1)) as one left join public.%I as record on record.id = $1', parts, of_entity)
  into told using record;
  return told;
end
$$;

-- Merging: a record that pointed to the one that goes points to the one that stays; not to itself.
create function private.own_links_follow_merge(of_entity text, keep uuid, gone uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  link record;
begin
  for link in select column_name from public.own_fields where entity = of_entity and target = of_entity and deleted_at is null loop
    execute format('update public.%I set %2$I = case when id = $1 then null else $1 end where %2$I = $2', of_entity, link.column_name) using keep, gone;
  end loop;
  update private.own_values set record_id = keep where record_id = gone
    and not exists (select from private.own_values as kept where kept.field_id = own_values.field_id and kept.record_id = keep);
  delete from private.own_values where record_id = gone;
end
$$;

create function private.own_links_follow_contacts(keep uuid, gone uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.own_links_follow_merge('contacts', keep, gone)
$$;

create function private.own_links_follow_accounts(keep uuid, gone uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.own_links_follow_merge('accounts', keep, gone)
$$;

select private.register_hook('merge contacts', 'private.own_links_follow_contacts(uuid, uuid)');
select private.register_hook('merge accounts', 'private.own_links_follow_accounts(uuid, uuid)');

-- Whatever own fields and tags say about a person goes with them.
create function private.erase_own_values(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format('update public.contacts set tags = ''{}''%s where id = $1', (
    select string_agg(format(', %I = null', column_name), '') from public.own_fields where entity = 'contacts' and deleted_at is null)) using contact;
  delete from private.own_values where record_id = contact;
end
$$;

select private.register_hook('erase contact', 'private.erase_own_values(uuid)');
