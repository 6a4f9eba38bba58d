-- Replies to inquiries: written into the outbox, which says what became of each; the inquiry, its task and every figure follow it.

-- The same words again, to the same person within a day, only when the writer has said so: {"again": true}. The refusal has the detail
-- 'same text'.
create function private.write_reply(kept public.inquiries, reply jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if kept.email_key = '' or kept.erased_at is not null then
    raise exception 'There is no address to reply to.' using errcode = 'check_violation';
  end if;
  if coalesce(btrim(reply ->> 'text'), '') = '' or coalesce(btrim(reply ->> 'subject'), '') = '' then
    raise exception 'A reply has a subject and a text.' using errcode = 'check_violation';
  end if;
  if not coalesce((reply ->> 'again')::boolean, false) and exists (
    select from public.outbox
    where to_key = kept.email_key and channel = 'email' and class <> 'system' and created_at > now() - interval '1 day'
      and state not in ('cancelled', 'failed', 'expired', 'suppressed', 'bounced')
      and regexp_replace(btrim(body_text), '\s+', ' ', 'g') = regexp_replace(btrim(reply ->> 'text'), '\s+', ' ', 'g')) then
    raise sqlstate 'PT409' using message = 'The same text was written to this person within the last day.', detail = 'same text';
  end if;
  perform private.put_in_outbox(jsonb_build_object(
    'class', 'transactional', 'dedupe_key', 'reply:' || coalesce(nullif(reply ->> 'id', ''), gen_random_uuid()::text),
    'origin_kind', 'inquiry', 'origin_id', kept.id, 'send_area', 'inquiries', 'account_id', kept.account_id, 'contact_id', kept.contact_id,
    'to_address', kept.email, 'subject', reply ->> 'subject', 'body_text', reply ->> 'text',
    'not_before', now() + interval '10 seconds'));
end
$$;

-- A reply that has not been handed over yet stays here. `reply` is the id that it was written with.
create function public.take_back_reply(inquiry uuid, reply text) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries := private.inquiry_to_change(inquiry);
  written public.outbox;
begin
  select * into written from public.outbox
  where dedupe_key = 'reply:' || take_back_reply.reply and origin_kind = 'inquiry' and origin_id = kept.id;
  if written.id is null then raise sqlstate 'PT404' using message = 'This reply no longer exists.'; end if;
  if not private.cancel_outbox(written.id, 'taken_back') and written.state <> 'cancelled' then
    raise sqlstate 'PT409' using message = 'The reply has left already.';
  end if;
  select * into kept from public.inquiries where id = inquiry;
  return kept;
end
$$;

-- Entries about a reply name who wrote it, not who or what sent it.
create function private.record_reply_event(told public.inquiries, written public.outbox, verb text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id, inquiry_id)
  select verb, written.created_by, (select name from public.staff where user_id = written.created_by), 'inquiry', told.id, told.reference,
    told.account_id, told.contact_id, told.deal_id, told.id
  where nullif(current_setting('guidevane.batch', true), '') is null
$$;

create function private.reply_left(message uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  written public.outbox := (select outbox from public.outbox where id = message);
  kept public.inquiries;
begin
  if written.dedupe_key not like 'reply:%' then return; end if;
  select * into kept from public.inquiries where id = written.origin_id for update;
  if kept.id is null or kept.state not in ('new', 'closed', 'answered') then return; end if;
  -- A second reply changes nothing about when the first was given.
  if kept.state <> 'answered' then perform private.set_answer(kept, written); end if;
  perform private.record_reply_event(kept, written, 'answered by mail');
  if kept.kind = 'client' then
    perform private.call_hooks('client mailed', kept.account_id::text, kept.contact_id::text, written.created_by::text, written.body_text);
  end if;
end
$$;

select private.register_hook('message left: inquiry', 'private.reply_left(uuid)');

-- Answered by a reply, at the moment it left; without one (a null row) it waits again.
create function private.set_answer(kept public.inquiries, written public.outbox) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  left_at timestamptz := private.message_left_at(written);
begin
  perform set_config('guidevane.actor', coalesce((select name from public.staff where user_id = written.created_by), ''), true);
  update public.tasks set done_at = left_at, done_by = written.created_by where id = kept.task_id and (done_at is null) = (left_at is not null);
  perform set_config('guidevane.actor', '', true);
  perform private.suppress_history(true);
  update public.inquiries set
    state = case when left_at is not null then 'answered' when due_at is null then 'closed' else 'new' end,
    answered_at = left_at, answered_by = written.created_by, answer_id = written.id, closed_at = null
  where id = kept.id;
  perform private.suppress_history(false);
end
$$;

create function private.reply_did_not_arrive(message uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  written public.outbox := (select outbox from public.outbox where id = message);
  kept public.inquiries;
  other public.outbox;
begin
  if written.dedupe_key not like 'reply:%' then return; end if;
  select * into kept from public.inquiries where id = written.origin_id for update;
  if kept.id is null then return; end if;
  if kept.state = 'answered' and kept.answer_id = written.id then
    select * into other from public.outbox
    where origin_kind = 'inquiry' and origin_id = kept.id and dedupe_key like 'reply:%' and private.message_left_at(outbox) is not null
    order by private.message_left_at(outbox), id limit 1;
    perform private.set_answer(kept, other);
  end if;
  perform private.record_reply_event(kept, written, 'reply ' || written.state);
end
$$;

select private.register_hook('message did not arrive: inquiry', 'private.reply_did_not_arrive(uuid)');

-- The newest reply, as a computed column of the inbox: null when none was written.
create function public.last_reply(inquiry public.inquiries) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.message_facts(outbox) from public.outbox
  where origin_kind = 'inquiry' and origin_id = inquiry.id and dedupe_key like 'reply:%' and private.caller_may('inquiries', 'read')
  order by created_at desc, id desc limit 1
$$;

-- Everything that was written in answer to an inquiry, oldest first.
create function public.inquiry_replies(inquiry uuid)
returns table (id uuid, state text, held_by_safe boolean, gate_code text, gate_detail text, subject text, body_text text, written_at timestamptz, written_by text, left_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('inquiries', 'read', 'to see replies');
  return query
    select outbox.id, facts ->> 'state', (facts ->> 'held_by_safe')::boolean, outbox.gate_code, outbox.gate_detail, outbox.subject, outbox.body_text, outbox.created_at,
      facts ->> 'written_by', (facts ->> 'left_at')::timestamptz
    from public.outbox, private.message_facts(outbox) as facts
    where origin_kind = 'inquiry' and origin_id = inquiry and dedupe_key like 'reply:%'
    order by outbox.created_at, outbox.id limit 200;
end
$$;

grant execute on function public.take_back_reply, public.last_reply, public.inquiry_replies to authenticated, service_role;
