-- A module is a part of the back office; what a deal is about is a service line. The history keeps the old name in its entries.
alter table public.deals rename column module to service_line;
alter table public.deals rename constraint "module has at most 60 characters" to "service has at most 60 characters";
alter table public.subjects rename column module to service_line;

-- Rows that were deleted can be restored, by the names of their columns.
update private.deleted_rows set record = record - 'module' || jsonb_build_object('service_line', record -> 'module')
where place in ('public.deals', 'public.subjects') and record ? 'module';

-- Files whose import was not confirmed yet.
delete from public.import_parts where 'module' = any (keys);
