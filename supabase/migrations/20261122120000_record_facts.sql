-- What lists say about a record that follows from others: when we last had contact, what is open, what comes next. One row per record, beside
-- its table: a record that is called has not been edited, no form can write these, and their locks are always the last that a transaction takes.
-- Kept by server/platform/sql/18-facts.sql from what modules register.

create table public.account_facts (
  id uuid primary key references public.accounts (id) on delete cascade,
  last_contact_at timestamptz,
  -- 'mail', 'reply', 'inquiry', 'call', 'meeting'.
  last_contact_kind text,
  open_deals int not null default 0,
  -- Minor units of `currency`, the office's.
  open_value bigint,
  currency text,
  next_step_on date,
  next_step text
);

create table public.contact_facts (like public.account_facts including defaults,
  primary key (id), foreign key (id) references public.contacts (id) on delete cascade);

create table public.deal_facts (like public.account_facts including defaults,
  primary key (id), foreign key (id) references public.deals (id) on delete cascade);

alter table public.account_facts enable row level security;
alter table public.contact_facts enable row level security;
alter table public.deal_facts enable row level security;

-- Records that were there before.
create temporary table made_contact on commit drop as
  select account_id, contact_id, deal_id, done_at as at, case kind when 'reply' then 'mail' else kind end as kind
  from public.tasks where done_at is not null and kind in ('reply', 'call', 'mail', 'meeting')
  union all
  select account_id, contact_id, null::uuid, sent_at, 'mail' from public.outbox
  where channel = 'email' and class <> 'system' and state in ('sent', 'delivered', 'complained') and sent_at is not null
  union all
  select account_id, contact_id, null::uuid, received_at, 'reply' from public.mail_replies where not is_automatic and doubt is null
  union all
  select account_id, contact_id, deal_id, received_at, 'inquiry' from public.inquiries where state not in ('held', 'spam');

create temporary table open_deal on commit drop as
  select id, account_id, base_minor from public.deals where stage_kind = 'open' and archived_at is null;

create temporary table next_step on commit drop as
  select account_id, contact_id, deal_id, due_on, created_at, id, title from public.tasks where done_at is null;

insert into public.account_facts
select accounts.id, met.at, met.kind, coalesce(open.deals, 0), open.value, case when open.deals > 0 then office.currency end, step.due_on, step.title
from public.accounts cross join public.office
left join (select distinct on (account_id) account_id, at, kind from made_contact where account_id is not null order by account_id, at desc) as met
  on met.account_id = accounts.id
left join (select account_id, count(*)::int as deals, sum(base_minor)::bigint as value from open_deal group by 1) as open on open.account_id = accounts.id
left join (select distinct on (account_id) account_id, due_on, title from next_step where account_id is not null
  order by account_id, due_on nulls last, created_at, id) as step on step.account_id = accounts.id;

insert into public.contact_facts
select contacts.id, met.at, met.kind, coalesce(open.deals, 0), open.value, case when open.deals > 0 then office.currency end, step.due_on, step.title
from public.contacts cross join public.office
left join (select distinct on (contact_id) contact_id, at, kind from made_contact where contact_id is not null order by contact_id, at desc) as met
  on met.contact_id = contacts.id
left join (select contact_id, count(*)::int as deals, sum(base_minor)::bigint as value
  from open_deal join public.deal_contacts on deal_contacts.deal_id = open_deal.id group by 1) as open on open.contact_id = contacts.id
left join (select distinct on (contact_id) contact_id, due_on, title from next_step where contact_id is not null
  order by contact_id, due_on nulls last, created_at, id) as step on step.contact_id = contacts.id;

insert into public.deal_facts
select deals.id, met.at, met.kind, (open.id is not null)::int, open.base_minor, case when open.id is not null then office.currency end, step.due_on, step.title
from public.deals cross join public.office
left join (
  select distinct on (deal_id) deal_id, at, kind from (
    select deal_id, at, kind from made_contact where deal_id is not null
    union all
    select deal_contacts.deal_id, last_contact_at, last_contact_kind from public.deal_contacts
    join public.contact_facts on contact_facts.id = deal_contacts.contact_id where last_contact_at is not null
  ) as any_of order by deal_id, at desc) as met on met.deal_id = deals.id
left join open_deal as open on open.id = deals.id
left join (select distinct on (deal_id) deal_id, due_on, title from next_step where deal_id is not null
  order by deal_id, due_on nulls last, created_at, id) as step on step.deal_id = deals.id;

-- Lists sort both ways, and those without a value stand last either way: no one index gives both.
create index account_facts_contact_idx on public.account_facts (last_contact_at desc nulls last, id);
create index account_facts_contact_up_idx on public.account_facts (last_contact_at, id);
create index account_facts_value_idx on public.account_facts (open_value desc nulls last, id);
create index account_facts_value_up_idx on public.account_facts (open_value, id);
create index account_facts_step_idx on public.account_facts (next_step_on desc nulls last, id);
create index account_facts_step_up_idx on public.account_facts (next_step_on, id);
create index contact_facts_contact_idx on public.contact_facts (last_contact_at desc nulls last, id);
create index contact_facts_contact_up_idx on public.contact_facts (last_contact_at, id);
create index contact_facts_value_idx on public.contact_facts (open_value desc nulls last, id);
create index contact_facts_value_up_idx on public.contact_facts (open_value, id);
create index contact_facts_step_idx on public.contact_facts (next_step_on desc nulls last, id);
create index contact_facts_step_up_idx on public.contact_facts (next_step_on, id);
create index deal_facts_contact_idx on public.deal_facts (last_contact_at desc nulls last, id);
create index deal_facts_contact_up_idx on public.deal_facts (last_contact_at, id);
create index deal_facts_value_idx on public.deal_facts (open_value desc nulls last, id);
create index deal_facts_value_up_idx on public.deal_facts (open_value, id);
create index deal_facts_step_idx on public.deal_facts (next_step_on desc nulls last, id);
create index deal_facts_step_up_idx on public.deal_facts (next_step_on, id);

-- Lists by the last change.
create index accounts_updated_at_idx on public.accounts (updated_at desc, id);
create index contacts_updated_at_idx on public.contacts (updated_at desc, id);
