-- A task of someone's inquiry or deal is their next step, and one of an inquiry also its deal's. Kept from now on by
-- server/platform/sql/18-facts.sql; here for tasks that were open before.

update public.contact_facts set next_step = step.title, next_step_on = step.due_on
from (
  select distinct on (contact_id) contact_id, title, due_on from (
    select contact_id, title, due_on, created_at, id from public.tasks where done_at is null
    union all
    select inquiries.contact_id, title, due_on, tasks.created_at, tasks.id
    from public.tasks join public.inquiries on inquiries.id = tasks.inquiry_id where done_at is null
    union all
    select deal_contacts.contact_id, title, due_on, tasks.created_at, tasks.id
    from public.tasks join public.deal_contacts on deal_contacts.deal_id = tasks.deal_id where done_at is null
  ) as theirs where contact_id is not null order by contact_id, due_on, created_at, id
) as step
where contact_facts.id = step.contact_id;

update public.deal_facts set next_step = step.title, next_step_on = step.due_on
from (
  select distinct on (deal_id) deal_id, title, due_on from (
    select deal_id, title, due_on, created_at, id from public.tasks where done_at is null
    union all
    select inquiries.deal_id, title, due_on, tasks.created_at, tasks.id
    from public.tasks join public.inquiries on inquiries.id = tasks.inquiry_id where done_at is null
  ) as its where deal_id is not null order by deal_id, due_on, created_at, id
) as step
where deal_facts.id = step.deal_id;
