-- A person asks to be forgotten: their names, addresses and words go, everywhere; that something happened, and when, stays. Modules say
-- what becomes of their own words (private.empty_with_contact, private.register_hook). Then every text of every table is searched for the
-- person's names and addresses, so that nothing depends on a module having thought of it.

create function private.words_of_person(contact uuid) returns private.person_words
language plpgsql stable set search_path = ''
as $$
declare
  words private.person_words;
  gone jsonb := (select record from private.deleted_rows where record_id = contact and place = 'public.contacts' limit 1);
begin
  select array_agg(distinct name), array_agg(distinct address) filter (where address is not null) into words.names, words.addresses from (
    select private.trimmed(name) as name, lower(private.trimmed(email)) as address from public.contacts where id = contact
    union all select private.trimmed(gone ->> 'name'), lower(gone ->> 'email') where gone is not null
    -- Records that were merged into this one are the same person.
    union all select private.trimmed(merged.record ->> 'name'), lower(merged.record ->> 'email') from public.deletions
      join private.deleted_rows as merged on merged.deletion_id = deletions.id and merged.is_root
      where deletions.merged_into = contact and deletions.kind = 'contacts'
    union all select private.trimmed(told ->> 'name'), lower(private.trimmed(told ->> 'address'))
      from private.call_hooks('words of person', contact::text) as answer, jsonb_array_elements(answer::jsonb) as told
    union all select record_name, null from public.events where record_type = 'contact' and record_id = contact
    union all select told #>> '{}', null from public.events, jsonb_path_query(changes, '$.name[*]') as told where record_type = 'contact' and record_id = contact
    union all select null, lower(told #>> '{}') from public.events, jsonb_path_query(changes, '$.email[*]') as told where record_type = 'contact' and record_id = contact
    union all select null, to_key from public.outbox where contact_id = contact
  ) as known;
  words.names := array(select name from unnest(words.names) as name where char_length(name) > 1 and name <> 'Erased person');
  words.addresses := array(select address from unnest(words.addresses) as address where address like '%_@_%' and address not like '%@example.invalid');
  return words;
end
$$;

-- "Ada Lind", "ada_lind" and "Lind, Ada", but not "Nevada Lindqvist".
create function private.pattern_of_names(names text[]) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(format('(?<![[:alnum:]])(?:%s)(?![[:alnum:]])', private_words.either), '|') from unnest(names) as name
  cross join lateral (
    select string_agg(written, '|') as either from (
      select array_to_string(parts, '[^[:alnum:]@]+') as written from (
        select array(select regexp_replace(part, '([.*+?^${}()|\[\]\\/-])', '\\\1', 'g') from regexp_split_to_table(name, '[[:space:]]+') as part where part <> '') as parts) as split
      union
      select array_to_string(array[parts[cardinality(parts)]] || parts[1:cardinality(parts) - 1], '[^[:alnum:]@]+') from (
        select array(select regexp_replace(part, '([.*+?^${}()|\[\]\\/-])', '\\\1', 'g') from regexp_split_to_table(name, '[[:space:]]+') as part where part <> '') as parts) as split
    ) as both_ways
  ) as private_words
$$;

create function private.pattern_of_addresses(addresses text[]) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(format('(?<![[:alnum:]._%%+-])%s(?![[:alnum:]-])', regexp_replace(address, '([.*+?^${}()|\[\]\\/-])', '\\\1', 'g')), '|')
  from unnest(addresses) as address
$$;

-- Never longer than what was there, unless that was short: a title keeps to its limit.
create function private.without_words(words text, names text, addresses text) returns text
language sql immutable set search_path = ''
as $$
  select left(regexp_replace(regexp_replace(words, coalesce(addresses, '$.'), 'erased@example.invalid', 'gi'), coalesce(names, '$.'), 'Erased person', 'gi'),
    greatest(char_length(words), 40))
$$;

-- The same inside of JSON, which must not be cut.
create function private.json_without_words(words text, names text, addresses text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(regexp_replace(words, coalesce(addresses, '$.'), 'erased@example.invalid', 'gi'), coalesce(names, '$.'), 'Erased person', 'gi')
$$;

-- Whether a text, such as that of a stored file, says a name or an address of the person.
create function private.names_person(contact uuid, words text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(words ~* concat_ws('|', private.pattern_of_names(person.names), private.pattern_of_addresses(person.addresses)), false)
  from private.words_of_person(contact) as person where cardinality(person.names || person.addresses) > 0
$$;

-- Every column that holds words, in every schema of ours. Not searched: accounts of people who sign in (they have their own way to go),
-- what is kept by law, and the words of the search, which follow their rows.
create function private.columns_with_words() returns table (place regclass, field name, sort text, type text)
language sql stable set search_path = ''
as $$
  select class.oid::regclass, attribute.attname,
    case when attribute.atttypid in ('json'::regtype, 'jsonb'::regtype) then 'json' when type.typelem <> 0 and type.typcategory = 'A' then 'list' else 'text' end,
    format_type(attribute.atttypid, attribute.atttypmod)
  from pg_class as class
  join pg_namespace as schema on schema.oid = class.relnamespace
  join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
  join pg_type as type on type.oid = attribute.atttypid
  where class.relkind = 'r'
    and schema.nspname !~ '^pg_' and schema.nspname not in ('information_schema', 'extensions', 'auth', 'supabase_migrations', 'pgboss', 'realtime', 'storage', 'vault')
    and class.oid not in ('private.kept_by_law'::regclass, 'private.findable'::regclass, 'public.staff'::regclass)
    and not (schema.nspname = 'private' and class.relname like '%\_search')
    and (type.typcategory = 'S' or attribute.atttypid in ('json'::regtype, 'jsonb'::regtype, 'text[]'::regtype, 'varchar[]'::regtype))
    and not exists (select from pg_depend where objid = class.oid and deptype = 'e')
$$;

-- One look at the catalog and one scan of each table, whose rows are matched as a whole: most rows of most tables are about others. "@"
-- keeps a name from being put together of two columns (private.pattern_of_names).
-- A name that others have too, or a single word, is replaced only in rows that are about this person. What others are called and reached by,
-- in their own record and its parts, stays theirs.
create function private.erase_words(contact uuid, words private.person_words) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  plain text[] := array(select called from unnest(words.names) as called where called ~ '[[:space:]]' and not exists (
    select from public.contacts where id <> contact and private.fold(contacts.name) = private.fold(called)
    union all select from public.staff where private.fold(staff.name) = private.fold(called)));
  doubtful text := private.pattern_of_names(array(select called from unnest(words.names) as called where called <> all (plain)));
  names text := private.pattern_of_names(plain);
  addresses text := private.pattern_of_addresses(words.addresses);
  searched record;
  replace constant text := 'update %s as record set %s where concat_ws(E''\n@\n'', %s) ~* $4%s';
begin
  perform set_config('guidevane.anonymise', 'yes', true);
  for searched in
    select place, string_agg(format('%1$I = private.%2$I(record.%1$I::text, $1, $2)::%3$s', field,
        case sort when 'text' then 'without_words' else 'json_without_words' end, type), ', ') as changes,
      string_agg(format('record.%I::text', field), ', ') as read,
      case place when 'public.contacts'::regclass then 'record.id = $3' else (
        select 'record.contact_id = $3' from pg_attribute
        where attrelid = place and attname = 'contact_id' and atttypid = 'uuid'::regtype and not attisdropped) end as theirs,
      place = 'public.contacts'::regclass or exists (select from private.record_parts as part
        where part.place = found.place and part.field = 'contact_id') as only_theirs
    from private.columns_with_words() as found group by place order by place
  loop
    if coalesce(names, addresses) is not null then
      execute format(replace, searched.place, searched.changes, searched.read,
        case when searched.only_theirs then ' and ' || searched.theirs else '' end)
      using names, addresses, contact, concat_ws('|', names, addresses);
    end if;
    if doubtful is not null and searched.theirs is not null then
      execute format(replace, searched.place, searched.changes, searched.read, ' and ' || searched.theirs) using doubtful, null::text, contact, doubtful;
    end if;
  end loop;
  perform set_config('guidevane.anonymise', '', true);
end
$$;

-- `files`: what becomes of stored files that name the person, decided one by one: [{"version": id, "keep": "why"}]; without a reason it goes.
create function public.erase_contact(contact uuid, files jsonb default '[]') returns void
language plpgsql volatile security definer set search_path = '' set statement_timeout = '120s'
as $$
declare
  person public.contacts;
  words private.person_words;
  company uuid;
  follower record;
begin
  perform private.require_may('crm', 'delete', 'to erase people');
  select * into person from public.contacts where id = contact for update;
  company := coalesce(person.account_id, (
    select (record ->> 'account_id')::uuid from private.deleted_rows where record_id = contact and place = 'public.contacts' limit 1));
  if company is null then
    raise sqlstate 'PT404' using message = 'This contact no longer exists';
  end if;
  words := private.words_of_person(contact);
  perform set_config('guidevane.batch', gen_random_uuid()::text, true);
  perform private.call_hooks('kept by law', contact::text, private.pattern_of_names(words.names), private.pattern_of_addresses(words.addresses));
  perform private.call_hooks('files kept by law', contact::text);
  perform private.call_hooks('erase files', contact::text, files::text);
  if person.id is not null then
    perform private.call_hooks('erase contact', contact::text);
    for follower in select * from private.followers where emptied is not null loop
      execute format('update %s set %s where %I = $1', follower.place, follower.emptied, follower.field) using contact;
    end loop;
  end if;
  update public.contacts
  set name = 'Erased person', title = null, email = null, phone = null, role = null, notes = null where id = contact;
  update public.events
  set record_name = case record_type when 'contact' then 'Erased person' end, changes = null where contact_id = contact;
  -- Deleted before they were erased: nothing that was theirs alone comes back.
  delete from public.deletions where merged_into = contact and kind = 'contacts';
  delete from private.deleted_rows where record ->> 'contact_id' = contact::text or (record_id = contact and place = 'public.contacts');
  delete from public.deletions
  where restored_at is null and not exists (select from private.deleted_rows where deletion_id = deletions.id and is_root);
  perform private.erase_words(contact, words);
  perform set_config('guidevane.batch', '', true);
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
  values ('erased', auth.uid(), private.actor_name(), 'contact', contact, 'Erased person', company, contact);
  perform private.note_act('person erased', 'contact ' || contact, null, null);
end
$$;

-- What anyone who decides is told before: what stays by law, files that are filed under the person, and what makes a name doubtful.
create function public.erase_preview(contact uuid)
returns table (sort text, number text, title text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  words private.person_words;
begin
  perform private.require_may('crm', 'delete', 'to erase people');
  words := private.words_of_person(contact);
  return query
    select told ->> 'sort', told ->> 'number', told ->> 'title'
    from private.call_hooks('erase preview', contact::text, private.pattern_of_names(words.names)) as answer cross join lateral (select answer::jsonb as told) as read
    union all select 'login', null, email from auth.users where lower(email) = any (words.addresses)
    union all select 'same name', null, others.name from public.contacts as others, unnest(words.names) as mine
    where others.id <> contact and private.fold(others.name) = private.fold(mine);
end
$$;

-- What the law no longer makes us keep goes; modules let go of the files that were kept with it.
create function private.end_kept_by_law(today date) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  files uuid[];
  count int := 0;
begin
  for files in delete from private.kept_by_law where until < today returning file_ids loop
    perform private.call_hooks('kept by law ended', files::text);
    count := count + 1;
  end loop;
  return count;
end
$$;

grant execute on function public.erase_contact, public.erase_preview to authenticated, service_role;
