-- Filing: what a mailbox server gives us becomes rows here, or nothing. Every decision is made here, twice: before texts are asked for
-- (private.judge_mails), and in the transaction that files and moves the cursor (private.file_mails), where records are locked.
--
-- A message as the reader describes it (modules/mailbox/server/reading): {"uid", "identity" (hex), "message_id", "refers_to", "at", "arrived_at",
-- "is_time_doubtful", "class", "is_private", "in_sent", "labels", "files", "people": [{"role", "address", "name"}], "checks", "bounce", "calendar"}
-- and, once it was asked for, "words": {"subject", "snippet", "text", "html", "is_cut", "unreadable"}. Addresses are folded.

-- Who is on a message: {"known": [contact], "ours", "outsiders", "direction", "outbox"}, as far as it concerns filing.
create function private.read_mail_people(box public.mailboxes, m jsonb) returns table (
  known jsonb, ours jsonb, outsiders text[], direction text, outbox_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  from_address text := (select who ->> 'address' from jsonb_array_elements(m -> 'people') as who where who ->> 'role' = 'from' limit 1);
  addresses text[] := array(select distinct who ->> 'address' from jsonb_array_elements(m -> 'people') as who
    where who ->> 'role' in ('from', 'to', 'cc') and who ->> 'address' <> '');
  by_us boolean;
begin
  select coalesce(jsonb_object_agg(found.email_key, found.staff_id), '{}') into ours from private.our_addresses(addresses) as found;
  select coalesce(jsonb_object_agg(found.email_key, jsonb_build_object('id', found.contact_id, 'more', found.same_address)), '{}') into known
  from private.contacts_by_address(array(select one from unnest(addresses) as one where not ours ? one)) as found;
  select outbox.id into outbox_id from public.outbox where outbox.message_id = m ->> 'message_id' and outbox.class <> 'system' limit 1;
  by_us := ours ? from_address or ((m ->> 'in_sent')::boolean and not known ? from_address);
  direction := case when not by_us then 'in' when (m ->> 'in_sent')::boolean or outbox_id is not null then 'out' else 'unclear' end;
  -- An address that we write from, and that is in no list of ours yet. What lies in Sent was sent by the owner of the mailbox, whatever its From
  -- claims; of a mailbox of the firm that says no one in person.
  if by_us and (not ours ? from_address or ((m ->> 'in_sent')::boolean and outbox_id is null)) then
    ours := ours || jsonb_build_object(from_address, case box.kind when 'personal' then box.owner_id end);
  end if;
  outsiders := array(select one from unnest(addresses) as one where not ours ? one);
  return next;
end
$$;

-- 'known', 'left' or 'file'; pure, so that it is asked before and while filing.
create function private.mail_verdict(box public.mailboxes, m jsonb, outsiders text[], known jsonb) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when (m ->> 'is_private')::boolean then 'left'
    when exists (select from private.mail_tombstones where identity = decode(m ->> 'identity', 'hex') and (mailbox_id is null or mailbox_id = box.id))
      and not exists (select from public.mails where identity = decode(m ->> 'identity', 'hex')) then 'left'
    when exists (select from private.mail_tombstones where identity = decode(m ->> 'identity', 'hex') and mailbox_id = box.id) then 'left'
    when (m ->> 'at')::timestamptz < now() - box.keep_months * interval '1 month' then 'left'
    when exists (select from unnest(outsiders) as one where private.is_never(one, box.owner_id)) then 'left'
    when exists (select from jsonb_array_elements_text(coalesce(m -> 'labels', '[]')) as label join public.mail_never
      on mail_never.kind = 'label' and lower(mail_never.value) = lower(label) and (mail_never.owner_id is null or mail_never.owner_id = box.owner_id)) then 'left'
    when exists (select from public.mails where identity = decode(m ->> 'identity', 'hex')) then 'known'
    when known <> '{}' then 'file'
    -- A report about a message of ours, from a machine that is in no list.
    when m -> 'bounce' is not null and private.bounced_message(m -> 'bounce') is not null then 'file'
    else 'left' end
$$;

-- What is to be asked for: the words of what will be filed, as much as this mailbox keeps.
create function private.judge_mails(mailbox uuid, candidates jsonb) returns table (uid bigint, verdict text, words text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  box public.mailboxes := (select mailboxes from public.mailboxes where id = mailbox);
begin
  return query
    select (m ->> 'uid')::bigint, judged.verdict,
      case judged.verdict
        when 'file' then box.keep
        -- What another mailbox delivered is not what this one did.
        when 'known' then (select box.keep from public.mails where mails.identity = decode(m ->> 'identity', 'hex') and mails.words <> 'emptied'
          and private.depth_of_words(box.keep) > private.depth_given(mails.id, box.id))
      end
    from jsonb_array_elements(candidates) as m
    cross join lateral private.read_mail_people(box, m) as people
    cross join lateral (select private.mail_verdict(box, m, people.outsiders, people.known) as verdict) as judged;
end
$$;

-- The thread of a message by the ids that it has and names; ids that were not seen yet are kept with it. A message between two threads
-- joins them.
create function private.thread_of(names text[]) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  keys bytea[] := array(select distinct sha256(convert_to(one, 'UTF8')) from unnest(names) as one where one <> '');
  threads uuid[] := array(select distinct thread_id from private.mail_thread_names where name_key = any (keys) order by 1 limit 6);
  thread uuid := coalesce(threads[1], uuidv7());
begin
  -- What names more than a few has not been written by a person.
  if cardinality(threads) between 2 and 5 then
    perform private.change_mails(true);
    update public.mails set thread_id = thread where thread_id = any (threads[2:]);
    perform private.change_mails(false);
    update private.mail_thread_names set thread_id = thread where thread_id = any (threads[2:]);
    update public.mail_filings set thread_id = thread where thread_id = any (threads[2:]);
    delete from public.mail_trouble where thread_id = any (threads[2:]);
  end if;
  insert into private.mail_thread_names (name_key, thread_id) select one, thread from unnest(keys) as one on conflict do nothing;
  return thread;
end
$$;

-- Whom we wrote to and who is in no list of ours; whoever only writes to us leaves nothing.
create function private.note_strangers(m jsonb, direction text, strangers text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  day date := public.office_day((m ->> 'at')::timestamptz);
begin
  if m ->> 'class' <> 'person' or day < (now() - interval '90 days')::date or cardinality(strangers) > 10 then return; end if;
  if direction = 'out' then
    insert into private.mail_strangers as met (address_key, days_out, last_on)
    select one, array[day], day from unnest(strangers) as one where char_length(one) <= 320
    on conflict (address_key) do update set last_on = greatest(met.last_on, day),
      days_out = case when day = any (met.days_out) or cardinality(met.days_out) >= 90 then met.days_out else met.days_out || day end;
  elsif direction = 'in' then
    update private.mail_strangers set days_in = days_in || day, last_on = greatest(last_on, day)
    where address_key = (select who ->> 'address' from jsonb_array_elements(m -> 'people') as who where who ->> 'role' = 'from' limit 1)
      and not day = any (days_in) and cardinality(days_in) < 90;
  end if;
end
$$;

-- The words that this mailbox delivered with a mail, by their hash; null when it gave none yet.
create function private.words_given(mail uuid, mailbox uuid) returns bytea
language sql stable security definer set search_path = ''
as $$
  select body_hash from public.mail_copies as copy join public.mail_heads using (mail_id, body_hash)
  where copy.mail_id = words_given.mail and copy.mailbox_id = words_given.mailbox limit 1
$$;

-- How much of a mail this mailbox delivered, as private.depth_of_words counts; what could not be read is not asked for again.
create function private.depth_given(mail uuid, mailbox uuid) returns int
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select case when head.is_unreadable or exists (select from public.mail_bodies as body where (body.mail_id, body.body_hash) = (head.mail_id, head.body_hash)) then 4 else 3 end
    from public.mail_heads as head where head.mail_id = depth_given.mail and head.body_hash = private.words_given(mail, mailbox)), 2)
$$;

-- Words as a mailbox delivered them, beside those that others did. Once stored they stay: the first that a mailbox delivers of a mail are what it
-- gives, whatever lies in its folders later.
create function private.keep_words(mail uuid, box public.mailboxes, words jsonb, files jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  before bytea := private.words_given(mail, box.id);
  delivered bytea := coalesce(decode(words ->> 'hash', 'hex'), sha256(convert_to(words::text || files::text, 'UTF8')));
  unreadable boolean := coalesce((words ->> 'unreadable')::boolean, false);
begin
  if box.keep = 'headers' or words is null or words = 'null' then return; end if;
  -- Filed when bodies had no hash: the same first words are taken for the same body.
  if before = decode(repeat('00', 32), 'hex') and exists (select from public.mail_heads
      where mail_id = mail and body_hash = before and snippet = coalesce(words ->> 'snippet', '')) then
    before := null;
  end if;
  if before is not null and before <> delivered then return; end if;
  insert into public.mail_heads (mail_id, body_hash, subject, snippet, files, is_unreadable)
  values (mail, delivered, coalesce(words ->> 'subject', ''), coalesce(words ->> 'snippet', ''), coalesce(files, '[]'), unreadable) on conflict do nothing;
  if box.keep = 'text' and not unreadable then
    insert into public.mail_bodies (mail_id, body_hash, text, html, is_cut)
    values (mail, delivered, coalesce(words ->> 'text', ''), words ->> 'html', coalesce((words ->> 'is_cut')::boolean, false)) on conflict do nothing;
  end if;
  update public.mail_copies set body_hash = delivered where mail_id = mail and mailbox_id = box.id and body_hash is distinct from delivered;
  perform private.drop_words(array[mail]);
end
$$;

-- Words that no copy brought go, and the mail says what is left.
create function private.drop_words(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.mail_bodies as body where mail_id = any (ids)
    and not exists (select from public.mail_copies as copy where (copy.mail_id, copy.body_hash) = (body.mail_id, body.body_hash));
  delete from public.mail_heads as head where mail_id = any (ids)
    and not exists (select from public.mail_copies as copy where (copy.mail_id, copy.body_hash) = (head.mail_id, head.body_hash));
  perform private.say_words(ids);
end
$$;

create function private.say_words(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.change_mails(true);
  update public.mails set words = stored.words from (
    select id, case when exists (select from public.mail_bodies where mail_id = id) then 'text'
      when exists (select from public.mail_heads where mail_id = id and not is_unreadable) then 'snippet'
      when exists (select from public.mail_heads where mail_id = id) then 'unreadable' else 'none' end as words
    from unnest(ids) as id) as stored
  where mails.id = stored.id and mails.words <> stored.words and mails.words <> 'emptied';
  perform private.change_mails(false);
end
$$;

-- One message. `earlier`: it was there before this mailbox was read, or before its folder was counted again.
create function private.file_mail(box public.mailboxes, into_folder public.mailbox_folders, m jsonb, earlier boolean) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  id_bytes bytea := decode(m ->> 'identity', 'hex');
  people record;
  verdict text;
  kept public.mails;
  before text;
  thread uuid;
  class text := m ->> 'class';
  bounced uuid := case when m -> 'bounce' is not null then private.bounced_message(m -> 'bounce') end;
  hidden boolean;
begin
  select * into people from private.read_mail_people(box, m);
  verdict := private.mail_verdict(box, m, people.outsiders, people.known);
  if verdict = 'left' then
    if not (m ->> 'is_private')::boolean and people.known = '{}' and m -> 'bounce' is null
      and not exists (select from unnest(people.outsiders) as one where private.is_never(one, box.owner_id))
      and not exists (select from private.mail_tombstones where identity = id_bytes) then
      perform private.note_strangers(m, people.direction, people.outsiders);
    end if;
    return 'left';
  end if;
  if verdict = 'known' then
    select * into kept from public.mails where identity = id_bytes;
    -- It is proved now that we wrote it: by the mailbox of who it says it is from, or by the only one that has it.
    if kept.direction = 'unclear' and people.direction = 'out' and (
        not exists (select from public.mail_copies where mail_id = kept.id and mailbox_id <> box.id)
        or exists (select from public.mail_people where mail_id = kept.id and role = 'from'
          and (address_key = box.address_key or (box.kind = 'personal' and staff_id = box.owner_id)))) then
      update public.mail_people set staff_id = (people.ours ->> address_key)::uuid
      where mail_id = kept.id and role = 'from' and staff_id is distinct from (people.ours ->> address_key)::uuid;
      perform private.change_mails(true);
      update public.mails set direction = 'out' where id = kept.id returning * into kept;
      perform private.change_mails(false);
      perform private.tell_of_mail(kept, box, people.known, people.ours, earlier);
      perform private.call_hooks('mail filed', private.facts_of_filed(kept, box, people.known, people.ours, earlier)::text);
    elsif not exists (select from public.mail_copies where mail_id = kept.id and mailbox_id = box.id) then
      perform private.call_hooks('mail copied', private.facts_of_filed(kept, box, people.known, people.ours, earlier)::text);
    end if;
    perform private.keep_copy(kept, box, into_folder, m);
    return 'known';
  end if;

  class := case when bounced is not null then 'bounce' when people.outbox_id is not null and people.direction = 'out' then 'own'
    when class = 'bounce' then 'automatic' else class end;
  thread := private.thread_of(array[coalesce(m ->> 'message_id', '')] || array(select jsonb_array_elements_text(m -> 'refers_to'))
    || array(select message_id from public.outbox where id = bounced));
  insert into public.mails (identity, message_id, refers_to, thread_id, at, is_time_doubtful, direction, class, outsiders, outbox_id, batch)
  values (id_bytes, nullif(m ->> 'message_id', ''), array(select jsonb_array_elements_text(m -> 'refers_to') limit 20), thread, (m ->> 'at')::timestamptz,
    coalesce((m ->> 'is_time_doubtful')::boolean, false), people.direction, class, cardinality(people.outsiders),
    coalesce(people.outbox_id, bounced), case when earlier then box.batch end)
  returning * into kept;
  insert into public.mail_people (mail_id, no, role, address_key, shown_name, contact_id, same_address, staff_id, at)
  select kept.id, who.no, who.told ->> 'role', left(who.told ->> 'address', 320), left(coalesce(who.told ->> 'name', ''), 200),
    (people.known -> (who.told ->> 'address') ->> 'id')::uuid, coalesce((people.known -> (who.told ->> 'address') ->> 'more')::int, 0),
    (people.ours ->> (who.told ->> 'address'))::uuid, kept.at
  from jsonb_array_elements(m -> 'people') with ordinality as who (told, no) where who.no <= 200;
  if bounced is not null then
    insert into public.mail_people (mail_id, no, role, address_key, contact_id, at)
    select kept.id, 201, 'about', to_key, contact_id, kept.at from public.outbox where id = bounced;
    perform private.note_bounce(m, bounced, kept.at);
  end if;
  hidden := private.keep_copy(kept, box, into_folder, m);
  if not hidden then perform private.tell_of_mail(kept, box, people.known, people.ours, earlier); end if;
  if kept.direction = 'in' and class in ('person', 'automatic', 'list') then perform private.note_answer(kept, box, m, earlier); end if;
  perform private.call_hooks('mail filed', private.facts_of_filed(kept, box, people.known, people.ours, earlier)::text);
  if m -> 'calendar' is not null then
    perform private.call_hooks('calendar part read', (part || jsonb_build_object('mail_id', kept.id))::text) from jsonb_array_elements(m -> 'calendar') as part;
  end if;
  return 'filed';
end
$$;

-- Answers whether its owner shows it to no one: what follows in a private thread is private. A copy brings the words of its mailbox, and changes
-- nothing else of the mail.
create function private.keep_copy(kept public.mails, box public.mailboxes, into_folder public.mailbox_folders, m jsonb) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  hidden boolean := exists (select from public.mails join public.mail_copies on mail_copies.mail_id = mails.id
    where mails.thread_id = kept.thread_id and mail_copies.mailbox_id = box.id and mail_copies.is_private);
begin
  insert into public.mail_copies (mail_id, mailbox_id, folder, uid_validity, uid, is_private, body_hash)
  values (kept.id, box.id, into_folder.path, into_folder.uid_validity, (m ->> 'uid')::bigint, hidden, private.words_given(kept.id, box.id))
  -- A folder without UIDVALIDITY may give a number twice.
  on conflict on constraint mail_copies_pkey do update set gone_at = null, mail_id = excluded.mail_id, body_hash = excluded.body_hash;
  if kept.words <> 'emptied' then perform private.keep_words(kept.id, box, m -> 'words', m -> 'files'); end if;
  return hidden;
end
$$;

-- An entry for each person on it, of the first five; only the first of a company is shown with the company. Without words. What our outbox sent
-- was told when it left.
create function private.tell_of_mail(kept public.mails, box public.mailboxes, known jsonb, ours jsonb, earlier boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  last_hour int;
begin
  if earlier or box.colleagues_see = 'nothing' or kept.class in ('own', 'bounce') or kept.direction = 'unclear' then return; end if;
  select count(*) into last_hour from public.mails where thread_id = kept.thread_id and filed_at > clock_timestamp() - interval '1 hour' and batch is null;
  if last_hour > 20 then
    insert into public.mail_trouble (mailbox_id, thread_id, reason, tries) values (box.id, kept.thread_id, 'flood', last_hour)
    on conflict (mailbox_id, thread_id) where thread_id is not null do update set tries = excluded.tries, at = clock_timestamp();
    return;
  end if;
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, account_id, contact_id)
  select case kept.direction when 'in' then 'mail received' else 'mail sent' end, writer.user_id, writer.name, 'mail', kept.id,
    case when row_number() over (partition by contacts.account_id order by person.no) = 1 then contacts.account_id end, contacts.id
  from (select (value ->> 'id')::uuid as id, min(no) as no from jsonb_each(known) with ordinality as each (key, value, no) group by 1 order by 2 limit 5) as person
  join public.contacts on contacts.id = person.id
  left join public.mail_people as author on author.mail_id = kept.id and author.role = 'from'
  left join public.staff as writer on writer.user_id = coalesce(author.staff_id, case when kept.direction = 'out' and box.kind = 'personal' then box.owner_id end);
end
$$;

-- What others are told of a filed mail: who of them and who of us were on it. Without one of us by name it is the owner of a personal mailbox.
create function private.facts_of_filed(kept public.mails, box public.mailboxes, known jsonb, ours jsonb, earlier boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with theirs as (
    select distinct on (contact_id) contact_id, role from public.mail_people where mail_id = kept.id and contact_id is not null and role in ('from', 'to', 'cc') order by contact_id, no
  ), us as (
    select distinct on (staff_id) staff_id, role from public.mail_people where mail_id = kept.id and staff_id is not null and role in ('from', 'to', 'cc') order by staff_id, no
  ), us_or_owner as (
    select * from us union all
    select box.owner_id, case kept.direction when 'in' then 'to' else 'from' end where box.kind = 'personal' and not exists (select from us)
  )
  select jsonb_build_object('mail_id', kept.id, 'at', kept.at, 'direction', kept.direction, 'class', kept.class, 'outsiders', kept.outsiders,
    'mailbox_id', box.id, 'counts_for_ties', box.counts_for_ties, 'earlier', earlier,
    'pairs', coalesce((select jsonb_agg(jsonb_build_object('contact_id', contact_id, 'contact_role', theirs.role, 'staff_id', staff_id, 'staff_role', us_or_owner.role)
      order by contact_id, staff_id) from theirs, us_or_owner
      -- One of the two wrote it.
      where (kept.direction = 'in' and theirs.role = 'from') or (kept.direction <> 'in' and us_or_owner.role = 'from')), '[]'),
    'contacts', coalesce((select jsonb_agg(contact_id order by contact_id) from theirs), '[]'))
$$;

-- A batch and the cursor that goes with it, all or nothing. A message that cannot be filed is set aside, the others go on. Refused when another
-- server has the mailbox, or the folder is not what it was.
create function private.file_mails(
  of_folder uuid, holder text, validity bigint, messages jsonb, earlier boolean, to_next_uid bigint default null, to_back_uid bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  into_folder public.mailbox_folders;
  box public.mailboxes;
  m jsonb;
  outcome text;
  counts jsonb := '{}';
begin
  -- One batch after another: threads, identities and people are shared by all mailboxes.
  perform pg_advisory_xact_lock(3801);
  select * into into_folder from public.mailbox_folders where id = of_folder for update;
  select * into box from public.mailboxes where id = into_folder.mailbox_id for no key update;
  if box.id is null or box.lease_by is distinct from holder or box.lease_until <= clock_timestamp() or box.state in ('paused', 'removed', 'signed_out') then
    raise sqlstate 'PT409' using message = 'This mailbox is read by another server, or no longer read.';
  end if;
  if into_folder.uid_validity is distinct from validity then
    raise sqlstate 'PT409' using message = 'This folder is not the one that was opened.';
  end if;
  -- Whoever is on these messages is neither merged nor erased before they are filed.
  perform from public.contacts where id in (
    select contact_id from public.contact_addresses where email_key in (
      select who ->> 'address' from jsonb_array_elements(messages) as each, jsonb_array_elements(each -> 'people') as who))
  order by id for key share;
  for m in select value from jsonb_array_elements(messages) loop
    begin
      -- Counted again: what came since the folder was last read is new.
      outcome := private.file_mail(box, into_folder, m, earlier and not coalesce(into_folder.state = 'recount' and (m ->> 'arrived_at')::timestamptz > into_folder.level_at, false));
      delete from public.mail_trouble where mailbox_id = box.id and folder = into_folder.path and uid_validity = validity and uid = (m ->> 'uid')::bigint;
    exception when data_exception or integrity_constraint_violation or program_limit_exceeded or raise_exception then
      perform private.set_aside(box.id, into_folder.path, validity, (m ->> 'uid')::bigint, 'not_filed');
      outcome := 'aside';
    end;
    counts := counts || jsonb_build_object(outcome, coalesce((counts ->> outcome)::int, 0) + 1);
  end loop;
  update public.mailbox_folders set next_uid = greatest(next_uid, to_next_uid), back_uid = least(back_uid, to_back_uid) where id = into_folder.id;
  update public.mailboxes set last_heard_at = clock_timestamp() where id = box.id;
  return counts;
end
$$;

create function private.set_aside(mailbox uuid, folder text, validity bigint, at_uid bigint, why text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.mail_trouble as kept (mailbox_id, folder, uid_validity, uid, reason) values (mailbox, folder, validity, at_uid, why)
  on conflict (mailbox_id, folder, uid_validity, uid) where uid is not null do update set tries = kept.tries + 1, reason = excluded.reason, at = clock_timestamp()
$$;
