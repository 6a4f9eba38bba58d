-- Documents: files of companies and our own, in folders, with versions, shared by links that can be taken back. The bytes are
-- elsewhere (private.files, on disk or in a bucket); here is what they are called, whose they are and who has seen them.

-- What the rows themselves cannot say ---------------------------------------------------------------------------------------

create function private.complete_folder() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.restoring() then return new; end if;
  new.name := btrim(new.name);
  new.name_key := private.fold(new.name);
  if tg_op = 'UPDATE' and old.kind is not null and (new.name, new.kind, new.parent_id) is distinct from (old.name, old.kind, old.parent_id) then
    raise check_violation using message = format('"%s" is one of the fixed folders and keeps its name.', old.name);
  end if;
  -- Merging accounts moves all their folders, in any order.
  if new.parent_id is not null and (tg_op = 'INSERT' or new.parent_id is distinct from old.parent_id) and not exists (
    select from public.folders where id = new.parent_id and account_id is not distinct from new.account_id) then
    raise check_violation using message = 'A folder stays with its account.';
  end if;
  if tg_op = 'UPDATE' and new.parent_id is distinct from old.parent_id and exists (
    with recursive above as (
      select id, parent_id from public.folders where id = new.parent_id
      union select folders.id, folders.parent_id from public.folders join above on folders.id = above.parent_id)
    select from above where id = new.id) then
    raise check_violation using message = 'A folder does not go into itself.';
  end if;
  return new;
end
$$;

create trigger folders_complete before insert or update on public.folders for each row execute function private.complete_folder();

create function private.complete_document() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := btrim(new.title);
  if tg_op = 'UPDATE' then
    if new.folder_id <> old.folder_id then
      new.account_id := (select account_id from public.folders where id = new.folder_id);
    end if;
    if (new.current_version, new.title, new.folder_id) is distinct from (old.current_version, old.title, old.folder_id) then
      new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
    end if;
  end if;
  return new;
end
$$;

create trigger documents_complete before insert or update on public.documents for each row execute function private.complete_document();

-- What a version is never changes; only whether it is still there.
create function private.keep_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A file name that says an erased person's name.
  if coalesce(current_setting('guidevane.anonymise', true), '') = 'yes' then return new; end if;
  if (new.document_id, new.no, new.file_name, new.size, new.sha256, new.mime_sniffed, new.created_at)
    is distinct from (old.document_id, old.no, old.file_name, old.size, old.sha256, old.mime_sniffed, old.created_at)
    or (new.file_id is distinct from old.file_id and new.file_id is not null) or old.state = 'deleted' and new.state <> 'deleted' then
    raise check_violation using message = 'A version is never overwritten.';
  end if;
  return new;
end
$$;

create trigger document_versions_keep before update on public.document_versions for each row execute function private.keep_version();

-- Bytes that no version has any more go with the next clean-up.
create function private.release_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Gone with a company that may come back: the bytes stay until that is over.
  if tg_op = 'DELETE' and private.deletion() is not null then return null; end if;
  update private.files set state = 'deleted'
  where id = old.file_id and not exists (select from public.document_versions where file_id = old.file_id and state <> 'deleted')
    and not exists (
      select from private.deleted_rows where place = 'public.document_versions' and record ->> 'file_id' = old.file_id::text);
  return null;
end
$$;

create trigger document_versions_release after delete on public.document_versions for each row
  when (old.file_id is not null) execute function private.release_file();

create trigger document_versions_release_deleted after update of state on public.document_versions for each row
  when (new.state = 'deleted' and old.state <> 'deleted' and old.file_id is not null) execute function private.release_file();

-- History -----------------------------------------------------------------------------------------------------------------

select private.register_types('documents', 'document');

select private.keep_history(
  'public.documents', 'document', 'title', 'account_id=account_id', 'contact_id=contact_id', 'deal_id=deal_id');

select private.note_deletions('public.folders', 'folder', 'name');

select private.enable_trash('documents', area => 'documents', title => 'title', record_type => 'document');
select private.enable_trash('document_versions', area => 'documents', title => 'title', record_type => 'document_version');
select private.enable_trash('folders', area => 'documents', title => 'name', record_type => 'folder');

create function private.record_document_event(document uuid, verb text, told jsonb default null, who text default null) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id, changes)
  select verb, case when who is null then auth.uid() end, coalesce(who, private.actor_name()), 'document', id, title,
    account_id, contact_id, deal_id, told
  from public.documents where id = document
$$;

-- A version that comes back by itself; with its whole document, the document's entry says it.
create function private.note_version_back() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_document_event(new.document_id, 'version restored', jsonb_build_object('version', new.no));
  return null;
end
$$;

create trigger document_versions_back after insert on public.document_versions for each row
  when (current_setting('guidevane.restoring', true) = 'document_versions') execute function private.note_version_back();

-- Folders of the conventions ------------------------------------------------------------------------------------------------

-- /GV/{Account}/Proposals/, /GV/{Account}/Documents/, /GV/Templates/, /GV/Drafts/{asset}/, /GV/Published/{date}/: found, or made
-- when the first file comes.
create function private.folder_for(account uuid, of_kind text, below text default null) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  found uuid;
  made uuid;
begin
  if (of_kind in ('proposals', 'documents')) <> (account is not null) then
    raise check_violation using message = format('"%s" is %s', of_kind, case when account is null then 'a folder of an account' else 'a folder of the firm' end);
  end if;
  insert into public.folders (account_id, name, name_key, kind) values (account, initcap(of_kind), '', of_kind)
  on conflict on constraint folders_name_among_siblings do nothing returning id into found;
  if found is null then
    select id into found from public.folders
    where account_id is not distinct from account and parent_id is null and name_key = private.fold(of_kind);
    -- Someone had made one of that name before.
    update public.folders set kind = of_kind where id = found and kind is null;
  end if;
  if btrim(coalesce(below, '')) = '' then return found; end if;
  insert into public.folders (account_id, parent_id, name, name_key) values (account, found, left(btrim(below), 120), '')
  on conflict on constraint folders_name_among_siblings do nothing returning id into made;
  return coalesce(made, (
    select id from public.folders
    where account_id is not distinct from account and parent_id = found and name_key = private.fold(left(btrim(below), 120))));
end
$$;

-- Filing ----------------------------------------------------------------------------------------------------------------------

-- Makes a version of bytes that are kept (private.files), all in the caller's transaction: the file becomes ready, the document
-- is found (by its id, by where it comes from, by the file's name in the folder) or made, the version gets the next number.
create function private.file_version(filed jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  place public.folders;
  kept private.files;
  document public.documents;
  version public.document_versions;
  label text := filed ->> 'file_name';
  by_server boolean := coalesce((filed ->> 'read_only')::boolean, false);
  who uuid := (select user_id from public.staff where user_id = coalesce((filed ->> 'created_by')::uuid, (select auth.uid())));
  is_new boolean := false;
begin
  -- Two files of one name that come together are two versions, not two documents.
  select * into place from public.folders where id = (filed ->> 'folder_id')::uuid for update;
  if place.id is null then
    raise sqlstate 'PT404' using message = 'This folder no longer exists';
  end if;
  select * into kept from private.files where id = (filed ->> 'file_id')::uuid and state in ('pending', 'ready') for update;
  if kept.id is null then
    raise sqlstate 'PT404' using message = 'There is no such file';
  end if;
  if filed ? 'document_id' and filed ->> 'document_id' is not null then
    select * into document from public.documents where id = (filed ->> 'document_id')::uuid for update;
    if document.id is null then
      raise sqlstate 'PT404' using message = 'This document no longer exists';
    end if;
  elsif filed ->> 'origin_id' is not null then
    select * into document from public.documents
    where origin_kind = filed ->> 'origin_kind' and origin_id = filed ->> 'origin_id' for update;
  elsif not coalesce((filed ->> 'separate')::boolean, false) then
    select documents.* into document from public.documents
    join public.document_versions as newest on newest.document_id = documents.id and newest.no = documents.current_version
    where folder_id = place.id and archived_at is null and not read_only and private.fold(newest.file_name) = private.fold(label)
    order by documents.updated_at desc limit 1 for update of documents;
  end if;
  if document.read_only and not by_server then
    raise check_violation using message = format('"%s" was filed by the server and stays as it is.', document.title);
  end if;
  -- Filed again from the same source with the same content: nothing new. The bytes are not confirmed and go with the clean-up.
  if filed ->> 'origin_id' is not null then
    select * into version from public.document_versions
    where document_id = document.id and no = document.current_version and state = 'ready' and sha256 = encode(kept.sha256, 'hex');
    if version.id is not null then
      return jsonb_build_object('document_id', document.id, 'version_id', version.id, 'no', version.no, 'title', document.title,
        'is_new', false);
    end if;
  end if;
  update private.files set state = 'ready' where id = kept.id;
  if document.id is null then
    is_new := true;
    insert into public.documents (account_id, folder_id, contact_id, deal_id, title, read_only, origin_kind, origin_id, source, created_by)
    values (place.account_id, place.id, (filed ->> 'contact_id')::uuid, (filed ->> 'deal_id')::uuid,
      left(coalesce(nullif(btrim(filed ->> 'title'), ''), nullif(btrim(regexp_replace(label, '\.[^.\s]{1,10}$', '')), ''), label), 200),
      by_server, filed ->> 'origin_kind', filed ->> 'origin_id', coalesce(filed ->> 'source', 'us'), who)
    returning * into document;
  end if;
  perform private.suppress_history(true);
  update public.documents set current_version = last_version + 1, last_version = last_version + 1, archived_at = null where id = document.id returning * into document;
  perform private.suppress_history(false);
  insert into public.document_versions
    (id, document_id, no, file_name, note, size, sha256, mime_sniffed, mime_claimed, file_id, created_by)
  values (coalesce((filed ->> 'version_id')::uuid, uuidv7()), document.id, document.last_version, label, nullif(btrim(filed ->> 'note'), ''), kept.size, encode(kept.sha256, 'hex'),
    filed ->> 'mime_sniffed', nullif(left(filed ->> 'mime_claimed', 200), ''), kept.id, who)
  returning * into version;
  if not is_new then perform private.record_document_event(document.id, 'versioned', jsonb_build_object('version', version.no)); end if;
  return jsonb_build_object('document_id', document.id, 'version_id', version.id, 'no', version.no, 'title', document.title,
    'is_new', is_new);
end
$$;

-- Reading -------------------------------------------------------------------------------------------------------------------

-- The tree: every folder, with how many files are right in it. Runs as the caller.
create function public.document_folders()
returns table (id uuid, account_id uuid, account_name text, parent_id uuid, name text, kind text, files int)
language sql stable set search_path = ''
as $$
  select folders.id, folders.account_id, accounts.name, folders.parent_id, folders.name, folders.kind,
    (select count(*)::int from public.documents where folder_id = folders.id and archived_at is null)
  from public.folders left join public.accounts on accounts.id = folders.account_id
  where (select public.may('documents', 'read'))
  order by folders.account_id is null, lower(accounts.name), array_position(array['proposals', 'documents', 'templates', 'drafts', 'published'], folders.kind) nulls last,
    lower(folders.name)
$$;

-- Whether a link still opens its page, and if not, why; the numbers are counted as the page counts them.
create function private.share_state(link private.access_links, settings public.share_settings, at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select case
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= at then 'expired'
    when settings.max_views <= (
      select count(*) from public.share_views where link_id = link.id and kind = 'viewed') then 'used up'
    else 'live' end
$$;

-- Looks past row level security, because links are not the data API's to show; so it asks for itself.
create function public.document_list(
  of_folder uuid default null, of_account uuid default null, of_contact uuid default null, of_deal uuid default null,
  of_document uuid default null, term text default null, archived boolean default false, most int default 200
)
returns table (
  id uuid, title text, account_id uuid, account_name text, folder_id uuid, folder_name text, read_only boolean, origin_kind text,
  archived_at timestamptz, version_id uuid, no int, file_name text, size bigint, mime text, state text, changed_at timestamptz, changed_by text,
  open_links int, views int, ended_at timestamptz, tags text[]
)
language sql stable security definer set search_path = ''
as $$
  select documents.id, documents.title, documents.account_id, case when (select private.caller_may('crm', 'read')) then accounts.name end, documents.folder_id, folders.name, documents.read_only,
    documents.origin_kind, documents.archived_at,
    version.id, version.no, version.file_name, version.size, version.mime_sniffed, version.state, version.created_at, staff.name,
    shared.open_links, shared.views, shared.ended_at, documents.tags
  from public.documents
  join public.folders on folders.id = documents.folder_id
  join public.document_versions as version on version.document_id = documents.id and version.no = documents.current_version
  left join public.accounts on accounts.id = documents.account_id
  left join public.staff on staff.user_id = version.created_by
  cross join lateral (
    select count(*) filter (where told.state = 'live')::int as open_links,
      coalesce(sum(told.views) filter (where told.state = 'live'), 0)::int as views,
      max(told.ended_at) filter (where told.state <> 'live') as ended_at
    from (
      select private.share_state(link, settings, now()) as state,
        (select count(*) from public.share_views where link_id = link.id and kind = 'viewed') as views,
        least(link.revoked_at, link.expires_at) as ended_at
      from public.share_settings as settings join private.access_links as link on link.id = settings.link_id
      where settings.document_id = documents.id) as told) as shared
  where (select private.caller_may('documents', 'read')) and (documents.origin_kind is null or documents.origin_kind <> all ((select private.hidden_types())::text[]))
    and (documents.archived_at is not null) = archived
    and (of_folder is null or documents.folder_id = of_folder)
    and (of_account is null or documents.account_id = of_account)
    and (of_contact is null or documents.contact_id = of_contact)
    and (of_deal is null or documents.deal_id = of_deal)
    and (of_document is null or documents.id = of_document)
    and (term is null or strpos(private.fold(documents.title || ' ' || version.file_name || ' ' || coalesce(accounts.name, '') || ' ' || array_to_string(documents.tags, ' ')),
      private.fold(btrim(term))) > 0)
  order by version.created_at desc, documents.id
  limit least(greatest(most, 0), 500)
$$;

-- Links and who has seen what, newest first: of one document, or all that are open.
create function public.share_list(of_document uuid default null)
returns table (
  link_id uuid, hint text, document_id uuid, title text, account_name text, version_id uuid, version_no int, allow_download boolean,
  ask_name boolean, has_password boolean, max_views int, message text, expires_at timestamptz, revoked_at timestamptz, state text,
  created_at timestamptz, created_by text, fetched int, viewed int, downloaded int, last_at timestamptz, seen jsonb
)
language sql stable security definer set search_path = ''
as $$
  select link.id, link.hint, settings.document_id, documents.title, case when (select private.caller_may('crm', 'read')) then accounts.name end, settings.version_id, version.no, settings.allow_download,
    settings.ask_name, link.password_hash is not null, settings.max_views, settings.message, link.expires_at, link.revoked_at, told.state,
    settings.created_at, staff.name, counted.fetched, counted.viewed, counted.downloaded, counted.last_at, counted.seen
  from public.share_settings as settings
  join private.access_links as link on link.id = settings.link_id
  join public.documents on documents.id = settings.document_id
  left join public.accounts on accounts.id = documents.account_id
  left join public.document_versions as version on version.id = settings.version_id
  left join public.staff on staff.user_id = settings.created_by
  cross join lateral (select private.share_state(link, settings, now()) as state) as told
  cross join lateral (
    select count(*) filter (where kind = 'fetched')::int as fetched, count(*) filter (where kind = 'viewed')::int as viewed,
      count(*) filter (where kind = 'downloaded')::int as downloaded, max(at) filter (where kind <> 'fetched') as last_at,
      (select jsonb_agg(to_jsonb(recent) order by recent.at desc) from (
        select view.at, view.kind, view.name, seen_version.no from public.share_views as view
        left join public.document_versions as seen_version on seen_version.id = view.version_id
        where view.link_id = link.id order by view.at desc limit 20) as recent) as seen
    from public.share_views where share_views.link_id = link.id) as counted
  where (select private.caller_may('documents', 'read')) and (documents.origin_kind is null or documents.origin_kind <> all ((select private.hidden_types())::text[]))
    and (case when of_document is null then told.state = 'live' and documents.archived_at is null else settings.document_id = of_document end)
  order by settings.created_at desc
$$;

-- Work -----------------------------------------------------------------------------------------------------------------------

-- The folder of an account's own documents, or one of the firm's, made when it is first needed.
create function public.open_folder(account uuid default null, of_kind text default 'documents') returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('documents', 'add', 'to file documents');
  return private.folder_for(account, of_kind);
end
$$;

-- An earlier version becomes the newest, as its own version: what was in between stays.
create function public.restore_version(version uuid) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  earlier public.document_versions;
  made jsonb;
begin
  perform private.require_may('documents', 'edit', 'to restore versions');
  select * into earlier from public.document_versions where id = version;
  perform private.require_document(earlier.document_id);
  if earlier.id is null or earlier.state <> 'ready' then
    raise sqlstate 'PT404' using message = 'This version is no longer there';
  end if;
  made := private.file_version(jsonb_build_object(
    'folder_id', (select folder_id from public.documents where id = earlier.document_id), 'document_id', earlier.document_id,
    'file_id', earlier.file_id, 'file_name', earlier.file_name, 'mime_sniffed', earlier.mime_sniffed, 'mime_claimed', earlier.mime_claimed,
    'note', format('Version %s restored', earlier.no)));
  return (made ->> 'no')::int;
end
$$;

-- To the trash, with the links that show this version only; the document is then as it was before that version.
create function public.delete_version(version uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone public.document_versions;
  document public.documents;
  newest int;
begin
  perform private.require_may('documents', 'delete', 'to delete versions');
  select * into gone from public.document_versions where id = version;
  perform private.require_document(gone.document_id);
  select * into document from public.documents where id = gone.document_id for update;
  if document.id is null then
    raise sqlstate 'PT404' using message = 'This version is no longer there';
  end if;
  if document.read_only then
    raise check_violation using message = format('"%s" was filed by the server and stays as it is.', document.title);
  end if;
  select max(no) into newest from public.document_versions where document_id = document.id and id <> version and state <> 'deleted';
  if newest is null then
    raise check_violation using message = 'This is the only version. Archive the document instead.';
  end if;
  delete from public.document_versions where id = version;
  perform private.suppress_history(true);
  update public.documents set current_version = newest where id = document.id;
  perform private.suppress_history(false);
  perform private.record_document_event(document.id, 'version deleted', jsonb_build_object('version', gone.no));
end
$$;

-- Archived first, then to the trash: versions, settings of links and views go along. Its links open nothing then; they go with the bytes
-- when it is removed for good.
create function public.delete_document(document uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone public.documents;
begin
  perform private.require_may('documents', 'delete', 'to delete documents');
  perform private.require_document(document);
  select * into gone from public.documents where id = document for update;
  if gone.read_only then
    raise check_violation using message = format('"%s" was filed by the server and stays as it is.', gone.title);
  elsif gone.archived_at is null then
    raise check_violation using message = 'Archive the document first.';
  end if;
  delete from public.documents where id = document;
end
$$;

-- Go with an account, and are no use of it by others.
insert into private.record_parts (place, field) values ('public.folders', 'account_id');

-- Others' records ------------------------------------------------------------------------------------------------------------

-- Two companies become one: folders of the same name are joined, whatever is in them stays.
create function private.join_folders(given uuid, target uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  child record;
begin
  update public.documents set folder_id = target where folder_id = given;
  update private.document_uploads set folder_id = target where folder_id = given;
  for child in
    select folders.id, same.id as same_id from public.folders
    left join public.folders as same on same.parent_id = target and same.name_key = folders.name_key
    where folders.parent_id = given
  loop
    if child.same_id is not null then
      perform private.join_folders(child.id, child.same_id);
    else
      update public.folders set parent_id = target, account_id = (select account_id from public.folders where id = target) where id = child.id;
    end if;
  end loop;
  delete from public.folders where id = given;
end
$$;

create function private.folders_follow_merge(keep uuid, gone uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.join_folders(other.id, kept.id)
  from public.folders as other join public.folders as kept on kept.account_id = keep and kept.parent_id is null and kept.name_key = other.name_key
  where other.account_id = gone and other.parent_id is null;
  update public.folders set account_id = keep where account_id = gone;
end
$$;

select private.register_hook('merge accounts', 'private.folders_follow_merge(uuid, uuid)');

-- A name that a person typed before they read a file of their company.
create function private.erase_contact_from_views(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person public.contacts := (select contacts from public.contacts where id = contact);
begin
  update public.share_views set name = 'Erased person'
  where private.fold(name) = private.fold(person.name) and link_id in (
    select link_id from public.share_settings join public.documents on documents.id = share_settings.document_id
    where documents.account_id = person.account_id);
  update public.events set actor_name = 'Erased person'
  where record_type = 'document' and account_id = person.account_id and actor_id is null and private.fold(actor_name) = private.fold(person.name);
end
$$;

select private.register_hook('erase contact', 'private.erase_contact_from_views(uuid)');

grant select, insert (id, account_id, parent_id, name), update (name, parent_id), delete on public.folders to authenticated;

grant select, update (title, folder_id, contact_id, deal_id, tags, archived_at) on public.documents to authenticated;

grant select on public.document_versions, public.share_settings to authenticated;

grant select (id, link_id, version_id, at, kind, name) on public.share_views to authenticated;

grant select on public.folders, public.documents, public.document_versions, public.share_settings to service_role;

create policy "staff see folders" on public.folders for select to authenticated using ((select public.may('documents', 'read')));

create policy "staff make folders" on public.folders for insert to authenticated with check ((select public.may('documents', 'add')));

create policy "staff rename folders of their own making" on public.folders
  for update to authenticated using (kind is null and (select public.may('documents', 'edit')))
  with check (kind is null and (select public.may('documents', 'edit')));

create policy "staff delete empty folders" on public.folders for delete to authenticated
  using (kind is null and (select public.may('documents', 'delete')));

-- What was filed for a record, such as a signed proposal, is for those who may read that record.
create policy "staff see documents" on public.documents for select to authenticated
  using ((select public.may('documents', 'read')) and (origin_kind is null or origin_kind <> all ((select private.hidden_types())::text[])));

-- Whether a document is one of the hidden kinds, asked past row level security. One in the trash is as hidden as it was; of one that is gone
-- for good no one knows, so only who reads every kind of record sees its history.
create function private.hides_document(document uuid, hidden text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select hidden <> '{}'
    and not exists (select from public.documents where id = document and (origin_kind is null or origin_kind <> all (hidden)))
    and not exists (
      select from private.deleted_rows where record_id = document and is_root and place = 'public.documents'
        and (record ->> 'origin_kind' is null or record ->> 'origin_kind' <> all (hidden)))
$$;

-- For functions that look past row level security.
create function private.require_document(document uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.hides_document(document, private.hidden_types()) then raise sqlstate 'PT404' using message = 'This document no longer exists'; end if;
end
$$;

grant execute on function private.hides_document to authenticated, service_role;

create policy "the history of a document is for those who see it" on public.events as restrictive for select to authenticated
  using (record_type <> 'document' or not private.hides_document(record_id, (select private.hidden_types())::text[]));

create policy "staff edit documents that they filed" on public.documents
  for update to authenticated using (not read_only and (select public.may('documents', 'edit')))
  with check (not read_only and (select public.may('documents', 'edit')));

create policy "staff see versions of documents" on public.document_versions for select to authenticated
  using ((select public.may('documents', 'read')) and exists (select from public.documents where documents.id = document_versions.document_id));
create policy "staff see how documents are shared" on public.share_settings for select to authenticated
  using ((select public.may('documents', 'read')) and exists (select from public.documents where documents.id = share_settings.document_id));
create policy "staff see who opened a link" on public.share_views for select to authenticated
  using ((select public.may('documents', 'read')) and exists (select from public.share_settings where share_settings.link_id = share_views.link_id));

-- Finding.
select private.enable_search('documents', area => 'documents', title => 'title', searched => array['title'], through => array['account_id', 'contact_id', 'deal_id']);

select private.enable_tags('public.documents');

select private.show_when_found('documents', 'documents', $query$
  select record.id, record.title, company.name, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.documents as record on record.id = best.id left join public.accounts as company on company.id = record.account_id
    where record.archived_at is null and (record.origin_kind is null or record.origin_kind <> all ((select private.hidden_types())::text[]))
$query$);

-- Bytes that only versions of a purged deletion had, and links to its documents.
create function private.release_purged_files(deletion uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.files set state = 'deleted'
  where id in (select (record ->> 'file_id')::uuid from private.deleted_rows where deletion_id = deletion and place = 'public.document_versions')
    and not exists (select from public.document_versions where file_id = files.id and state <> 'deleted')
    and not exists (
      select from private.deleted_rows as other
      where other.deletion_id <> deletion and other.place = 'public.document_versions' and other.record ->> 'file_id' = files.id::text);
  delete from private.access_links using private.deleted_rows as gone
  where gone.deletion_id = deletion and gone.place = 'public.documents' and access_links.kind = 'document' and access_links.subject_id = (gone.record ->> 'id')::uuid
$$;

select private.register_hook('purge deletion', 'private.release_purged_files(uuid)');

create function private.files_of_origin(origins text[]) returns setof uuid
language sql stable set search_path = ''
as $$
  select file_id from public.document_versions join public.documents on documents.id = document_id
  where documents.origin_id = any (origins) and file_id is not null
$$;

select private.register_hook('files of origin', 'private.files_of_origin(text[])');

-- Signed papers leave the lists; their bytes stay with what is kept by law.
create function private.archive_kept_files(contact uuid) returns void
language sql volatile set search_path = ''
as $$
  update public.documents set archived_at = coalesce(archived_at, now())
  where id in (select document_id from public.document_versions where file_id in (
    select unnest(file_ids) from private.kept_by_law where contact_id = contact))
$$;

select private.register_hook('files kept by law', 'private.archive_kept_files(uuid)');

-- Files whose words are read before a person is erased: their own first, their company's, then all others. One of each content.
create function private.versions_to_read(contact uuid, after uuid, most int)
returns table (id uuid, document uuid, title text, no int, file_name text, file_id uuid, size float8, read_only boolean, in_all int)
language sql stable set search_path = ''
as $$
  with ranked as (
    select version.id, documents.id as document, documents.title, version.no, version.file_name, version.file_id, version.size::float8 as size, documents.read_only,
      case when documents.contact_id = contact then 0
        when documents.account_id = (select account_id from public.contacts where contacts.id = contact) then 1 else 2 end as place
    from public.document_versions as version join public.documents on documents.id = version.document_id
    where version.state = 'ready' and version.file_id is not null)
  select ranked.id, document, title, no, file_name, file_id, size, read_only, (select count(*)::int from ranked)
  from ranked
  where after is null or (place, ranked.id) > (select earlier.place, earlier.id from ranked as earlier where earlier.id = after)
  order by place, ranked.id limit most
$$;

-- What a person decided about each file that names the erased one. A reason to keep it is in the log of acts; papers that the server filed stay.
create function private.erase_files(contact uuid, files jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  decided record;
  why text;
begin
  for decided in
    select version.id, version.document_id, documents.title, documents.read_only, file ->> 'keep' as keep
    from jsonb_array_elements(files) as file
    join public.document_versions as version on version.id = (file ->> 'version')::uuid and version.state <> 'deleted'
    join public.documents on documents.id = version.document_id
  loop
    why := nullif(private.trimmed(decided.keep), '');
    if why is not null then
      perform private.note_act('file kept', 'file ' || decided.id, null, jsonb_build_object('person', contact, 'because', left(why, 300)));
    elsif decided.read_only then
      raise check_violation using message = format('"%s" was filed by the server and stays as it is. Say why it is kept.', decided.title);
    else
      update public.document_versions set state = 'deleted' where id = decided.id;
      if not exists (select from public.document_versions where document_id = decided.document_id and state <> 'deleted') then
        delete from private.access_links where kind = 'document' and subject_id = decided.document_id;
        delete from public.documents where id = decided.document_id;
      else
        update public.documents set current_version = (
          select max(no) from public.document_versions where document_id = decided.document_id and state <> 'deleted') where id = decided.document_id;
      end if;
      perform private.note_act('file deleted', 'file ' || decided.id, null, jsonb_build_object('person', contact));
    end if;
  end loop;
end
$$;

select private.register_hook('erase files', 'private.erase_files(uuid, jsonb)');

-- The bytes go with the next clean-up, unless something else has them.
create function private.release_kept_files(files uuid[]) returns void
language sql volatile set search_path = ''
as $$
  update public.document_versions set state = 'deleted'
  where file_id = any (files) and not exists (select from private.kept_by_law where file_id = any (kept_by_law.file_ids))
$$;

select private.register_hook('kept by law ended', 'private.release_kept_files(uuid[])');

grant execute on function public.document_folders, public.share_list, public.open_folder, public.document_list, public.restore_version,
  public.delete_version, public.delete_document to authenticated, service_role;

select private.announce_changes('public.documents', 'documents');
