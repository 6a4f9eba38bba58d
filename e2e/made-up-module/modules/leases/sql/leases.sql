-- Leases: who may read and change them, how they are found, and what the client's page changes.

create trigger leases_tidy before insert or update on public.leases for each row execute function private.tidy();

create trigger leases_touch before update on public.leases for each row execute function private.touch_updated_at();

-- A rule that depends on another row: no one signs twice for the same company and day.
create function private.one_lease_a_day() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (select from public.leases where account_id = new.account_id and starts = new.starts and state = 'Signed' and id <> new.id) then
    raise check_violation using message = 'This company has a signed lease from that day.';
  end if;
  return null;
end
$$;

create trigger leases_one_a_day after insert or update on public.leases for each row when (new.state = 'Signed') execute function private.one_lease_a_day();

select private.register_types('leases', 'lease');

select private.allow('public.lease_people', 'leases', adds => 'edit', edits => 'edit', deletes => 'edit');

select private.allow('public.leases', 'leases', adds => 'edit', edits => 'edit', deletes => 'edit');

select private.enable_search('lease_people', area => 'leases', title => 'name', searched => array['name']);

select private.enable_search('leases', area => 'leases', title => 'title', searched => array['title', 'state'], through => array['account_id']);

select private.show_when_found('leases', 'leases', is_switched => true, query => $query$
  select record.id, record.title, record.state, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.leases as record on record.id = best.id
$query$);

select private.keep_history('public.leases', 'lease', 'title', 'account_id=account_id');

select private.announce_changes('public.leases', 'crm');

create function public.sign_lease(lease uuid) returns text
language sql set search_path = ''
as $$
  update public.leases set state = 'Signed', signed_at = now() where id = lease and state = 'Draft' returning state
$$;

grant select, insert, update, delete on public.lease_people, public.leases to authenticated;

grant all on public.lease_people, public.leases to service_role;

grant execute on function public.sign_lease(uuid) to authenticated, service_role;
