-- Choices of the client, a schedule of payments, questions and requests for changes; and won deals are net.

-- What is hashed has a format: 1 as sent before this migration, and so for ever; 2 with groups, quantities and the schedule.
alter table public.proposal_versions
  add column format smallint not null default 1 constraint "format of what is hashed" check (format in (1, 2)),
  -- [{"key": "hosting", "title": "Choose one way of hosting"}]: of each group exactly one line is chosen.
  add column groups jsonb not null default '[]' constraint "groups are a list of at most 20"
    check (jsonb_typeof(groups) = 'array' and jsonb_array_length(groups) <= 20);
update public.proposal_versions set format = 2 where sent_at is null;
alter table public.proposal_versions alter column format set default 2;

alter table public.proposal_items
  -- Where the line came from; its price was copied.
  add column service_id uuid references public.services (id) on delete restrict,
  -- The catalogue had no price in the document's currency: a person types one before it is sent.
  add column price_missing boolean not null default false,
  add column group_key text constraint "group has 1 to 40 characters" check (char_length(group_key) between 1 and 40),
  -- The client chooses the quantity between both, where they differ.
  add column qty_min_milli bigint,
  add column qty_max_milli bigint,
  -- Billed again every so many months by a retainer, and no part of the total; null: once.
  add column every_months smallint constraint "billed every 1, 3, 6 or 12 months" check (every_months in (1, 3, 6, 12)),
  drop constraint "what is not optional is chosen",
  add constraint "what is not optional is chosen" check (optional or selected or group_key is not null),
  add constraint "one of a group is no option of its own" check (group_key is null or not optional),
  add constraint "a range of quantities has two ends around the quantity" check ((qty_min_milli is null) = (qty_max_milli is null)
    and (qty_min_milli is null or (0 <= qty_min_milli and qty_min_milli <= quantity_milli and quantity_milli <= qty_max_milli and qty_max_milli <= 1000000000000)));
create index proposal_items_service_idx on public.proposal_items (service_id) where service_id is not null;

-- When the total of a version is paid, gross: shares first, or amounts; the last may be the rest.
create table public.proposal_schedule (
  version_id uuid not null references public.proposal_versions (id) on delete cascade,
  no int not null constraint "1 to 24 parts" check (no between 1 and 24),
  label text not null constraint "label has 1 to 100 characters" check (char_length(label) between 1 and 100),
  due text not null constraint "due on acceptance, on a day, days after it, or at a milestone" check (due in ('accepted', 'day', 'days_after', 'milestone')),
  due_on date,
  due_days int constraint "0 to 3650 days after" check (due_days between 0 and 3650),
  -- Exactly one of the three.
  share_bp int constraint "share is above 0 and at most 100 percent" check (share_bp between 1 and 10000),
  amount_minor bigint constraint "amount is above zero" check (amount_minor between 1 and 9000000000000000),
  is_rest boolean not null default false,
  primary key (version_id, no),
  constraint "a part is a share, an amount or the rest" check (num_nonnulls(share_bp, amount_minor) + is_rest::int = 1),
  constraint "a day where it is due on one" check ((due = 'day') = (due_on is not null)),
  constraint "a number of days where it is due after some" check ((due = 'days_after') = (due_days is not null))
);
create unique index proposal_schedule_rest_key on public.proposal_schedule (version_id) where is_rest;

-- What the client asks or wants changed, section by section. Words of strangers.
create table public.change_requests (
  id uuid primary key default uuidv7(),
  version_id uuid not null references public.proposal_versions (id) on delete cascade,
  kind text not null constraint "a question or a change" check (kind in ('question', 'change')),
  section_key text not null default '' constraint "section has at most 80 characters" check (char_length(section_key) <= 80),
  words text not null constraint "at most 2000 characters" check (char_length(words) <= 2000),
  typed_name text not null constraint "name has at most 200 characters" check (char_length(typed_name) <= 200),
  link_id uuid,
  -- One press of one form, which may be sent twice.
  nonce text not null,
  place int not null default 1,
  asked_at timestamptz not null default clock_timestamp(),
  answer text constraint "answer has at most 2000 characters" check (char_length(answer) <= 2000),
  result text constraint "done or not done" check (result in ('done', 'not_done')),
  answered_by uuid references public.staff (user_id) on delete restrict,
  answered_at timestamptz,
  unique (version_id, nonce, place),
  constraint "an answer has its time" check ((answer is null) = (answered_at is null) and (result is null or answer is not null))
);
create index change_requests_open_idx on public.change_requests (version_id) where answer is null;
create index change_requests_link_idx on public.change_requests (link_id) where answer is null;

-- Quantities that were chosen, by position: {"3": 2000}.
alter table public.proposal_decisions add column quantities jsonb not null default '{}';

alter table public.proposal_schedule enable row level security;
alter table public.change_requests enable row level security;

-- Deals are net. Some that were won by an acceptance hold its total with tax: they take the net that was frozen with the answer. An amount
-- that someone typed afterwards, or that is any other, stays.
create temporary table won_with_tax on commit drop as
select distinct on (deals.id) deals.id, deals.name, deals.account_id, deals.amount_minor, deals.currency, (decision.content #>> '{totals,net_minor}')::bigint as net_minor,
  decision.content #>> '{parties,number}' as number
from public.deals
join public.proposals on proposals.deal_id = deals.id and proposals.state = 'accepted' and proposals.currency = deals.currency
join public.proposal_decisions as decision on decision.proposal_id = proposals.id and decision.kind = 'accepted'
where deals.stage_kind = 'won' and deals.amount_minor = decision.total_minor
  and (decision.content #>> '{totals,net_minor}')::bigint between 0 and decision.total_minor - 1
  and not exists (select from public.events where events.record_type = 'deal' and events.record_id = deals.id
    and events.changes ? 'amount' and events.actor_id is not null and events.at > decision.decided_at)
order by deals.id, decision.decided_at desc;

update public.deals set amount_minor = won_with_tax.net_minor from won_with_tax where won_with_tax.id = deals.id;

insert into public.events (kind, actor_name, record_type, record_id, record_name, account_id, deal_id, changes)
select 'changed', 'Upgrade', 'deal', id, left(name, 200), account_id, id,
  jsonb_build_object('amount', jsonb_build_array(jsonb_build_object('amount_minor', amount_minor, 'currency', currency),
    jsonb_build_object('amount_minor', net_minor, 'currency', currency)), 'net_of', number)
from won_with_tax;

drop table won_with_tax;
