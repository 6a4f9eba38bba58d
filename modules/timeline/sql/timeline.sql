-- What happened with a record, and what people noted about it. The history is public.events (platform.sql); here it gets the
-- records that modules bring, notes, a way to be read page by page, and what becomes of it when two records are merged or a
-- person asks to be forgotten.

-- Who wrote it and where it belongs is not the browser's to say.
create function private.fill_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.restoring() then return new; end if;
  -- Only colleagues whom the words name: what is taken out of the text is no longer a mention.
  new.mentions := array(select user_id from public.staff
    where user_id = any (new.mentions) and position('@' || name in new.body) > 0 order by user_id);
  if tg_op = 'UPDATE' then
    if new.body is distinct from old.body then new.edited_at := now(); end if;
    return new;
  end if;
  if num_nonnulls(new.account_id, new.contact_id, new.deal_id, new.inquiry_id) = 0 then
    raise check_violation using message = 'A note is about a record';
  end if;
  new.author_id := (select user_id from public.staff where user_id = (select auth.uid()));
  if new.deal_id is not null then
    new.account_id := (select max(answer)::uuid from private.call_hooks('account of deal', new.deal_id::text) as answer);
  end if;
  if new.inquiry_id is not null then
    new.account_id := (select max(answer)::uuid from private.call_hooks('account of inquiry', new.inquiry_id::text) as answer);
    new.contact_id := (select max(answer)::uuid from private.call_hooks('contact of inquiry', new.inquiry_id::text) as answer);
  end if;
  if new.contact_id is not null then
    select account_id into new.account_id from public.contacts where id = new.contact_id;
  end if;
  return new;
end
$$;

create trigger notes_fill before insert or update on public.notes for each row execute function private.fill_note();

-- One entry when a note is written, edited or deleted by itself (a restore writes its own). Pinning is no news.
create function private.write_note_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  told public.notes := coalesce(new, old);
  verb text := case tg_op
    when 'INSERT' then 'created'
    when 'UPDATE' then case when new.body is distinct from old.body then 'changed' end
    else (select 'deleted' from public.deletions where id = private.deletion() and kind = 'notes') end;
begin
  if verb is null or nullif(current_setting('guidevane.batch', true), '') is not null then return null; end if;
  insert into public.events
    (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id, inquiry_id, note_id)
  values (verb, auth.uid(), private.actor_name(), 'note', told.id,
    coalesce((select name from public.contacts where id = told.contact_id), (select name from public.accounts where id = told.account_id)),
    told.account_id, told.contact_id, told.deal_id, told.inquiry_id, told.id);
  return null;
end
$$;

create trigger history_of_notes after insert or update or delete on public.notes for each row execute function private.write_note_event();

grant select, insert (id, body, mentions, account_id, contact_id, deal_id, inquiry_id, pinned), update (body, mentions, pinned), delete
  on public.notes to authenticated;

grant all on public.notes to service_role;

-- Notes belong to the CRM; one about a deal or an inquiry also needs that to be readable.
select private.register_types('crm', 'note');

select private.allow('public.notes', 'crm', adds => 'add', edits => 'edit', deletes => 'delete');

create policy "a note about a deal or an inquiry is for those who may read it" on public.notes as restrictive for all to authenticated
  using ((deal_id is null or (select public.may('deals', 'read'))) and (inquiry_id is null or (select public.may('inquiries', 'read'))));

create policy "the history of a note is for those who may read it" on public.events as restrictive for select to authenticated
  using (record_type <> 'note'
    or ((deal_id is null or (select public.may('deals', 'read'))) and (inquiry_id is null or (select public.may('inquiries', 'read')))));

select private.enable_trash('notes', area => 'crm', title => 'body', record_type => 'note');

-- The entry of the import that brought a record: the import has one entry for all its rows. Rows of one import share its moment,
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

-- The words of a mail that an entry tells of, or of the answer to it; a long one is cut, and read whole in the outbox. Runs as the caller.
create function private.mail_of_entry(message uuid, kind text, at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select case when mail_of_entry.kind in ('replied', 'answered in doubt', 'answered by a machine') then (
      select jsonb_build_object('text', left(answer.body_text, 4000), 'cut', char_length(answer.body_text) > 4000, 'from', answer.from_address,
        'to', null, 'state', null, 'held_by_safe', false, 'files', 0)
      from public.mail_replies as answer where answer.outbox_id = outbox.id
      order by abs(extract(epoch from answer.received_at - mail_of_entry.at)), answer.id limit 1)
    else jsonb_build_object('text', left(outbox.body_text, 4000), 'cut', char_length(outbox.body_text) > 4000, 'from', null, 'to', outbox.to_address,
      'state', case outbox.state when 'sending' then 'leaving' else outbox.state end, 'held_by_safe', outbox.state = 'held' and outbox.gate_code = 'safe_mode', 'files', jsonb_array_length(outbox.attachments)) end
  from public.outbox where outbox.id = mail_of_entry.message
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
  deal_id uuid, inquiry_id uuid, task_id uuid, changes jsonb, names jsonb, note jsonb, mail jsonb
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
              when notes.id is not null then events.kind = 'created'
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
        page.note, case when page.record_type = 'message' then private.mail_of_entry(page.record_id, page.kind, page.at) end
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

select private.empty_with_contact('public.notes', 'contact_id', 'body = ''Erased'', edited_at = null');

create function private.note_long_text(field text, record uuid, words text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format('insert into public.notes (body, %I) values ($1, $2)', field) using words, record;
end
$$;

select private.register_hook('long text of a merge', 'private.note_long_text(text, uuid, text)');

grant execute on function private.mail_of_entry, private.import_entry_of, public.record_timeline to authenticated, service_role;

select private.announce_changes('public.notes', 'crm');
