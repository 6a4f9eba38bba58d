-- Brings the tables of a database from before 1.0.0 to those of the first migrations, and corrects what its screens said wrongly then.
-- Run once, by the server, when it finds such a database (server/platform/database/before-release.ts). Functions, triggers, policies and
-- grants are not its concern: the old ones are dropped before it, and their files are applied after it.

create or replace function private.trimmed(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select btrim(value, E' \t\n\v\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff')
$$;

-- Search and hooks.
alter table private.findable add column if not exists built_from text, add column if not exists is_registered boolean not null default true;
create table if not exists private.shown_when_found (
  kind text primary key references private.findable (kind) on delete cascade,
  module text not null,
  is_switched boolean not null,
  query text not null
);
alter table private.shown_when_found drop constraint shown_when_found_kind_fkey,
  add constraint shown_when_found_kind_fkey foreign key (kind) references private.findable (kind) on delete cascade;
drop table private.record_hooks;
create table private.hooks (
  occasion text not null,
  routine regprocedure not null,
  module text,
  primary key (occasion, routine)
);

-- Links, history, notes.
alter table private.access_links add column if not exists parent_id uuid references private.access_links (id) on delete cascade;
create index if not exists access_links_parent_idx on private.access_links (parent_id) where parent_id is not null;
create index if not exists events_restored_at_idx on public.events (at) where record_type = 'deal' and kind in ('archived', 'restored');
-- Blanks of other scripts alone were a note before.
update public.notes set body = '(empty)' where char_length(private.trimmed(body)) = 0;
alter table public.notes drop constraint "a note has 1 to 20000 characters",
  add constraint "a note has 1 to 20000 characters" check (char_length(body) <= 20000 and char_length(private.trimmed(body)) > 0);

-- The log of acts.
create table if not exists public.acts (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  act text not null constraint "act has 1 to 100 characters" check (char_length(act) between 1 and 100),
  subject text constraint "subject of an act has at most 200 characters" check (char_length(subject) <= 200),
  was jsonb,
  becomes jsonb,
  request_id text not null
);
create index if not exists acts_act_idx on public.acts (act, id desc);
alter table public.acts enable row level security;

-- Publishing is a switch.
alter table private.outbox_gate add column if not exists is_fixed boolean not null default false,
  add column if not exists switched_on boolean not null default false;

-- Answers by mail.
alter table public.mail_replies add column if not exists real_sender text constraint mail_replies_real_sender_check check (char_length(real_sender) <= 254),
  add column if not exists doubt text constraint "doubt about an answer" check (doubt in ('failed_checks', 'other_address', 'unproved'));

-- Rates that held until a moment.
create table if not exists private.past_rates (
  id bigint generated always as identity primary key,
  currency text not null references public.currencies (code),
  base_rate numeric not null,
  until timestamptz not null default clock_timestamp()
);
create index if not exists past_rates_until_idx on private.past_rates (currency, until);
alter table private.past_rates enable row level security;

-- Payments without a request: a seat.
alter table public.payments add column if not exists seat text constraint "seat is monthly or annual" check (seat in ('monthly', 'annual'));

-- Deletions that can be undone, and what the law makes us keep.
create table if not exists public.deletions (
  id uuid primary key,
  kind text not null,
  title text,
  records int not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_name text,
  restored_at timestamptz
);
create index if not exists deletions_at_idx on public.deletions (at desc);
alter table public.deletions enable row level security;
create table if not exists private.deleted_rows (
  deletion_id uuid not null references public.deletions (id) on delete cascade,
  place text not null,
  record_id uuid,
  is_root boolean not null,
  record jsonb not null
);
create index if not exists deleted_rows_deletion_idx on private.deleted_rows (deletion_id, place);
create index if not exists deleted_rows_record_idx on private.deleted_rows (record_id) where is_root;
create index if not exists deleted_rows_file_idx on private.deleted_rows ((record ->> 'file_id')) where place = 'public.document_versions';
create table if not exists private.deleted_links (
  deletion_id uuid not null references public.deletions (id) on delete cascade,
  place text not null,
  key jsonb not null,
  before jsonb not null,
  after jsonb not null,
  primary key (deletion_id, place, key)
);
create table if not exists private.kept_by_law (
  kind text not null constraint "kind of what is kept" check (kind in ('proposal', 'invoice', 'payment request')),
  number text not null,
  subject_id uuid not null,
  contact_id uuid,
  kept jsonb not null,
  file_ids uuid[] not null default '{}',
  kept_at timestamptz not null default now(),
  until date not null default (date_trunc('year', now()) + interval '11 years')::date,
  primary key (kind, subject_id)
);
do $$
begin
  if to_regtype('private.person_words') is null then create type private.person_words as (names text[], addresses text[]); end if;
end
$$;

-- Inquiries: answered at the moment the reply left. One whose reply is still held or queued waits again, and so does its task.
alter table public.inquiries add column if not exists answer_id uuid references public.outbox (id) on delete set null,
  add column if not exists closed_at timestamptz;
create index if not exists inquiries_answer_idx on public.inquiries (answer_id) where answer_id is not null;
drop index if exists public.inquiries_promise_idx;
create index inquiries_promise_idx on public.inquiries (due_at) where state in ('new', 'held', 'answered', 'closed');
update public.inquiries set closed_at = updated_at where state = 'closed' and closed_at is null and answered_at is null;
with replies as (
  select distinct on (outbox.origin_id) outbox.origin_id as inquiry_id, outbox.id, outbox.created_by,
    case when outbox.state in ('sent', 'delivered', 'complained') then coalesce(outbox.sent_at, outbox.taken_at, outbox.finished_at) end as left_at
  from public.outbox
  where outbox.origin_kind = 'inquiry' and outbox.dedupe_key like 'reply:%'
  order by outbox.origin_id, outbox.state in ('sent', 'delivered', 'complained') desc, outbox.created_at
), corrected as (
  update public.inquiries set
    answer_id = case when replies.left_at is not null then replies.id end,
    answered_at = replies.left_at,
    answered_by = case when replies.left_at is not null then inquiries.answered_by end,
    state = case when replies.left_at is not null then inquiries.state when inquiries.due_at is null then 'closed' else 'new' end
  from replies where replies.inquiry_id = inquiries.id and inquiries.state = 'answered' and inquiries.answer_id is null
  returning inquiries.task_id, inquiries.answered_at
)
update public.tasks set done_at = null, done_by = null
from corrected where tasks.id = corrected.task_id and corrected.answered_at is null;

-- A subject that the contact page offers since.
update public.subjects set sort = 21 where key = 'other' and sort = 20;
insert into public.subjects (key, label, module, makes_deal, sort) values ('bootloader-professional', 'Bootloader Professional', 'products', true, 20)
on conflict (key) do nothing;

-- What an accepted proposal brought is net; the sales tax is not ours.
update public.deals set amount_minor = net.minor
from public.proposals
join public.proposal_decisions on proposal_decisions.proposal_id = proposals.id and proposal_decisions.kind = 'accepted'
cross join lateral (select (proposal_decisions.content #>> '{totals,net_minor}')::bigint as minor) as net
where proposals.deal_id = deals.id and deals.stage_kind = 'won' and deals.amount_minor = proposal_decisions.total_minor
  and deals.currency = proposals.currency and net.minor is not null and net.minor <> deals.amount_minor;
