create policy "admins see contacts" on public.contacts for select to authenticated using ((select public.may('crm', 'read')));

create policy "admins add contacts" on public.contacts for insert to authenticated with check ((select public.may('crm', 'add')));

create policy "admins edit contacts" on public.contacts
  for update to authenticated using ((select public.may('crm', 'edit'))) with check ((select public.may('crm', 'edit')));

create policy "admins delete contacts" on public.contacts for delete to authenticated using ((select public.may('crm', 'delete')));

select private.enable_search(
  'contacts', area => 'crm', title => 'name',
  searched => array['name', 'title', 'email', 'phone', 'role'],
  through => array['account_id'],
  same => '{"email": "email"}'
);

select private.show_when_found('contacts', 'contacts', is_switched => false, query => $query$
  select record.id, record.name, record.title, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.contacts as record on record.id = best.id 
$query$);

select private.keep_history('public.contacts', 'contact', 'name', 'account_id=account_id', 'contact_id=id');
