-- What leaves: one row for each message, written in the transaction of what it tells of, and the one gate it passes. In the safe
-- mode (external publishing is off, the default) a row is complete and held: "would have sent". Mail that its recipient asked for
-- to sign in is a row of class system, which no one sees. server/platform/outbox hands over; what may have left is not repeated.

grant select (
  id, channel, class, dedupe_key, origin_kind, origin_id, account_id, contact_id, deal_id, to_address, to_key, also_to, cc, from_identity, subject, body_text,
  body_html, headers, attachments, message_id, consent_purpose, despite, not_before, expires_at, state, phase, lease_until, lease_by,
  attempts, taken_at, gate_code, gate_detail, provider, provider_id, error_code, created_at, created_by, released_at, released_by, settled_at,
  settled_by, sent_at, delivered_at, finished_at, ask_at) on public.outbox to authenticated, service_role;

create policy "staff see the outbox, but not mail to sign in" on public.outbox
  for select to authenticated using ((select public.may('outbox', 'read')) and class <> 'system'
    and (origin_kind is null or origin_kind <> all ((select private.hidden_types())::text[]))
    and (origin_id is null or origin_id <> all ((select private.hidden_origins())::uuid[]) or created_by = (select auth.uid())
      or (select public.may('outbox', 'send'))));

select private.register_types('outbox', 'message');

grant select on public.outbox_attempts to authenticated, service_role;

create policy "who may read a message reads its attempts" on public.outbox_attempts for select to authenticated
  using ((select public.may('outbox', 'read')) and exists (select from public.outbox where outbox.id = outbox_attempts.outbox_id));

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

-- A detail is one of its code: another code has its own, or none.
create function private.drop_gate_detail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.gate_code is distinct from old.gate_code and new.gate_detail is not distinct from old.gate_detail then new.gate_detail := null; end if;
  return new;
end
$$;

create trigger outbox_gate_detail before update of gate_code on public.outbox for each row execute function private.drop_gate_detail();

-- What happened to a message is told where its person and company are shown. (Conditions stand in the functions and not at the
-- triggers: PostgreSQL copies those of a table for every company or person that is deleted, to look for its messages.)
create function private.record_outbox_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.state is distinct from old.state and new.class <> 'system' and (new.account_id is not null or new.contact_id is not null)
    and new.state in ('sent', 'bounced', 'complained', 'failed', 'uncertain', 'suppressed')
    and nullif(current_setting('guidevane.batch', true), '') is null and private.module_is_live('outbox') then
    insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id)
    values (new.state, auth.uid(), private.actor_name(), 'message', new.id, new.subject, new.account_id, new.contact_id, new.deal_id);
  end if;
  return null;
end
$$;

create trigger outbox_records_events after update of state on public.outbox for each row execute function private.record_outbox_event();

-- How a message is doing, said here for every screen and every figure: queued, held, leaving, sent, delivered, bounced, uncertain and
-- cancelled; besides these complained (it arrived, and its recipient called it spam), and failed, expired and suppressed (it never left).
create function private.message_state(message public.outbox) returns text
language sql immutable set search_path = ''
as $$
  select case message.state when 'sending' then 'leaving' else message.state end
$$;

-- When it left: the moment that "answered", "sent" and what is counted of them follow. Null for one that waits, that bounced (no one
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
    'held_by_safe', message.state = 'held' and coalesce(message.gate_code = 'safe_mode', false)
      and not (select is_open from private.outbox_gate),
    'gate_code', message.gate_code, 'gate_detail', message.gate_detail, 'to', message.to_address, 'written_at', message.created_at,
    'written_by', (select name from public.staff where user_id = message.created_by), 'left_at', private.message_left_at(message))
  where message.id is not null
$$;

-- What a message belongs to follows it in the same transaction, by hooks of its kind (private.register_hook): 'message left: inquiry' once
-- it has left, 'message did not arrive: inquiry' when it bounced, failed, expired, was stopped or cancelled, or is uncertain.
-- The message is locked by then. A module that changes both locks its messages first (private.lock_messages_of).
create function private.origin_follows_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.state = old.state or new.class = 'system' or new.origin_id is null then return null; end if;
  if private.message_left_at(new) is not null then
    if private.message_left_at(old) is null then perform private.call_hooks('message left: ' || new.origin_kind, new.id::text); end if;
  elsif new.state not in ('held', 'queued', 'sending') then
    perform private.call_hooks('message did not arrive: ' || new.origin_kind, new.id::text);
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

-- Whatever makes a message due, or needs its words, wakes the sender (server/platform/jobs): it does not wait for the next sweep. Mail to sign in wakes it by itself.
create function private.wake_outbox() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and new.mail_data is not null then
    perform pg_notify('outbox_due', '');
  elsif new.state = 'queued' and (tg_op = 'INSERT' or old.state <> 'queued') and new.class <> 'system'
    and new.not_before <= private.now() then
    perform pg_notify('outbox_due', '');
  end if;
  return null;
end
$$;

create trigger outbox_due after insert or update of state on public.outbox for each row execute function private.wake_outbox();

-- Nothing that ends a line may reach a header.
create function private.subject_line(words text) returns text
language sql immutable set search_path = ''
as $$
  select left(btrim(regexp_replace(words, '[[:cntrl:]\u2028\u2029]+', ' ', 'g')), 200)
$$;

-- ["espen@norrfall.example"] as an array.
create function private.addresses_in(list jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(btrim(address)), '{}') from jsonb_array_elements_text(nullif(list, 'null')) as address
$$;

-- Everyone who gets a message, as addresses are compared.
create function private.recipients_of(message public.outbox) returns text[]
language sql immutable set search_path = ''
as $$
  select array[message.to_key] || array(select lower(btrim(address)) from unnest(message.also_to || message.cc) as address)
$$;

-- Writes a message down, with its words (subject, body_text, body_html) or with what the server composes them from (mail_kind,
-- mail_data); the same dedupe key again gives the row that is there. Held while the gate is closed, and when its writer may not send in
-- `send_area`, until someone who may releases it.
create function private.put_in_outbox(message jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  put uuid;
  is_open boolean := (select gate.is_open from private.outbox_gate as gate);
  may_leave boolean := message ->> 'send_area' is null or private.caller_may(message ->> 'send_area', 'send');
begin
  insert into public.outbox (
    channel, class, dedupe_key, origin_kind, origin_id, account_id, contact_id, deal_id, to_address, also_to, cc, from_identity, subject,
    body_text, body_html, mail_kind, mail_data, headers, attachments, consent_purpose, despite, unproved_address, not_before, expires_at, state, gate_code, created_by)
  values (
    coalesce(message ->> 'channel', 'email'), message ->> 'class', message ->> 'dedupe_key', message ->> 'origin_kind',
    (message ->> 'origin_id')::uuid, (message ->> 'account_id')::uuid, (message ->> 'contact_id')::uuid, (message ->> 'deal_id')::uuid,
    btrim(message ->> 'to_address'), private.addresses_in(message -> 'also_to'), private.addresses_in(message -> 'cc'), nullif(btrim(message ->> 'from_identity'), ''),
    private.subject_line(message ->> 'subject'), message ->> 'body_text', message ->> 'body_html', message ->> 'mail_kind', message -> 'mail_data',
    coalesce(nullif(message -> 'headers', 'null'), '{}'), coalesce(nullif(message -> 'attachments', 'null'), '[]'),
    message ->> 'consent_purpose', message ->> 'despite', coalesce((message ->> 'unproved_address')::boolean, false),
    coalesce((message ->> 'not_before')::timestamptz, private.now()),
    coalesce((message ->> 'expires_at')::timestamptz, greatest(private.now(), (message ->> 'not_before')::timestamptz) + interval '7 days'),
    case when is_open and may_leave then 'queued' else 'held' end,
    case when not is_open then 'safe_mode' when not may_leave then 'needs_release' end,
    (select user_id from public.staff where user_id = auth.uid()))
  on conflict (dedupe_key) do nothing
  returning id into put;
  return coalesce(put, (select id from public.outbox where dedupe_key = message ->> 'dedupe_key'));
end
$$;

create function private.demand_outbox(action text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('outbox', action, case action when 'send' then 'to release messages' else 'to change messages' end);
  return (select user_id from public.staff where user_id = auth.uid());
end
$$;

-- For functions that look past row level security: the policy of public.outbox.
create function private.sees_message(message uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.outbox where id = message and class <> 'system'
      and (origin_kind is null or origin_kind <> all ((select private.hidden_types())::text[]))
      and (origin_id is null or origin_id <> all ((select private.hidden_origins())::uuid[]) or created_by = (select auth.uid())
        or (select private.caller_may('outbox', 'send'))))
$$;

create function private.require_message(message uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.sees_message(message) then raise sqlstate 'PT404' using message = 'This message no longer exists.'; end if;
end
$$;

-- A row that has not been handed over yet stays here for good.
create function private.cancel_outbox(row_id uuid, code text, detail text default null) returns boolean
language sql volatile security definer set search_path = ''
as $$
  with cancelled as (
    update public.outbox set state = 'cancelled', gate_code = code, gate_detail = detail, finished_at = private.now(), phase = null,
      lease_until = null, lease_by = null
    where id = row_id and class <> 'system' and (state in ('held', 'queued') or (state = 'sending' and phase = 'claimed')) returning 1)
  select exists (select from cancelled)
$$;

-- The words of a message that was written as kind and facts (server/platform/outbox/compose.ts), in one statement; once.
create function private.write_mail_words(row_id uuid, subject text, body_text text, body_html text, calendar jsonb default null) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox set subject = private.subject_line(write_mail_words.subject), body_text = write_mail_words.body_text,
    body_html = write_mail_words.body_html, mail_data = null, error_code = null,
    attachments = case when calendar is null then attachments else attachments || jsonb_build_array(calendar) end
  where id = row_id and mail_data is not null
$$;

-- Shown in the list until it has words.
create function private.note_uncomposed(row_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox set error_code = 'uncomposed' where id = row_id and mail_data is not null and error_code is distinct from 'uncomposed'
$$;
