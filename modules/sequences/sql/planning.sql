-- Planning: steps that are due become messages and tasks, each once.

-- What became of the mail of a step, as far as the sequence is concerned: null while it is on its way.
create function private.mail_is_done(message public.outbox) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when (message).state in ('queued', 'sending') then null
    -- What the safe mode holds would have been sent: the sequence goes on. What a pause holds waits.
    when (message).state = 'held' and (message).gate_code in ('sequence_paused', 'enrolment_paused') then null
    else coalesce((message).sent_at, (message).finished_at, greatest((message).created_at, (message).not_before)) end
$$;

-- Enrolments that want something now: a step is due, a pause is over, or the mail of the last step has left.
create function private.due_enrolments(at timestamptz, most int) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select due.id from (
    select enrolments.id, coalesce(enrolments.next_at, enrolments.paused_until) as since
    from public.enrolments join public.sequences on sequences.id = enrolments.sequence_id and sequences.status = 'active'
    where (enrolments.state = 'active' and enrolments.next_at <= at) or (enrolments.state = 'paused' and enrolments.paused_until <= at)
    union all
    select enrolments.id, private.mail_is_done(outbox)
    from public.enrolments join public.step_runs on step_runs.enrolment_id = enrolments.id and step_runs.step_no = enrolments.step_no and step_runs.done_at is null
    join public.outbox on outbox.id = step_runs.outbox_id
    where enrolments.state in ('active', 'paused') and enrolments.next_at is null and private.mail_is_done(outbox) is not null
  ) as due
  order by due.since, due.id limit most
$$;

-- How many of them there are, for the outbox; counted up to ten thousand.
create function private.steps_due() returns int
language sql stable security definer set search_path = ''
as $$
  select case when private.module_is_live('sequences') then (select count(*)::int from private.due_enrolments(now(), 10000)) else 0 end
$$;

-- Takes up an enrolment that is due. Null: nothing to write now (not due, shifted by window or cap, a task that is made here). For a
-- mail, what it is rendered from; the caller renders it and calls write_step in the same transaction. One planner at a time: two
-- would count the same day and both find room.
create function private.take_step(enrolment uuid, at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.enrolments;
  of public.sequences;
  step public.sequence_steps;
  person public.contacts;
  text_of public.mail_template_versions;
  sent public.outbox;
  slot timestamptz;
  made uuid;
begin
  perform pg_advisory_xact_lock(hashtext('guidevane.sequences'));
  select * into kept from public.enrolments where id = enrolment for update;
  select * into of from public.sequences where id = kept.sequence_id for share;
  if kept.id is null then return null; end if;
  if kept.next_at is null and kept.state in ('active', 'paused') then
    select outbox.* into sent from public.step_runs join public.outbox on outbox.id = step_runs.outbox_id
    where step_runs.enrolment_id = kept.id and step_runs.step_no = kept.step_no and step_runs.done_at is null;
    if private.mail_is_done(sent) is not null then
      if sent.state in ('failed', 'suppressed', 'bounced', 'complained') then
        update public.step_runs set done_at = at where enrolment_id = kept.id and step_no = kept.step_no;
        perform private.end_enrolment(kept.id, 'failed', coalesce(sent.gate_detail, sent.gate_code, 'not_sent'), null);
      else
        perform private.step_done(kept.id, kept.step_no, private.mail_is_done(sent));
      end if;
      return null;
    end if;
  end if;
  if of.status <> 'active' then return null; end if;
  if kept.state = 'paused' and kept.paused_until <= at then
    perform private.resume_enrolment(kept.id, at);
    return null;
  end if;
  if kept.state <> 'active' or kept.next_at is null or kept.next_at > at then return null; end if;
  select * into step from public.sequence_steps where sequence_id = kept.sequence_id and version = kept.version and no = kept.step_no + 1;
  if step.no is null then
    perform private.end_enrolment(kept.id, 'finished', null, null);
    return null;
  end if;
  select * into person from public.contacts where id = kept.contact_id;
  if step.kind = 'mail' and person.email is null then
    perform private.end_enrolment(kept.id, 'failed', 'no_address', null);
    return null;
  end if;
  slot := private.allowed_at(of, step.kind, kept.to_key, kept.timezone, at);
  if slot > at then
    update public.enrolments set next_at = slot where id = kept.id;
    return null;
  end if;
  if step.kind = 'task' then
    insert into public.tasks (title, kind, due_on, assignee_id, created_by, contact_id, source)
    values (step.task_title, 'todo', public.office_day(at), (select user_id from public.staff where user_id = coalesce(of.owner_id, kept.enrolled_by)),
      kept.enrolled_by, kept.contact_id, 'sequence')
    returning id into made;
    insert into public.step_runs (enrolment_id, step_no, task_id, planned_at) values (kept.id, step.no, made, at);
    update public.enrolments set step_no = step.no, next_at = null where id = kept.id;
    if not step.wait_for_task then perform private.step_done(kept.id, step.no, at); end if;
    return null;
  end if;
  select * into text_of from public.mail_template_versions where id = step.template_version_id;
  return jsonb_build_object(
    'enrolment_id', kept.id, 'step_no', step.no, 'version_id', text_of.id, 'subject', text_of.subject, 'body_text', text_of.body_text,
    'body_html', text_of.body_html, 'values', private.merge_values(kept.contact_id),
    'sender', private.signing_name(coalesce(of.owner_id, kept.enrolled_by)),
    'from_identity', of.from_identity, 'to_address', person.email, 'contact_id', person.id, 'contact_name', person.name,
    'account_id', person.account_id,
    'thread', case when step.same_thread then (
      select jsonb_build_object('subject', outbox.subject, 'message_id', to_jsonb(outbox) ->> 'message_id')
      from public.step_runs join public.outbox on outbox.id = step_runs.outbox_id
      where step_runs.enrolment_id = kept.id and step_runs.step_no < step.no and outbox.state not in ('cancelled', 'suppressed', 'failed', 'expired')
      order by step_runs.step_no desc limit 1) end);
end
$$;

-- Writes the mail of a step that take_step gave, in the same transaction.
create function private.write_step(enrolment uuid, step int, version_id uuid, message jsonb, at timestamptz) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  put uuid;
begin
  put := private.put_in_outbox(message || jsonb_build_object(
    'channel', 'email', 'class', 'outreach', 'dedupe_key', format('sequence:%s:%s', enrolment, step),
    'origin_kind', 'sequence_step', 'origin_id', enrolment, 'not_before', at, 'expires_at', at + interval '7 days'));
  insert into public.step_runs (enrolment_id, step_no, outbox_id, planned_at) values (enrolment, step, put, at);
  insert into private.template_uses (outbox_id, version_id, used_at) values (put, version_id, at) on conflict do nothing;
  update public.enrolments set step_no = step, next_at = null where id = enrolment;
  -- In the safe mode a mail is written and held; the sequence goes on.
  if (select state from public.outbox where id = put) not in ('queued', 'sending') then perform private.step_done(enrolment, step, at); end if;
  return put;
end
$$;

-- A person or a sequence goes on: never at once what was missed, but from now.
create function private.resume_enrolment(enrolment uuid, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.enrolments;
  of public.sequences;
begin
  update public.enrolments set state = 'active', paused_until = null where id = enrolment and state = 'paused' returning * into kept;
  if kept.id is not null then perform private.record_enrolment_event(kept, 'resumed'); end if;
  select * into kept from public.enrolments where id = enrolment;
  select * into of from public.sequences where id = kept.sequence_id;
  update public.enrolments set next_at = private.next_slot(of, kept.timezone, greatest(kept.next_at, at)) where id = enrolment and next_at is not null;
  perform private.give_back_steps(enrolment, at);
end
$$;

-- Mails that a pause held wait again, each at a moment that window and caps allow.
create function private.give_back_steps(enrolment uuid, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  waiting record;
begin
  for waiting in
    select outbox.id as outbox_id, enrolments.to_key, enrolments.timezone, sequences as of
    from public.step_runs join public.outbox on outbox.id = step_runs.outbox_id
    join public.enrolments on enrolments.id = step_runs.enrolment_id join public.sequences on sequences.id = enrolments.sequence_id
    where step_runs.enrolment_id = enrolment and outbox.state = 'held'
      and outbox.gate_code in ('sequence_paused', 'enrolment_paused')
  loop
    -- It is no reason against itself.
    update public.step_runs set planned_at = '-infinity' where outbox_id = waiting.outbox_id;
    update public.step_runs set planned_at = private.allowed_at(waiting.of, 'mail', waiting.to_key, waiting.timezone, at) where outbox_id = waiting.outbox_id;
    update public.outbox set not_before = step_runs.planned_at, expires_at = step_runs.planned_at + interval '7 days',
      state = case when (select is_open from private.outbox_gate) then 'queued' else 'held' end,
      gate_code = case when (select is_open from private.outbox_gate) then null else 'safe_mode' end
    from public.step_runs where step_runs.outbox_id = outbox.id and outbox.id = waiting.outbox_id;
  end loop;
end
$$;

-- Holds what is on its way but not handed over.
create function private.hold_steps(of_sequence uuid, enrolment uuid, code text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox set state = 'held', gate_code = code
  where id in (
    select outbox.id from public.outbox join public.step_runs on step_runs.outbox_id = outbox.id
    join public.enrolments on enrolments.id = step_runs.enrolment_id
    where outbox.state = 'queued' and (enrolments.sequence_id = of_sequence or enrolments.id = enrolment)
    order by outbox.id for update of outbox skip locked)
$$;

select private.register_hook('steps due', 'private.steps_due()');
