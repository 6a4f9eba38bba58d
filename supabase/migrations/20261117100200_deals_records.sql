-- Deals among the other records: their tasks, companies and people, what inquiries make of them, files and search.

-- Tasks on deals ------------------------------------------------------------------------------------------------------------------

create or replace function private.complete_task_row() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.due_at is not null then new.due_on := public.office_day(new.due_at); end if;
  if new.contact_id is not null then
    new.account_id := (select account_id from public.contacts where id = new.contact_id);
  elsif new.deal_id is not null then
    new.account_id := coalesce((select account_id from public.deals where id = new.deal_id), new.account_id);
  elsif new.inquiry_id is not null then
    new.account_id := coalesce(private.account_of_inquiry(new.inquiry_id), new.account_id);
  end if;
  return new;
end
$$;

-- A deal that goes to another company takes its tasks and notes along.
create function private.tasks_follow_deal() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  batch text := coalesce(current_setting('guidevane.batch', true), '');
begin
  perform set_config('guidevane.batch', gen_random_uuid()::text, true);
  update public.tasks set account_id = new.account_id where deal_id = new.id and account_id is distinct from new.account_id;
  update public.notes set account_id = new.account_id where deal_id = new.id and account_id is distinct from new.account_id;
  perform set_config('guidevane.batch', batch, true);
  return null;
end
$$;
create trigger tasks_follow_deal after update of account_id on public.deals for each row
  when (new.account_id is distinct from old.account_id) execute function private.tasks_follow_deal();

-- As before, and of one deal.
drop function public.task_list(boolean, text, text[], uuid, uuid, uuid, int, int);
create function public.task_list(
  mine boolean default false,
  of_priority text default null,
  in_groups text[] default null,
  of_account uuid default null,
  of_contact uuid default null,
  of_inquiry uuid default null,
  of_deal uuid default null,
  most int default 200,
  skipping int default 0
)
returns table (
  id uuid, title text, notes text, kind text, priority text, due_on date, due_at timestamptz, due_time text, remind_at timestamptz,
  remind_before int, assignee_id uuid, assignee_name text, done_at timestamptz, done_time text, done_by_name text,
  account_id uuid, account_name text, contact_id uuid, contact_name text, deal_id uuid, deal_name text, inquiry_id uuid, inquiry_name text,
  source text, created_at timestamptz, updated_at timestamptz, task_group text, today date
)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with office as materialized (
    select public.office_today() as today, time_zone, (select auth.uid()) as me,
      public.office_today()::timestamp at time zone time_zone as midnight
    from public.office
  ), found as materialized (
    select tasks.*, office.today, private.task_group(tasks.due_on, tasks.due_at, office.today) as task_group
    from office, public.tasks
    where tasks.done_at is null
      and (not mine or tasks.assignee_id = office.me or tasks.assignee_id is null)
      and (of_priority is null or tasks.priority = of_priority)
      and (of_account is null or tasks.account_id = of_account)
      and (of_contact is null or tasks.contact_id = of_contact)
      and (of_inquiry is null or tasks.inquiry_id = of_inquiry)
      and (of_deal is null or tasks.deal_id = of_deal)
      and (in_groups is null or private.task_group(tasks.due_on, tasks.due_at, office.today) = any (in_groups))
    union all
    select tasks.*, office.today, 'done'
    from office, public.tasks
    where tasks.done_at >= office.midnight
      and (in_groups is null or 'done' = any (in_groups))
      and (not mine or tasks.assignee_id = office.me or tasks.assignee_id is null or tasks.done_by = office.me)
      and (of_priority is null or tasks.priority = of_priority)
      and (of_account is null or tasks.account_id = of_account)
      and (of_contact is null or tasks.contact_id = of_contact)
      and (of_inquiry is null or tasks.inquiry_id = of_inquiry)
      and (of_deal is null or tasks.deal_id = of_deal)
  ), page as (
    select * from found
    order by
      array_position(array['overdue', 'today', 'tomorrow', 'week', 'later', 'undated', 'done'], task_group),
      case when task_group = 'done' then extract(epoch from done_at) end desc,
      due_on, due_at nulls last, array_position(array['high', 'medium', 'low'], priority), created_at, id
    limit least(greatest(most, 0), 1000) offset greatest(skipping, 0)
  )
  select page.id, page.title, page.notes, page.kind, page.priority, page.due_on, page.due_at,
    to_char(page.due_at at time zone office.time_zone, 'HH24:MI'), page.remind_at,
    (extract(epoch from page.due_at - page.remind_at) / 60)::int,
    page.assignee_id, assignee.name, page.done_at, to_char(page.done_at at time zone office.time_zone, 'HH24:MI'), doer.name,
    -- Looked up one by one: a join would read every company and person for a page of tasks.
    page.account_id, (select accounts.name from public.accounts where accounts.id = page.account_id),
    page.contact_id, (select contacts.name from public.contacts where contacts.id = page.contact_id),
    page.deal_id, case when page.deal_id is not null then (select deals.name from public.deals where deals.id = page.deal_id) end, page.inquiry_id,
    case when page.inquiry_id is not null then private.name_of_inquiry(page.inquiry_id) end,
    page.source, page.created_at, page.updated_at, page.task_group, page.today
  from office cross join page
  left join public.staff as assignee on assignee.user_id = page.assignee_id
  left join public.staff as doer on doer.user_id = page.done_by
  order by
    array_position(array['overdue', 'today', 'tomorrow', 'week', 'later', 'undated', 'done'], page.task_group),
    case when page.task_group = 'done' then extract(epoch from page.done_at) end desc,
    page.due_on, page.due_at nulls last, array_position(array['high', 'medium', 'low'], page.priority), page.created_at, page.id
$$;

create or replace function public.save_task(task jsonb, seen timestamptz default null) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  of_id uuid := (task ->> 'id')::uuid;
  due timestamptz := case when task ->> 'due_time' is not null
    then private.office_moment((task ->> 'due_on')::date, (task ->> 'due_time')::time) end;
  remind timestamptz := due - make_interval(mins => (task ->> 'remind_before')::int);
  other public.tasks;
begin
  if seen is null then
    insert into public.tasks (id, title, notes, kind, priority, due_on, due_at, remind_at, assignee_id, account_id, contact_id, inquiry_id, deal_id)
    values (of_id, coalesce(task ->> 'title', ''), task ->> 'notes', coalesce(task ->> 'kind', 'todo'), coalesce(task ->> 'priority', 'medium'),
      (task ->> 'due_on')::date, due, remind,
      case when task ? 'assignee_id' then (task ->> 'assignee_id')::uuid else auth.uid() end,
      (task ->> 'account_id')::uuid, (task ->> 'contact_id')::uuid, (task ->> 'inquiry_id')::uuid, (task ->> 'deal_id')::uuid)
    on conflict (id) do nothing;
    return of_id;
  end if;
  update public.tasks set title = coalesce(task ->> 'title', ''), notes = task ->> 'notes', kind = coalesce(task ->> 'kind', tasks.kind),
    priority = coalesce(task ->> 'priority', tasks.priority), due_on = (task ->> 'due_on')::date, due_at = due, remind_at = remind,
    assignee_id = (task ->> 'assignee_id')::uuid, account_id = (task ->> 'account_id')::uuid, contact_id = (task ->> 'contact_id')::uuid,
    deal_id = case when task ? 'deal_id' then (task ->> 'deal_id')::uuid when task ->> 'contact_id' is null then tasks.deal_id end
  where id = of_id and updated_at = seen;
  if found then return of_id; end if;
  select * into other from public.tasks where id = of_id;
  if other.id is null then raise sqlstate 'PT404' using message = 'This task no longer exists.'; end if;
  raise sqlstate 'PT409' using message = 'Someone else saved this task after you opened it. Close it to see theirs.';
end
$$;

-- Companies and people --------------------------------------------------------------------------------------------------------------

-- Both on one deal: one line stays, and what only the other said is taken over.
create function private.deal_contacts_follow_merge(keep uuid, gone uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  double record;
begin
  for double in
    select other.id, other.deal_id, other.role, other.is_primary, kept.id as kept_id
    from public.deal_contacts as other join public.deal_contacts as kept on kept.deal_id = other.deal_id and kept.contact_id = keep
    where other.contact_id = gone
  loop
    delete from public.deal_contacts where id = double.id;
    update public.deal_contacts set role = coalesce(role, double.role), is_primary = is_primary or double.is_primary where id = double.kept_id;
  end loop;
end
$$;
select private.take_part('merge contacts', 'private.deal_contacts_follow_merge(uuid, uuid)');

-- A company that is put aside does not put aside the one it is merged into.
create or replace function public.merge_accounts(keep uuid, gone uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was_archived timestamptz := (select archived_at from public.accounts where id = keep);
  counts jsonb;
begin
  if not (private.caller_may('crm', 'edit') and private.caller_may('crm', 'delete')) then
    raise insufficient_privilege using message = 'Only administrators merge accounts';
  end if;
  counts := private.merge_records('accounts', 'account', keep, gone);
  perform private.hush(true);
  update public.accounts set archived_at = was_archived where id = keep and archived_at is distinct from was_archived;
  perform private.hush(false);
  return counts;
end
$$;

-- A deal may bear the name of a person, above all of one who is their own company.
create function private.erase_contact_from_deals(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person text := (select name from public.contacts where id = contact);
  theirs uuid[] := array(
    select deal_id from public.deal_contacts where contact_id = contact
    union select deals.id from public.deals join public.inquiries on inquiries.id = deals.inquiry_id where inquiries.contact_id = contact);
begin
  update public.deal_contacts set role = null where contact_id = contact;
  update public.deals set name = left(replace(name, person, 'Erased person'), 200), close_note = replace(close_note, person, 'Erased person')
  where id = any (theirs) and (strpos(name, person) > 0 or strpos(close_note, person) > 0);
  update public.events set record_name = left(replace(record_name, person, 'Erased person'), 200),
    changes = case when strpos(changes::text, person) > 0 then null else changes end
  where deal_id = any (theirs) and (strpos(record_name, person) > 0 or strpos(changes::text, person) > 0);
end
$$;
select private.take_part('erase contact', 'private.erase_contact_from_deals(uuid)');

-- Inquiries ---------------------------------------------------------------------------------------------------------------------------

-- What deals call the line of business of a subject.
create function private.module_of_line(line text) returns text
language sql immutable set search_path = ''
as $$
  select case line when 'education' then 'Workshops' when 'products' then 'Publisher' when 'advisory' then 'RLCT' when 'build' then 'RLCT' else line end
$$;

-- An open deal of the same company and module is joined; otherwise a new one stands in the subject's stage. Two messages of one
-- company wait for each other.
create or replace function private.route_to_deal(inquiry public.inquiries) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  route public.subjects;
  of_module text;
  found_deal uuid;
  company public.accounts;
begin
  if inquiry.account_id is null or not private.module_is_live('deals') then return null; end if;
  select * into route from public.subjects where subjects.key = inquiry.subject_key or (inquiry.subject_key is null and is_default);
  if route.makes_deal is not true then return null; end if;
  of_module := private.module_of_line(route.module);
  perform pg_advisory_xact_lock(3603, hashtext(inquiry.account_id::text));
  select id into found_deal from public.deals
  where account_id = inquiry.account_id and stage_kind = 'open' and archived_at is null and module is not distinct from of_module
  order by created_at desc, id limit 1;
  if found_deal is null then
    select * into company from public.accounts where id = inquiry.account_id;
    if company.archived_at is not null then update public.accounts set archived_at = null where id = company.id; end if;
    insert into public.deals (name, account_id, stage_id, owner_id, module, subject_key, inquiry_id)
    values (
      left(company.name || ': ' || coalesce(nullif(route.label, 'Other'), nullif(inquiry.subject_text, ''), 'inquiry'), 200), inquiry.account_id,
      (select id from public.deal_stages where id = route.stage_id and kind = 'open' and archived_at is null),
      (select user_id from public.staff where user_id = route.owner_id and active),
      of_module, inquiry.subject_key, inquiry.id)
    returning id into found_deal;
  end if;
  insert into public.deal_contacts (deal_id, contact_id, is_primary)
  select found_deal, inquiry.contact_id, not exists (select from public.deal_contacts where deal_id = found_deal and is_primary)
  where inquiry.contact_id is not null
  on conflict (deal_id, contact_id) do nothing;
  return found_deal;
end
$$;

-- A deal that spam made goes, if nobody has touched or used it since; a person whom it brought leaves one that stays.
create or replace function private.unroute_deal(inquiry public.inquiries) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if inquiry.deal_id is null then return; end if;
  delete from public.deals
  where id = inquiry.deal_id and inquiry_id = inquiry.id and updated_at = created_at
    and not exists (select from public.tasks where deal_id = deals.id)
    and not exists (select from public.notes where deal_id = deals.id)
    and not exists (select from public.inquiries as other where other.deal_id = deals.id and other.id <> inquiry.id)
    and not exists (select from public.deal_contacts where deal_id = deals.id and contact_id <> inquiry.contact_id);
  delete from public.deal_contacts
  where deal_id = inquiry.deal_id and contact_id = (inquiry.made ->> 'contact')::uuid and updated_at = created_at;
end
$$;

-- Files -----------------------------------------------------------------------------------------------------------------------------------

-- Rows that are part of the record they refer to: they go with it, and are no use of it by others.
create table private.record_parts (place regclass not null, field name not null, primary key (place, field));
insert into private.record_parts (place, field) values ('public.deal_stage_events', 'deal_id'), ('public.deal_contacts', 'deal_id');
revoke all on private.record_parts from public, anon, authenticated, service_role;
grant select on private.record_parts to authenticated, service_role;

create or replace function private.referred_to_by(of_kind text) returns table (kind text, field text, cascades boolean)
language sql stable set search_path = ''
as $$
  select source.relname::text, attribute.attname::text, link.confdeltype = 'c'
  from pg_constraint as link
  join pg_class as source on source.oid = link.conrelid and source.relnamespace = 'public'::regnamespace
  join pg_attribute as attribute on attribute.attrelid = link.conrelid and array[attribute.attnum] = link.conkey
  where link.contype = 'f' and link.confrelid = to_regclass(format('public.%I', of_kind))
    and not exists (select from private.record_parts where place = source.oid and record_parts.field = attribute.attname)
$$;

create or replace function public.count_dependents(kind text, ids uuid[])
returns table (dependents text, count integer, deleted boolean)
language plpgsql stable set search_path = ''
as $$
declare
  told private.findable := private.known_kind(kind);
  link record;
begin
  for link in
    select source.relname::text as kind, attribute.attname::text as field, fk.confdeltype = 'c' as cascades,
      exists (select from pg_attribute as done where done.attrelid = source.oid and done.attname = 'done_at') as ends
    from pg_constraint as fk
    join pg_class as source on source.oid = fk.conrelid and source.relnamespace = 'public'::regnamespace
    join pg_attribute as attribute on attribute.attrelid = fk.conrelid and array[attribute.attnum] = fk.conkey
    where fk.contype = 'f' and fk.confrelid = to_regclass(format('public.%I', told.kind)) and fk.confdeltype not in ('n', 'd')
      and not exists (select from private.record_parts where place = source.oid and field = attribute.attname)
    order by 1, 2
  loop
    return query execute
      format('select $2, count(*)::integer, $3 from public.%I where %I = any ($1)%s having count(*) > 0',
        link.kind, link.field, case when link.ends then ' and done_at is null' else '' end)
    using ids, link.kind, link.cascades;
  end loop;
end
$$;

-- A reference that the table fills by itself may be left empty in a file.
create or replace function private.references_of(of_kind text) returns table (field text, kind text, title text, required boolean)
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

-- Companies are made by their name alone. Stages and colleagues are not: a row that names one that does not exist is left out.
create function private.is_made_by_title(of_kind text) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (
    select from pg_attribute as attribute join private.findable on findable.kind = of_kind
    where attribute.attrelid = to_regclass(format('public.%I', of_kind)) and attribute.attnum > 0 and not attribute.attisdropped
      and attribute.attnotnull and not attribute.atthasdef and attribute.attname <> findable.title)
$$;
create or replace function public.import_records(
  import uuid, kind text, skip_duplicates boolean default true, create_missing boolean default true,
  out added integer, out created integer
)
language plpgsql volatile set search_path = '' set statement_timeout = '120s' set work_mem = '64MB'
as $$
declare
  told private.findable := private.known_kind(kind);
  skipped integer[] := '{}';
  fields text[];
  names text := '';
  types text := 'line integer';
  taken text := '';
  titles text := '';
  joins text := '';
  conditions text := 'true';
  uploaded text;
  own record;
  ids uuid[];
  records jsonb := '[]';
begin
  -- The history gets one entry for all rows.
  perform set_config('guidevane.batch', import::text, true);
  if skip_duplicates then
    select coalesce(array_agg(found.line), '{}') into skipped from public.check_import(import, kind) as found where found.finding <> 'missing';
  end if;

  fields := array(
    select distinct key from public.import_parts, unnest(import_parts.keys) as key where import_id = import and key <> 'line'
  );

  for own in
    select given.name, format_type(attribute.atttypid, attribute.atttypmod) as type, attribute.attnotnull as required,
      pg_get_expr(usual.adbin, usual.adrelid) as usual, link.kind as refers_to, link.title
    from unnest(fields) as given (name)
    left join pg_attribute as attribute on attribute.attname = given.name and attribute.attnum > 0
      and attribute.attrelid = to_regclass(format('public.%I', told.kind)) and attribute.attgenerated = ''
      and attribute.attname not in ('id', 'created_at', 'updated_at')
    left join pg_attrdef as usual on usual.adrelid = attribute.attrelid and usual.adnum = attribute.attnum
    left join private.references_of(told.kind) as link on link.field = given.name
  loop
    if own.type is null then
      raise exception 'column "%" of "%" cannot be imported', own.name, told.kind using errcode = 'undefined_column';
    end if;
    names := names || format(', %I', own.name);
    types := types || format(', %I %s', own.name, case when own.refers_to is null then own.type else 'text' end);
    if own.refers_to is null then
      taken := taken || format(case when own.usual is null then ', entry.%I' else ', coalesce(entry.%I, %s)' end, own.name, own.usual);
    else
      taken := taken || format(', %I.id', 'of_' || own.name);
      -- Two records of one title: the older one is meant.
      titles := titles || format(
        ', %3$I as materialized (
             select distinct on (lower(%1$I) collate "C") id, lower(%1$I) as title from public.%2$I
             order by lower(%1$I) collate "C", created_at, id
           )',
        own.title, own.refers_to, 'of_' || own.name
      );
      joins := joins || format(' left join %I on %1$I.title = lower(btrim(entry.%I))', 'of_' || own.name, own.name);
      conditions := conditions || format(
        ' and (%I.id is not null or (%L and coalesce(btrim(entry.%I), '''') = ''''))',
        'of_' || own.name, create_missing or not own.required, own.name
      );
    end if;
  end loop;
  uploaded := format(
    'with uploaded as materialized (
       select entry.* from public.import_parts cross join jsonb_to_recordset(records) as entry (%s)
       where import_id = $1 and entry.line not in (select unnest($2))
     )', types);

  created := 0;
  if create_missing then
    for own in select link.* from private.references_of(told.kind) as link where link.field = any (fields) and private.is_made_by_title(link.kind) loop
      execute format(
        '%4$s, made as (
           insert into public.%1$I (%2$I)
           select distinct on (lower(title) collate "C") title from (select btrim(%3$I) as title, line from uploaded) as named
           where title <> '''' and lower(title) not in (select lower(%2$I) from public.%1$I)
           order by lower(title) collate "C", line
           returning id
         ) select array_agg(id) from made',
        own.kind, own.title, own.field, uploaded
      ) into ids using import, skipped;
      created := created + coalesce(cardinality(ids), 0);
      records := jsonb_build_object('kind', own.kind, 'ids', to_jsonb(coalesce(ids, '{}'))) || records;
    end loop;
  end if;

  execute format(
    '%s%s, made as (
       insert into public.%I (created_at%s) select now() - entry.line * interval ''1 microsecond''%s from uploaded as entry%s
       where %s order by entry.line desc returning id
     ) select array_agg(id) from made',
    uploaded, titles, told.kind, names, taken, joins, conditions
  ) into ids using import, skipped;
  added := coalesce(cardinality(ids), 0);
  records := jsonb_build_object('kind', told.kind, 'ids', to_jsonb(coalesce(ids, '{}'))) || records;

  insert into public.imports (id, kind, added, created, records) values (import, told.kind, added, created, records);
  delete from public.import_parts where import_id = import or uploaded_at < now() - interval '1 day';
  perform set_config('guidevane.batch', '', true);
end
$$;

-- The import that brought a deal is told on its timeline too.
create or replace function private.import_entry_of(record_type text, record_id uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  made timestamptz;
  entry bigint;
begin
  if record_type not in ('account', 'contact', 'deal') then return null; end if;
  if (select first.kind from public.events as first
      where first.record_type = import_entry_of.record_type and first.record_id = import_entry_of.record_id
      order by first.id limit 1) = 'created' then
    return null;
  end if;
  execute format('select created_at from public.%I where id = $1', record_type || 's') into made using record_id;
  select events.id into entry
  from public.imports join public.events on events.batch = imports.id and events.kind = 'imported'
  where imports.imported_at between made and made + interval '2 seconds'
  order by imports.imported_at limit 1;
  return entry;
end
$$;

-- Finding -------------------------------------------------------------------------------------------------------------------------------

create or replace function private.keep_lines() returns trigger
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
    execute format('select exists (select from written join before using (id) where %s)', compared) into changed;
    if not changed then return null; end if;
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

-- Colleagues, stages and reasons are chosen by name in forms and files, as companies are.
alter table public.staff add column id uuid generated always as (user_id) stored,
  add column created_at timestamptz not null default now();
create unique index staff_id_idx on public.staff (id);
select private.make_findable('staff', area => 'staff', title => 'name', searched => array['name']);
select private.make_findable('deal_stages', area => 'deals', title => 'name', searched => array['name']);
select private.make_findable('close_reasons', area => 'deals', title => 'name', searched => array['name']);
select private.make_findable('deals', area => 'deals', title => 'name', searched => array['name', 'module', 'close_note'], through => array['account_id']);

revoke all on function private.tasks_follow_deal(), private.deal_contacts_follow_merge(uuid, uuid), private.erase_contact_from_deals(uuid),
  private.module_of_line(text), private.is_made_by_title(text), public.task_list(boolean, text, text[], uuid, uuid, uuid, uuid, int, int)
  from public, anon, authenticated, service_role;
-- Both run as the caller: row level security decides.
grant execute on function private.is_made_by_title(text), public.task_list(boolean, text, text[], uuid, uuid, uuid, uuid, int, int) to authenticated,
  service_role;
