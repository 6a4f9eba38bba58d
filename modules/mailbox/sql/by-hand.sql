-- Threads that a person filed with a contact, a company or a deal to which nobody on them leads. It shows no one more than they see anyway, and is
-- no evidence that people know each other.

create policy "a filing is seen with its thread" on public.mail_filings for select to authenticated
  using ((select public.may('mailbox', 'read')) and exists (select from public.mails where mails.thread_id = mail_filings.thread_id));

grant select on public.mail_filings to authenticated, service_role;

create function private.threads_filed_with(kind text, id uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(distinct thread_id), '{}') from (
    select thread_id from public.mail_filings where threads_filed_with.kind = 'contacts' and contact_id = threads_filed_with.id
    union all select thread_id from public.mail_filings where threads_filed_with.kind = 'accounts' and account_id = threads_filed_with.id
    union all select thread_id from public.mail_filings where threads_filed_with.kind = 'deals' and deal_id = threads_filed_with.id) as filed
$$;

-- The thread of a mail, or the thread itself, if the caller sees one of its mails.
create function private.require_thread(thread uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid := coalesce((select thread_id from public.mails where id = thread), thread);
begin
  perform private.require_may('mailbox', 'read', 'to file mail');
  if private.is_viewing() then raise insufficient_privilege using message = 'You are looking through another role: nothing can be changed.'; end if;
  if not exists (select from public.mails where thread_id = found and private.may_see_mail(id, 'headers')) then
    raise sqlstate 'PT404' using message = 'This thread is not here any more.';
  end if;
  return found;
end
$$;

-- Filed twice is filed once.
create function public.file_thread(thread uuid, kind text, record uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  of_thread uuid := private.require_thread(thread);
  made uuid;
begin
  perform private.require_may(case kind when 'deals' then 'deals' else 'crm' end, 'edit', 'to file mail with a record');
  if kind not in ('contacts', 'accounts', 'deals') or kind is null or not (case kind
      when 'contacts' then exists (select from public.contacts where id = record)
      when 'accounts' then exists (select from public.accounts where id = record)
      else exists (select from private.call_hooks('name of deal', record::text) as told where told is not null) end) then
    raise sqlstate 'PT404' using message = 'This record no longer exists.';
  end if;
  perform pg_advisory_xact_lock(3803, hashtext(of_thread::text));
  select id into made from public.mail_filings where thread_id = of_thread and record in (contact_id, account_id, deal_id);
  if made is not null then return made; end if;
  insert into public.mail_filings (thread_id, contact_id, account_id, deal_id, filed_by)
  values (of_thread, case kind when 'contacts' then record end, case kind when 'accounts' then record end, case kind when 'deals' then record end,
    (select user_id from public.staff where user_id = auth.uid()))
  returning id into made;
  return made;
end
$$;

create function public.unfile_thread(filing uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told public.mail_filings := (select mail_filings from public.mail_filings where id = filing);
begin
  if told.id is null then return; end if;
  perform private.require_thread(told.thread_id);
  perform private.require_may(case when told.deal_id is null then 'crm' else 'deals' end, 'edit', 'to file mail with a record');
  delete from public.mail_filings where id = filing;
end
$$;

grant execute on function private.threads_filed_with to authenticated, service_role;
grant execute on function public.file_thread, public.unfile_thread to authenticated, service_role;
