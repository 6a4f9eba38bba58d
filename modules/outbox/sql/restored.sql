-- What people decide about a restored database: going live, and what waited in the backup.

-- What the back office shows on every page; no row where nothing was restored or everything is settled.
create function public.restored_copy() returns table (is_copy boolean, taken_at timestamptz, site_url text, held int, steps_due int)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('settings', 'read', 'to see this');
  return query
    select restored.live_at is null, restored.taken_at, restored.site_url, waiting.count, (select coalesce(sum(given::int), 0)::int from private.call_hooks('steps due') as given)
    from private.restored, (select count(*)::int as count from private.held_since_restore()) as waiting
    where restored.live_at is null or waiting.count > 0;
end
$$;

-- `confirmed_site_url` is the address the person saw in the question. Releases nothing; from now on jobs run and new messages leave.
create function public.go_live(confirmed_site_url text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  copy private.restored;
begin
  perform private.require_may('settings', 'edit', 'to go live');
  select * into copy from private.restored where live_at is null for update;
  if copy.id is null then raise check_violation using message = 'This is no copy any more.'; end if;
  if copy.site_url is distinct from confirmed_site_url then
    raise check_violation using message = format('The site address is now %s. Look again.', copy.site_url);
  end if;
  perform private.drop_waiting_system_mail('before_live');
  update public.outbox set expires_at = greatest(expires_at, now() + interval '7 days') where id in (select private.held_since_restore());
  update private.restored set live_at = now();
  perform private.note_act('copy taken live', null, null, jsonb_build_object('taken_at', copy.taken_at, 'site_url', copy.site_url));
  perform pg_notify('went_live', '');
end
$$;

-- `expected` is how many the person saw in the question they confirmed: more or fewer, and nothing happens.
create function private.restored_messages_as_seen(expected int) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  ids uuid[] := array(select private.held_since_restore());
begin
  perform private.require_may('settings', 'edit', 'to decide this');
  if cardinality(ids) is distinct from expected then
    raise check_violation using message = format('There are %s now, not %s. Look again.', cardinality(ids), expected);
  end if;
  return ids;
end
$$;

create function public.release_restored_messages(expected int) returns int
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return public.release_outbox(private.restored_messages_as_seen(expected));
end
$$;

create function public.drop_restored_messages(expected int) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ids uuid[] := private.restored_messages_as_seen(expected);
  dropped int := (select count(*)::int from unnest(ids) as one where private.cancel_outbox(one, 'dropped'));
begin
  perform private.note_act('restored messages dropped', null, null, to_jsonb(dropped));
  return dropped;
end
$$;

grant execute on function public.restored_copy, public.go_live, public.release_restored_messages, public.drop_restored_messages
  to authenticated, service_role;
