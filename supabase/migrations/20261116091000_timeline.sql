-- What happened with a record, and what people noted about it. The history is public.events (platform.sql); here it gets the
-- records that modules bring, notes, a way to be read page by page, and what becomes of it when two records are merged or a
-- person asks to be forgotten.

alter table public.events
  add column deal_id uuid,
  add column inquiry_id uuid,
  add column task_id uuid,
  add column note_id uuid,
  -- What the filter above a timeline calls an entry.
  add column shown_as text generated always as (case
    when kind = 'moved' then 'stages'
    when record_type = 'note' then 'notes'
    when record_type = 'task' then 'tasks'
    when record_type in ('inquiry', 'consent') then 'inquiries'
    else 'changes' end) stored;
-- The records that come to have thousands of entries: what is filtered is found without reading all the others.
create index events_account_filtered_idx on public.events (account_id, shown_as, id desc) where account_id is not null;
create index events_contact_filtered_idx on public.events (contact_id, shown_as, id desc) where contact_id is not null;
create index events_deal_idx on public.events (deal_id, id desc) where deal_id is not null;
create index events_inquiry_idx on public.events (inquiry_id, id desc) where inquiry_id is not null;
create index events_task_idx on public.events (task_id, id desc) where task_id is not null;
create index events_note_idx on public.events (note_id, id desc) where note_id is not null;
create index events_batch_idx on public.events (batch) where batch is not null;

-- The name that colleagues know someone by.
create or replace function private.actor_name() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    nullif(current_setting('guidevane.actor', true), ''),
    (select name from public.staff where user_id = (select auth.uid())),
    (select coalesce(nullif(raw_user_meta_data ->> 'name', ''), email) from auth.users where id = (select auth.uid())))
$$;

-- Notes ---------------------------------------------------------------------------------------------------------------

create table public.notes (
  id uuid primary key default uuidv7(),
  body text not null constraint "a note has 1 to 20000 characters"
    check (char_length(body) <= 20000 and char_length(private.trimmed(body)) > 0),
  -- Always filled, from the record below, so that a company shows what was noted about its people.
  account_id uuid references public.accounts (id) on delete cascade,
  -- When a person goes, what was noted about them stays with their company.
  contact_id uuid references public.contacts (id) on delete set null,
  -- Modules bring these records.
  deal_id uuid,
  inquiry_id uuid,
  pinned boolean not null default false,
  author_id uuid references public.staff (user_id),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- Deleted notes are kept for a day, so that deleting can be undone; then their words are gone.
  deleted_at timestamptz
);
create index notes_account_idx on public.notes (account_id) where account_id is not null;
create index notes_contact_idx on public.notes (contact_id) where contact_id is not null;
create index notes_deal_idx on public.notes (deal_id) where deal_id is not null;
create index notes_inquiry_idx on public.notes (inquiry_id) where inquiry_id is not null;
create index notes_author_idx on public.notes (author_id);
create index notes_deleted_idx on public.notes (deleted_at) where deleted_at is not null;

-- Who wrote it and where it belongs is not the browser's to say.
create function private.fill_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.restoring() then return new; end if;
  if tg_op = 'UPDATE' then
    if new.body is distinct from old.body then new.edited_at := now(); end if;
    if new.deleted_at is not null then new.deleted_at := coalesce(old.deleted_at, now()); end if;
    return new;
  end if;
  if num_nonnulls(new.account_id, new.contact_id, new.deal_id, new.inquiry_id) = 0 then
    raise check_violation using message = 'A note is about a record';
  end if;
  new.author_id := (select user_id from public.staff where user_id = (select auth.uid()));
  if new.deal_id is not null and to_regclass('public.deals') is not null then
    execute 'select account_id from public.deals where id = $1' into new.account_id using new.deal_id;
  end if;
  if new.inquiry_id is not null and to_regclass('public.inquiries') is not null then
    execute 'select account_id, contact_id from public.inquiries where id = $1' into new.account_id, new.contact_id using new.inquiry_id;
  end if;
  if new.contact_id is not null then
    select account_id into new.account_id from public.contacts where id = new.contact_id;
  end if;
  return new;
end
$$;
create trigger notes_fill before insert or update on public.notes for each row execute function private.fill_note();

-- One entry when a note is written, edited, deleted or brought back. Pinning is no news.
create function private.write_note_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  verb text := case
    when tg_op = 'INSERT' then 'created'
    when new.deleted_at is not null and old.deleted_at is null then 'deleted'
    when new.deleted_at is null and old.deleted_at is not null then 'restored'
    when new.body is distinct from old.body then 'changed' end;
begin
  if verb is null or nullif(current_setting('guidevane.batch', true), '') is not null then return null; end if;
  insert into public.events
    (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id, inquiry_id, note_id)
  values (verb, auth.uid(), private.actor_name(), 'note', new.id,
    coalesce((select name from public.contacts where id = new.contact_id), (select name from public.accounts where id = new.account_id)),
    new.account_id, new.contact_id, new.deal_id, new.inquiry_id, new.id);
  if verb = 'deleted' then delete from public.notes where deleted_at < now() - interval '1 day'; end if;
  return null;
end
$$;
create trigger history_of_notes after insert or update on public.notes for each row execute function private.write_note_event();

alter table public.notes enable row level security;
revoke all on public.notes from anon, authenticated;
grant select, insert (id, body, account_id, contact_id, deal_id, inquiry_id, pinned), update (body, pinned, deleted_at)
  on public.notes to authenticated;
grant all on public.notes to service_role;
create policy "staff read notes" on public.notes for select to authenticated using ((select public.may('timeline', 'read')));
create policy "staff write notes" on public.notes for insert to authenticated with check ((select public.may('timeline', 'add')));
create policy "staff edit notes" on public.notes
  for update to authenticated using ((select public.may('timeline', 'edit'))) with check ((select public.may('timeline', 'edit')));

-- Reading -------------------------------------------------------------------------------------------------------------

-- Names of the records that a change points to: {"<id>": "Norrfall"}.
create function private.names_in(changes jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with ids as (
    select distinct (told.item #>> '{}')::uuid as id
    from jsonb_each(changes) as field,
      jsonb_array_elements(case jsonb_typeof(field.value) when 'array' then field.value else '[]' end) as told (item)
    where field.key ~ '_(id|by)$' and (told.item #>> '{}') ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  )
  select jsonb_object_agg(ids.id, coalesce(accounts.name, contacts.name, staff.name))
  from ids
  left join public.accounts on accounts.id = ids.id
  left join public.contacts on contacts.id = ids.id
  left join public.staff on staff.user_id = ids.id
  where coalesce(accounts.name, contacts.name, staff.name) is not null
$$;

-- The entry of the import that brought a record, which has no entry of its own for it. Rows of one import share its moment,
-- less a microsecond for each line.
create function private.import_entry_of(record_type text, record_id uuid) returns bigint
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

-- Newest first, a page at a time: `before` is the last id of the page before. By id and not by time: what happened at the
-- same instant keeps its order. A company shows what happened with its people too, and each entry names its record.
-- Runs as the caller: row level security decides.
create function public.record_timeline(
  of_type text, of_id uuid, before bigint default null, kinds text[] default null, at_most int default 50
)
returns table (
  id bigint, at timestamptz, day date, days_ago int, clock text, kind text, shown_as text, actor_id uuid, actor_name text,
  record_type text, record_id uuid, record_name text, account_id uuid, contact_id uuid, contact_name text, contact_gone boolean,
  deal_id uuid, inquiry_id uuid, task_id uuid, changes jsonb, names jsonb, note jsonb
)
language plpgsql stable set search_path = ''
as $$
declare
  place text := case of_type
    when 'account' then 'account_id' when 'contact' then 'contact_id' when 'deal' then 'deal_id'
    when 'inquiry' then 'inquiry_id' when 'task' then 'task_id' end;
  imported bigint;
begin
  if place is null then
    raise exception 'There is no timeline of "%"', of_type using errcode = 'undefined_table';
  end if;
  perform private.no_more_than(100, kinds);
  imported := private.import_entry_of(of_type, of_id);
  return query execute format(
    $query$
      with page as (
        (
          -- Each kind that is asked for by itself, so that each is read in the order of its index.
          select found.* from unnest(case when $3 is null then '{any}' else $3 end) as wanted, lateral (
          select events.*, to_jsonb(notes) - 'account_id' - 'contact_id' as note
          from public.events
          left join public.notes on events.record_type = 'note' and notes.id = events.note_id
          where events.%1$I = $1 and ($2 is null or events.id < $2)
            %2$s
            -- A note is one entry while it is there, and one when it is gone, unless it was gone as soon as it was written.
            and (events.record_type <> 'note' or events.kind = 'erased' or case
              when notes.id is not null and notes.deleted_at is null then events.kind = 'created'
              else events.kind = 'deleted' and not exists (
                select from public.events as later
                where later.note_id = events.note_id and later.kind in ('restored', 'deleted') and later.id > events.id
              ) and not exists (
                select from public.events as first
                where first.note_id = events.note_id and first.kind = 'created' and first.actor_id is not distinct from events.actor_id
                  and first.at > events.at - interval '5 minutes'
              ) end)
          order by events.id desc
          limit $4) as found
          order by found.id desc
          limit $4
        )
        union all
        select events.*, null from public.events
        where events.id = $5 and ($2 is null or events.id < $2) and ($3 is null or 'changes' = any ($3))
        order by id desc
        limit $4
      )
      select page.id, page.at, local.day, (now() at time zone office.time_zone)::date - local.day, to_char(local.at, 'HH24:MI'), page.kind,
        page.shown_as, page.actor_id, page.actor_name,
        page.record_type, page.record_id, page.record_name, page.account_id, page.contact_id,
        case when page.contact_id is null then null else coalesce(contacts.name, (
          select gone.record_name from public.events as gone
          where gone.record_type = 'contact' and gone.record_id = page.contact_id and gone.record_name is not null
          order by gone.id desc limit 1)) end,
        page.contact_id is not null and contacts.id is null,
        page.deal_id, page.inquiry_id, page.task_id, page.changes,
        case when page.changes::text ~ '_(id|by)"' then private.names_in(page.changes) end,
        page.note
      from page
      cross join public.office
      cross join lateral (
        select page.at at time zone office.time_zone as at, (page.at at time zone office.time_zone)::date as day
      ) as local
      left join public.contacts on contacts.id = page.contact_id
      order by page.id desc
    $query$, place, case when kinds is not null then 'and events.shown_as = wanted' else '' end)
  using of_id, before, kinds, least(greatest(coalesce(at_most, 50), 1), 200), imported;
end
$$;

-- What belongs to a record -----------------------------------------------------------------------------------------------
-- Merging and erasing know no module by name. Whatever refers to a record by a foreign key follows it when it is merged. A
-- module that keeps words about people says which, and may bring a function of its own for both.

create table private.followers (
  place regclass not null,
  -- The column that says whose row it is: a contact's id.
  field name not null,
  -- What is written into a row when its person is erased: 'message = null, name = ''Erased person'''.
  emptied text,
  primary key (place, field)
);
create table private.record_hooks (
  occasion text not null check (occasion in ('merge contacts', 'merge accounts', 'erase contact', 'purge deletion') or occasion ~ '^message (left|did not arrive): '),
  -- merge: f(keep uuid, gone uuid), before rows are moved; erase: f(contact uuid); purge: f(deletion uuid), before kept rows go;
  -- 'message left: inquiry': f(message uuid).
  routine regprocedure not null,
  primary key (occasion, routine)
);

-- A module's migration calls this for each of its tables with words about a person.
create function private.empty_with_contact(place regclass, field name, emptied text) returns void
language sql set search_path = ''
as $$
  insert into private.followers (place, field, emptied) values (place, field, emptied)
  on conflict on constraint followers_pkey do update set emptied = excluded.emptied
$$;
create function private.take_part(occasion text, routine regprocedure) returns void
language sql set search_path = ''
as $$
  insert into private.record_hooks (occasion, routine) values (occasion, routine) on conflict do nothing
$$;
select private.empty_with_contact('public.notes', 'contact_id', 'body = ''Erased'', edited_at = null');

create function private.run_hooks(for_occasion text, variadic ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  hook record;
begin
  for hook in select routine::regproc as name from private.record_hooks where occasion = for_occasion order by routine::text loop
    if cardinality(ids) = 2 then
      execute format('select %s($1, $2)', hook.name) using ids[1], ids[2];
    else
      execute format('select %s($1)', hook.name) using ids[1];
    end if;
  end loop;
end
$$;

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
  perform private.run_hooks('merge ' || kind, keep, gone);
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
  where field.key not in ('id', 'created_at', 'updated_at', 'account_id') and field.value <> 'null';
  -- Two long texts are both kept, if there is room; otherwise the second becomes a note.
  if different ? 'notes' then
    if char_length(kept ->> 'notes') + char_length(other ->> 'notes') + 2 <= 20000 then
      filled := coalesce(filled, '{}') || jsonb_build_object('notes', (kept ->> 'notes') || E'\n\n' || (other ->> 'notes'));
    else
      perform set_config('guidevane.batch', '', true);
      execute format('insert into public.notes (body, %I) values ($1, $2)', shown_at) using other ->> 'notes', keep;
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
  return counts;
end
$$;

create function public.merge_contacts(keep uuid, gone uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not (private.caller_may('crm', 'edit') and private.caller_may('crm', 'delete')) then
    raise insufficient_privilege using message = 'Only administrators merge contacts';
  end if;
  return private.merge_records('contacts', 'contact', keep, gone);
end
$$;

create function public.merge_accounts(keep uuid, gone uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not (private.caller_may('crm', 'edit') and private.caller_may('crm', 'delete')) then
    raise insufficient_privilege using message = 'Only administrators merge accounts';
  end if;
  return private.merge_records('accounts', 'account', keep, gone);
end
$$;

-- What merging would move, for whoever decides.
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

revoke all on private.followers, private.record_hooks from public, anon, authenticated, service_role;
revoke all on function private.actor_name(), private.fill_note(), private.write_note_event(),
  private.names_in(jsonb), private.import_entry_of(text, uuid), private.empty_with_contact(regclass, name, text),
  private.take_part(text, regprocedure), private.run_hooks(text, uuid[]), private.merge_records(text, text, uuid, uuid),
  public.record_timeline(text, uuid, bigint, text[], int), public.merge_contacts(uuid, uuid), public.merge_accounts(uuid, uuid),
  public.count_merged(text, uuid) from public, anon, authenticated, service_role;
grant execute on function private.names_in(jsonb), private.import_entry_of(text, uuid),
  public.record_timeline(text, uuid, bigint, text[], int), public.merge_contacts(uuid, uuid), public.merge_accounts(uuid, uuid),
  public.count_merged(text, uuid) to authenticated, service_role;
