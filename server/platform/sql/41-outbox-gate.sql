-- The gate: what may leave, asked in the transaction of the claim, in one order.
-- What a message belongs to says by hooks whether it is still wanted and when it may leave.

create function private.origin_refuses(kind text, id uuid) returns text
language sql volatile set search_path = ''
as $$
  select answer from private.call_hooks('message unwanted: ' || kind, id::text) as answer where id is not null and answer is not null limit 1
$$;

-- For who attaches files: what the hook 'files refused' answered.
create function private.require_files(refused text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if refused = 'gone' then raise check_violation using message = 'An attachment is not there any more.'; end if;
  if refused = 'too_large' then raise check_violation using message = 'A message carries at most 7 MB of files.'; end if;
end
$$;

-- The address in 'Noor Marchetti <noor@guidevane.example>'.
create function private.bare_address(identity text) returns text
language sql immutable set search_path = ''
as $$
  select lower(btrim(coalesce(substring(identity from '<([^<>]+)>\s*$'), identity)))
$$;

-- When caps of the day allow one more outreach, as far as this one is counted; `at`, if now.
create function private.outreach_waits(message public.outbox, gate private.outbox_gate, at timestamptz) returns timestamptz
language plpgsql volatile set search_path = ''
as $$
declare
  host text := split_part(message.to_key, '@', 2);
  zone text := (select time_zone from public.office);
  day_begins timestamptz := date_trunc('day', at at time zone zone) at time zone zone;
  -- Some time after the day begins, and not all at once.
  tomorrow timestamptz := (date_trunc('day', at at time zone zone) + interval '1 day 9 hours') at time zone zone + random() * interval '30 minutes';
  counted record;
begin
  -- One after the other: two that are claimed together must not both be the last of the day.
  perform pg_advisory_xact_lock(3603, 0);
  select count(*) filter (where to_key = message.to_key) as address,
    count(*) filter (where split_part(to_key, '@', 2) = host) as host, count(*) as in_all
  into counted
  from public.outbox
  where class = 'outreach' and class <> 'system' and taken_at >= day_begins and taken_at is not null and id <> message.id
    and state in ('sending', 'sent', 'delivered', 'bounced', 'complained', 'uncertain');
  if counted.address >= gate.per_address_a_day or counted.in_all >= gate.in_all_a_day then return tomorrow; end if;
  if counted.host >= gate.per_host_a_day
    and not exists (select from public.free_mail_hosts where free_mail_hosts.host = lower(split_part(message.to_key, '@', 2))) then
    return tomorrow;
  end if;
  return at;
end
$$;

-- How many mails one address may get within an hour, by what caused them (modules/outbox/README.md, behavior 16):
--   typed into a form by anyone: 3 of this sort, counted for the mailbox without its tag; mails of other sorts do not count
--   outreach: 3, and every mail but sign-in mail counts
--   what the recipient did behind a link of ours, or a person wrote: 30, which only a loop reaches
create function private.hour_limit_reached(message public.outbox, at timestamptz) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  mailbox text := regexp_replace(message.to_key, '\+[^@]*@', '@');
begin
  if message.unproved_address then
    -- Claims of one address are one after the other; those of its tags must be, too.
    perform pg_advisory_xact_lock(3605, hashtext(mailbox));
    return (select count(*) from public.outbox
      where unproved_address and regexp_replace(to_key, '\+[^@]*@', '@') = mailbox and taken_at > at - interval '1 hour' and id <> message.id
        and state in ('sending', 'sent', 'delivered', 'bounced', 'complained', 'uncertain')) >= 3;
  end if;
  return (select count(*) from public.outbox
    where to_key = message.to_key and taken_at > at - interval '1 hour' and class <> 'system' and id <> message.id
      and (message.class = 'outreach' or not unproved_address)
      and state in ('sending', 'sent', 'delivered', 'bounced', 'complained', 'uncertain')) >= case message.class when 'outreach' then 3 else 30 end;
end
$$;

-- What the gate asks first, of messages and of pages at a payment provider (private.begin_checkout): is this no copy, is this server allowed to reach
-- outsiders (`publishing`: its AUTO_PUBLISH, null where that is not set), is publishing on, and has no one paused it. Nulls when it is open.
create function private.gate_closed(publishing boolean, out state text, out code text)
language sql stable set search_path = ''
as $$
  select case when may_leave and not is_copy then 'queued' else 'held' end,
    case when is_copy then 'copy' when may_leave then 'paused' else 'safe_mode' end
  from (select coalesce(publishing, true) and is_open as may_leave, paused_at, private.is_copy() as is_copy from private.outbox_gate) as gate
  where not may_leave or paused_at is not null or is_copy
$$;

-- The first reason against a message, in this order: copy, guard, pause, class, suppression, origin, expiry, window, caps, identity. Open
-- tags and the way to unsubscribe are looked at when the tags are filled, in the same transaction (server/platform/outbox/fill.ts).
create function private.gate_refuses(
  message public.outbox, publishing boolean, unwanted text, at timestamptz, out state text, out code text, out later timestamptz, out detail text)
language plpgsql volatile set search_path = ''
as $$
declare
  gate private.outbox_gate := (select outbox_gate from private.outbox_gate);
  is_mail boolean := message.channel in ('email', 'calendar');
  suppressed record;
begin
  if message.class = 'system' then
    if private.is_copy() then state := 'queued'; code := 'copy'; return; end if;
    if message.expires_at <= at then state := 'expired'; code := 'too_late'; end if;
    return;
  end if;
  select closed.state, closed.code into state, code from private.gate_closed(publishing) as closed;
  if state is not null then return; end if;
  if message.consent_purpose is not null and private.consent_of(message.to_key, message.consent_purpose) is distinct from 'given' then
    state := 'suppressed'; code := 'no_consent'; return;
  end if;
  if is_mail then
    select * into suppressed from private.first_suppressed(message);
    if suppressed.code is not null then
      state := 'suppressed'; code := suppressed.code; detail := nullif(suppressed.address, message.to_key); return;
    end if;
  end if;
  if unwanted is not null then
    state := 'cancelled'; code := unwanted; return;
  end if;
  if message.expires_at <= at then
    state := 'expired'; code := 'not_released'; return;
  end if;
  select max(answer::timestamptz) into later from private.call_hooks('message window: ' || message.origin_kind, message.origin_id::text, at::text) as answer
  where message.origin_id is not null;
  if later > at then
    state := 'queued'; code := 'waits_for_hours'; return;
  end if;
  later := null;
  if is_mail then
    if message.class = 'outreach' then
      later := private.outreach_waits(message, gate, at);
      if later > at then
        state := 'queued'; code := 'day_limit'; return;
      end if;
      later := null;
    end if;
    if private.hour_limit_reached(message, at) then
      state := 'held'; code := 'hour_limit'; return;
    end if;
    if message.to_key = any (select private.bare_address(own) from unnest(gate.identities || gate.inbound_address) as own)
      or (gate.inbound_address is not null
        and regexp_replace(message.to_key, '\+[^@]*@', '@') = private.bare_address(gate.inbound_address)) then
      state := 'held'; code := 'own_address'; return;
    end if;
    if message.from_identity is not null and private.bare_address(message.from_identity)
      <> all (select private.bare_address(own) from unnest(gate.identities) as own)
      and private.bare_address(message.from_identity) not in (
        select private.bare_address(own) from private.call_hooks('message sender: ' || message.origin_kind, message.origin_id::text) as own
        where message.origin_id is not null and own is not null) then
      state := 'failed'; code := 'unknown_sender'; return;
    end if;
  end if;
end
$$;

-- Claims one row for `claimant`, if it is due and the gate lets it through; null otherwise. Committed before anything leaves.
create function private.claim_outbox(row_id uuid, claimant text, publishing boolean, at timestamptz default null) returns public.outbox
language plpgsql volatile security definer set search_path = ''
as $$
declare
  message public.outbox;
  unwanted text;
  refused record;
begin
  at := coalesce(at, private.now());
  select * into message from public.outbox where id = row_id and state = 'queued' and not_before <= at and mail_data is null;
  if message.id is null then return null; end if;
  -- Locks in one order, here and wherever something is stopped: the address, what the message belongs to, the message. One address
  -- at a time, so that limits hold also for mails that are claimed together.
  if message.class <> 'system' then
    perform pg_advisory_xact_lock(3602, hashtext(message.to_key));
    unwanted := private.origin_refuses(message.origin_kind, message.origin_id);
  end if;
  select * into message from public.outbox
  where id = row_id and state = 'queued' and not_before <= at and mail_data is null for update skip locked;
  if message.id is null then return null; end if;
  select * into refused from private.gate_refuses(message, publishing, unwanted, at);
  if refused.state is not null then
    update public.outbox set state = refused.state, gate_code = refused.code, gate_detail = refused.detail,
      not_before = coalesce(refused.later, not_before),
      -- A limit shifts a message and never drops it.
      expires_at = case when refused.later is null then expires_at else expires_at + (refused.later - at) end,
      secret = case when refused.state = 'queued' then secret end,
      finished_at = case when refused.state not in ('held', 'queued') then at end
    where id = message.id;
    return null;
  end if;
  update public.outbox set state = 'sending', phase = 'claimed', lease_by = claimant, lease_until = at + interval '30 seconds',
    attempts = attempts + 1, taken_at = at, gate_code = null, error_code = null
  where id = message.id returning * into message;
  insert into public.outbox_attempts (outbox_id, no, phase) values (message.id, message.attempts, 'claimed');
  if message.class = 'outreach' then
    insert into private.unsubscribe_keys (outbox_id, key_hmac) values (message.id, private.address_key(message.to_key)) on conflict do nothing;
  end if;
  return message;
end
$$;
