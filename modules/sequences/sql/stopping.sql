-- What ends an enrolment or moves it on, and what stops all of an address.

create function private.record_enrolment_event(told public.enrolments, verb text, changes jsonb default '{}') returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, changes)
  select verb, auth.uid(), private.actor_name(), 'sequence', told.sequence_id, sequences.name, contacts.account_id, told.contact_id,
    -- As every change is told: what it was, what it is.
    (select jsonb_object_agg(key, case jsonb_typeof(value) when 'array' then value else jsonb_build_array(null, value) end) from jsonb_each(changes))
  from public.sequences, public.contacts where sequences.id = told.sequence_id and contacts.id = told.contact_id
$$;

-- Cancels what has not been handed over. A row that someone else has in hand at this moment is left alone: anyone who claims asks for the
-- enrolment that we hold first, so this is the end of a handing over, or a sweep that gives the row back to the next claim.
create function private.cancel_steps(enrolment uuid, code text, detail text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  row_id uuid;
begin
  for row_id in
    select outbox.id from public.outbox join public.step_runs on step_runs.outbox_id = outbox.id
    where step_runs.enrolment_id = enrolment and (outbox.state in ('held', 'queued') or (outbox.state = 'sending' and outbox.phase = 'claimed'))
    order by outbox.id for update of outbox skip locked
  loop
    perform private.cancel_outbox(row_id, code, detail);
  end loop;
  update public.step_runs set left_before_stop = true
  from public.outbox where outbox.id = step_runs.outbox_id and step_runs.enrolment_id = enrolment and outbox.state = 'sending';
end
$$;

-- Ends an enrolment that the caller has locked. `reason` is a code (domain/gate-reasons.ts) or what a person wrote.
create function private.end_enrolment(enrolment uuid, into_state text, reason text, event text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told public.enrolments;
begin
  update public.enrolments
  set state = into_state, stop_reason = reason, stop_event = left(event, 300), ended_at = private.sequence_clock(), next_at = null, paused_until = null
  where id = enrolment and state in ('active', 'paused') returning * into told;
  if told.id is null then return; end if;
  if into_state <> 'finished' then perform private.cancel_steps(enrolment, 'sequence_stopped', reason); end if;
  perform private.record_enrolment_event(told, into_state, jsonb_strip_nulls(jsonb_build_object('reason', reason, 'step', told.step_no)));
end
$$;

-- A step is done: the next one is due after its delay, or that was the last.
create function private.step_done(enrolment uuid, step int, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.enrolments;
  of public.sequences;
  next public.sequence_steps;
begin
  update public.step_runs set done_at = at where enrolment_id = enrolment and step_no = step and done_at is null;
  if not found then return; end if;
  select * into kept from public.enrolments where id = enrolment for update;
  if kept.state not in ('active', 'paused') or kept.step_no <> step then return; end if;
  select * into of from public.sequences where id = kept.sequence_id;
  select * into next from public.sequence_steps where sequence_id = kept.sequence_id and version = kept.version and no = step + 1;
  if next.no is null then
    perform private.end_enrolment(enrolment, 'finished', null, null);
    return;
  end if;
  update public.enrolments set next_at = private.next_slot(of, kept.timezone, private.after_delay(of, next, kept.timezone, at)) where id = enrolment;
end
$$;

-- Stopping --------------------------------------------------------------------------------------------------------------------

-- Ends every enrolment of an address, in the caller's transaction. `reason`: replied, booked, unsubscribed, bounced, complained,
-- accepted, or other words. Anyone who opts out or bounces stops no one else.
create function private.stop_sequences_for(address text, reason text, event text) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key text := private.folded_address(address);
  into_state text := case reason
    when 'reply' then 'replied' when 'replied' then 'replied' when 'booking' then 'booked' when 'booked' then 'booked'
    when 'unsubscribe' then 'unsubscribed' when 'unsubscribed' then 'unsubscribed' when 'complaint' then 'unsubscribed' when 'complained' then 'unsubscribed'
    when 'hard_bounce' then 'bounced' when 'bounced' then 'bounced' when 'accepted' then 'accepted' else 'stopped' end;
  whole_account boolean := into_state in ('replied', 'booked', 'accepted') and (select stop_whole_account from public.sequence_settings);
  one public.enrolments;
  stopped int := 0;
begin
  if coalesce(key, '') = '' then return 0; end if;
  for one in
    select enrolments.* from public.enrolments
    where (enrolments.state in ('active', 'paused')
        -- Its last mail may still wait.
        or exists (
          select from public.step_runs join public.outbox on outbox.id = step_runs.outbox_id
          where step_runs.enrolment_id = enrolments.id and outbox.state in ('held', 'queued', 'sending')))
      and (enrolments.to_key = key or (whole_account and enrolments.contact_id in (
        select colleagues.id from public.contacts as colleagues
        join public.contacts on contacts.account_id = colleagues.account_id
        join public.enrolments as theirs on theirs.contact_id = contacts.id and theirs.to_key = key)))
    order by enrolments.id for update of enrolments
  loop
    if one.state in ('active', 'paused') then
      perform private.end_enrolment(one.id, into_state, reason, event);
      stopped := stopped + 1;
    else
      perform private.cancel_steps(one.id, 'sequence_stopped', reason);
    end if;
  end loop;
  return stopped;
end
$$;

-- Asked by the gate of the outbox in the transactions that claim a message and hand it over: null, or why no one wants it any more.
-- Locks the enrolment until that transaction ends, so a stop either comes before and is seen here, or waits and finds the mail gone.
create function private.sequence_step_unwanted(id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.enrolments;
begin
  select * into kept from public.enrolments where enrolments.id = sequence_step_unwanted.id for no key update;
  if kept.id is null then return 'not_enrolled'; end if;
  if kept.state in ('active', 'paused', 'finished') then return null; end if;
  return 'sequence_stopped';
end
$$;

-- When a message of a sequence may leave: inside its window, and not while the sequence or the person is paused.
create function private.sequence_step_window(id uuid, at timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select case when sequences.status = 'paused' or enrolments.state = 'paused' then at + interval '15 minutes'
    else private.next_slot(sequences, enrolments.timezone, at) end
  from public.enrolments join public.sequences on sequences.id = enrolments.sequence_id
  where enrolments.id = sequence_step_window.id
$$;

-- The delay after a task begins when it is done, if the step waits for it.
create function private.sequence_follows_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  run public.step_runs;
begin
  if new.done_at is null or old.done_at is not null or new.source <> 'sequence' then return null; end if;
  select * into run from public.step_runs where task_id = new.id and done_at is null;
  if run.enrolment_id is not null then perform private.step_done(run.enrolment_id, run.step_no, new.done_at); end if;
  return null;
end
$$;

create trigger sequence_follows_task after update of done_at on public.tasks for each row execute function private.sequence_follows_task();

-- Deleting a task that a sequence waits for asks: anyone who deletes it says how the sequence goes on (public.drop_sequence_task).
-- Whatever goes with its person or company goes without a word.
create function private.ask_before_task_goes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.source = 'sequence' and old.done_at is null and coalesce(current_setting('guidevane.task_decided', true), '') <> old.id::text
    and exists (select from public.contacts where id = old.contact_id)
    and exists (select from public.accounts where id = old.account_id)
    and exists (
      select from public.step_runs join public.enrolments on enrolments.id = step_runs.enrolment_id
      where step_runs.task_id = old.id and step_runs.done_at is null and enrolments.state in ('active', 'paused')) then
    raise sqlstate 'PT409' using message = 'A sequence waits for this task.', hint = 'Say whether the sequence goes on or stops.', detail = 'sequence-task';
  end if;
  return old;
end
$$;

create trigger ask_before_task_goes before delete on public.tasks for each row execute function private.ask_before_task_goes();

select private.register_hook('message unwanted: sequence_step', 'private.sequence_step_unwanted(uuid)');
select private.register_hook('message window: sequence_step', 'private.sequence_step_window(uuid, timestamptz)');
select private.register_hook('address stopped', 'private.stop_sequences_for(text, text, text)');
