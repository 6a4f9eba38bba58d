-- What leaves for people outside: one row for each, written in the transaction of what it tells of. In the safe mode
-- (AUTO_PUBLISH is false, the default) a row is complete and held: "would have sent". Otherwise a job hands it to
-- private.mails (server/platform/outbox/hand-over.ts). Sign-in mail does not come through here.

-- Whether a module is switched on, for functions and triggers.
create function private.module_is_live(key text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select modules.live from public.modules where modules.key = module_is_live.key), false)
$$;
revoke all on function private.module_is_live(text) from public, anon, authenticated, service_role;

-- What the server was told at its start. Closed until it says otherwise.
create table private.outbox_gate (
  id boolean primary key default true check (id),
  is_open boolean not null default false
);
insert into private.outbox_gate default values;
revoke all on private.outbox_gate from public, anon, authenticated, service_role;

create table public.outbox (
  id uuid primary key default uuidv7(),
  channel text not null default 'email' constraint "channel is email" check (channel in ('email')),
  -- Outreach needs the consent that `consent_purpose` names; what answers a person's own message does not.
  class text not null constraint "class of a message" check (class in ('transactional', 'outreach')),
  -- One action is one row, however often it is asked for: 'receipt:<hash of the address>:<day>'.
  dedupe_key text not null unique,
  -- What it belongs to: 'inquiry' and its id.
  origin_kind text not null,
  origin_id uuid,
  account_id uuid references public.accounts (id) on delete set null,
  contact_id uuid references public.contacts (id) on delete set null,
  to_address text not null constraint "address has at most 254 characters" check (char_length(to_address) <= 254),
  to_key text generated always as (lower(btrim(to_address))) stored,
  -- {{sender_page}} and {{confirm_page}} are filled when the row is handed over: an address that opens a page is in no list.
  subject text not null constraint "subject is one line of at most 200 characters"
    check (char_length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
  body_text text not null constraint "text has at most 50000 characters" check (char_length(body_text) <= 50000),
  body_html text constraint "page has at most 200000 characters" check (char_length(body_html) <= 200000),
  consent_purpose text,
  -- A moment in which it can still be taken back.
  not_before timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  state text not null default 'held' constraint "state of a message"
    check (state in ('held', 'queued', 'sending', 'sent', 'failed', 'uncertain', 'cancelled', 'expired', 'suppressed')),
  -- Why it did not leave, in words for the list.
  gate_reason text,
  created_at timestamptz not null default now(),
  created_by uuid references public.staff (user_id),
  released_at timestamptz,
  released_by uuid references public.staff (user_id),
  finished_at timestamptz,
  constraint "outreach names the consent it needs" check (class <> 'outreach' or consent_purpose is not null),
  constraint "a row that is done has its time"
    check ((finished_at is not null) = (state in ('sent', 'failed', 'uncertain', 'cancelled', 'expired', 'suppressed')))
);

create index outbox_created_idx on public.outbox (created_at desc, id);
create index outbox_due_idx on public.outbox (not_before) where state in ('queued', 'sending');
create index outbox_held_idx on public.outbox (created_at) where state = 'held';
create index outbox_origin_idx on public.outbox (origin_kind, origin_id);
create index outbox_account_idx on public.outbox (account_id) where account_id is not null;
create index outbox_contact_idx on public.outbox (contact_id) where contact_id is not null;
create index outbox_to_key_idx on public.outbox (to_key);

alter table public.outbox enable row level security;
revoke all on public.outbox from anon, authenticated, service_role;
grant select on public.outbox to authenticated, service_role;
create policy "staff see the outbox" on public.outbox for select to authenticated using ((select public.may('outbox', 'read')));

-- Writes a message down; the same dedupe key again gives the row that is there. Held while the gate is closed.
create function private.put_in_outbox(message jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  put uuid;
begin
  insert into public.outbox (
    class, dedupe_key, origin_kind, origin_id, account_id, contact_id, to_address, subject, body_text, body_html,
    consent_purpose, not_before, expires_at, state, gate_reason, created_by)
  values (
    message ->> 'class', message ->> 'dedupe_key', message ->> 'origin_kind', (message ->> 'origin_id')::uuid,
    (message ->> 'account_id')::uuid, (message ->> 'contact_id')::uuid, btrim(message ->> 'to_address'),
    -- Nothing that ends a line may reach a header.
    left(btrim(regexp_replace(message ->> 'subject', '[[:cntrl:]\u2028\u2029]+', ' ', 'g')), 200),
    message ->> 'body_text', message ->> 'body_html', message ->> 'consent_purpose',
    coalesce((message ->> 'not_before')::timestamptz, now()),
    coalesce((message ->> 'expires_at')::timestamptz, now() + interval '7 days'),
    case when (select is_open from private.outbox_gate) then 'queued' else 'held' end,
    case when (select is_open from private.outbox_gate) then null else 'Safe mode: would have sent' end,
    (select user_id from public.staff where user_id = auth.uid()))
  on conflict (dedupe_key) do nothing
  returning id into put;
  return coalesce(put, (select id from public.outbox where dedupe_key = message ->> 'dedupe_key'));
end
$$;

-- What became of a mail is what became of its row here: both have the same id.
create function private.outbox_follows_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.outbox
  set state = new.state, finished_at = coalesce(new.finished_at, now()),
    gate_reason = case when new.state = 'sent' then null else new.reason end
  where id = new.id and state = 'sending';
  return null;
end
$$;
create trigger outbox_follows after update of state on private.mails for each row
  when (new.state in ('sent', 'failed', 'uncertain', 'expired') and old.state is distinct from new.state)
  execute function private.outbox_follows_mail();

-- Held rows leave when a person says so, and only while the gate is open; each then passes the gate like any other.
create function public.release_outbox(ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  released integer;
begin
  if not private.caller_may('outbox', 'edit') then
    raise insufficient_privilege using message = 'You need admin privileges to release messages.';
  end if;
  if not (select is_open from private.outbox_gate) then
    raise exception 'The safe mode is on: nothing leaves.' using errcode = 'check_violation';
  end if;
  update public.outbox set state = 'queued', gate_reason = null, released_at = now(),
    released_by = (select user_id from public.staff where user_id = auth.uid())
  where id = any (ids) and state = 'held' and expires_at > now();
  get diagnostics released = row_count;
  return released;
end
$$;

-- A row that has not been handed over yet stays here for good.
create function private.cancel_outbox(row_id uuid, why text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  with cancelled as (
    update public.outbox set state = 'cancelled', gate_reason = why, finished_at = now()
    where id = row_id and state in ('held', 'queued') returning 1)
  select exists (select from cancelled)
$$;

revoke all on function private.put_in_outbox(jsonb), private.outbox_follows_mail(), private.cancel_outbox(uuid, text),
  public.release_outbox(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.release_outbox(uuid[]) to authenticated, service_role;
