-- Messages from the client's area, in the inbox with the same clock. One waits for a company at a time: what is written before we answer
-- is added to it. The thread itself is the client area's.

create function private.receive_client_message(told jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  inquiry public.inquiries;
begin
  perform pg_advisory_xact_lock(3603, hashtext(told ->> 'account_id'));
  perform set_config('guidevane.actor', told ->> 'name', true);
  perform private.suppress_history(true);
  update public.inquiries set message = left(message || E'\n\n' || (told ->> 'message'), 10000)
  where kind = 'client' and state = 'new' and account_id = (told ->> 'account_id')::uuid returning * into inquiry;
  perform private.suppress_history(false);
  if inquiry.id is null then
    inquiry.id := (told ->> 'id')::uuid;
    inquiry.kind := 'client';
    inquiry.received_at := now();
    inquiry.subject_text := 'Client area';
    inquiry.name := told ->> 'name';
    inquiry.email := coalesce(told ->> 'email', '');
    inquiry.company := told ->> 'company';
    inquiry.message := told ->> 'message';
    inquiry.fields := '{}';
    inquiry.state := 'new';
    inquiry.held_because := '{}';
    inquiry.due_at := public.business_deadline(now(), 2);
    inquiry.assignee_id := (select staff.user_id from public.subjects join public.staff on staff.user_id = owner_id and active where is_default);
    inquiry.contact_id := (told ->> 'contact_id')::uuid;
    inquiry.account_id := (told ->> 'account_id')::uuid;
    inquiry.same_address := 0;
    inquiry.suggestions := '[]';
    inquiry.made := '{}';
    inquiry.is_robot := false;
    if private.module_is_live('tasks') then inquiry.task_id := uuidv7(); end if;
    inquiry := private.write_inquiry(inquiry, is_new => true);
    if inquiry.task_id is not null then perform private.add_reply_task(inquiry); end if;
  end if;
  perform set_config('guidevane.actor', '', true);
end
$$;

select private.register_hook('client message', 'private.receive_client_message(jsonb)', 'inquiries');

-- Answered in the thread.
create function private.client_was_answered(account uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries;
begin
  for kept in select * from public.inquiries where kind = 'client' and state = 'new' and account_id = account for update loop
    update public.tasks set done_at = now(), done_by = private.me() where id = kept.task_id and done_at is null;
    perform private.suppress_history(true);
    update public.inquiries set state = 'answered', answered_at = now(), answered_by = private.me(), answer_id = null, assignee_id = coalesce(assignee_id, private.me())
    where id = kept.id returning * into kept;
    perform private.suppress_history(false);
    perform private.record_inquiry_event(kept, 'answered');
  end loop;
end
$$;

select private.register_hook('client answered', 'private.client_was_answered(uuid)', 'inquiries');
