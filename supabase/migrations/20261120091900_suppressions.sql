-- The two halves of an HMAC's key. Made at the first start, kept in the database and its backups as the forms' secret is: without it
-- nobody could be recognised again.
create table private.suppression_key (id boolean primary key default true check (id), inner_pad bytea not null, outer_pad bytea not null);

do $$
declare
  key bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  inner_pad bytea := decode(repeat('36', 64), 'hex');
  outer_pad bytea := decode(repeat('5c', 64), 'hex');
begin
  for place in 0 .. 31 loop
    inner_pad := set_byte(inner_pad, place, get_byte(inner_pad, place) # get_byte(key, place));
    outer_pad := set_byte(outer_pad, place, get_byte(outer_pad, place) # get_byte(key, place));
  end loop;
  insert into private.suppression_key (inner_pad, outer_pad) values (inner_pad, outer_pad);
end
$$;

create table public.suppressions (
  key_hmac bytea primary key,
  id uuid not null unique default uuidv7(),
  -- Null once the person is erased.
  address text,
  -- outreach: receipts and answers still come. all: nothing does, but mail to sign in.
  scope text not null constraint "scope of a suppression" check (scope in ('outreach', 'all')),
  reason text not null constraint "reason of a suppression" check (reason in ('unsubscribe', 'hard_bounce', 'complaint', 'manual')),
  source_event text,
  created_at timestamptz not null default now(),
  lifted_at timestamptz,
  lifted_by uuid references public.staff (user_id),
  lifted_why text
);

create index suppressions_created_idx on public.suppressions (created_at desc, id);
create index suppressions_address_idx on public.suppressions (address) where address is not null;
alter table public.suppressions enable row level security;

-- What the row above is made of: each reason from each source with its own times, so that the end is the same in whatever order news
-- arrive. 'soft' is counted from private.address_news. What one source set, only that source or a person lifts.
create table private.suppression_facts (
  key_hmac bytea not null,
  reason text not null,
  source text not null constraint "source of a suppression" check (source in ('recipient', 'person', 'smtp', 'postmark', 'soft')),
  set_at timestamptz,
  lifted_at timestamptz,
  source_event text,
  primary key (key_hmac, reason, source)
);

-- Whom a message with a way to unsubscribe went to: the way stays open when the person has been erased.
create table private.unsubscribe_keys (outbox_id uuid primary key references public.outbox (id) on delete cascade, key_hmac bytea not null);

-- Passing bounces and deliveries of an address, by the provider's own key. Kept for as long as they count.
create table private.address_news (
  event_key text primary key,
  key_hmac bytea not null,
  kind text not null constraint "kind of news" check (kind in ('soft', 'delivered')),
  at timestamptz not null
);

create index address_news_key_idx on private.address_news (key_hmac, at);

-- What providers told of a message, each once, so that its state is made from all of it.
create table private.outbox_news (
  event_key text primary key,
  outbox_id uuid not null references public.outbox (id) on delete cascade,
  kind text not null constraint "kind of word on a message" check (kind in ('delivered', 'bounced', 'complained')),
  at timestamptz not null,
  detail text
);

create index outbox_news_row_idx on private.outbox_news (outbox_id);

-- Answers ---------------------------------------------------------------------------------------------------------------------

create table public.mail_replies (
  id uuid primary key default uuidv7(),
  event_key text not null unique,
  received_at timestamptz not null default now(),
  from_address text not null check (char_length(from_address) <= 254),
  from_key text generated always as (lower(btrim(from_address))) stored,
  -- Who handed it over, where that is another domain than the one it names.
  real_sender text check (char_length(real_sender) <= 254),
  subject text not null default '' check (char_length(subject) <= 300),
  body_text text not null default '' check (char_length(body_text) <= 50000),
  -- A holiday notice is no answer.
  is_automatic boolean not null default false,
  -- Why it is not sure that it is theirs: SPF, DKIM or DMARC failed; it names our mail, but is from another address; nothing proves
  -- its sender. Nothing follows from such a one.
  doubt text constraint "doubt about an answer" check (doubt in ('failed_checks', 'other_address', 'unproved')),
  outbox_id uuid references public.outbox (id) on delete set null,
  account_id uuid references public.accounts (id) on delete set null,
  contact_id uuid references public.contacts (id) on delete set null
);

create index mail_replies_received_idx on public.mail_replies (received_at desc, id);
create index mail_replies_outbox_idx on public.mail_replies (outbox_id) where outbox_id is not null;
create index mail_replies_account_idx on public.mail_replies (account_id) where account_id is not null;
create index mail_replies_contact_idx on public.mail_replies (contact_id) where contact_id is not null;
alter table public.mail_replies enable row level security;

create index outbox_reply_key_idx on public.outbox (substring(headers ->> 'Reply-To' from '\+([^@+]+)@'))
  where substring(headers ->> 'Reply-To' from '\+([^@+]+)@') is not null;
