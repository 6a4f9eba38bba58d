-- The people in companies. Only administrators see or change them.

create trigger contacts_tidy before insert or update on public.contacts for each row execute function private.tidy();

create trigger contacts_touch before update on public.contacts for each row execute function private.touch_updated_at();

grant select, insert, update, delete on public.contacts to authenticated;

grant all on public.contacts to service_role;

select private.allow('public.contacts', 'crm', adds => 'add', edits => 'edit', deletes => 'delete');

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

select private.enable_own_fields('public.contacts');

select private.enable_tags('public.contacts');

select private.register_types('crm', 'contact');

select private.keep_history('public.contacts', 'contact', 'name', 'account_id=account_id', 'contact_id=id');

select private.tell_owners('contact', 'public.contacts', 'owner_id');

select private.keep_facts('contacts', 'crm');

select private.enable_trash('contacts', area => 'crm', title => 'name', record_type => 'contact');

create function private.dashboard_contacts(mine boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('count', count(*)::int) from public.contacts
$$;

select private.register_hook('dashboard: contacts', 'private.dashboard_contacts(boolean)');

create function private.names_of_contacts(ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(id, name), '{}') from public.contacts where id = any (ids)
$$;

select private.register_hook('names of ids', 'private.names_of_contacts(uuid[])');

grant execute on function private.names_of_contacts, private.dashboard_contacts to authenticated, service_role;

select private.announce_changes('public.contacts', 'crm');

select private.hand_over_with('contacts', 'public.contacts', 'owner_id', company => 'account_id');
