-- What staff do with an inquiry, and what its sender may do with their own. Every function for staff asks who calls.

-- The inquiry, locked after its messages, for someone who may change it.
create function private.inquiry_to_change(inquiry uuid) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries;
begin
  perform private.require_may('inquiries', 'edit', 'to change inquiries');
  perform private.lock_messages_of('inquiry', array[inquiry]);
  select * into kept from public.inquiries where id = inquiry for update;
  if kept.id is null then raise sqlstate 'PT404' using message = 'This inquiry no longer exists.'; end if;
  return kept;
end
$$;

create function private.refuse_inquiry(kept public.inquiries) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using message = format('%s is %s now. Reload to see it.', kept.reference, kept.state);
end
$$;

-- What staff do is one entry with its own word ("answered"), and not a list of columns. `told` is the inquiry as it is now.
create function private.record_inquiry_event(told public.inquiries, verb text, changes jsonb default null) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (
    kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id, inquiry_id, changes)
  values (verb, auth.uid(), private.actor_name(), 'inquiry', told.id, told.reference, told.account_id, told.contact_id, told.deal_id, told.id, changes)
$$;

-- A quarantined message, or one that was taken for spam, goes the way of every other, with the clock from when it was received.
create function public.accept_inquiry(inquiry uuid) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries := private.inquiry_to_change(inquiry);
begin
  -- Two people accept at once: the second sees what the first made.
  if kept.state in ('new', 'closed') then return kept; end if;
  if kept.state not in ('held', 'spam') or kept.erased_at is not null then perform private.refuse_inquiry(kept); end if;
  delete from public.blocked_senders where key in ('email:' || kept.email_key);
  kept.state := case when kept.due_at is null then 'closed' else 'new' end;
  return private.route_inquiry(kept, is_new => false);
end
$$;

-- Without `reply` a person says that it is answered: that ends the inquiry and its task in one step. `reply` is {"id", "subject", "text"}:
-- it goes to the outbox and leaves after ten seconds at the earliest, so that it can be taken back; the inquiry is answered when it
-- leaves (private.reply_left) and waits until then. `note` is kept on the timeline. An inquiry of no one is theirs from now on.
create function public.answer_inquiry(inquiry uuid, note text default null, reply jsonb default null) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries := private.inquiry_to_change(inquiry);
begin
  if kept.state = 'answered' and reply is null then return kept; end if;
  if kept.state = 'held' then
    perform public.accept_inquiry(inquiry);
    select * into kept from public.inquiries where id = inquiry;
  end if;
  if kept.state not in ('new', 'closed', 'answered') then perform private.refuse_inquiry(kept); end if;
  -- Sent once more after a lost answer: it is written already.
  if exists (select from public.outbox where dedupe_key = 'reply:' || (reply ->> 'id')) then return kept; end if;
  if reply is not null then perform private.write_reply(kept, reply); end if;
  if nullif(btrim(note), '') is not null then
    insert into public.notes (body, inquiry_id) values (note, kept.id);
  end if;
  update public.tasks set assignee_id = private.me() where id = kept.task_id and done_at is null and assignee_id is null and kept.assignee_id is null;
  update public.inquiries set assignee_id = private.me() where id = kept.id and assignee_id is null;
  if reply is null then
    update public.tasks set done_at = now(), done_by = private.me() where id = kept.task_id and done_at is null;
    perform private.suppress_history(true);
    update public.inquiries set state = 'answered', answered_at = now(), answered_by = private.me(), answer_id = null, closed_at = null where id = kept.id;
    perform private.suppress_history(false);
  end if;
  select * into kept from public.inquiries where id = inquiry;
  perform private.record_inquiry_event(kept, case when reply is null then 'answered' else 'reply written' end);
  return kept;
end
$$;

-- Opens an inquiry and its task again that was answered or closed.
create function public.reopen_inquiry(inquiry uuid) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries := private.inquiry_to_change(inquiry);
begin
  if kept.state = 'new' then return kept; end if;
  if kept.state not in ('answered', 'closed') or kept.due_at is null then perform private.refuse_inquiry(kept); end if;
  update public.tasks set done_at = null, done_by = null where id = kept.task_id and done_at is not null;
  perform private.suppress_history(true);
  update public.inquiries set state = 'new', answered_at = null, answered_by = null, answer_id = null, closed_at = null
  where id = kept.id returning * into kept;
  perform private.suppress_history(false);
  perform private.record_inquiry_event(kept, 'reopened');
  return kept;
end
$$;

-- Needs no answer.
create function public.close_inquiry(inquiry uuid) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries := private.inquiry_to_change(inquiry);
begin
  if kept.state = 'closed' then return kept; end if;
  if kept.state <> 'new' then perform private.refuse_inquiry(kept); end if;
  update public.tasks set done_at = now(), done_by = private.me() where id = kept.task_id and done_at is null;
  perform private.suppress_history(true);
  update public.inquiries set state = 'closed', closed_at = now() where id = kept.id returning * into kept;
  perform private.suppress_history(false);
  perform private.record_inquiry_event(kept, 'closed');
  return kept;
end
$$;

create function public.assign_inquiry(inquiry uuid, assignee uuid) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries := private.inquiry_to_change(inquiry);
begin
  if assignee is not null and not exists (select from public.staff where user_id = assignee and active) then
    raise exception 'This colleague is not with us any more.' using errcode = 'check_violation';
  end if;
  update public.tasks set assignee_id = assignee where id = kept.task_id and done_at is null and assignee_id is distinct from assignee;
  -- Its history names who had it and who has it.
  update public.inquiries set assignee_id = assignee where id = kept.id and assignee_id is distinct from assignee;
  select * into kept from public.inquiries where id = inquiry;
  return kept;
end
$$;

-- Removes what routing made, as far as no one has touched or used it since.
create function private.undo_routing(inquiry public.inquiries) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was text := private.skip_trash();
begin
  -- One that a colleague linked was there before.
  delete from public.tasks where id = inquiry.task_id and tasks.inquiry_id = inquiry.id and source = 'inquiry' and updated_at = created_at and done_at is null;
  perform private.keep_again(was);
  perform private.call_hooks('inquiry unrouted', inquiry::text);
  update public.outbox set state = 'cancelled', gate_code = 'spam', finished_at = now()
  where origin_kind = 'inquiry' and origin_id = inquiry.id and state in ('held', 'queued');
  update public.outbox set state = 'cancelled', gate_code = 'spam', finished_at = now()
  where origin_kind = 'consent' and state in ('held', 'queued')
    and origin_id in (select id from public.consents where inquiry_id = inquiry.id);
  perform private.remove_made(inquiry);
end
$$;

-- The person and the company that an inquiry made go, if they are as they were made and nothing else refers to them. True
-- when the person went.
create function private.remove_made(inquiry public.inquiries) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := (inquiry.made ->> 'contact')::uuid;
  company uuid := (inquiry.made ->> 'account')::uuid;
  person_went boolean := false;
begin
  -- Links of the inquiry itself are no use of theirs.
  update public.consents set contact_id = null where inquiry_id = inquiry.id and contact_id = person;
  update public.outbox set contact_id = null, account_id = null
  where (origin_kind = 'inquiry' and origin_id = inquiry.id)
    or (origin_kind = 'consent' and origin_id in (select id from public.consents where inquiry_id = inquiry.id));
  -- Anyone who takes the inquiry for no spam after all gets them made again.
  perform set_config('guidevane.deletion', 'none', true);
  if private.is_unused('contacts', person, inquiry.id) then
    delete from public.contacts where id = person;
    person_went := true;
  end if;
  if private.is_unused('accounts', company, inquiry.id) then delete from public.accounts where id = company; end if;
  perform set_config('guidevane.deletion', '', true);
  return person_went;
end
$$;

-- Whether a record is as it was made, and nothing but one inquiry refers to it.
create function private.is_unused(kind text, record_id uuid, but_for uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer boolean;
  link record;
begin
  execute format('select updated_at = created_at from public.%I where id = $1', kind) into answer using record_id;
  if answer is not true then return false; end if;
  for link in select * from private.referred_to_by(is_unused.kind) loop
    -- Not every table has an id; the inquiry itself does.
    execute format('select exists (select from public.%I as other where other.%I = $1 and to_jsonb(other) ->> ''id'' is distinct from $2::text)', link.kind, link.field)
      into answer using record_id, but_for;
    if answer then return false; end if;
  end loop;
  return true;
end
$$;

create function public.mark_spam(inquiry uuid) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries := private.inquiry_to_change(inquiry);
begin
  if kept.state = 'spam' then return kept; end if;
  perform private.suppress_history(true);
  perform private.undo_routing(kept);
  update public.inquiries set
    state = 'spam', answered_at = null, answered_by = null, answer_id = null, closed_at = null, deal_id = null, made = '{}', suggestions = '[]',
    task_id = (select id from public.tasks where id = kept.task_id),
    -- What was in use stays, and stays known.
    contact_id = (select id from public.contacts where id = kept.contact_id),
    account_id = (select id from public.accounts where id = kept.account_id)
  where id = kept.id
  returning * into kept;
  perform private.suppress_history(false);
  perform private.record_inquiry_event(kept, 'marked as spam');
  return kept;
end
$$;

-- A flood of one text is dealt with at once.
create function public.mark_group_as_spam(of_content_key text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one uuid;
  marked integer := 0;
begin
  perform private.require_may('inquiries', 'edit', 'to change inquiries');
  for one in select id from public.inquiries where content_key = of_content_key and state = 'held' order by id loop
    perform public.mark_spam(one);
    marked := marked + 1;
  end loop;
  return marked;
end
$$;

-- Marks as spam, and so is whatever comes from this address, or from its whole host, from now on.
create function public.block_sender(inquiry uuid, whole_host boolean default false, until timestamptz default null)
returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries := private.inquiry_to_change(inquiry);
  of_host text := split_part(kept.email_key, '@', 2);
begin
  if kept.email_key = '' then raise exception 'There is no address to block.' using errcode = 'check_violation'; end if;
  if whole_host and exists (select from public.free_mail_hosts where host = of_host) then
    raise exception 'Many people have an address at %. Block this one only.', of_host using errcode = 'check_violation';
  end if;
  insert into public.blocked_senders (key, until, blocked_by)
  values (case when whole_host then 'host:' || of_host else 'email:' || kept.email_key end, block_sender.until, private.me())
  on conflict (key) do update set until = excluded.until, blocked_by = excluded.blocked_by, blocked_at = now();
  return public.mark_spam(inquiry);
end
$$;

-- A suggestion of what was typed is taken over or put aside.
create function public.settle_suggestion(inquiry uuid, field text, record text, take boolean) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries := private.inquiry_to_change(inquiry);
  typed text := (
    select item ->> 'typed' from jsonb_array_elements(kept.suggestions) as item
    where item ->> 'field' = settle_suggestion.field and item ->> 'record' = settle_suggestion.record);
begin
  if take and typed is not null then
    if record = 'contact' and field in ('name', 'phone', 'title') then
      execute format('update public.contacts set %I = $1 where id = $2', field) using typed, kept.contact_id;
    elsif record = 'account' and field = 'name' then
      update public.accounts set name = typed where id = kept.account_id;
    elsif record = 'account' and field = 'member' then
      kept := private.link_sender(kept, null, (
        select (item ->> 'id')::uuid from jsonb_array_elements(kept.suggestions) as item where item ->> 'field' = 'member'));
    end if;
  end if;
  perform private.suppress_history(true);
  update public.inquiries set suggestions = (
    select coalesce(jsonb_agg(item), '[]') from jsonb_array_elements(kept.suggestions) as item
    where not (item ->> 'field' = settle_suggestion.field and item ->> 'record' = settle_suggestion.record))
  where id = kept.id returning * into kept;
  perform private.suppress_history(false);
  return kept;
end
$$;

-- The sender's own page ------------------------------------------------------------------------------------------------

-- Corrects what was typed. Records that staff keep are theirs.
create function private.correct_inquiry(inquiry uuid, corrected jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform set_config('guidevane.actor', 'Sender', true);
  update public.inquiries set
    name = left(btrim(coalesce(corrected ->> 'name', name)), 200),
    company = left(btrim(coalesce(corrected ->> 'company', company)), 200),
    message = left(coalesce(corrected ->> 'message', message), 10000)
  where id = inquiry and erased_at is null;
end
$$;

-- Empties everything that tells who wrote what; that something was received, and when, stays. Other records of the person
-- are the staff's to erase (erase_contact): what routing made and no one used goes here too.
create function private.erase_inquiry(inquiry uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries;
  person_went boolean;
begin
  select * into kept from public.inquiries where id = inquiry for update;
  if kept.id is null or kept.erased_at is not null then return; end if;
  perform set_config('guidevane.actor', 'Sender', true);
  perform private.empty_inquiries(array[kept.id]);
  perform private.forget_consents(kept.email_key);
  perform set_config('guidevane.batch', gen_random_uuid()::text, true);
  person_went := private.remove_made(kept);
  update public.inquiries set made = '{}' where id = kept.id;
  perform set_config('guidevane.batch', '', true);
  insert into public.events (kind, actor_name, record_type, record_id, record_name, inquiry_id)
  values ('erased', 'Sender', 'inquiry', kept.id, kept.reference, kept.id);
  if kept.contact_id is not null and not person_went and private.module_is_live('tasks') then
    insert into public.tasks (title, kind, priority, due_on, assignee_id, contact_id, source)
    values (kept.reference || ' was erased by its sender: decide whether their contact is to be erased too', 'todo', 'high',
      public.office_day(public.business_deadline(now(), 2)), kept.assignee_id, kept.contact_id, 'inquiry');
  end if;
end
$$;

-- Runs inside erase_contact as well, which has its own entry: this writes none.
create function private.empty_inquiries(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  batch text := coalesce(current_setting('guidevane.batch', true), '');
begin
  perform set_config('guidevane.batch', gen_random_uuid()::text, true);
  perform private.lock_messages_of('inquiry', ids);
  update public.inquiries set
    name = '', email = '', company = '', message = '', subject_text = coalesce((select label from public.subjects where key = subject_key), ''),
    fields = '{}', content_key = null, suggestions = '[]', company_host = null, company_guess = null, waiting_mails = null,
    referrer_host = null, utm = null, erased_at = now(),
    state = case when state in ('new', 'held') then 'closed' else state end,
    closed_at = case when state in ('new', 'held') then now() else closed_at end
  where id = any (ids);
  update public.tasks set title = 'Erased inquiry', notes = null, done_at = coalesce(done_at, now()) where inquiry_id = any (ids);
  update public.notes set body = 'Erased' where inquiry_id = any (ids);
  update public.outbox set
    to_address = '', subject = 'Erased', body_text = '', body_html = null, mail_data = null,
    state = case when state in ('held', 'queued') then 'cancelled' else state end,
    gate_code = case when state in ('held', 'queued') then 'erased' else gate_code end, gate_detail = null,
    finished_at = case when state in ('held', 'queued') then now() else finished_at end
  where state <> 'sending' and ((origin_kind = 'inquiry' and origin_id = any (ids))
    or (origin_kind = 'consent' and origin_id in (select id from public.consents where inquiry_id = any (ids))));
  update public.events set changes = null, record_name = case record_type when 'inquiry' then record_name end
  where inquiry_id = any (ids);
  update private.access_links set revoked_at = coalesce(revoked_at, now()) where kind = 'inquiry' and subject_id = any (ids);
  perform set_config('guidevane.batch', batch, true);
end
$$;

create function private.erase_inquiries_of_contact(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address text := (select lower(email) from public.contacts where id = contact);
begin
  perform private.empty_inquiries(array(select id from public.inquiries where contact_id = contact or email_key = address));
  perform private.forget_consents(address);
  update public.consents set email_key = null where contact_id = contact;
end
$$;

select private.register_hook('erase contact', 'private.erase_inquiries_of_contact(uuid)');

-- What a person wrote goes with them to the company of the one that stays; the foreign keys follow by themselves.
create function private.inquiries_follow_merge(keep uuid, gone uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.inquiries set account_id = (select account_id from public.contacts where id = keep) where contact_id = gone
$$;

select private.register_hook('merge contacts', 'private.inquiries_follow_merge(uuid, uuid)');

-- Spam goes some time after it was marked, with its history, but for the count. A quarantined message stays until a person has decided.
create function private.purge_inquiries(before timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ids uuid[] := array(select id from public.inquiries where state = 'spam' and updated_at < before order by updated_at limit 1000);
begin
  perform private.empty_inquiries(ids);
  update public.consents set email_key = null where inquiry_id = any (ids) and state = 'asked';
  perform set_config('guidevane.actor', 'Website', true);
  delete from public.inquiries where id = any (ids);
  return cardinality(ids);
end
$$;

create function private.sender_words(contact uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'address', email)), '[]') from public.inquiries where contact_id = contact
$$;

select private.register_hook('words of person', 'private.sender_words(uuid)');

grant execute on function public.accept_inquiry, public.answer_inquiry, public.reopen_inquiry, public.close_inquiry, public.assign_inquiry,
  public.mark_spam, public.mark_group_as_spam, public.block_sender, public.settle_suggestion to authenticated, service_role;

-- Promised answers that are late or due by the end of the day, for the morning's mail.
create function private.answers_due_today(person uuid, day date) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('sort', 'answer', 'title', inquiries.reference, 'about', nullif(inquiries.name, ''), 'late', inquiries.due_at < now(),
    'hour', to_char(inquiries.due_at at time zone office.time_zone, 'HH24:MI'))
  from public.inquiries, public.office
  where inquiries.state = 'new' and public.office_day(inquiries.due_at) <= day and (inquiries.assignee_id = person or inquiries.assignee_id is null)
  order by inquiries.due_at
$$;

select private.register_hook('due today', 'private.answers_due_today(uuid, date)', 'inquiries');
