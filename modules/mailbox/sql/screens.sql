-- What the screens show beside threads and mails: who wrote last, what waits in the outbox, what came along, how much there is. As the caller:
-- row level security decides.

-- Threads by id: who wrote last, who of us takes part, and the newest answer that is not among the mails yet.
create function public.mail_threads_told(threads uuid[]) returns table (
  thread_id uuid, last_from text, last_is_ours boolean, ours text[], theirs text[], mailboxes text[], is_private boolean, is_mine boolean, answer jsonb)
language sql stable set search_path = ''
as $$
  select asked.id,
    coalesce(writer.staff, writer.contact, nullif(writer.shown_name, ''), writer.address_key), writer.staff is not null or last.direction = 'out',
    array(select distinct staff.name from public.mails as every join public.mail_people as who on who.mail_id = every.id
      join public.staff on staff.user_id = who.staff_id where every.thread_id = asked.id and who.role in ('from', 'to', 'cc')),
    array(select distinct coalesce(contacts.name, nullif(who.shown_name, ''), who.address_key) from public.mails as every join public.mail_people as who on who.mail_id = every.id
      left join public.contacts on contacts.id = who.contact_id
      where every.thread_id = asked.id and who.staff_id is null and who.role in ('from', 'to', 'cc') and who.address_key <> '' and who.contact_id is not null limit 10),
    array(select distinct box.address from public.mail_copies as copy join public.mailboxes as box on box.id = copy.mailbox_id
      join public.mails as every on every.id = copy.mail_id where every.thread_id = asked.id),
    exists (select from public.mail_copies as copy join public.mails as every on every.id = copy.mail_id where every.thread_id = asked.id and copy.is_private),
    exists (select from public.mail_copies as copy where copy.mail_id = last.id and copy.mailbox_id = any ((select private.my_mailboxes())::uuid[])),
    (select jsonb_build_object('message', private.facts_of_message(outbox.id), 'writer', staff.name, 'written_at', own.written_at, 'text', left(outbox.body_text, 200))
      from public.mail_answers as own join public.outbox on outbox.id = own.outbox_id left join public.staff on staff.user_id = own.staff_id
      where own.thread_id = asked.id and not exists (select from public.mails where mails.outbox_id = own.outbox_id)
        and outbox.state not in ('cancelled') order by own.written_at desc limit 1)
  from unnest(private.no_more_than(200, threads::text[])::uuid[]) as asked (id)
  left join lateral (select mails.id, mails.direction from public.mails where mails.thread_id = asked.id order by mails.at desc, mails.id desc limit 1) as last on true
  left join lateral (
    select who.shown_name, who.address_key, staff.name as staff, contacts.name as contact from public.mail_people as who
    left join public.staff on staff.user_id = who.staff_id left join public.contacts on contacts.id = who.contact_id
    where who.mail_id = last.id and who.role = 'from' order by who.no limit 1) as writer on true
$$;

-- How much was exchanged with a record's people, as far as the caller sees it, and since when and in how many mailboxes we read.
create function public.mail_panel_facts(kind text, id uuid) returns table (mails int, threads int, more boolean, read_since date, mailboxes int)
language plpgsql volatile set search_path = ''
as $$
declare
  persons uuid[] := private.people_of_record(kind, id);
begin
  return query
    with theirs as materialized (
      (select each.mail_id from unnest(persons) as person (id)
      cross join lateral (select mail_people.mail_id from public.mail_people where mail_people.contact_id = person.id order by mail_people.at desc limit 1001) as each limit 1001)
      union all select mails.id from public.mails where mails.thread_id = any ((select private.threads_filed_with(kind, mail_panel_facts.id))::uuid[])
    ), seen as (select distinct told.id, told.thread_id from theirs join public.mails as told on told.id = theirs.mail_id)
    select (select count(*)::int from seen), (select count(distinct seen.thread_id)::int from seen), (select count(*) > 1000 from theirs),
      reading.since, coalesce(reading.number, 0)
    from private.mailboxes_reading() as reading;
end
$$;

-- Mailboxes that are connected: how many there are, and since when mail is read. No more than that for people who do not see them.
create function private.mailboxes_reading(out since date, out number int)
language sql stable security definer set search_path = ''
as $$
  select min(mailboxes.read_since), count(*)::int from public.mailboxes where state not in ('new', 'removed')
$$;

-- Files of mail with a record's people, the newest first: names and sizes, for those who see the words.
create function public.mail_files_of(kind text, id uuid, most int default 6)
returns table (mail_id uuid, thread_id uuid, at timestamptz, who text, part text, name text, size bigint)
language plpgsql volatile set search_path = ''
as $$
declare
  persons uuid[] := private.people_of_record(kind, id);
  mine uuid[] := private.my_mailboxes();
  texts uuid[] := private.mailboxes_open_to('text');
begin
  return query
    with theirs as materialized (
      select distinct each.mail_id from unnest(persons) as person (id)
      cross join lateral (select mail_people.mail_id from public.mail_people where mail_people.contact_id = person.id order by mail_people.at desc limit 200) as each
      union select mails.id from public.mails where mails.thread_id = any ((select private.threads_filed_with(kind, mail_files_of.id))::uuid[])
    )
    select told.id, told.thread_id, told.at,
      (select coalesce(staff.name, contacts.name, nullif(from_whom.shown_name, ''), from_whom.address_key) from public.mail_people as from_whom
        left join public.staff on staff.user_id = from_whom.staff_id left join public.contacts on contacts.id = from_whom.contact_id
        where from_whom.mail_id = told.id and from_whom.role = 'from' order by from_whom.no limit 1),
      file ->> 'part', file ->> 'name', coalesce((file ->> 'size')::bigint, 0)
    from theirs join public.mails as told on told.id = theirs.mail_id
    cross join lateral (
      select words.files from public.mail_heads as words join public.mail_copies as copy using (mail_id, body_hash) where words.mail_id = told.id
      order by copy.mailbox_id = any (mine) desc, copy.mailbox_id = any (texts) desc, words.filed_at limit 1) as head
    cross join jsonb_array_elements(head.files) as file
    where head.files <> '[]' and coalesce(file ->> 'name', '') <> '' and coalesce(file ->> 'part', '') <> ''
    order by told.at desc, file ->> 'name' limit least(greatest(most, 1), 50);
end
$$;

-- What a mailbox shows a colleague: its newest mail, as far as its owner has it before them anyway. For the example in Settings.
create function public.mailbox_example(mailbox uuid) returns table (at timestamptz, subject text, snippet text, other text)
language sql stable set search_path = ''
as $$
  select mails.at, head.subject, head.snippet,
    (select coalesce(contacts.name, nullif(who.shown_name, ''), who.address_key) from public.mail_people as who left join public.contacts on contacts.id = who.contact_id
      where who.mail_id = mails.id and who.staff_id is null and who.address_key <> '' order by who.contact_id is null, who.no limit 1)
  from public.mails join public.mail_copies as copy on copy.mail_id = mails.id and copy.mailbox_id = mailbox and not copy.is_private
  left join public.mail_heads as head on head.mail_id = mails.id and head.body_hash = copy.body_hash
  order by mails.at desc, head.mail_id is null limit 1
$$;

-- The words of an answer are words of its mailbox: read by who sees those, by who wrote it, and by who may release it.
create function private.mailboxes_closed_to_caller() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(id), '{}') from public.mailboxes where id <> all ((select private.mailboxes_open_to('snippet'))::uuid[])
$$;

select private.register_hook('hidden origins', 'private.mailboxes_closed_to_caller()');

-- For the dashboard: mailboxes of which nothing was heard, or that are signed out, as far as the caller may do something about it.
create function public.mailboxes_in_trouble() returns table (id uuid, address text, owner_name text, is_mine boolean, state text, reason text, last_heard_at timestamptz, copies_failed int)
language sql stable set search_path = ''
as $$
  select listed.id, listed.address, listed.owner_name, listed.is_mine, listed.state, listed.reason, listed.last_heard_at,
    (select count(*)::int from public.mail_answers where mail_answers.mailbox_id = listed.id and mail_answers.copy = 'failed')
  from public.mailbox_list() as listed
  where listed.state = 'signed_out' or listed.is_silent
    or exists (select from public.mail_answers where mail_answers.mailbox_id = listed.id and mail_answers.copy = 'failed' and mail_answers.staff_id = auth.uid())
$$;

grant execute on function private.mailboxes_reading to authenticated, service_role;
grant execute on function public.mail_threads_told, public.mail_panel_facts, public.mail_files_of, public.mailbox_example, public.mailboxes_in_trouble to authenticated, service_role;
