-- One column more for accounts.
alter table public.accounts add column size text check (size in ('Small', 'Large'));
select private.enable_search(
  'accounts', area => 'crm', title => 'name',
  searched => array['name', 'domain', 'industry', 'website', 'size'],
  same => '{"domain": "host", "website": "host", "name": "name"}'
);
