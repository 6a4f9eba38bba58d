-- Answers to our mail, and reports that it did not arrive.

-- The message of ours that a report names, by its Message-ID alone: what it says of addresses proves nothing.
create function private.bounced_message(bounce jsonb) returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.outbox
  where message_id in (select jsonb_array_elements_text(bounce -> 'message_ids')) and class <> 'system' and taken_at is not null
  order by created_at desc limit 1
$$;

-- 5.x lasts, 4.x passes. It counts for the address that we wrote to.
create function private.note_bounce(m jsonb, message uuid, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told public.outbox := (select outbox from public.outbox where id = message);
  event text := 'imap:' || (m ->> 'identity');
  status text := m -> 'bounce' ->> 'status';
begin
  if told.to_key = '' then return; end if;
  if status like '5.%' then
    perform private.note_outbox_news(message, event, 'bounced', at, left(coalesce(m -> 'bounce' ->> 'said', 'The mail server refused it'), 300));
    perform private.record_suppression(told.to_key, 'all', 'hard_bounce', 'smtp', event, at);
  elsif status like '4.%' then
    perform private.note_address_news(told.to_key, event, 'soft', at);
  end if;
end
$$;

-- By the outbox's rule (private.note_reply). What names a message of ours is an answer; what does not, and is the first of its thread from someone we
-- wrote to, is one in doubt. One that came by a provider's webhook as well has been counted.
create function private.note_answer(kept public.mails, box public.mailboxes, m jsonb, earlier boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  event text := 'imap:' || (m ->> 'identity');
  writer text := (select who ->> 'address' from jsonb_array_elements(m -> 'people') as who where who ->> 'role' = 'from' limit 1);
  automatic boolean := kept.class <> 'person';
  words text := case when box.keep = 'text' and box.colleagues_see = 'text' then m -> 'words' ->> 'answer' else '' end;
  matched jsonb;
begin
  if writer is null or writer = '' or exists (select from public.mail_replies where message_id = kept.message_id) then return; end if;
  if not exists (select from public.outbox where message_id = any (kept.refers_to) and class <> 'system')
    and (earlier or automatic or exists (select from public.mails where thread_id = kept.thread_id and id <> kept.id)) then return; end if;
  matched := private.note_reply(writer, kept.refers_to, automatic, event, coalesce(m ->> 'checks', 'none'));
  if matched is not null then
    -- Its words stay where their policy is.
    insert into public.mail_replies (event_key, from_address, is_automatic, doubt, outbox_id, account_id, contact_id, message_id, received_at)
    values (event, left(writer, 254), automatic, matched ->> 'doubt', (matched ->> 'outbox_id')::uuid, (matched ->> 'account_id')::uuid,
      (matched ->> 'contact_id')::uuid, kept.message_id, least(kept.at, now()))
    on conflict do nothing;
    if matched ->> 'origin_kind' is not null and not automatic and matched ->> 'doubt' is null and coalesce(words, '') <> '' then
      perform private.call_hooks('reply received: ' || (matched ->> 'origin_kind'), matched ->> 'outbox_id', event, words);
    end if;
  end if;
end
$$;

-- Whether answers to what we send are seen: a mailbox of one of our senders was heard within half an hour.
create function private.mailbox_sees_replies() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.module_is_live('mailbox') and exists (
    select from public.mailboxes, private.outbox_gate, unnest(identities) as identity
    where private.mail_key(coalesce(substring(identity from '<([^<>]+)>'), identity)) = mailboxes.address_key
      and mailboxes.state in ('live', 'reading_back', 'waiting') and last_heard_at > now() - interval '30 minutes')
$$;

select private.register_hook('replies are seen', 'private.mailbox_sees_replies()', 'mailbox');
