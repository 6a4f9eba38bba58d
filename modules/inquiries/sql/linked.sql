-- What a colleague makes of a message or links it with, on its page. Nothing here happens by itself.

-- Links the sender: the contact that was chosen, or a new one of the company that was chosen, or a new one of a new company. The deal
-- that the subject makes follows, as it would have at once had we known them.
create function private.link_sender(kept public.inquiries, contact uuid, account uuid) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person public.contacts;
  company public.accounts;
begin
  perform private.require_may('crm', 'edit', 'to change contacts');
  if kept.state not in ('new', 'answered', 'closed') or kept.erased_at is not null then perform private.refuse_inquiry(kept); end if;
  if contact is not null then
    select * into person from public.contacts where id = contact;
    if person.id is null then raise sqlstate 'PT404' using message = 'This contact no longer exists.'; end if;
    select * into company from public.accounts where id = person.account_id;
    kept.contact_id := person.id;
    kept.account_id := company.id;
    kept.suggestions := private.suggestions_of(kept, person, company);
  else
    if kept.contact_id is not null then return kept; end if;
    if kept.email_key = '' then raise exception 'There is no address to make a contact of.' using errcode = 'check_violation'; end if;
    if account is not null and not exists (select from public.accounts where id = account) then
      raise sqlstate 'PT404' using message = 'This company no longer exists.';
    end if;
    perform pg_advisory_xact_lock(3601, hashtext(kept.email_key));
    kept := private.make_sender(kept, coalesce(account, kept.account_id));
    kept.suggestions := '[]';
  end if;
  if kept.due_at is not null and kept.deal_id is null then kept.deal_id := (select max(answer)::uuid from private.call_hooks('deal for inquiry', kept::text, 'false') as answer); end if;
  perform private.suppress_history(true);
  update public.inquiries set contact_id = kept.contact_id, account_id = kept.account_id, deal_id = kept.deal_id, made = kept.made,
    same_address = kept.same_address, suggestions = kept.suggestions
  where id = kept.id returning * into kept;
  update public.consents set contact_id = kept.contact_id where inquiry_id = kept.id and consents.contact_id is null and email_key = kept.email_key;
  perform private.suppress_history(false);
  perform private.record_inquiry_event(kept, 'linked');
  return kept;
end
$$;

create function public.link_inquiry_contact(inquiry uuid, contact uuid default null, account uuid default null) returns public.inquiries
language sql volatile security definer set search_path = ''
as $$
  select * from private.link_sender(private.inquiry_to_change(inquiry), contact, account)
$$;

-- The reply task of an inquiry that has none, because tasks were off when it came.
create function public.add_inquiry_task(inquiry uuid) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries := private.inquiry_to_change(inquiry);
begin
  if kept.task_id is not null then return kept; end if;
  if kept.state <> 'new' or kept.erased_at is not null then perform private.refuse_inquiry(kept); end if;
  if not private.module_is_live('tasks') then raise exception 'Tasks are switched off.' using errcode = 'check_violation'; end if;
  perform private.suppress_history(true);
  update public.inquiries set task_id = uuidv7() where id = kept.id returning * into kept;
  perform private.suppress_history(false);
  perform private.add_reply_task(kept);
  return kept;
end
$$;

-- A task that exists becomes the reply task of an inquiry that has none: it is done when the reply leaves. A task about a person or a deal
-- stays with them.
create function public.link_inquiry_task(inquiry uuid, task uuid) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries := private.inquiry_to_change(inquiry);
  chosen public.tasks;
begin
  perform private.require_may('tasks', 'edit', 'to change tasks');
  if not private.module_is_live('tasks') then raise exception 'Tasks are switched off.' using errcode = 'check_violation'; end if;
  if kept.state not in ('new', 'answered', 'closed') or kept.erased_at is not null then perform private.refuse_inquiry(kept); end if;
  select * into chosen from public.tasks where id = task for update;
  if chosen.id is null then raise sqlstate 'PT404' using message = 'This task no longer exists.'; end if;
  if kept.task_id = task then return kept; end if;
  if kept.task_id is not null then raise exception 'This inquiry has a task already.' using errcode = 'check_violation'; end if;
  if chosen.inquiry_id <> kept.id or exists (select from public.inquiries as other where other.task_id = task) then
    raise exception 'This task belongs to another inquiry.' using errcode = 'check_violation';
  end if;
  if chosen.account_id <> kept.account_id then raise exception 'This task belongs to another company.' using errcode = 'check_violation'; end if;
  update public.tasks set inquiry_id = kept.id, account_id = coalesce(kept.account_id, account_id)
  where id = task and num_nonnulls(contact_id, deal_id, inquiry_id) = 0;
  perform private.suppress_history(true);
  update public.inquiries set task_id = task where id = kept.id returning * into kept;
  perform private.suppress_history(false);
  perform private.record_inquiry_event(kept, 'linked');
  return kept;
end
$$;

-- What tasks are told of inquiries, now that there are any.
create function private.account_of_inquiry(inquiry uuid) returns uuid
language sql stable set search_path = ''
as $$
  select account_id from public.inquiries where id = inquiry
$$;

create function private.name_of_inquiry(inquiry uuid) returns text
language sql stable set search_path = ''
as $$
  select reference from public.inquiries where id = inquiry
$$;

create function private.contact_of_inquiry(inquiry uuid) returns uuid
language sql stable set search_path = ''
as $$
  select contact_id from public.inquiries where id = inquiry
$$;

select private.register_hook('account of inquiry', 'private.account_of_inquiry(uuid)');
select private.register_hook('contact of inquiry', 'private.contact_of_inquiry(uuid)');
select private.register_hook('name of inquiry', 'private.name_of_inquiry(uuid)');

-- The tasks of an inquiry follow it to another company, as those of a person do.
create function private.tasks_follow_inquiry() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  batch text := coalesce(current_setting('guidevane.batch', true), '');
begin
  perform set_config('guidevane.batch', gen_random_uuid()::text, true);
  update public.tasks set account_id = new.account_id
  where inquiry_id = new.id and new.account_id is not null and account_id is distinct from new.account_id;
  perform set_config('guidevane.batch', batch, true);
  return null;
end
$$;

create trigger tasks_follow_inquiry after update of account_id on public.inquiries for each row
  when (new.account_id is distinct from old.account_id) execute function private.tasks_follow_inquiry();

create function private.merge_values_of_inquiry(of_contact uuid, of_inquiry uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'contact', jsonb_build_object('name', nullif(inquiries.name, ''), 'email', nullif(inquiries.email, ''), 'first_name', null, 'title', null, 'role', null, 'phone', null),
    'account', jsonb_build_object('name', nullif(inquiries.company, ''), 'industry', null, 'domain', null, 'website', null),
    'inquiry', jsonb_build_object('subject', nullif(inquiries.subject_text, '')))
  from (values (1)) as one left join public.inquiries on inquiries.id = of_inquiry
$$;

select private.register_hook('merge values', 'private.merge_values_of_inquiry(uuid, uuid)');

grant execute on function private.contact_of_inquiry, public.link_inquiry_contact, public.add_inquiry_task, public.link_inquiry_task,
  private.account_of_inquiry, private.name_of_inquiry to authenticated, service_role;

-- Facts of records: someone wrote to us. What is quarantined or spam does not count.
select private.tell_facts('last contact', 'inquiries', array['accounts', 'contacts', 'deals'], $query$
  select $id, max(received_at), 'inquiry'::text from public.inquiries where $id = any (ids) and state not in ('held', 'spam') group by $id
$query$);

select private.feed_facts('inquiries', 'public.inquiries', '$row.state in (''held'', ''spam''), $row.received_at, $row.account_id, $row.contact_id, $row.deal_id',
  'contacts', 'contact_id', 'deals', 'deal_id', 'accounts', 'account_id');

-- The reply that is due is the next step of who wrote, and of the deal.
select private.tell_facts('next step', 'inquiries', array['contacts', 'deals'], $query$
  select distinct on (inquiries.$id) inquiries.$id, title, due_on, tasks.created_at, tasks.id
  from public.inquiries join public.tasks on tasks.inquiry_id = inquiries.id
  where inquiries.$id = any (ids) and done_at is null order by inquiries.$id, due_on, tasks.created_at, tasks.id
$query$);

select private.feed_facts('inquiries', 'public.tasks', '$row.title, $row.due_on, $row.done_at, $row.inquiry_id',
  'contacts', 'select inquiries.contact_id from public.inquiries join changed on changed.inquiry_id = inquiries.id',
  'deals', 'select inquiries.deal_id from public.inquiries join changed on changed.inquiry_id = inquiries.id');

create function private.inquiries_of_record(record uuid) returns setof uuid
language sql stable set search_path = ''
as $$
  select id from public.inquiries where contact_id = record or deal_id = record
$$;

select private.register_hook('work of record', 'private.inquiries_of_record(uuid)');

grant execute on function private.inquiries_of_record to authenticated, service_role;

select private.hand_over_with('inquiries', 'public.inquiries', 'assignee_id', company => 'account_id', still_open => $$state in ('new', 'held')$$);
-- A route without an active owner gives new inquiries to no one.
select private.hand_over_with('inquiry routes', 'public.subjects', 'owner_id');
