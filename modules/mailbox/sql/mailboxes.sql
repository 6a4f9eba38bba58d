-- Mailboxes: whose they are, how they are doing, and what people may do with them. Connecting and signing in again are the server's
-- (modules/mailbox/server), because they try it first.

-- A personal mailbox is its owner's to change; one of the firm is changed by who may edit mailboxes.
create function private.may_change_mailbox(box public.mailboxes) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not private.is_viewing() and case box.kind
    when 'personal' then box.owner_id = auth.uid() and public.may('mailbox', 'add') else public.may('mailbox', 'edit') end
$$;

create function private.mailboxes_to_change() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(id), '{}') from public.mailboxes where private.may_change_mailbox(mailboxes)
$$;

-- One's own, those of the firm, and all for who may change the firm's: to see that they work, and to stop them.
create policy "people see their mailboxes, and those of the firm" on public.mailboxes for select to authenticated
  using ((select public.may('mailbox', 'read')) and (owner_id = (select auth.uid()) or kind = 'shared' or (select public.may('mailbox', 'edit'))));

create policy "folders are seen with their mailbox" on public.mailbox_folders for select to authenticated
  using (mailbox_id = any ((select private.mailboxes_to_change())::uuid[]));

create policy "trouble is seen with its mailbox" on public.mail_trouble for select to authenticated
  using (mailbox_id = any ((select private.mailboxes_to_change())::uuid[]));

create policy "what was agreed to is seen by its owner" on public.mailbox_consents for select to authenticated
  using ((select public.may('mailbox', 'read')) and owner_id = (select auth.uid()));

grant select on public.mailboxes, public.mailbox_folders, public.mail_trouble, public.mailbox_consents to authenticated, service_role;

select private.announce_changes('public.mailboxes', 'mailbox', with_ids => false);

-- Locks the mailbox, or refuses. `to_stop`: other administrators may pause or remove a personal mailbox, no more.
create function private.mailbox_to_change(mailbox uuid, to_stop boolean default false) returns public.mailboxes
language plpgsql volatile security definer set search_path = ''
as $$
declare
  box public.mailboxes;
begin
  perform private.require_may('mailbox', 'read', 'for mailboxes');
  select * into box from public.mailboxes where id = mailbox and state <> 'removed' for update;
  if box.id is null then raise sqlstate 'PT404' using message = 'This mailbox no longer exists.'; end if;
  if private.may_change_mailbox(box) or (to_stop and public.may('mailbox', 'edit')) then return box; end if;
  raise insufficient_privilege using message = case box.kind when 'personal' then 'Only its owner changes a personal mailbox.'
    else 'You need the right to edit mailboxes.' end;
end
$$;

-- For the server, before it lets someone sign in again: refuses whoever may not.
create function public.require_mailbox(mailbox uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select from private.mailbox_to_change(mailbox)
$$;

-- For Settings: how every mailbox is doing that the caller may know of.
create function public.mailbox_list() returns table (
  id uuid, address text, kind text, owner_id uuid, owner_name text, is_mine boolean, may_change boolean, may_stop boolean,
  state text, reason text, reason_detail text, next_try_at timestamptz, has_idle boolean, last_heard_at timestamptz, is_silent boolean,
  sign_in text, user_name text, imap_host text, imap_port int, smtp_host text, smtp_port int,
  keep text, colleagues_see text, read_since date, keep_months int, counts_for_ties boolean, sent_folder text, folders int, behind int, trouble int,
  created_at timestamptz)
language sql stable set search_path = ''
as $$
  select mailboxes.id, address, kind, owner_id, staff.name, owner_id = auth.uid(), told.may_change, told.may_change or public.may('mailbox', 'edit'),
    mailboxes.state, reason, case when told.may_change then reason_detail end, next_try_at, has_idle, last_heard_at,
    mailboxes.state in ('live', 'reading_back', 'waiting') and coalesce(last_heard_at, mailboxes.created_at) < now() - interval '30 minutes',
    sign_in, case when told.may_change then user_name end, imap_host, imap_port, smtp_host, smtp_port,
    keep, colleagues_see, read_since, keep_months, counts_for_ties,
    (select path from public.mailbox_folders where mailbox_id = mailboxes.id and special_use = 'sent' limit 1),
    (select count(*)::int from public.mailbox_folders where mailbox_id = mailboxes.id and wanted),
    (select count(*)::int from public.mailbox_folders where mailbox_id = mailboxes.id and wanted and mailbox_folders.state in ('behind', 'recount')),
    (select count(*)::int from public.mail_trouble where mailbox_id = mailboxes.id),
    mailboxes.created_at
  from public.mailboxes left join public.staff on staff.user_id = owner_id
  cross join lateral (select private.may_change_mailbox(mailboxes) as may_change) as told
  where mailboxes.state <> 'removed'
  order by (owner_id = auth.uid()) desc, kind, address
$$;

-- The folders of a mailbox and what stands in the way of any.
create function public.mailbox_folder_list(mailbox uuid) returns table (
  id uuid, path text, special_use text, wanted boolean, state text, trouble int)
language sql stable set search_path = ''
as $$
  select id, path, special_use, wanted, state,
    (select count(*)::int from public.mail_trouble where mail_trouble.mailbox_id = mailbox and mail_trouble.folder = mailbox_folders.path)
  from public.mailbox_folders where mailbox_id = mailbox order by (special_use = 'inbox') desc nulls last, special_use is null, path
$$;

-- Messages that could not be filed, and threads that have more mail than people write.
create function public.mail_trouble_list(mailbox uuid) returns table (
  id uuid, folder text, uid bigint, thread_id uuid, reason text, tries int, at timestamptz)
language sql stable set search_path = ''
as $$
  select id, folder, uid, thread_id, reason, tries, at from public.mail_trouble where mailbox_id = mailbox order by at desc limit 200
$$;

-- What is read, kept and shown; a narrower choice holds from the next request on, and what is no longer to be kept is removed.
-- {"keep", "colleagues_see", "keep_months", "counts_for_ties", "sent_folder", "folders": {"path": true}}
create function public.set_mailbox(mailbox uuid, changes jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  box public.mailboxes := private.mailbox_to_change(mailbox);
  told public.mailboxes;
begin
  update public.mailboxes set
    keep = coalesce(changes ->> 'keep', keep), colleagues_see = coalesce(changes ->> 'colleagues_see', colleagues_see),
    keep_months = coalesce((changes ->> 'keep_months')::int, keep_months), counts_for_ties = coalesce((changes ->> 'counts_for_ties')::boolean, counts_for_ties)
  where id = box.id returning * into told;
  if changes ? 'sent_folder' then
    update public.mailbox_folders set special_use = null where mailbox_id = box.id and special_use = 'sent' and path <> changes ->> 'sent_folder';
    update public.mailbox_folders set special_use = 'sent', wanted = true where mailbox_id = box.id and path = changes ->> 'sent_folder';
    if not found then raise check_violation using message = 'There is no folder of this name.'; end if;
  end if;
  update public.mailbox_folders set wanted = choice.value::boolean
  from jsonb_each_text(coalesce(changes -> 'folders', '{}')) as choice
  where mailbox_id = box.id and path = choice.key and special_use is distinct from 'junk' and special_use is distinct from 'trash'
    and special_use is distinct from 'drafts';
  if private.depth_of_words(told.keep) < private.depth_of_words(box.keep) then perform private.keep_less(box.id); end if;
  if told.colleagues_see = 'nothing' and box.colleagues_see <> 'nothing' then perform private.untell_mails(box.id); end if;
  if told.counts_for_ties <> box.counts_for_ties then
    perform private.call_hooks('mailbox counts', box.id::text, told.counts_for_ties::text);
  end if;
  perform private.note_act('mailbox changed', box.address,
    jsonb_build_object('keep', box.keep, 'colleagues_see', box.colleagues_see, 'keep_months', box.keep_months, 'counts_for_ties', box.counts_for_ties),
    jsonb_build_object('keep', told.keep, 'colleagues_see', told.colleagues_see, 'keep_months', told.keep_months, 'counts_for_ties', told.counts_for_ties));
end
$$;

create function public.pause_mailbox(mailbox uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  box public.mailboxes := private.mailbox_to_change(mailbox, to_stop => true);
begin
  update public.mailboxes set state = 'paused', reason = case when box.owner_id = auth.uid() then 'by_owner' else 'by_colleague' end,
    reason_detail = null, next_try_at = null, lease_until = null, lease_by = null where id = box.id;
  perform private.note_act('mailbox paused', box.address, null, null);
end
$$;

-- Goes on from where it stopped, or tries again at once.
create function public.resume_mailbox(mailbox uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  box public.mailboxes := private.mailbox_to_change(mailbox);
begin
  if not exists (select from private.mailbox_secrets where mailbox_id = box.id) then
    raise check_violation using message = 'Sign in to this mailbox again.';
  end if;
  update public.mailboxes set state = 'checking', reason = null, reason_detail = null, next_try_at = null, tries = 0 where id = box.id;
  perform pg_notify('mailboxes_due', '');
end
$$;

create function public.look_at_mailbox(mailbox uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  box public.mailboxes := private.mailbox_to_change(mailbox, to_stop => true);
begin
  update public.mailboxes set look_asked_at = clock_timestamp(), next_try_at = case when state = 'waiting' then null else next_try_at end where id = box.id;
  perform pg_notify('mailboxes_due', '');
end
$$;

-- Its secret goes at once. What was filed stays, or goes as well where no other mailbox has it.
create function public.remove_mailbox(mailbox uuid, with_mail boolean) returns void
language plpgsql volatile security definer set search_path = '' set statement_timeout = '300s'
as $$
declare
  box public.mailboxes := private.mailbox_to_change(mailbox, to_stop => true);
begin
  delete from private.mailbox_secrets where mailbox_id = box.id;
  update public.mailboxes set state = 'removed', removed_at = now(), reason = null, reason_detail = null, next_try_at = null,
    lease_until = null, lease_by = null where id = box.id;
  delete from public.mail_trouble where mailbox_id = box.id;
  if with_mail then perform private.drop_copies(box.id); end if;
  perform private.note_act('mailbox removed', box.address, null, jsonb_build_object('with_mail', with_mail));
end
$$;

grant execute on function private.mailboxes_to_change, private.may_change_mailbox to authenticated, service_role;
grant execute on function public.mailbox_list, public.mailbox_folder_list, public.mail_trouble_list, public.set_mailbox, public.pause_mailbox,
  public.resume_mailbox, public.require_mailbox, public.look_at_mailbox, public.remove_mailbox to authenticated, service_role;
