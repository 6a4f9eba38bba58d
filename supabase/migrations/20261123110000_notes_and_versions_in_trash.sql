-- Deleted notes are rows of the trash like everything else; those of the last day go there now.
insert into public.deletions (id, kind, area, title, records, at)
select id, 'notes', 'timeline', left(body, 200), 1, deleted_at from public.notes where deleted_at is not null;

insert into private.deleted_rows (deletion_id, place, record_id, is_root, record)
select id, 'public.notes', id, true, to_jsonb(notes) from public.notes where deleted_at is not null;

delete from public.notes where deleted_at is not null;

-- Deleted by themselves before their company or deal was: they do not come back with it.
delete from private.deleted_rows where place = 'public.notes' and not is_root and record ->> 'deleted_at' is not null;

alter table public.notes drop column deleted_at;

-- A number is given once, also while its version is in the trash or gone for good.
alter table public.documents add column last_version int not null default 0;

update public.documents set last_version = coalesce((select max(no) from public.document_versions where document_id = documents.id), 0);

alter table public.document_versions add column title text generated always as (file_name || ', v' || no) stored;

-- A link to the newest version keeps its count of views when one of the versions goes.
alter table public.share_views
  drop constraint share_views_version_id_fkey,
  add constraint share_views_version_id_fkey foreign key (version_id) references public.document_versions (id) on delete set null;
