-- Answers in a thread: from which mailbox, to whom, under which subject; written into the outbox like every mail, and followed until the copy
-- in Sent. What leaves and when is the gate's (server/platform/sql/41-outbox-gate.sql).

-- Answers are seen with their message: by who wrote them and who may release them, and by who sees words of the mailbox.
create policy "an answer is seen with its message" on public.mail_answers for select to authenticated
  using ((select public.may('mailbox', 'read')) and exists (select from public.outbox where outbox.id = mail_answers.outbox_id));

grant select on public.mail_answers to authenticated, service_role;

select private.register_types('mailbox', 'mailbox');

-- Mailboxes in which the caller may write: their own, and those of the firm.
create function private.may_write_from(box public.mailboxes) returns boolean
language sql stable security definer set search_path = ''
as $$
  select box.state not in ('new', 'removed') and not private.is_viewing() and (box.owner_id = auth.uid() or box.kind = 'shared') and public.may('mailbox', 'send')
$$;

-- "Re: " before a subject that has no such word yet.
create function private.answer_subject(subject text) returns text
language sql immutable set search_path = ''
as $$
  select case when subject ~* '^[[:space:]]*(re|aw|sv|antw|ref)([[][0-9]+[]])?:' then btrim(subject) else 'Re: ' || btrim(subject) end
$$;

create function private.own_addresses() returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(distinct address), '{}') from (
    select address_key from public.mailboxes where state <> 'removed'
    union all select private.bare_address(own) from private.outbox_gate, unnest(identities || inbound_address) as own where own is not null
    union all select lower(users.email) from auth.users join public.staff on staff.user_id = users.id
  ) as ours (address)
$$;

-- The mailbox that an answer to this mail leaves from: where the mail lies, one's own before the firm's; else any of one's own.
create function private.mailbox_to_answer(mail uuid) returns public.mailboxes
language sql stable security definer set search_path = ''
as $$
  select box from public.mailboxes as box
  where private.may_write_from(box)
  order by exists (select from public.mail_copies where mail_copies.mail_id = mail and mailbox_id = box.id and gone_at is null) desc,
    box.owner_id = auth.uid() desc, box.created_at, box.id
  limit 1
$$;

-- The person as recipients see them.
create function private.sender_in(box public.mailboxes, person uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case when coalesce(name, '') in ('', box.address) or name like '%@%' then box.address
    else format('%s <%s>', btrim(regexp_replace(name, '[<>",;:\\[:cntrl:]]+', ' ', 'g')), box.address) end
  from (select (select staff.name from public.staff where user_id = person) as name) as known
$$;

-- What an answer to a mail begins with: {"mailbox_id", "from", "subject", "to", "cc", "people": [{"name", "address"}], "contact_id", "account_id",
-- "refused", "as_of"}. `refused` is why it cannot be answered here: no_mailbox, no_server, signed_out, no_subject, not_open.
create function public.begin_mail_answer(mail uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  told public.mails;
  box public.mailboxes;
  head public.mail_heads;
  ours text[];
begin
  perform private.require_may('mailbox', 'read', 'to answer mail');
  if not private.may_see_mail(mail, 'headers') then raise sqlstate 'PT404' using message = 'This mail no longer exists.'; end if;
  select * into told from public.mails where id = begin_mail_answer.mail;
  select mail_heads.* into head from private.words_open(told.id) as words join public.mail_heads using (body_hash) where mail_heads.mail_id = told.id;
  box := private.mailbox_to_answer(told.id);
  ours := private.own_addresses();
  return (
    with everyone as (
      select distinct on (who.address_key) coalesce(contacts.name, nullif(who.shown_name, '')) as name, who.address_key as address, who.contact_id, who.no,
        case when told.direction <> 'out' then case when who.role in ('from', 'reply_to') then 'to' else 'cc' end
          else case when who.role in ('to', 'cc') then who.role else 'none' end end as place
      from public.mail_people as who left join public.contacts on contacts.id = who.contact_id
      where who.mail_id = told.id and who.role in ('from', 'reply_to', 'to', 'cc') and who.address_key <> '' and who.address_key <> all (ours)
        -- An answer goes where it is wanted, if that is said.
        and not (told.direction <> 'out' and who.role = 'from' and exists (select from public.mail_people as wanted
          where wanted.mail_id = told.id and wanted.role = 'reply_to' and wanted.address_key <> '' and wanted.address_key <> who.address_key))
      order by who.address_key, array_position(array['reply_to', 'from', 'to', 'cc'], who.role)
    ), others as (
      select distinct on (who.address_key) coalesce(contacts.name, nullif(who.shown_name, '')) as name, who.address_key as address
      from public.mails as every join public.mail_people as who on who.mail_id = every.id left join public.contacts on contacts.id = who.contact_id
      where every.thread_id = told.thread_id and who.role in ('from', 'to', 'cc') and who.address_key <> '' and who.address_key <> all (ours)
        and private.may_see_mail(every.id, 'headers')
      order by who.address_key, every.at desc limit 30
    ), person as (
      select contacts.id, contacts.account_id from everyone join public.contacts on contacts.id = everyone.contact_id
      order by everyone.place = 'to' desc, everyone.no limit 1
    )
    select jsonb_build_object(
      'mailbox_id', box.id, 'from', private.sender_in(box, auth.uid()), 'subject', private.answer_subject(head.subject),
      'to', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'address', address) order by no), '[]') from everyone where place = 'to'),
      'cc', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'address', address) order by no), '[]') from everyone where place = 'cc'),
      'people', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'address', address) order by address), '[]') from others),
      'contact_id', (select id from person), 'account_id', (select account_id from person),
      'refused', case when head.mail_id is null and exists (select from public.mail_heads where mail_id = told.id) then 'not_open' when box.id is null then 'no_mailbox'
        when box.smtp_host is null then 'no_server' when box.state = 'signed_out' then 'signed_out' when head.mail_id is null then 'no_subject' end,
      'as_of', clock_timestamp()));
end
$$;

-- `answer` is {"id", "mail", "to": [address], "cc": [address], "text", "attachments", "as_of", "all_the_same"}: the same id again is the same answer.
-- 'PT409' when a colleague has answered since `as_of`, unless `all_the_same`.
create function public.write_mail_answer(answer jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told public.mails;
  box public.mailboxes;
  begun jsonb;
  key text := 'answer:' || coalesce(nullif(answer ->> 'id', ''), gen_random_uuid()::text);
  main text[] := private.addresses_in(answer -> 'to');
  copies text[] := private.addresses_in(answer -> 'cc');
  files jsonb := coalesce(nullif(answer -> 'attachments', 'null'), '[]');
  refused text;
  stopped record;
  other record;
  person public.contacts;
  written uuid;
begin
  perform private.require_may('outbox', 'edit', 'to write mail');
  perform private.require_may('mailbox', 'send', 'to answer mail');
  select id into written from public.outbox where dedupe_key = key;
  if written is null then
    select * into told from public.mails where id = (answer ->> 'mail')::uuid;
    if told.id is null then raise sqlstate 'PT404' using message = 'This mail no longer exists.'; end if;
    begun := public.begin_mail_answer(told.id);
    if begun ->> 'refused' is not null then
      raise check_violation using message = case begun ->> 'refused'
        when 'not_open' then 'You do not see the words of this mail.' when 'no_mailbox' then 'Connect your mailbox first: an answer leaves from it.'
        when 'no_server' then 'This mailbox has no server to send by.' when 'signed_out' then 'This mailbox is signed out. Sign in again first.'
        else 'The subject of this mail is not kept, so it cannot be answered here.' end, detail = begun ->> 'refused';
    end if;
    select * into box from public.mailboxes where id = (begun ->> 'mailbox_id')::uuid;
    if cardinality(main) = 0 then raise check_violation using message = 'An answer goes to somebody.', detail = 'to'; end if;
    if cardinality(main) + cardinality(copies) > 20 then raise check_violation using message = 'An answer goes to at most 20 people.', detail = 'to'; end if;
    if exists (select from unnest(main || copies) as one where char_length(one) > 254 or one !~ '^[^@[:space:][:cntrl:]<>,;"]+@[^@[:space:][:cntrl:]<>,;".]+([.][^@[:space:][:cntrl:]<>,;".]+)+$') then
      raise check_violation using message = 'An address looks like name@example.com.', detail = 'to';
    end if;
    if coalesce(btrim(answer ->> 'text', E' \t\r\n'), '') = '' then raise check_violation using message = 'An answer has a text.', detail = 'text'; end if;
    if jsonb_array_length(files) > 0 then
      if not private.caller_may('documents', 'read') then raise insufficient_privilege using message = 'You may not attach documents.'; end if;
      select max(said) into refused from private.call_hooks('files refused', files::text) as said;
      perform private.require_files(refused);
    end if;
    select one as address, private.suppression_code(one, 'transactional') as code into stopped from unnest(main || copies) as one
    where private.suppression_code(one, 'transactional') is not null limit 1;
    if stopped.code is not null then raise check_violation using message = format('Nothing is sent to %s: %s.', stopped.address,
      case stopped.code when 'address_bounced' then 'the address bounced' when 'complained' then 'they complained' else 'on the stop list' end), detail = 'to'; end if;
    -- One after the other in a thread: of two that are written at the same moment the second one hears of the first.
    perform pg_advisory_xact_lock(3802, hashtext(told.thread_id::text));
    if not coalesce((answer ->> 'all_the_same')::boolean, false) and answer ->> 'as_of' is not null then
      select * into other from private.answered_since(told.thread_id, (answer ->> 'as_of')::timestamptz);
      if other.at is not null then
        raise sqlstate 'PT409' using message = format('%s answered this thread while you were writing. Read that before you send yours.', coalesce(other.name, 'A colleague')),
          detail = 'answered_meanwhile';
      end if;
    end if;
    select contacts.* into person from public.contacts where id = (
      select contact_id from public.contact_addresses where email_key = lower(main[1]) and until is null order by since, contact_id limit 1);
    written := private.put_in_outbox(jsonb_build_object(
      'class', 'transactional', 'dedupe_key', key, 'origin_kind', 'mailbox', 'origin_id', box.id, 'send_area', 'outbox',
      'account_id', person.account_id, 'contact_id', person.id, 'to_address', main[1], 'also_to', to_jsonb(main[2:]), 'cc', to_jsonb(copies),
      'from_identity', private.sender_in(box, auth.uid()), 'subject', begun ->> 'subject', 'body_text', btrim(answer ->> 'text', E' \t\r\n'), 'attachments', files,
      'headers', jsonb_strip_nulls(jsonb_build_object('In-Reply-To', told.message_id,
        'References', (select nullif(string_agg(id, ' ' order by place), '') from unnest((told.refers_to || told.message_id)[greatest(1, cardinality(told.refers_to || told.message_id) - 19):]) with ordinality as each (id, place) where id is not null))),
      'not_before', clock_timestamp() + interval '10 seconds'));
    insert into public.mail_answers (outbox_id, mailbox_id, thread_id, mail_id, staff_id)
    values (written, box.id, told.thread_id, told.id, (select user_id from public.staff where user_id = auth.uid())) on conflict do nothing;
    insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
    select 'written', auth.uid(), private.actor_name(), 'message', id, subject, account_id, contact_id from public.outbox
    where id = written and (account_id is not null or contact_id is not null);
  end if;
  return (select jsonb_build_object('id', id, 'held', state = 'held') from public.outbox where id = written);
end
$$;

-- Who of the others has answered in a thread since a moment: by us here, or from their own program.
create function private.answered_since(thread uuid, since timestamptz, out name text, out at timestamptz, out outbox_id uuid, out mail_id uuid)
language sql stable security definer set search_path = ''
as $$
  select * from (
    select staff.name, answer.written_at, answer.outbox_id, null::uuid from public.mail_answers as answer
      join public.outbox on outbox.id = answer.outbox_id and outbox.state not in ('cancelled', 'failed', 'expired', 'suppressed')
      left join public.staff on staff.user_id = answer.staff_id
    where answer.thread_id = answered_since.thread and answer.written_at > since and answer.staff_id is distinct from auth.uid()
    union all
    select coalesce(staff.name, nullif(who.shown_name, '')), mails.at, null, mails.id from public.mails
      left join public.mail_people as who on who.mail_id = mails.id and who.role = 'from' left join public.staff on staff.user_id = who.staff_id
    where mails.thread_id = answered_since.thread and mails.direction = 'out' and mails.filed_at > since and who.staff_id is distinct from auth.uid()
      and not exists (select from public.mail_answers as own where own.outbox_id = mails.outbox_id)
  ) as answers order by 2 desc limit 1
$$;

-- For the screen, while someone writes.
create function public.mail_answered_since(thread uuid, since timestamptz) returns table (name text, at timestamptz, outbox_id uuid, mail_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('mailbox', 'read');
  if not exists (select from public.mails where thread_id = mail_answered_since.thread and private.may_see_mail(mails.id, 'headers')) then return; end if;
  return query select found.name, found.at, found.outbox_id, found.mail_id from private.answered_since(thread, since) as found where found.at is not null;
end
$$;

-- The gate asks: who may be the sender of an answer, and is its mailbox still there.
create function private.sender_of_mailbox(mailbox uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select address from public.mailboxes where id = mailbox and state <> 'removed'
$$;

create function private.mailbox_refuses(mailbox uuid) returns text
language sql volatile security definer set search_path = ''
as $$
  select case when not exists (select from public.mailboxes where id = mailbox and state <> 'removed' for share) then 'mailbox_gone' end
$$;

select private.register_hook('message sender: mailbox', 'private.sender_of_mailbox(uuid)');

select private.register_hook('message unwanted: mailbox', 'private.mailbox_refuses(uuid)');

-- The copy in Sent --------------------------------------------------------------------------------------------------------

-- It left: in two minutes we look whether the server has filed it itself.
create function private.want_sent_copy(message uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.mail_answers set copy = 'wanted', look_at = clock_timestamp() + interval '2 minutes' where outbox_id = message and copy is null
$$;

-- It did not: nothing is to be copied. One that perhaps left keeps its bytes until somebody has looked.
create function private.drop_answer_bytes(message uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.mail_answer_bytes where outbox_id = message and (select state from public.outbox where id = message) <> 'uncertain'
$$;

select private.register_hook('message left: mailbox', 'private.want_sent_copy(uuid)');

select private.register_hook('message did not arrive: mailbox', 'private.drop_answer_bytes(uuid)');

create function private.keep_answer_bytes(message uuid, bytes bytea) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.mail_answer_bytes (outbox_id, bytes) values (message, bytes) on conflict (outbox_id) do update set bytes = excluded.bytes
$$;

-- Copies that are due, for the server. A copy that has been filed from Sent by reading needs no look.
create function private.due_sent_copies(at timestamptz, most int) returns setof uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.mail_answers set copy = 'there', copy_at = due_sent_copies.at, look_at = null, lease_until = null
  where copy = 'wanted' and exists (select from public.mails join public.mail_copies on mail_copies.mail_id = mails.id and mail_copies.gone_at is null
    join public.mailbox_folders on mailbox_folders.mailbox_id = mail_copies.mailbox_id and path = folder and special_use = 'sent'
    where mails.outbox_id = mail_answers.outbox_id and mail_copies.mailbox_id = mail_answers.mailbox_id);
  delete from private.mail_answer_bytes using public.mail_answers
  where mail_answers.outbox_id = mail_answer_bytes.outbox_id and copy in ('there', 'put');
  return query select outbox_id from public.mail_answers
    where copy = 'wanted' and look_at <= due_sent_copies.at and (lease_until is null or lease_until <= due_sent_copies.at) order by look_at limit most;
end
$$;

-- One server at a time; its lease is longer than all that it may take.
create function private.claim_sent_copy(message uuid, at timestamptz)
returns table (mailbox_id uuid, message_id text, folder text, bytes bytea)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.mail_answers as answer set lease_until = claim_sent_copy.at + interval '3 minutes', tries = answer.tries + 1
  where answer.outbox_id = message and answer.copy = 'wanted' and answer.look_at <= claim_sent_copy.at and (answer.lease_until is null or answer.lease_until <= claim_sent_copy.at);
  if not found then return; end if;
  return query select answer.mailbox_id, outbox.message_id,
      (select path from public.mailbox_folders where mailbox_folders.mailbox_id = answer.mailbox_id and special_use = 'sent' order by path limit 1),
      (select kept.bytes from private.mail_answer_bytes as kept where kept.outbox_id = message)
    from public.mail_answers as answer join public.outbox on outbox.id = answer.outbox_id where answer.outbox_id = message;
end
$$;

-- 'there', 'put', or null with a reason: tried again after 5 minutes, five times in all. The send is not touched.
create function private.end_sent_copy(message uuid, came_to text, reason text, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.mail_answers set
    copy = case when came_to is not null then came_to when tries >= 5 then 'failed' else 'wanted' end,
    copy_reason = case when came_to is null then left(reason, 300) end, copy_at = end_sent_copy.at,
    look_at = case when came_to is null and tries < 5 then end_sent_copy.at + interval '5 minutes' end, lease_until = null
  where outbox_id = message and copy = 'wanted';
  if came_to is not null then delete from private.mail_answer_bytes where outbox_id = message; end if;
end
$$;

create function public.retry_sent_copy(message uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('mailbox', 'send', 'to put copies into Sent');
  update public.mail_answers as answer set copy = 'wanted', copy_reason = null, tries = 0, look_at = clock_timestamp()
  from public.mailboxes as box
  where answer.outbox_id = retry_sent_copy.message and answer.copy = 'failed' and box.id = answer.mailbox_id and private.may_write_from(box);
  if not found then raise check_violation using message = 'This copy is not to be tried again.'; end if;
  perform pg_notify('mail_answers_due', '');
end
$$;

-- For those who see the message: its row has columns that are granted to no one.
create function private.facts_of_message(message uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.message_facts(outbox) from public.outbox where id = message
$$;

-- Answers in a thread that are not among its mails yet, with their words for who may read the message, and what became of the copies.
create function public.mail_answers_of(thread uuid) returns table (
  outbox_id uuid, mail_id uuid, written_at timestamptz, writer text, is_mine boolean, mailbox text, subject text, body_text text, recipients text[], files int,
  message jsonb, copy text, copy_reason text, is_filed boolean)
language sql stable set search_path = ''
as $$
  select answer.outbox_id, answer.mail_id, answer.written_at, staff.name, answer.staff_id = auth.uid(),
    mailboxes.address, outbox.subject, outbox.body_text, outbox.to_address || outbox.also_to || outbox.cc, jsonb_array_length(outbox.attachments),
    private.facts_of_message(outbox.id), answer.copy, answer.copy_reason, exists (select from public.mails where mails.outbox_id = answer.outbox_id)
  from public.mail_answers as answer join public.outbox on outbox.id = answer.outbox_id
  left join public.staff on staff.user_id = answer.staff_id left join public.mailboxes on mailboxes.id = answer.mailbox_id
  -- Threads that turn out to be one are joined: the answered mail knows.
  where coalesce((select answered.thread_id from public.mails as answered where answered.id = answer.mail_id), answer.thread_id)
    = coalesce((select mails.thread_id from public.mails where mails.id = mail_answers_of.thread), mail_answers_of.thread)
  order by answer.written_at, answer.outbox_id
$$;

grant execute on function private.facts_of_message to authenticated, service_role;
grant execute on function public.begin_mail_answer, public.write_mail_answer, public.mail_answered_since, public.retry_sent_copy, public.mail_answers_of to authenticated, service_role;

-- Files that are filed from mail ----------------------------------------------------------------------------------------------

-- A file of a mail whose words are open to the caller, and whose documents it belongs to.
create function private.file_of_mail(mail uuid, part text)
returns table (name text, size float8, who text, account_id uuid, contact_id uuid)
language sql stable security definer set search_path = ''
as $$
  select coalesce(nullif(file ->> 'name', ''), 'File'), (file ->> 'size')::float8,
    (select coalesce(staff.name, contacts.name, nullif(writer.shown_name, ''), writer.address_key) from public.mail_people as writer
      left join public.staff on staff.user_id = writer.staff_id left join public.contacts on contacts.id = writer.contact_id
      where writer.mail_id = mails.id and writer.role = 'from' order by writer.no limit 1),
    person.account_id, person.id
  from public.mails cross join private.words_open(mails.id) as words
  join public.mail_heads on mail_heads.mail_id = mails.id and mail_heads.body_hash = words.body_hash cross join jsonb_array_elements(mail_heads.files) as file
  left join lateral (select contacts.id, contacts.account_id from public.mail_people as known join public.contacts on contacts.id = known.contact_id
    where known.mail_id = mails.id order by known.role = 'from' desc, known.no limit 1) as person on true
  where mails.id = file_of_mail.mail and file ->> 'part' = file_of_mail.part
$$;

-- Where the mail lies with the words that the caller sees; in their own mailboxes first.
create function private.places_of_mail(mail uuid)
returns table (id uuid, user_name text, imap_host text, imap_port int, folder text, uid_validity text, uid text)
language sql stable security definer set search_path = ''
as $$
  select box.id, box.user_name, box.imap_host, box.imap_port, place.folder, place.uid_validity::text, place.uid::text
  from private.words_open(mail) as words join public.mail_copies as place on place.body_hash = words.body_hash
  join public.mailboxes as box on box.id = place.mailbox_id
  where place.mail_id = mail and place.gone_at is null and box.state not in ('removed', 'signed_out', 'new')
    and box.id = any ((select private.mailboxes_open_to('snippet'))::uuid[]) and (not place.is_private or box.owner_id = auth.uid())
  order by box.owner_id = auth.uid() desc, place.seen_at desc limit 5
$$;

grant execute on function private.file_of_mail, private.places_of_mail to authenticated;
