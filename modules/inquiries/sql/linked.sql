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
  if not private.caller_may('crm', 'edit') then raise insufficient_privilege using message = 'You need admin privileges to change contacts.'; end if;
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
  if kept.due_at is not null and kept.deal_id is null then kept.deal_id := private.route_to_deal(kept); end if;
  perform private.suppress_history(true);
  update public.inquiries set contact_id = kept.contact_id, account_id = kept.account_id, deal_id = kept.deal_id, made = kept.made,
    same_address = kept.same_address, suggestions = kept.suggestions
  where id = kept.id returning * into kept;
  update public.consents set contact_id = kept.contact_id where inquiry_id = kept.id and consents.contact_id is null and email_key = kept.email_key;
  perform private.suppress_history(false);
  perform private.tell_inquiry(kept, 'linked');
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

grant execute on function public.link_inquiry_contact(uuid, uuid, uuid), public.add_inquiry_task(uuid)
  to authenticated, service_role;
