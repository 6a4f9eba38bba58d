-- Who sees which mail. A mail is seen by who may read mail and has a copy in a mailbox that is theirs, or that shows colleagues as much. Every
-- door asks here: panels, threads, the timeline, the API. Texts have one door more narrow than the others: public.read_mail, which notes who reads.

create function private.depth_of_words(level text) returns int
language sql immutable set search_path = ''
as $$
  select array_position(array['nothing', 'headers', 'snippet', 'text'], level)
$$;

create function private.my_mailboxes() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(id), '{}') from public.mailboxes where owner_id = auth.uid()
$$;

-- The mailboxes of which the caller sees at least this much: 'headers', 'snippet' or 'text'. What is not kept is not shown either, even if another
-- mailbox keeps it.
create function private.mailboxes_open_to(level text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(id), '{}') from public.mailboxes
  where owner_id = auth.uid() or least(private.depth_of_words(colleagues_see), case level when 'headers' then 4 else private.depth_of_words(keep) end)
    >= private.depth_of_words(level)
$$;

create policy "who may read mail sees copies in mailboxes that are open to them" on public.mail_copies for select to authenticated
  using ((select public.may('mailbox', 'read')) and mailbox_id = any ((select private.mailboxes_open_to('headers'))::uuid[])
    and (not is_private or mailbox_id = any ((select private.my_mailboxes())::uuid[])));

create policy "a mail is seen with one of its copies" on public.mails for select to authenticated
  using ((select public.may('mailbox', 'read')) and exists (select from public.mail_copies where mail_copies.mail_id = mails.id));

-- What was read back at first is told of the mailbox.
create policy "the history of a mail is for those who see it" on public.events as restrictive for select to authenticated
  using (record_type <> 'mail' or record_id = any ((select private.mailboxes_open_to('headers'))::uuid[])
    or exists (select from public.mails where mails.id = events.record_id));

create policy "people on a mail are seen with it" on public.mail_people for select to authenticated
  using ((select public.may('mailbox', 'read')) and exists (select from public.mail_copies where mail_copies.mail_id = mail_people.mail_id));

create policy "subjects need a mailbox that shows them" on public.mail_heads for select to authenticated
  using ((select public.may('mailbox', 'read')) and exists (select from public.mail_copies
    where mail_copies.mail_id = mail_heads.mail_id and mail_copies.body_hash = mail_heads.body_hash
      and mailbox_id = any ((select private.mailboxes_open_to('snippet'))::uuid[])));

create policy "texts need a mailbox that shows them" on public.mail_bodies for select to authenticated
  using ((select public.may('mailbox', 'read')) and exists (select from public.mail_copies
    where mail_copies.mail_id = mail_bodies.mail_id and mail_copies.body_hash = mail_bodies.body_hash
      and mailbox_id = any ((select private.mailboxes_open_to('text'))::uuid[])));

grant select on public.mails, public.mail_copies, public.mail_people, public.mail_heads to authenticated, service_role;

select private.register_types('mailbox', 'mail');

-- For functions that look past row level security.
create function private.may_see_mail(mail uuid, level text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.may('mailbox', 'read') and exists (
    select from public.mail_copies join public.mailboxes on mailboxes.id = mail_copies.mailbox_id
    where mail_copies.mail_id = mail and mailboxes.id = any ((select private.mailboxes_open_to(level))::uuid[])
      and (not mail_copies.is_private or mailboxes.owner_id = auth.uid()))
$$;

-- Whose words of a mail the caller sees: those that their own mailbox delivered, before those of a mailbox whose texts are open to them, before
-- those that were filed first. A copy of a mail opens what it brought, never what others did.
create function private.words_open(mail uuid) returns table (body_hash bytea, with_text boolean)
language sql stable security definer set search_path = ''
as $$
  select copy.body_hash, bool_or(copy.mailbox_id = any (open.text))
      and exists (select from public.mail_bodies as body where body.mail_id = words_open.mail and body.body_hash = copy.body_hash)
  from (select private.mailboxes_open_to('snippet') as snippet, private.mailboxes_open_to('text') as text, private.my_mailboxes() as mine
    where public.may('mailbox', 'read')) as open
  join public.mail_copies as copy on copy.mail_id = words_open.mail and copy.mailbox_id = any (open.snippet)
    and (not copy.is_private or copy.mailbox_id = any (open.mine))
  join public.mail_heads as head on head.mail_id = copy.mail_id and head.body_hash = copy.body_hash
  group by copy.body_hash, head.filed_at
  order by bool_or(copy.mailbox_id = any (open.mine)) desc, bool_or(copy.mailbox_id = any (open.text)) desc, head.filed_at limit 1
$$;

-- Append-only: what was exchanged does not change. The functions of this module say so before they erase, file again or let time pass.
create function private.keep_mails() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if coalesce(current_setting('guidevane.mails', true), '') = 'change' or current_setting('guidevane.anonymise', true) = 'yes' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  -- A message of the outbox is gone.
  if tg_op = 'UPDATE' and new.outbox_id is null and to_jsonb(new) - 'outbox_id' = to_jsonb(old) - 'outbox_id' then return new; end if;
  raise insufficient_privilege using message = 'Mails are append-only.';
end
$$;

create trigger mails_are_kept before update or delete on public.mails for each row execute function private.keep_mails();

create function private.change_mails(allowed boolean) returns void
language sql volatile set search_path = ''
as $$
  select set_config('guidevane.mails', case when allowed then 'change' else '' end, true)
$$;

-- Reading -------------------------------------------------------------------------------------------------------------

-- The people whose mail belongs to a record: a contact, the contacts of a company, the contact of a deal or else those of its company.
create function private.people_of_record(kind text, id uuid) returns uuid[]
language sql volatile set search_path = ''
as $$
  select case kind
    when 'contacts' then array[people_of_record.id]
    when 'accounts' then array(select contacts.id from public.contacts where account_id = people_of_record.id)
    when 'deals' then (
      select case when person is not null then array[person] else array(
        select contacts.id from public.contacts where account_id = (select answer::uuid from private.call_hooks('account of deal', people_of_record.id::text) as answer limit 1)) end
      from (select (select answer::uuid from private.call_hooks('contact of deal', people_of_record.id::text) as answer where answer is not null limit 1) as person) as asked)
    else '{}' end
$$;

-- Threads of these people, and these threads. What is open to the caller is asked once, not for each row: the policies of five tables took most of
-- the time. From the newest mails on it looks back until there are enough threads, because one of them may have thousands of mails.
create function private.threads_with(persons uuid[], filed uuid[], before timestamptz, most int)
returns table (
  thread_id uuid, last_mail_id uuid, last_at timestamptz, direction text, class text, subject text, snippet text, mails int, files text[], people text[],
  waits_for_us boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  may_read boolean := public.may('mailbox', 'read');
  may_see_contacts boolean := private.caller_may('crm', 'read');
  mine uuid[] := private.my_mailboxes();
  seen uuid[] := private.mailboxes_open_to('headers');
  told uuid[] := private.mailboxes_open_to('snippet');
  texts uuid[] := private.mailboxes_open_to('text');
  reach int := most * 4;
  newest uuid[];
  looked_at int;
begin
  if not may_read then return; end if;
  loop
    with met as (
      select each.mail_id, each.at from unnest(persons) as person (id)
      cross join lateral (
        select mail_people.mail_id, mail_people.at from public.mail_people
        where mail_people.contact_id = person.id and (before is null or mail_people.at < before)
        order by mail_people.at desc limit reach) as each
      union
      select each.id, each.at from unnest(filed) as thread (id)
      cross join lateral (
        select mails.id, mails.at from public.mails where mails.thread_id = thread.id and (before is null or mails.at < before)
        order by mails.at desc limit reach) as each
    ), latest as materialized (
      select * from met order by at desc, mail_id desc limit reach
    ), threads as (
      select distinct on (mails.thread_id) mails.id, mails.thread_id, mails.at from latest join public.mails on mails.id = latest.mail_id
      where exists (select from public.mail_copies as copy where copy.mail_id = mails.id and copy.mailbox_id = any (seen) and (not copy.is_private or copy.mailbox_id = any (mine)))
      order by mails.thread_id, mails.at desc, mails.id desc
    ), fresh as (
      select threads.id, threads.at from threads
      -- It stood on the page before.
      where before is null or not exists (
        select from public.mails as later where later.thread_id = threads.thread_id and later.at >= before
          and (later.thread_id = any (filed) or exists (select from public.mail_people where mail_people.mail_id = later.id and mail_people.contact_id = any (persons)))
          and exists (select from public.mail_copies as copy where copy.mail_id = later.id and copy.mailbox_id = any (seen) and (not copy.is_private or copy.mailbox_id = any (mine))))
      order by threads.at desc, threads.id desc limit most
    )
    select array(select fresh.id from fresh order by fresh.at desc, fresh.id desc), (select count(*) from latest) into newest, looked_at;
    exit when cardinality(newest) >= most or looked_at < reach;
    reach := reach * 5;
  end loop;
  return query
    select mails.thread_id, mails.id, mails.at, mails.direction, mails.class, head.subject, head.snippet,
      (select count(*)::int from public.mails as every where every.thread_id = mails.thread_id
        and exists (select from public.mail_copies as copy where copy.mail_id = every.id and copy.mailbox_id = any (seen) and (not copy.is_private or copy.mailbox_id = any (mine)))),
      array(select distinct file ->> 'name' from public.mails as every join public.mail_heads as words on words.mail_id = every.id, jsonb_array_elements(words.files) as file
        where every.thread_id = mails.thread_id and file ->> 'name' <> ''
          and exists (select from public.mail_copies as copy where copy.mail_id = every.id and copy.body_hash = words.body_hash and copy.mailbox_id = any (told)
            and (not copy.is_private or copy.mailbox_id = any (mine))) limit 20),
      array(select coalesce(case when may_see_contacts then contacts.name end, nullif(who.shown_name, ''), who.address_key) from public.mail_people as who
        left join public.contacts on contacts.id = who.contact_id
        where who.mail_id = mails.id and who.role in ('from', 'to', 'cc') and who.staff_id is null and who.address_key <> '' order by who.no limit 10),
      mails.direction = 'in' and mails.class = 'person'
    from unnest(newest) with ordinality as shown (id, place) join public.mails on mails.id = shown.id
    left join lateral (
      select words.subject, words.snippet from public.mail_heads as words join public.mail_copies as copy using (mail_id, body_hash)
      where words.mail_id = mails.id and copy.mailbox_id = any (told) and (not copy.is_private or copy.mailbox_id = any (mine))
      order by copy.mailbox_id = any (mine) desc, copy.mailbox_id = any (texts) desc, words.filed_at limit 1) as head on true
    order by shown.place;
end
$$;

-- Threads with a contact, account or deal, the newest first. `before` is last_at of the last one of the page before. Whose mail belongs to the
-- record is asked as the caller.
create function public.mail_threads_of(kind text, id uuid, before timestamptz default null, most int default 20)
returns table (
  thread_id uuid, last_mail_id uuid, last_at timestamptz, direction text, class text, subject text, snippet text, mails int, files text[], people text[],
  waits_for_us boolean)
language sql volatile set search_path = ''
as $$
  select * from private.threads_with(private.people_of_record(kind, id), private.threads_filed_with(kind, id), before, least(greatest(most, 1), 100))
$$;

-- A thread, oldest first; `thread` may also be one of its mails. Words as far as they are open to the caller: `may_read_text` says whether
-- public.read_mail gives them.
create function public.mail_thread(thread uuid, most int default 200)
returns table (
  id uuid, thread_id uuid, at timestamptz, is_time_doubtful boolean, direction text, class text, subject text, snippet text, words text,
  may_read_text boolean, files jsonb, people jsonb, outbox_id uuid, outbox_state text, mailboxes text[], is_mine boolean, is_private boolean,
  message_id text, refers_to text[])
language sql stable security definer set search_path = ''
as $$
  -- Asked once for the thread, not once for each mail.
  with open as materialized (
    select private.mailboxes_open_to('headers') as headers, private.mailboxes_open_to('snippet') as snippet, private.mailboxes_open_to('text') as text,
      private.my_mailboxes() as mine
    where public.may('mailbox', 'read')
  ), seen as materialized (
    select mails.*, shows.mine as shows_mine, shows.boxes, open as opens
    from open cross join public.mails
    cross join lateral (
      select bool_or(copy.mailbox_id = any (open.mine)) as mine, array_agg(distinct copy.mailbox_id) as boxes
      from public.mail_copies as copy
      where copy.mail_id = mails.id and copy.mailbox_id = any (open.headers) and (not copy.is_private or copy.mailbox_id = any (open.mine))
      having count(*) > 0) as shows
    where mails.thread_id = coalesce((select named.thread_id from public.mails as named where named.id = mail_thread.thread), mail_thread.thread)
    order by mails.at desc, mails.id desc limit least(greatest(most, 1), 500)
  )
  select seen.id, seen.thread_id, seen.at, seen.is_time_doubtful, seen.direction, seen.class,
    head.subject, head.snippet,
    case when head.subject is null or seen.words = 'emptied' then seen.words when head.has_text then 'text' when head.is_unreadable then 'unreadable' else 'snippet' end,
    coalesce(head.has_text and head.shows_text, false), coalesce(head.files, '[]'),
    (select jsonb_agg(jsonb_build_object('role', who.role, 'address', who.address_key, 'name', coalesce(contacts.name, nullif(who.shown_name, '')),
        'contact_id', who.contact_id, 'staff_id', who.staff_id, 'same_address', who.same_address) || case
          -- From is a claim: it names one of us, and lay in the Sent of another mailbox.
          when who.role = 'from' and seen.direction = 'out' and seen.outbox_id is null and exists (
            select from private.our_addresses(array[who.address_key]) as ours where ours.staff_id <> coalesce(who.staff_id, '00000000-0000-0000-0000-000000000000'))
          then jsonb_build_object('is_claim', true, 'sent_by', staff.name) else '{}' end order by who.no)
      from public.mail_people as who left join public.contacts on contacts.id = who.contact_id left join public.staff on staff.user_id = who.staff_id
      where who.mail_id = seen.id),
    seen.outbox_id, (select private.message_state(outbox) from public.outbox where outbox.id = seen.outbox_id),
    array(select mailboxes.address from public.mailboxes where mailboxes.id = any (seen.boxes) order by 1), seen.shows_mine,
    not exists (select from public.mail_copies where mail_copies.mail_id = seen.id and not mail_copies.is_private),
    seen.message_id, seen.refers_to
  from seen left join lateral (
    select words.subject, words.snippet, words.files, words.is_unreadable, copy.mailbox_id = any ((seen.opens).text) as shows_text,
      exists (select from public.mail_bodies as body where body.mail_id = words.mail_id and body.body_hash = words.body_hash) as has_text
    from public.mail_heads as words join public.mail_copies as copy using (mail_id, body_hash)
    where words.mail_id = seen.id and copy.mailbox_id = any ((seen.opens).snippet) and (not copy.is_private or copy.mailbox_id = any ((seen.opens).mine))
    order by copy.mailbox_id = any ((seen.opens).mine) desc, copy.mailbox_id = any ((seen.opens).text) desc, words.filed_at limit 1) as head on true
  order by seen.at, seen.id
$$;

-- The text of a mail, once for each look: its owner sees who looked. No row when it is not open to the caller, or not kept.
create function public.read_mail(mail uuid) returns table (text text, has_html boolean, is_cut boolean)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  words record;
begin
  select * into words from private.words_open(mail);
  if not coalesce(words.with_text, false) then return; end if;
  perform private.note_mail_read(mail, words.body_hash);
  return query select body.text, body.html is not null, body.is_cut from public.mail_bodies as body where body.mail_id = mail and body.body_hash = words.body_hash;
end
$$;

-- As it was sent, for the server: before anyone sees it, it cleans what is still raw.
create function private.mail_html(mail uuid) returns table (html text, html_state text, body_hash bytea)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  words record;
begin
  select * into words from private.words_open(mail);
  if not coalesce(words.with_text, false) then return; end if;
  perform private.note_mail_read(mail, words.body_hash);
  return query select body.html, body.html_state, body.body_hash from public.mail_bodies as body
    where body.mail_id = mail and body.body_hash = words.body_hash;
end
$$;

-- Once: what was cleaned is not cleaned again. Null: it is more than the cleaner can take.
create function private.keep_cleaned_html(mail uuid, words bytea, cleaned text, cut boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.mail_bodies set html = coalesce(cleaned, html), html_state = case when cleaned is null then 'refused' else 'cleaned' end,
    is_cut = is_cut or cut
  where mail_id = mail and body_hash = words and html_state = 'raw'
$$;

-- One's own words are no news to oneself; neither is a second look within ten minutes.
create function private.note_mail_read(mail uuid, words bytea) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.mail_reads (mail_id, reader_id, body_hash)
  select mail, staff.user_id, words from public.staff
  where staff.user_id = auth.uid()
    and not exists (select from public.mail_copies where mail_copies.mail_id = mail and body_hash = words
      and mail_copies.mailbox_id = any ((select private.my_mailboxes())::uuid[]))
    and not exists (select from public.mail_reads where mail_reads.mail_id = mail and body_hash = words and reader_id = staff.user_id
      and at > clock_timestamp() - interval '10 minutes')
$$;

create policy "owners see who opened their words" on public.mail_reads for select to authenticated
  using ((select public.may('mailbox', 'read')) and exists (select from public.mail_copies
    where mail_copies.mail_id = mail_reads.mail_id and mail_copies.body_hash = mail_reads.body_hash
      and mailbox_id = any ((select private.my_mailboxes())::uuid[])));

grant select on public.mail_reads to authenticated;

-- Who opened the words of the caller's mailboxes, the newest first; of one mail, if named.
create function public.mail_readers(mail uuid default null, before bigint default null, most int default 50)
returns table (id bigint, at timestamptz, reader text, mail_id uuid, thread_id uuid, subject text)
language sql stable set search_path = ''
as $$
  select mail_reads.id, mail_reads.at, staff.name, mail_reads.mail_id, mails.thread_id, mail_heads.subject
  from public.mail_reads join public.mails on mails.id = mail_reads.mail_id
  left join public.staff on staff.user_id = mail_reads.reader_id
  left join public.mail_heads on mail_heads.mail_id = mail_reads.mail_id and mail_heads.body_hash = mail_reads.body_hash
  where (mail_readers.mail is null or mail_reads.mail_id = mail_readers.mail) and (before is null or mail_reads.id < before)
  order by mail_reads.id desc limit least(greatest(most, 1), 200)
$$;

create function private.keep_mail_reads() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- They go with their mail, their mailbox or their reader.
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  if tg_op = 'UPDATE' and current_setting('guidevane.anonymise', true) = 'yes' then return new; end if;
  raise insufficient_privilege using message = 'Who read mail, and what was agreed to, is append-only.';
end
$$;

create trigger mail_reads_are_kept before update or delete on public.mail_reads for each row execute function private.keep_mail_reads();

create trigger mailbox_consents_are_kept before update or delete on public.mailbox_consents for each row execute function private.keep_mail_reads();

-- Mails whose subject or first words have all of these, of those the caller sees, the newest of at most 1,000.
create function public.search_mails(term text, most int default 20) returns table (id uuid, thread_id uuid, at timestamptz, subject text, snippet text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('mailbox', 'read', 'to search mail');
  if char_length(btrim(term)) < 2 then return; end if;
  -- Written out, so that the trigram index is used. What is open to the caller is asked once, not once for each mail.
  return query execute 'with open as materialized (select private.mailboxes_open_to(''snippet'') as boxes, private.my_mailboxes() as mine)
    select found.* from (select distinct on (mails.at, mails.id) mails.id, mails.thread_id, mails.at, head.subject, head.snippet
    from open cross join (select * from public.mail_heads where true' || coalesce((
      select string_agg(format(' and lower(subject || '' '' || snippet) like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), '')
      from (select word from regexp_split_to_table(lower(left(btrim(term), 200)), '[[:space:]]+') as word where word <> '' limit 8) as words), '')
    || ' order by mail_id desc limit 1000) as head join public.mails on mails.id = head.mail_id
    where exists (select from public.mail_copies as copy where copy.mail_id = mails.id and copy.body_hash = head.body_hash and copy.mailbox_id = any (open.boxes)
      and (not copy.is_private or copy.mailbox_id = any (open.mine)))
    order by mails.at desc, mails.id, head.filed_at) as found order by found.at desc limit $1'
  using least(greatest(most, 1), 100);
end
$$;

grant execute on function private.my_mailboxes, private.mailboxes_open_to, private.people_of_record, private.threads_with, private.mail_html to authenticated, service_role;
grant execute on function public.mail_threads_of, public.mail_thread, public.read_mail, public.mail_readers, public.search_mails to authenticated, service_role;
