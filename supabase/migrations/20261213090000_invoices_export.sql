-- The list of invoices leaves as a file: for those who may export payments.
insert into public.role_grants (role_id, area, action)
select id, 'invoices', 'export' from public.roles where key in ('partner', 'finance')
on conflict do nothing;
