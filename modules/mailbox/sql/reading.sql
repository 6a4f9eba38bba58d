-- Reading: which server has which mailbox, how it is doing, and how far each folder has been read.

create function private.is_read(state text) returns boolean
language sql immutable set search_path = ''
as $$
  select state in ('new', 'checking', 'reading_back', 'live', 'waiting')
$$;

create function private.due_mailboxes(most int) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.mailboxes
  where private.is_read(state) and (lease_until is null or lease_until <= clock_timestamp()) and (next_try_at is null or next_try_at <= clock_timestamp())
  order by coalesce(next_try_at, last_heard_at) nulls first limit most
$$;

create function private.claim_mailbox(mailbox uuid, holder text, seconds int) returns setof public.mailboxes
language sql volatile security definer set search_path = ''
as $$
  update public.mailboxes set lease_by = holder, lease_until = clock_timestamp() + seconds * interval '1 second',
    state = case when state in ('new', 'waiting') then 'checking' else state end
  where id = mailbox and private.is_read(state) and (lease_until is null or lease_until <= clock_timestamp())
    and (next_try_at is null or next_try_at <= clock_timestamp()) and private.module_is_live('mailbox')
  returning mailboxes.*
$$;

-- When someone asked to look, or null; no row when the mailbox is no longer this server's.
create function private.renew_mailbox(mailbox uuid, holder text, seconds int) returns table (look_asked_at timestamptz)
language sql volatile security definer set search_path = ''
as $$
  update public.mailboxes set lease_until = clock_timestamp() + seconds * interval '1 second'
  where id = mailbox and lease_by = holder and lease_until > clock_timestamp() and private.is_read(state) and private.module_is_live('mailbox')
  returning mailboxes.look_asked_at
$$;

create function private.release_mailbox(mailbox uuid, holder text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.mailboxes set lease_until = null, lease_by = null where id = mailbox and lease_by = holder
$$;

-- Trouble: tried again after 1, 5, 15 and then every 60 minutes, or not at all until a person signs in again. `pause` is what the server asked for.
create function private.fail_mailbox(mailbox uuid, holder text, why text, detail text, is_final boolean, pause int default null) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.mailboxes set lease_until = null, lease_by = null, reason = why, reason_detail = left(detail, 300),
    state = case when is_final then 'signed_out' else 'waiting' end, tries = tries + 1,
    next_try_at = case when not is_final then clock_timestamp() + greatest((array[1, 5, 15, 60])[least(tries + 1, 4)] * interval '1 minute', coalesce(pause, 0) * interval '1 second') end
  where id = mailbox and lease_by = holder
$$;

-- It answers: whether it knows IDLE, and what folders it has. A folder that is no longer named is gone; one that cannot be opened is shut.
create function private.see_mailbox(mailbox uuid, holder text, idle boolean, folders jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  box public.mailboxes;
  has_all boolean := exists (select from jsonb_array_elements(folders) as each where each ->> 'special_use' = 'all');
begin
  select * into box from public.mailboxes where id = mailbox and lease_by = holder for no key update;
  if box.id is null then return; end if;
  update public.mailbox_folders set state = 'gone' where mailbox_id = mailbox and path not in (select each ->> 'path' from jsonb_array_elements(folders) as each);
  insert into public.mailbox_folders as kept (mailbox_id, path, special_use, wanted, state)
  select mailbox, each ->> 'path', each ->> 'special_use',
    -- Where all mail is in one folder, the others are labels of it.
    coalesce(each ->> 'special_use', '') not in ('junk', 'trash', 'drafts') and (not has_all or each ->> 'special_use' = 'all'),
    case when (each ->> 'is_shut')::boolean then 'shut' else 'behind' end
  from jsonb_array_elements(folders) as each where char_length(each ->> 'path') <= 500
  on conflict (mailbox_id, path) do update set special_use = coalesce(excluded.special_use, kept.special_use),
    wanted = kept.wanted and coalesce(excluded.special_use, '') not in ('junk', 'trash', 'drafts'),
    state = case when excluded.state = 'shut' then 'shut' when kept.state in ('gone', 'shut') then 'behind' else kept.state end;
  update public.mailboxes set has_idle = idle, tries = 0, reason = null, reason_detail = null, next_try_at = null, last_heard_at = clock_timestamp(),
    state = case when exists (select from public.mailbox_folders where mailbox_id = mailbox and wanted and mailbox_folders.state in ('behind', 'recount')) then 'reading_back' else 'live' end
  where id = mailbox;
end
$$;

create function private.folders_to_read(mailbox uuid) returns setof public.mailbox_folders
language sql stable security definer set search_path = ''
as $$
  select folder.* from public.mailbox_folders as folder join public.mailboxes on mailboxes.id = folder.mailbox_id
  where folder.mailbox_id = mailbox and folder.wanted and folder.state not in ('gone', 'shut')
    and not exists (select from public.mail_never where kind = 'folder' and lower(value) = lower(folder.path) and (mail_never.owner_id is null or mail_never.owner_id = mailboxes.owner_id))
  order by (folder.special_use = 'inbox' or folder.special_use = 'all') desc nulls last, (folder.special_use = 'sent') desc nulls last, folder.path
$$;

create function private.shut_folder(of_folder uuid, into_state text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.mailbox_folders set state = into_state where id = of_folder
$$;

-- Opened: with another UIDVALIDITY than before its numbers mean nothing any more, and all is counted again by what messages are known by.
create function private.open_mail_folder(of_folder uuid, holder text, validity bigint, uid_next bigint) returns setof public.mailbox_folders
language sql volatile security definer set search_path = ''
as $$
  update public.mailbox_folders as folder set
    state = case when folder.uid_validity is null then 'behind' when folder.uid_validity <> validity then 'recount' else folder.state end,
    uid_validity = validity,
    next_uid = case when folder.uid_validity is distinct from validity then uid_next
      -- Without UIDVALIDITY nothing is sure: the last ones are compared at each look.
      when validity = 0 then greatest(1, least(folder.next_uid, uid_next - 500)) else folder.next_uid end,
    back_uid = case when folder.uid_validity is distinct from validity then uid_next - 1 else folder.back_uid end
  from public.mailboxes
  where folder.id = of_folder and mailboxes.id = folder.mailbox_id and mailboxes.lease_by = holder and mailboxes.lease_until > clock_timestamp()
  returning folder.*
$$;

-- Everything in it has been read. After a recount, what was not found again has gone.
create function private.level_folder(of_folder uuid, holder text, validity bigint, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  read public.mailbox_folders;
  box public.mailboxes;
begin
  select * into read from public.mailbox_folders where id = of_folder for update;
  select * into box from public.mailboxes where id = read.mailbox_id and lease_by = holder and lease_until > clock_timestamp() for no key update;
  if box.id is null or read.uid_validity is distinct from validity then return; end if;
  if read.state = 'recount' then
    delete from public.mail_copies as old where old.mailbox_id = box.id and old.folder = read.path and old.uid_validity <> validity
      and exists (select from public.mail_copies as now where now.mail_id = old.mail_id and now.mailbox_id = box.id and now.folder = read.path and now.uid_validity = validity);
    update public.mail_copies set gone_at = coalesce(gone_at, clock_timestamp()) from public.mails
    where mails.id = mail_copies.mail_id and mail_copies.mailbox_id = box.id and mail_copies.folder = read.path and mail_copies.uid_validity <> validity
      and mails.at >= box.read_since;
  end if;
  update public.mailbox_folders set state = 'level', level_at = level_folder.at, back_uid = 0 where id = of_folder;
  update public.mailboxes set last_heard_at = clock_timestamp() where id = box.id;
  if box.state <> 'live' and not exists (select from private.folders_to_read(box.id) as other where other.state <> 'level') then
    perform private.end_reading_back(box);
    update public.mailboxes set state = 'live', batch = uuidv7() where id = box.id;
  end if;
end
$$;

-- One entry for each person and company, however many mails.
create function private.end_reading_back(box public.mailboxes) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, record_type, record_id, account_id, contact_id, changes, batch)
  select 'mails read', 'mail', box.id,
    case when row_number() over (partition by contacts.account_id order by counted.mails desc, contacts.id) = 1 then contacts.account_id end,
    contacts.id, jsonb_build_object('mails', counted.mails), box.batch
  from (select mail_people.contact_id, count(distinct mails.id)::int as mails from public.mails join public.mail_people on mail_people.mail_id = mails.id
    where mails.batch = box.batch and mail_people.contact_id is not null group by 1) as counted
  join public.contacts on contacts.id = counted.contact_id
  where box.colleagues_see <> 'nothing'
$$;

-- What is in a folder now: copies that are not are gone, and back if they come again.
create function private.compare_folder(of_folder uuid, holder text, validity bigint, uids bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  read public.mailbox_folders;
begin
  select each.* into read from public.mailbox_folders as each join public.mailboxes on mailboxes.id = each.mailbox_id
  where each.id = of_folder and each.uid_validity = validity and mailboxes.lease_by = holder and mailboxes.lease_until > clock_timestamp();
  if read.id is null then return; end if;
  update public.mail_copies set gone_at = case when there.uid is null then clock_timestamp() end
  from public.mail_copies as own left join (select distinct one as uid from unnest(uids) as one) as there on there.uid = own.uid
  where own.mailbox_id = read.mailbox_id and own.folder = read.path and own.uid_validity = validity
    and (mail_copies.mailbox_id, mail_copies.folder, mail_copies.uid_validity, mail_copies.uid) = (own.mailbox_id, own.folder, own.uid_validity, own.uid)
    and (own.gone_at is null) <> (there.uid is not null);
  update public.mailbox_folders set compared_at = clock_timestamp() where id = read.id;
end
$$;
