-- Sending: phases that are committed before the next step is taken, what came of it, and what time does by itself.

-- The last step before the provider is asked: committed, it counts as having left. False when it was stopped in the meantime.
create function private.begin_hand_over(row_id uuid, claimant text, by_provider text, at timestamptz default null) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  message public.outbox;
  refusal text;
begin
  at := coalesce(at, private.now());
  -- Whoever gets it may be stopped at this moment: a stop that is committed is seen here, and one that comes later comes after it left. Locked in
  -- one order: addresses, what it belongs to, the message.
  perform pg_advisory_xact_lock(3602, key) from (
    select distinct hashtext(one) as key from public.outbox, unnest(private.recipients_of(outbox)) as one
    where outbox.id = row_id and class <> 'system' order by 1) as addresses;
  select private.origin_refuses(origin_kind, origin_id) into refusal from public.outbox where id = row_id and class <> 'system';
  select * into message from public.outbox
  where id = row_id and state = 'sending' and phase = 'claimed' and lease_by = claimant and lease_until > at for update;
  if message.id is null then return false; end if;
  if message.class <> 'system' then
    if refusal is null and message.channel in ('email', 'calendar') then
      refusal := (private.first_suppressed(message)).code;
    end if;
  end if;
  if refusal is not null then
    update public.outbox set state = 'cancelled', phase = null, lease_until = null, lease_by = null, taken_at = null,
      gate_code = refusal, finished_at = at where id = message.id;
    insert into public.outbox_attempts (outbox_id, no, phase, result) values (message.id, message.attempts, 'done', 'cancelled');
    return false;
  end if;
  update public.outbox set phase = 'handing_over', lease_until = at + interval '60 seconds', provider = by_provider where id = message.id;
  insert into public.outbox_attempts (outbox_id, no, phase) values (message.id, message.attempts, 'handing_over');
  return true;
end
$$;

-- Pauses after a passing failure: 1, 5, 30 minutes, 2 and 6 hours, a tenth more or less; what signs someone in is in a hurry.
create function private.outbox_pause(class text, attempt int) returns interval
language sql volatile set search_path = ''
as $$
  select case when class = 'system'
    then (array[interval '5 seconds', '30 seconds', '2 minutes', '10 minutes', '30 minutes'])[attempt]
    else (array[interval '1 minute', '5 minutes', '30 minutes', '2 hours', '6 hours'])[attempt] * (0.9 + random() * 0.2) end
$$;

-- What came of it: 'sent', 'failed', 'bounced' (the mailbox was refused), 'uncertain', or 'again' after a passing failure. A word
-- of the provider's that was faster (delivered, bounced) stands.
create function private.end_hand_over(row_id uuid, claimant text, outcome jsonb, at timestamptz default null) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  message public.outbox;
  result text := outcome ->> 'result';
  said text := outcome ->> 'said';
  pause interval;
  becomes text;
begin
  at := coalesce(at, private.now());
  select * into message from public.outbox where id = row_id for update;
  if message.id is null or message.lease_by is distinct from claimant then
    -- The lease ran out and someone decided otherwise; if it did leave, that is known now.
    if result = 'sent' and message.state = 'uncertain' then
      update public.outbox set state = 'sent', gate_code = null, sent_at = at, ask_at = null,
        provider_id = coalesce(outcome ->> 'provider_id', provider_id) where id = row_id;
      return 'sent';
    end if;
    return message.state;
  end if;
  insert into public.outbox_attempts (outbox_id, no, phase, result) values (message.id, message.attempts, 'done', result)
  on conflict do nothing;
  if message.state <> 'sending' then
    update public.outbox set sent_at = coalesce(sent_at, at), provider_id = coalesce(provider_id, outcome ->> 'provider_id'), lease_by = null
    where id = message.id;
    return message.state;
  end if;
  pause := case when result = 'again' then private.outbox_pause(message.class, message.attempts) end;
  becomes := case when result <> 'again' then result when pause is null then 'failed' else 'queued' end;
  update public.outbox set
    state = becomes, phase = null, lease_until = null, lease_by = null, gate_code = case when becomes <> 'sent' and said is not null then 'provider' end,
    gate_detail = case when becomes <> 'sent' then said end,
    error_code = outcome ->> 'error_code', provider_id = coalesce(outcome ->> 'provider_id', provider_id),
    sent_at = case when becomes = 'sent' then at end,
    not_before = case when becomes = 'queued' then at + pause else not_before end,
    ask_at = case when becomes = 'uncertain' and provider = 'postmark' then at + interval '1 minute' end,
    secret = case when becomes = 'queued' then secret end,
    finished_at = case when becomes <> 'queued' then at end
  where id = message.id;
  if becomes = 'bounced' then
    perform private.record_suppression(message.to_key, 'all', 'hard_bounce', 'smtp', message.id::text, at);
  end if;
  -- It went to the others.
  if becomes = 'sent' and jsonb_array_length(coalesce(outcome -> 'refused', '[]')) > 0 then
    update public.outbox set gate_code = 'partly_refused',
      gate_detail = (select string_agg(address, ', ') from jsonb_array_elements_text(outcome -> 'refused') as address)
    where id = message.id;
    perform private.record_suppression(address, 'all', 'hard_bounce', 'smtp', message.id::text, at)
    from jsonb_array_elements_text(outcome -> 'refused') as address order by address;
  end if;
  return becomes;
end
$$;

-- Claimed, and found wanting when its tags were filled.
create function private.refuse_claimed(row_id uuid, claimant text, code text, detail text, at timestamptz default null) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox set state = 'failed', gate_code = code, gate_detail = detail, phase = null, lease_until = null, lease_by = null, taken_at = null,
    secret = null, finished_at = coalesce(at, private.now())
  where id = row_id and lease_by = claimant and phase = 'claimed'
$$;

-- A provider that was asked for an uncertain one: its id, or null when it has none.
create function private.settle_by_evidence(row_id uuid, their_id text, at timestamptz default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  at := coalesce(at, private.now());
  if their_id is not null then
    update public.outbox set state = 'sent', provider_id = their_id, sent_at = taken_at, ask_at = null, gate_code = null
    where id = row_id and state = 'uncertain';
  else
    update public.outbox set
      state = case when over then 'queued' else 'uncertain' end, not_before = case when over then at else not_before end,
      expires_at = case when over then greatest(expires_at, at + interval '1 day') else expires_at end,
      finished_at = case when over then null else finished_at end, taken_at = case when over then null else taken_at end,
      gate_code = case when over then 'never_received' else gate_code end,
      ask_at = case when over then null else least(at + interval '5 minutes', finished_at + interval '15 minutes') end
    from (select id as asked, finished_at <= at - interval '15 minutes' as over from public.outbox where id = row_id) as looked
    where id = asked and state = 'uncertain' and class <> 'system';
  end if;
end
$$;

-- What is due, in order, after the given place.
create function private.due_outbox(after_moment timestamptz, after_id uuid, most int, at timestamptz default null)
returns table (id uuid, not_before timestamptz)
language sql stable security definer set search_path = ''
as $$
  select outbox.id, outbox.not_before from public.outbox
  where state = 'queued' and outbox.not_before <= coalesce(at, private.now()) and mail_data is null
    and (outbox.not_before, outbox.id) > (after_moment, coalesce(after_id, '00000000-0000-0000-0000-000000000000'))
    and (class = 'system' or (select is_open and paused_at is null from private.outbox_gate))
  order by outbox.not_before, outbox.id limit most
$$;

-- What waits is held while publishing is off.
create function private.hold_for_safe_mode() returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox set state = 'held', gate_code = 'safe_mode' where state = 'queued' and class <> 'system'
$$;

-- What time does by itself: expiry, the safe mode, leases of servers that are gone. Handing over may have happened: uncertain. A
-- file of our own folder is written again under its name, which is the same file.
create function private.sweep_outbox(publishing boolean, at timestamptz default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  at := coalesce(at, private.now());
  delete from public.outbox where class = 'system' and finished_at < at - interval '30 days';
  update public.outbox set state = 'expired', gate_code = case when class = 'system' then 'too_late' else 'not_released' end,
    secret = null, finished_at = at
  where state in ('held', 'queued') and expires_at <= at;
  if not (coalesce(publishing, true) and (select is_open from private.outbox_gate)) then perform private.hold_for_safe_mode(); end if;
  with over as (
    select id, attempts, phase = 'claimed' or provider = 'folder' as again, provider from public.outbox
    where state = 'sending' and lease_until <= at for update skip locked
  ), told as (
    insert into public.outbox_attempts (outbox_id, no, phase, result)
    select id, attempts, 'done', case when again then 'lease over' else 'uncertain' end from over
    on conflict do nothing
  )
  update public.outbox set state = case when again then 'queued' else 'uncertain' end, phase = null, lease_until = null, lease_by = null,
    gate_code = case when not again then 'server_stopped' end,
    -- A claim that came to nothing is no attempt of which the provider knows.
    not_before = case when again then least(not_before, at) else not_before end,
    ask_at = case when not again and over.provider = 'postmark' then at + interval '1 minute' end,
    secret = case when again then secret end, finished_at = case when not again then at end
  from over where outbox.id = over.id;
end
$$;
