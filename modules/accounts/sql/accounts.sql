-- Companies. Only administrators see or change them.
-- Checks are named by what they demand, because their names stand in the message that the administrator reads.

create trigger accounts_tidy before insert or update on public.accounts
  for each row execute function private.tidy('website=web-address', 'domain=domain');

create trigger accounts_touch before update on public.accounts for each row execute function private.touch_updated_at();

grant select, insert, update, delete on public.accounts to authenticated;

grant all on public.accounts to service_role;

select private.allow('public.accounts', 'crm', adds => 'add', edits => 'edit', deletes => 'delete');

select private.enable_search(
  'accounts', area => 'crm', title => 'name',
  searched => array['name', 'domain', 'industry', 'website'],
  same => '{"domain": "host", "website": "host", "name": "name"}'
);

select private.show_when_found('accounts', 'accounts', is_switched => false, query => $query$
  select record.id, record.name, record.type, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.accounts as record on record.id = best.id 
$query$);

select private.enable_own_fields('public.accounts');

select private.enable_tags('public.accounts');

select private.register_types('crm', 'account');

select private.keep_history('public.accounts', 'account', 'name', 'account_id=id');

select private.tell_owners('account', 'public.accounts', 'owner_id');

select private.keep_facts('accounts', 'crm');

select private.enable_trash('accounts', area => 'crm', title => 'name', record_type => 'account');

create function private.names_of_accounts(ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(id, name), '{}') from public.accounts where id = any (ids)
$$;

select private.register_hook('names of ids', 'private.names_of_accounts(uuid[])');

grant execute on function private.names_of_accounts to authenticated, service_role;

select private.announce_changes('public.accounts', 'crm');

select private.hand_over_with('accounts', 'public.accounts', 'owner_id');
