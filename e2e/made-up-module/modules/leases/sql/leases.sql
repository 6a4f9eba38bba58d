-- Leases: who may read and change them, how they are found, and what the client's page changes.

create trigger leases_tidy before insert or update on public.leases for each row execute function private.tidy();

create trigger leases_touch before update on public.leases for each row execute function private.touch_updated_at();

create policy "admins use lease people" on public.lease_people to authenticated using ((select public.may('crm', 'read')));

create policy "admins use leases" on public.leases to authenticated using ((select public.may('crm', 'read')));

select private.enable_search('lease_people', area => 'crm', title => 'name', searched => array['name']);

select private.enable_search('leases', area => 'crm', title => 'title', searched => array['title', 'state'], through => array['account_id']);

select private.show_when_found('leases', 'leases', is_switched => true, query => $query$
  select record.id, record.title, record.state, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.leases as record on record.id = best.id
$query$);

select private.keep_history('public.leases', 'lease', 'title', 'account_id=account_id');

create function public.sign_lease(lease uuid) returns text
language sql set search_path = ''
as $$
  update public.leases set state = 'Signed', signed_at = now() where id = lease and state = 'Draft' returning state
$$;

grant select, insert, update, delete on public.lease_people, public.leases to authenticated;

grant all on public.lease_people, public.leases to service_role;

grant execute on function public.sign_lease(uuid) to authenticated, service_role;
