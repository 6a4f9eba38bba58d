-- Files that go along with a message: versions of documents, named in public.outbox.attachments. They are looked up when the message is
-- shown and again when it leaves; the bytes are read by the server (server/platform/outbox/attachments.ts).

-- Everything but an invitation, which is in the row itself, is the id of a version. One in the trash still has its name.
create function private.attached_files(attachments jsonb)
returns table (version_id uuid, file_id uuid, name text, type text, size bigint, sha256 text, is_there boolean)
language sql stable security definer set search_path = ''
as $$
  select version.id, version.file_id, coalesce(version.file_name, (
      select record ->> 'file_name' from private.deleted_rows where record_id = named.id and is_root and place = 'public.document_versions' limit 1), ''),
    version.mime_sniffed, version.size, version.sha256,
    coalesce(version.state = 'ready' and files.state = 'ready', false)
  from jsonb_array_elements(attached_files.attachments) with ordinality as item (value, position)
  cross join lateral (
    select case when item.value #>> '{}' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (item.value #>> '{}')::uuid end as id) as named
  left join public.document_versions as version on version.id = named.id
  left join private.files on files.id = version.file_id
  where not (jsonb_typeof(item.value) = 'object' and item.value ? 'ics')
  order by item.position
$$;

-- Why a caller does not attach these: 'gone', 'too_large' or null. What the caller does not see is not there.
create function private.attachments_refuse(attachments jsonb) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when bool_or(not is_there or hidden) then 'gone'
    -- domain/attached-files.ts says why as much.
    when sum(size) > 7 * 1024 * 1024 then 'too_large' end
  from (
    select attached.*, private.hides_document(document_versions.document_id, (select private.hidden_types())) as hidden
    from private.attached_files(attachments_refuse.attachments) as attached
    left join public.document_versions on document_versions.id = attached.version_id) as file
$$;

select private.register_hook('files refused', 'private.attachments_refuse(jsonb)');

-- What goes along with a message, by name and size.
create function public.outbox_files(id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  attached jsonb;
begin
  perform private.require_may('outbox', 'read');
  perform private.require_message(outbox_files.id);
  select outbox.attachments into attached from public.outbox where outbox.id = outbox_files.id and class <> 'system';
  return jsonb_build_object(
    'files', coalesce((select jsonb_agg(jsonb_build_object('version_id', version_id, 'name', name, 'type', type, 'size', size, 'is_there', is_there))
        from private.attached_files(coalesce(attached, '[]'))), '[]')
      || coalesce((select jsonb_agg(jsonb_build_object('version_id', null, 'name', 'invite.ics', 'type', 'text/calendar', 'size', octet_length(item ->> 'ics'), 'is_there', true))
        from jsonb_array_elements(attached) as item where jsonb_typeof(item) = 'object' and item ? 'ics'), '[]'),
    'may_attach', private.module_is_live('documents'));
end
$$;

-- The files of a held mail, instead of those it had; an invitation stays.
create function public.attach_to_outbox(id uuid, versions uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox('edit');
  refused text := private.attachments_refuse(to_jsonb(versions));
begin
  perform private.require_may('documents', 'read');
  perform private.require_message(attach_to_outbox.id);
  perform private.require_files(refused);
  update public.outbox set attachments = to_jsonb(versions) || coalesce(
    (select jsonb_agg(item) from jsonb_array_elements(outbox.attachments) as item where jsonb_typeof(item) = 'object'), '[]')
  where outbox.id = attach_to_outbox.id and state = 'held' and channel = 'email' and class <> 'system';
  if not found then raise check_violation using message = 'Only a held message can be changed.'; end if;
end
$$;

grant execute on function public.outbox_files, public.attach_to_outbox to authenticated, service_role;
