-- Documents in the client's area: what we show the company, and what it sent. Its only way to them.
create view private.client_documents with (security_barrier) as
select documents.id, documents.account_id, documents.title, documents.source, folders.name as folder, documents.updated_at as changed_at,
  version.id as version_id, version.no, version.file_name, version.size::float8 as size, version.mime_sniffed as mime, version.created_at,
  contacts.name as sent_by, documents.contact_id = mine.contact_id as is_mine
from private.client_scope('documents') as mine
join public.documents on documents.account_id = mine.account_id and (mine.scope = 'all' or documents.contact_id = mine.contact_id)
join public.folders on folders.id = documents.folder_id
join public.document_versions as version on version.document_id = documents.id and version.no = documents.current_version and version.state = 'ready'
left join public.contacts on contacts.id = documents.contact_id and documents.source = 'client'
where (documents.client_since is not null or documents.source = 'client') and documents.archived_at is null and (select private.module_is_live('documents'));

-- Earlier versions as well, from when the document was shown.
create view private.client_versions with (security_barrier) as
select version.id, version.document_id, version.no, version.file_id, version.file_name, version.size::float8 as size, version.sha256, version.mime_sniffed as mime,
  version.created_at, shown.account_id, shown.title
from private.client_documents as shown
join public.document_versions as version on version.document_id = shown.id and version.state = 'ready' and version.no <= shown.no;

grant select on private.client_documents, private.client_versions to authenticated;

-- Shown to the company from now on, or no longer. What was filed by the server may be shown; it only cannot be changed.
create function public.show_document_to_client(document uuid, shown boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.documents;
begin
  perform private.require_may('documents', 'edit', 'to show documents to clients');
  perform private.require_document(document);
  perform private.suppress_history(true);
  update public.documents set client_since = case when shown then coalesce(client_since, now()) end
  where id = document and account_id is not null returning * into kept;
  perform private.suppress_history(false);
  if kept.id is null then raise sqlstate 'PT404' using message = 'Only documents of a company are shown to clients.'; end if;
  perform private.record_document_event(document, case when shown then 'shown to client' else 'hidden from client' end);
end
$$;

grant execute on function public.show_document_to_client to authenticated, service_role;
