-- What leaves: one row for each message, written in the transaction of what it tells of, and the one gate it passes. In the safe
-- mode (external publishing is off, the default) a row is complete and held: "would have sent". Mail that its recipient asked for
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
  -- AUTO_PUBLISH is set in the environment, and decides; otherwise what administrators last switched (public.set_publishing).
  is_fixed boolean not null default false,
  switched_on boolean not null default false,
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

-- What happened to a message is told where its person and company are shown. (Conditions stand in the functions and not at the
-- triggers: PostgreSQL copies those of a table for every company or person that is deleted, to look for its messages.)
create function private.tell_outbox() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.state is distinct from old.state and new.class <> 'system' and (new.account_id is not null or new.contact_id is not null)
    and new.state in ('sent', 'bounced', 'complained', 'failed', 'uncertain', 'suppressed')
    and nullif(current_setting('guidevane.batch', true), '') is null and private.module_is_live('outbox') then
    insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
    values (new.state, auth.uid(), private.actor_name(), 'message', new.id, new.subject, new.account_id, new.contact_id);
  end if;
  return null;
end
$$;
create trigger outbox_tells after update of state on public.outbox for each row execute function private.tell_outbox();

-- How a message is doing, said here for every screen and every figure: queued, held, leaving, sent, delivered, bounced, uncertain and
-- cancelled; besides these complained (it arrived, and its recipient called it spam), and failed, expired and suppressed (it never left).
create function private.message_state(message public.outbox) returns text
language sql immutable set search_path = ''
as $$
  select case message.state when 'sending' then 'leaving' else message.state end
$$;

-- When it left: the moment that "answered", "sent" and what is counted of them follow. Null for one that waits, that bounced (nobody
-- got it) and that is uncertain.
create function private.message_left_at(message public.outbox) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case when message.state in ('sent', 'delivered', 'complained') then coalesce(message.sent_at, message.taken_at, message.finished_at) end
$$;

-- What a screen of another module shows of a message: its state and who wrote it, not its text. SAFE is named for as long as it is on;
-- what it held waits for a person after that.
create function private.message_facts(message public.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', message.id, 'state', private.message_state(message),
    'held_by_safe', message.state = 'held' and coalesce(message.gate_reason = 'Safe mode: would have sent', false)
      and not (select is_open from private.outbox_gate),
    'reason', message.gate_reason, 'to', message.to_address, 'written_at', message.created_at,
    'written_by', (select name from public.staff where user_id = message.created_by), 'left_at', private.message_left_at(message))
  where message.id is not null
$$;

-- What a message belongs to follows it in the same transaction, by hooks of its kind (private.take_part): 'message left: inquiry' once
-- it has left, 'message did not arrive: inquiry' when it bounced, failed, expired, was stopped or cancelled, or is uncertain.
-- The message is locked by then. A module that changes both locks its messages first (private.lock_messages_of).
create function private.origin_follows_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.state = old.state or new.class = 'system' or new.origin_id is null then return null; end if;
  if private.message_left_at(new) is not null then
    if private.message_left_at(old) is null then perform private.run_hooks('message left: ' || new.origin_kind, new.id); end if;
  elsif new.state not in ('held', 'queued', 'sending') then
    perform private.run_hooks('message did not arrive: ' || new.origin_kind, new.id);
  end if;
  return null;
end
$$;
create trigger outbox_origin_follows after update of state on public.outbox for each row execute function private.origin_follows_message();

create function private.lock_messages_of(kind text, ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.outbox where origin_kind = kind and origin_id = any (ids) order by id for update;
end
$$;

-- Whatever makes a message due, wakes the sender (server/platform/jobs): it does not wait for the next sweep. Mail to sign in wakes it by itself.
create function private.wake_outbox() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.state = 'queued' and (tg_op = 'INSERT' or old.state <> 'queued') and new.class <> 'system' and new.not_before <= now() then
    perform pg_notify('outbox_due', '');
  end if;
  return null;
end
$$;
create trigger outbox_due after insert or update of state on public.outbox for each row execute function private.wake_outbox();

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

revoke all on function private.name_message(), private.tell_outbox(), private.wake_outbox(), private.put_in_outbox(jsonb),
  private.message_state(public.outbox), private.message_left_at(public.outbox), private.message_facts(public.outbox),
  private.origin_follows_message(), private.lock_messages_of(text, uuid[])
  from public, anon, authenticated, service_role;
