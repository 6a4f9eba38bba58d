-- What leaves: one row for each message, written in the transaction of what it tells of, and the one gate it passes. In the safe
-- mode (AUTO_PUBLISH is false, the default) a row is complete and held: "would have sent". Mail that its recipient asked for
-- to sign in is a row of class system, which nobody sees. server/platform/outbox hands over; what may have left is not repeated.

-- Whether a module is switched on, for functions and triggers.
create function private.module_is_live(key text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select modules.live from public.modules where modules.key = module_is_live.key), false)
$$;
revoke all on function private.module_is_live(text) from public, anon, authenticated, service_role;

-- What the server was told at its start, and what people set. Closed until the server says otherwise.
create table private.outbox_gate (
  id boolean primary key default true check (id),
  is_open boolean not null default false,
  -- Who we write as. Mail to one of these, or to the address that receives answers, would be a loop.
  identities text[] not null default '{}',
  inbound_address text,
  -- The part of Message-IDs behind the @.
  mail_host text not null default 'localhost',
  -- A one-click address needs https.
  site_is_https boolean not null default false,
  -- The team's chat is set up.
  has_chat boolean not null default false,
  paused_at timestamptz,
  paused_by uuid references public.staff (user_id),
  -- Outreach for one address, one host (not those of free mail) and in all, on one day of the office.
  per_address_a_day int not null default 1 constraint "cap of an address is 1 to 100" check (per_address_a_day between 1 and 100),
  per_host_a_day int not null default 20 constraint "cap of a host is 1 to 10000" check (per_host_a_day between 1 and 10000),
  in_all_a_day int not null default 200 constraint "cap of a day is 1 to 100000" check (in_all_a_day between 1 and 100000)
);
insert into private.outbox_gate default values;
revoke all on private.outbox_gate from public, anon, authenticated, service_role;

create table public.outbox (
  id uuid primary key default uuidv7(),
  channel text not null default 'email' constraint "channel of a message"
    check (channel in ('email', 'slack', 'stripe', 'calendar', 'publish')),
  -- system: asked for by its recipient to sign in, and the office's own reminders to staff.
  class text not null constraint "class of a message" check (class in ('system', 'transactional', 'outreach')),
  -- One action is one row, however often it is asked for: 'receipt:<hash of the address>:<day>'.
  dedupe_key text not null unique,
  -- What it belongs to: 'inquiry' and its id.
  origin_kind text not null,
  origin_id uuid,
  account_id uuid references public.accounts (id) on delete set null,
  contact_id uuid references public.contacts (id) on delete set null,
  to_address text not null constraint "address has at most 254 characters" check (char_length(to_address) <= 254),
  to_key text generated always as (lower(btrim(to_address))) stored,
  -- Null: the sender of all our mail.
  from_identity text constraint "sender has at most 300 characters" check (char_length(from_identity) <= 300),
  -- {{sender_page}} and the like are filled when the row is handed over: an address that opens a page is in no list.
  subject text not null constraint "subject is one line of at most 200 characters"
    check (char_length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
  body_text text not null constraint "text has at most 50000 characters" check (char_length(body_text) <= 50000),
  body_html text constraint "page has at most 200000 characters" check (char_length(body_html) <= 200000),
  -- Further headers, by name: {"In-Reply-To": "<...>"}.
  headers jsonb not null default '{}' constraint "headers are an object of at most 8192 bytes"
    check (jsonb_typeof(headers) = 'object' and octet_length(headers::text) <= 8192),
  -- Ids of document versions.
  attachments jsonb not null default '[]' constraint "attachments are a list of at most 50" check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 50),
  -- Made from the id before anything leaves: a rare double is recognised by mailboxes and by us.
  message_id text unique,
  consent_purpose text,
  -- Why a person wrote to someone who had opted out.
  despite text constraint "a reason has 3 to 500 characters" check (char_length(btrim(despite)) between 3 and 500),
  -- A moment in which it can still be taken back, and when it is tried again.
  not_before timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  state text not null default 'held' constraint "state of a message"
    check (state in ('held', 'queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'uncertain', 'cancelled', 'expired', 'suppressed')),
  -- Committed before the next step is taken: 'handing_over' just before a provider is asked.
  phase text constraint "phase of sending" check (phase in ('claimed', 'handing_over')),
  lease_until timestamptz,
  lease_by text,
  attempts int not null default 0,
  -- When it was last taken to be handed over: what limits count.
  taken_at timestamptz,
  -- Why it did not leave, or waits, in words for the list.
  gate_reason text,
  provider text,
  provider_id text,
  error_code text,
  created_at timestamptz not null default now(),
  created_by uuid references public.staff (user_id),
  released_at timestamptz,
  released_by uuid references public.staff (user_id),
  -- Who decided what became of an uncertain one.
  settled_at timestamptz,
  settled_by uuid references public.staff (user_id),
  sent_at timestamptz,
  delivered_at timestamptz,
  finished_at timestamptz,
  -- When a provider that can be asked is asked whether it has an uncertain one.
  ask_at timestamptz,
  -- What class system says: a code or a link that signs someone in. Shown to nobody, emptied when it has left or is given up.
  secret jsonb,
  constraint "a row that is done has its time"
    check ((finished_at is not null) = (state not in ('held', 'queued', 'sending'))),
  constraint "a row has a phase and a lease while it is sent"
    check ((state = 'sending') = (phase is not null) and (phase is null) = (lease_until is null)),
  constraint "a secret is kept while it waits, and no longer"
    check ((secret is not null) = (class = 'system' and state in ('queued', 'sending'))),
  constraint "outreach is mail" check (class <> 'outreach' or channel = 'email')
);

create index outbox_created_idx on public.outbox (created_at desc, id);
create index outbox_state_idx on public.outbox (state, created_at desc, id) where class <> 'system';
create index outbox_due_idx on public.outbox (not_before, id) where state = 'queued';
create index outbox_lease_idx on public.outbox (lease_until) where state = 'sending';
create index outbox_ask_idx on public.outbox (ask_at) where state = 'uncertain' and ask_at is not null;
create index outbox_expiring_idx on public.outbox (expires_at) where state in ('held', 'queued');
create index outbox_origin_idx on public.outbox (origin_kind, origin_id);
create index outbox_account_idx on public.outbox (account_id) where account_id is not null;
create index outbox_contact_idx on public.outbox (contact_id) where contact_id is not null;
create index outbox_to_key_idx on public.outbox (to_key, taken_at);
-- What limits and the last day count.
create index outbox_taken_idx on public.outbox (taken_at) where class <> 'system' and taken_at is not null;
create index outbox_provider_idx on public.outbox (provider_id) where provider_id is not null;
create index outbox_system_idx on public.outbox (finished_at) where class = 'system' and finished_at is not null;
-- Words of the list's search (public.search_outbox).
create index outbox_words_idx on public.outbox using gin (lower(to_address || ' ' || subject) extensions.gin_trgm_ops) where class <> 'system';

alter table public.outbox enable row level security;
revoke all on public.outbox from anon, authenticated, service_role;
grant select (
  id, channel, class, dedupe_key, origin_kind, origin_id, account_id, contact_id, to_address, to_key, from_identity, subject, body_text,
  body_html, headers, attachments, message_id, consent_purpose, despite, not_before, expires_at, state, phase, lease_until, lease_by,
  attempts, taken_at, gate_reason, provider, provider_id, error_code, created_at, created_by, released_at, released_by, settled_at,
  settled_by, sent_at, delivered_at, finished_at, ask_at) on public.outbox to authenticated, service_role;
create policy "staff see the outbox, but not mail to sign in" on public.outbox
  for select to authenticated using ((select public.may('outbox', 'read')) and class <> 'system');

-- What was tried, step by step. Append only.
create table public.outbox_attempts (
  outbox_id uuid not null references public.outbox (id) on delete cascade,
  no int not null,
  phase text not null constraint "phase of an attempt" check (phase in ('claimed', 'handing_over', 'done')),
  started_at timestamptz not null default clock_timestamp(),
  result text,
  primary key (outbox_id, no, phase)
);
alter table public.outbox_attempts enable row level security;
revoke all on public.outbox_attempts from anon, authenticated, service_role;
grant select on public.outbox_attempts to authenticated, service_role;
create policy "staff see what was tried" on public.outbox_attempts for select to authenticated using ((select public.may('outbox', 'read')));

create function private.name_message() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.channel in ('email', 'calendar') then
    new.message_id := coalesce(new.message_id, format('<%s@%s>', new.id, (select mail_host from private.outbox_gate)));
  end if;
  return new;
end
$$;
create trigger outbox_message_id before insert on public.outbox for each row execute function private.name_message();

-- What happened to a message is told where its person and company are shown.
create function private.tell_outbox() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if nullif(current_setting('guidevane.batch', true), '') is null and private.module_is_live('outbox') then
    insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
    values (new.state, auth.uid(), private.actor_name(), 'message', new.id, new.subject, new.account_id, new.contact_id);
  end if;
  return null;
end
$$;
create trigger outbox_tells after update of state on public.outbox for each row
  when (new.state is distinct from old.state and new.class <> 'system' and (new.account_id is not null or new.contact_id is not null)
    and new.state in ('sent', 'bounced', 'complained', 'failed', 'uncertain', 'suppressed'))
  execute function private.tell_outbox();

-- Whatever makes a message due, wakes the sender (server/platform/jobs): it does not wait for the next sweep. Mail to sign in wakes it by itself.
create function private.wake_outbox() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('outbox_due', '');
  return null;
end
$$;
create trigger outbox_due_at_once after insert on public.outbox for each row
  when (new.state = 'queued' and new.class <> 'system' and new.not_before <= now()) execute function private.wake_outbox();
create trigger outbox_due_again after update of state on public.outbox for each row
  when (new.state = 'queued' and old.state <> 'queued' and new.class <> 'system' and new.not_before <= now()) execute function private.wake_outbox();

-- Writes a message down; the same dedupe key again gives the row that is there. Held while the gate is closed.
create function private.put_in_outbox(message jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  put uuid;
  is_open boolean := (select gate.is_open from private.outbox_gate as gate);
begin
  insert into public.outbox (
    channel, class, dedupe_key, origin_kind, origin_id, account_id, contact_id, to_address, from_identity, subject, body_text, body_html,
    headers, attachments, consent_purpose, despite, not_before, expires_at, state, gate_reason, created_by)
  values (
    coalesce(message ->> 'channel', 'email'), message ->> 'class', message ->> 'dedupe_key', message ->> 'origin_kind',
    (message ->> 'origin_id')::uuid, (message ->> 'account_id')::uuid, (message ->> 'contact_id')::uuid,
    btrim(message ->> 'to_address'), nullif(btrim(message ->> 'from_identity'), ''),
    -- Nothing that ends a line may reach a header.
    left(btrim(regexp_replace(message ->> 'subject', '[[:cntrl:]\u2028\u2029]+', ' ', 'g')), 200),
    message ->> 'body_text', message ->> 'body_html',
    coalesce(nullif(message -> 'headers', 'null'), '{}'), coalesce(nullif(message -> 'attachments', 'null'), '[]'),
    message ->> 'consent_purpose', message ->> 'despite',
    coalesce((message ->> 'not_before')::timestamptz, now()),
    coalesce((message ->> 'expires_at')::timestamptz, greatest(now(), (message ->> 'not_before')::timestamptz) + interval '7 days'),
    case when is_open then 'queued' else 'held' end,
    case when not is_open then 'Safe mode: would have sent' end,
    (select user_id from public.staff where user_id = auth.uid()))
  on conflict (dedupe_key) do nothing
  returning id into put;
  return coalesce(put, (select id from public.outbox where dedupe_key = message ->> 'dedupe_key'));
end
$$;

-- The gate ------------------------------------------------------------------------------------------------------------------
-- A module says whether what a message belongs to still wants it, by a function private.outbox_wanted_<origin kind>(id uuid)
-- that gives null, or the reason against it; it locks its row, so that whoever ends it waits. When it may leave, by
-- private.outbox_window_<origin kind>(id uuid, at timestamptz), which gives the first moment at or after `at`.

create function private.origin_refuses(kind text, id uuid) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  routine regprocedure := to_regprocedure(format('private.%I(uuid)', 'outbox_wanted_' || kind));
  reason text;
begin
  if routine is not null and id is not null then
    execute format('select %s($1)', routine::regproc) into reason using id;
  end if;
  return reason;
end
$$;

create function private.origin_waits(kind text, id uuid, at timestamptz) returns timestamptz
language plpgsql volatile set search_path = ''
as $$
declare
  routine regprocedure := to_regprocedure(format('private.%I(uuid, timestamptz)', 'outbox_window_' || kind));
  moment timestamptz := at;
begin
  if routine is not null and id is not null then
    execute format('select %s($1, $2)', routine::regproc) into moment using id, at;
  end if;
  return moment;
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
  if counted.host >= gate.per_host_a_day and not private.is_free_mail_host(host) then return tomorrow; end if;
  return at;
end
$$;

-- The first reason against a message, in this order: guard, pause, class, suppression, origin, expiry, window, caps, identity. Open
-- tags and the way to unsubscribe are looked at when the tags are filled, in the same transaction (server/platform/outbox/fill.ts).
create function private.gate_refuses(
  message public.outbox, publishing boolean, unwanted text, at timestamptz, out state text, out reason text, out later timestamptz)
language plpgsql volatile set search_path = ''
as $$
declare
  gate private.outbox_gate := (select outbox_gate from private.outbox_gate);
  is_mail boolean := message.channel in ('email', 'calendar');
  suppressed text;
begin
  if message.class = 'system' then
    if message.expires_at <= at then state := 'expired'; reason := 'it could not be sent in time'; end if;
    return;
  end if;
  if not (publishing and gate.is_open) then
    state := 'held'; reason := 'Safe mode: would have sent'; return;
  end if;
  if gate.paused_at is not null then
    state := 'queued'; reason := 'Sending is paused'; return;
  end if;
  if message.consent_purpose is not null and private.consent_of(message.to_key, message.consent_purpose) is distinct from 'given' then
    state := 'suppressed'; reason := 'There is no consent'; return;
  end if;
  if is_mail then
    suppressed := private.suppression_reason(message.to_key, message.class, message.despite is not null);
    if suppressed is not null then
      state := 'suppressed'; reason := suppressed; return;
    end if;
  end if;
  if unwanted is not null then
    state := 'cancelled'; reason := unwanted; return;
  end if;
  if message.expires_at <= at then
    state := 'expired'; reason := 'It was not released in time'; return;
  end if;
  later := private.origin_waits(message.origin_kind, message.origin_id, at);
  if later > at then
    state := 'queued'; reason := 'Waits for its hours'; return;
  end if;
  later := null;
  if is_mail then
    if message.class = 'outreach' then
      later := private.outreach_waits(message, gate, at);
      if later > at then
        state := 'queued'; reason := 'The limit of the day is reached: it leaves later'; return;
      end if;
      later := null;
    end if;
    if (select count(*) from public.outbox
      where to_key = message.to_key and taken_at > at - interval '1 hour' and class <> 'system' and id <> message.id
        and outbox.state in ('sending', 'sent', 'delivered', 'bounced', 'complained', 'uncertain')) >= 3 then
      state := 'held'; reason := 'This address got several messages within the hour'; return;
    end if;
    if message.to_key = any (select private.bare_address(own) from unnest(gate.identities || gate.inbound_address) as own)
      or (gate.inbound_address is not null
        and regexp_replace(message.to_key, '\+[^@]*@', '@') = private.bare_address(gate.inbound_address)) then
      state := 'held'; reason := 'This is one of our own addresses'; return;
    end if;
    if message.from_identity is not null and private.bare_address(message.from_identity)
      <> all (select private.bare_address(own) from unnest(gate.identities) as own) then
      state := 'failed'; reason := 'The sender is none of our addresses'; return;
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
  at := coalesce(at, now());
  select * into message from public.outbox where id = row_id and state = 'queued' and not_before <= at;
  if message.id is null then return null; end if;
  -- Locks in one order, here and wherever something is stopped: the address, what the message belongs to, the message. One address
  -- at a time, so that limits hold also for mails that are claimed together.
  if message.class <> 'system' then
    perform pg_advisory_xact_lock(3602, hashtext(message.to_key));
    unwanted := private.origin_refuses(message.origin_kind, message.origin_id);
  end if;
  select * into message from public.outbox
  where id = row_id and state = 'queued' and not_before <= at for update skip locked;
  if message.id is null then return null; end if;
  select * into refused from private.gate_refuses(message, publishing, unwanted, at);
  if refused.state is not null then
    update public.outbox set state = refused.state, gate_reason = refused.reason,
      not_before = coalesce(refused.later, not_before),
      -- A limit shifts a message and never drops it.
      expires_at = case when refused.later is null then expires_at else expires_at + (refused.later - at) end,
      secret = case when refused.state = 'queued' then secret end,
      finished_at = case when refused.state not in ('held', 'queued') then at end
    where id = message.id;
    return null;
  end if;
  update public.outbox set state = 'sending', phase = 'claimed', lease_by = claimant, lease_until = at + interval '30 seconds',
    attempts = attempts + 1, taken_at = at, gate_reason = null, error_code = null
  where id = message.id returning * into message;
  insert into public.outbox_attempts (outbox_id, no, phase) values (message.id, message.attempts, 'claimed');
  if message.class = 'outreach' then
    insert into private.unsubscribe_keys (outbox_id, key_hmac) values (message.id, private.address_key(message.to_key)) on conflict do nothing;
  end if;
  return message;
end
$$;

-- The last step before the provider is asked: committed, it counts as having left. False when it was stopped meanwhile.
create function private.begin_hand_over(row_id uuid, claimant text, by_provider text, at timestamptz default null) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  message public.outbox;
  reason text;
begin
  at := coalesce(at, now());
  select private.origin_refuses(origin_kind, origin_id) into reason from public.outbox where id = row_id and class <> 'system';
  select * into message from public.outbox
  where id = row_id and state = 'sending' and phase = 'claimed' and lease_by = claimant and lease_until > at for update;
  if message.id is null then return false; end if;
  if message.class <> 'system' then
    if reason is null and message.channel in ('email', 'calendar') then
      reason := private.suppression_reason(message.to_key, message.class, message.despite is not null);
    end if;
  end if;
  if reason is not null then
    update public.outbox set state = 'cancelled', phase = null, lease_until = null, lease_by = null, taken_at = null,
      gate_reason = reason, finished_at = at where id = message.id;
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
  reason text := outcome ->> 'reason';
  pause interval;
  becomes text;
begin
  at := coalesce(at, now());
  select * into message from public.outbox where id = row_id for update;
  if message.id is null or message.lease_by is distinct from claimant then
    -- The lease ran out and someone decided otherwise; if it did leave, that is known now.
    if result = 'sent' and message.state = 'uncertain' then
      update public.outbox set state = 'sent', gate_reason = null, sent_at = at, ask_at = null,
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
    state = becomes, phase = null, lease_until = null, lease_by = null, gate_reason = case when becomes = 'sent' then null else reason end,
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
  return becomes;
end
$$;

-- Claimed, and found wanting when its tags were filled.
create function private.refuse_claimed(row_id uuid, claimant text, reason text, at timestamptz default null) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox set state = 'failed', gate_reason = reason, phase = null, lease_until = null, lease_by = null, taken_at = null,
    secret = null, finished_at = coalesce(at, now())
  where id = row_id and lease_by = claimant and phase = 'claimed'
$$;

-- A provider that was asked for an uncertain one: its id, or null when it has none.
create function private.settle_by_evidence(row_id uuid, their_id text, at timestamptz default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  at := coalesce(at, now());
  if their_id is not null then
    update public.outbox set state = 'sent', provider_id = their_id, sent_at = taken_at, ask_at = null, gate_reason = null
    where id = row_id and state = 'uncertain';
  else
    update public.outbox set
      state = case when over then 'queued' else 'uncertain' end, not_before = case when over then at else not_before end,
      expires_at = case when over then greatest(expires_at, at + interval '1 day') else expires_at end,
      finished_at = case when over then null else finished_at end, taken_at = case when over then null else taken_at end,
      gate_reason = case when over then 'The provider never had it' else gate_reason end,
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
  where state = 'queued' and outbox.not_before <= coalesce(at, now())
    and (outbox.not_before, outbox.id) > (after_moment, coalesce(after_id, '00000000-0000-0000-0000-000000000000'))
    and (class = 'system' or (select is_open and paused_at is null from private.outbox_gate))
  order by outbox.not_before, outbox.id limit most
$$;

-- What time does by itself: expiry, the safe mode, leases of servers that are gone. Handing over may have happened: uncertain. A
-- file of our own folder is written again under its name, which is the same file.
create function private.sweep_outbox(publishing boolean, at timestamptz default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  at := coalesce(at, now());
  delete from public.outbox where class = 'system' and finished_at < at - interval '30 days';
  update public.outbox set state = 'expired', gate_reason = case when class = 'system' then 'it could not be sent in time' else 'It was not released in time' end,
    secret = null, finished_at = at
  where state in ('held', 'queued') and expires_at <= at;
  if not (publishing and (select is_open from private.outbox_gate)) then
    update public.outbox set state = 'held', gate_reason = 'Safe mode: would have sent' where state = 'queued' and class <> 'system';
  end if;
  with over as (
    select id, attempts, phase = 'claimed' or provider = 'folder' as again, provider from public.outbox
    where state = 'sending' and lease_until <= at for update skip locked
  ), told as (
    insert into public.outbox_attempts (outbox_id, no, phase, result)
    select id, attempts, 'done', case when again then 'lease over' else 'uncertain' end from over
    on conflict do nothing
  )
  update public.outbox set state = case when again then 'queued' else 'uncertain' end, phase = null, lease_until = null, lease_by = null,
    gate_reason = case when not again then 'the server stopped while it was sending' end,
    -- A claim that came to nothing is no attempt of which the provider knows.
    not_before = case when again then least(not_before, at) else not_before end,
    ask_at = case when not again and over.provider = 'postmark' then at + interval '1 minute' end,
    secret = case when again then secret end, finished_at = case when not again then at end
  from over where outbox.id = over.id;
end
$$;

-- By hand ---------------------------------------------------------------------------------------------------------------------

create function private.demand_outbox_edit() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.caller_may('outbox', 'edit') then
    raise insufficient_privilege using message = 'You need admin privileges to release messages.';
  end if;
  return (select user_id from public.staff where user_id = auth.uid());
end
$$;

-- Held rows leave when a person says so, and only while the gate is open; each then passes the gate like any other.
create function public.release_outbox(ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox_edit();
  released integer;
begin
  if not (select is_open from private.outbox_gate) then
    raise exception 'The safe mode is on: nothing leaves.' using errcode = 'check_violation';
  end if;
  update public.outbox set state = 'queued', gate_reason = null, released_at = now(), released_by = person
  where id = any (ids) and state = 'held' and expires_at > now();
  get diagnostics released = row_count;
  return released;
end
$$;

-- Which held rows a filter means: {"class", "channel", "origin_kind", "origin_id", "account_id", "contact_id"}, all of them optional.
create function private.held_outbox(filter jsonb) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.outbox
  where state = 'held' and class <> 'system' and expires_at > now()
    and (filter ->> 'class' is null or class = filter ->> 'class')
    and (filter ->> 'channel' is null or channel = filter ->> 'channel')
    and (filter ->> 'origin_kind' is null or origin_kind = filter ->> 'origin_kind')
    and (filter ->> 'origin_id' is null or origin_id = (filter ->> 'origin_id')::uuid)
    and (filter ->> 'account_id' is null or account_id = (filter ->> 'account_id')::uuid)
    and (filter ->> 'contact_id' is null or contact_id = (filter ->> 'contact_id')::uuid)
$$;

-- `expected` is how many the person saw in the question they confirmed: more or fewer, and nothing leaves.
create function public.release_all_outbox(filter jsonb default '{}', expected int default null) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox_edit();
  ids uuid[] := array(select private.held_outbox(filter));
begin
  if expected is not null and cardinality(ids) <> expected then
    raise exception 'There are % now, not %. Look again.', cardinality(ids), expected using errcode = 'check_violation';
  end if;
  return public.release_outbox(ids);
end
$$;

-- A row that has not been handed over yet stays here for good.
create function private.cancel_outbox(row_id uuid, why text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  with cancelled as (
    update public.outbox set state = 'cancelled', gate_reason = why, finished_at = now(), phase = null, lease_until = null, lease_by = null
    where id = row_id and class <> 'system' and (state in ('held', 'queued') or (state = 'sending' and phase = 'claimed')) returning 1)
  select exists (select from cancelled)
$$;

create function public.cancel_outbox_rows(ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox_edit();
begin
  return (select count(*)::int from unnest(ids) as one where private.cancel_outbox(one, 'Cancelled by hand'));
end
$$;

-- What was held is read again and changed before it leaves. Its page is made from the text anew.
create function public.edit_outbox(id uuid, subject text, body_text text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox_edit();
begin
  update public.outbox set
    subject = left(btrim(regexp_replace(edit_outbox.subject, '[[:cntrl:]\u2028\u2029]+', ' ', 'g')), 200),
    body_text = edit_outbox.body_text, body_html = null
  where outbox.id = edit_outbox.id and state = 'held' and channel = 'email' and class <> 'system';
  if not found then
    raise exception 'Only a held message can be changed.' using errcode = 'check_violation';
  end if;
end
$$;

-- An uncertain one, once a person has looked: it is 'sent', or it is to be sent 'again'.
create function public.settle_outbox(id uuid, "as" text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox_edit();
begin
  if "as" not in ('sent', 'again') then
    raise exception 'An uncertain message is settled as sent or again.' using errcode = 'check_violation';
  end if;
  update public.outbox set
    state = case "as" when 'sent' then 'sent' else 'queued' end, settled_at = now(), settled_by = person, gate_reason = null, ask_at = null,
    sent_at = case "as" when 'sent' then coalesce(taken_at, now()) end,
    taken_at = case "as" when 'sent' then taken_at end,
    not_before = case "as" when 'sent' then not_before else now() end,
    expires_at = case "as" when 'sent' then expires_at else greatest(expires_at, now() + interval '7 days') end,
    finished_at = case "as" when 'sent' then now() end
  where outbox.id = settle_outbox.id and state = 'uncertain' and class <> 'system';
  if not found then
    raise exception 'This message is no longer uncertain.' using errcode = 'check_violation';
  end if;
end
$$;

-- Writing to someone who has opted out needs a reason, and the reason stays. Bounces and complaints cannot be overruled.
create function public.send_despite(id uuid, why text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox_edit();
  message public.outbox;
begin
  if char_length(btrim(coalesce(why, ''))) < 3 then
    raise exception 'Say why you write although they opted out.' using errcode = 'check_violation';
  end if;
  select * into message from public.outbox where outbox.id = send_despite.id and state = 'suppressed' for update;
  if message.id is null then
    raise exception 'This message is not stopped.' using errcode = 'check_violation';
  end if;
  if private.suppression_reason(message.to_key, message.class, true) is not null then
    raise exception 'This address bounced or complained: nothing is sent to it.' using errcode = 'check_violation';
  end if;
  update public.outbox set state = case when (select is_open from private.outbox_gate) then 'queued' else 'held' end,
    gate_reason = case when not (select is_open from private.outbox_gate) then 'Safe mode: would have sent' end,
    despite = btrim(why), finished_at = null, released_at = now(), released_by = person,
    expires_at = greatest(expires_at, now() + interval '7 days')
  where outbox.id = message.id;
end
$$;

create function public.set_outbox_paused(paused boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox_edit();
begin
  update private.outbox_gate set paused_at = case when paused then coalesce(paused_at, now()) end, paused_by = case when paused then person end;
  if not paused then
    update public.outbox set gate_reason = null where state = 'queued' and gate_reason = 'Sending is paused';
    perform pg_notify('outbox_due', '');
  end if;
end
$$;

create function public.set_outbox_caps(per_address_a_day int, per_host_a_day int, in_all_a_day int) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox_edit();
begin
  update private.outbox_gate set per_address_a_day = set_outbox_caps.per_address_a_day,
    per_host_a_day = set_outbox_caps.per_host_a_day, in_all_a_day = set_outbox_caps.in_all_a_day;
end
$$;

-- Counts per state, what the safe mode holds, the last day, and what the gate was told.
create function public.outbox_summary() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.caller_may('outbox', 'read') then raise insufficient_privilege; end if;
  return (
    select jsonb_build_object(
      'states', (select coalesce(jsonb_object_agg(counted.state, counted.count), '{}')
        from (select state, count(*)::int as count from public.outbox where class <> 'system' group by state) as counted),
      'held_by_safe', (select count(*)::int from public.outbox where state = 'held' and class <> 'system' and gate_reason = 'Safe mode: would have sent'),
      'last_day', (select jsonb_build_object('sent', count(*) filter (where state in ('sent', 'delivered')), 'bounced', count(*) filter (where state = 'bounced'),
          'complained', count(*) filter (where state = 'complained'), 'failed', count(*) filter (where state = 'failed'))
        from public.outbox where class <> 'system' and taken_at > now() - interval '1 day' and taken_at is not null),
      'safe', not gate.is_open, 'paused_at', gate.paused_at, 'paused_by', (select name from public.staff where user_id = gate.paused_by),
      'identities', to_jsonb(gate.identities), 'replies_are_seen', gate.inbound_address is not null,
      'one_click', gate.site_is_https,
      'caps', jsonb_build_object('per_address_a_day', gate.per_address_a_day, 'per_host_a_day', gate.per_host_a_day, 'in_all_a_day', gate.in_all_a_day))
    from private.outbox_gate as gate);
end
$$;

-- Ids of messages whose address or subject has all the words, newest first.
create function public.search_outbox(term text) returns table (id uuid)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.caller_may('outbox', 'read') then raise insufficient_privilege; end if;
  -- Written out, so that the trigram index is used.
  return query execute 'select id from public.outbox where class <> ''system''' || coalesce((
      select string_agg(format(' and lower(to_address || '' '' || subject) like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), '')
      from (select word from regexp_split_to_table(lower(left(term, 200)), '[[:space:]]+') as word where word <> '' limit 8) as words), '')
    || ' order by created_at desc, id limit 1000';
end
$$;

-- A person who goes takes along what has not left.
create function private.cancel_outbox_of_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.outbox set state = 'cancelled', gate_reason = 'The contact was deleted', finished_at = now()
  where contact_id = old.id and state in ('held', 'queued');
  return old;
end
$$;
create trigger outbox_of_gone before delete on public.contacts for each row execute function private.cancel_outbox_of_contact();

revoke all on function private.name_message(), private.tell_outbox(), private.wake_outbox(), private.put_in_outbox(jsonb), private.origin_refuses(text, uuid),
  private.origin_waits(text, uuid, timestamptz), private.bare_address(text),
  private.outreach_waits(public.outbox, private.outbox_gate, timestamptz), private.gate_refuses(public.outbox, boolean, text, timestamptz),
  private.claim_outbox(uuid, text, boolean, timestamptz), private.begin_hand_over(uuid, text, text, timestamptz),
  private.outbox_pause(text, int), private.refuse_claimed(uuid, text, text, timestamptz),
  private.settle_by_evidence(uuid, text, timestamptz), private.due_outbox(timestamptz, uuid, int, timestamptz), private.end_hand_over(uuid, text, jsonb, timestamptz), private.sweep_outbox(boolean, timestamptz),
  private.demand_outbox_edit(), private.held_outbox(jsonb), private.cancel_outbox(uuid, text), private.cancel_outbox_of_contact(),
  public.release_outbox(uuid[]), public.release_all_outbox(jsonb, int), public.cancel_outbox_rows(uuid[]), public.edit_outbox(uuid, text, text),
  public.settle_outbox(uuid, text), public.send_despite(uuid, text), public.set_outbox_paused(boolean), public.set_outbox_caps(int, int, int),
  public.outbox_summary(), public.search_outbox(text) from public, anon, authenticated, service_role;
grant execute on function public.release_outbox(uuid[]), public.release_all_outbox(jsonb, int), public.cancel_outbox_rows(uuid[]),
  public.edit_outbox(uuid, text, text), public.settle_outbox(uuid, text), public.send_despite(uuid, text),
  public.set_outbox_paused(boolean), public.set_outbox_caps(int, int, int), public.outbox_summary(), public.search_outbox(text)
  to authenticated, service_role;
