-- A database that was restored from a backup is a copy: the original may still be running, and may have sent what waits here. Until an
-- administrator takes the copy live, nothing leaves and no job runs. What waited in the backup is held until a person releases or drops it.

-- Written by a restore; a backup leaves it out, because it is about this database and not about what is in it.
create table private.restored (
  id boolean primary key default true check (id),
  -- The moment that was restored.
  taken_at timestamptz not null,
  restored_at timestamptz not null default now(),
  -- Where links in mail lead, as the server was told at its start.
  site_url text,
  live_at timestamptz
);
revoke all on private.restored from public, anon, authenticated, service_role;

-- What waited in the backup.
create table private.restored_messages (outbox_id uuid primary key references public.outbox (id) on delete cascade);
revoke all on private.restored_messages from public, anon, authenticated, service_role;

create function private.is_copy() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.restored where live_at is null)
$$;

-- Nothing becomes due in a copy, whoever writes it: what a person writes here is held as well.
create function private.hold_in_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_copy() then
    new.state := 'held';
    new.gate_reason := coalesce(new.gate_reason, 'This is a copy: nothing leaves');
  end if;
  return new;
end
$$;
create trigger outbox_in_copy before insert or update of state on public.outbox for each row
  when (new.state = 'queued' and new.class <> 'system') execute function private.hold_in_copy();

-- Replaces the function of the gate: a copy is closed before anything else is asked.
create or replace function private.gate_closed(publishing boolean, out state text, out reason text)
language sql stable set search_path = ''
as $$
  select case when may_leave and not is_copy then 'queued' else 'held' end,
    case when is_copy then 'This is a copy: nothing leaves' when may_leave then 'Sending is paused' else 'Safe mode: would have sent' end
  from (select coalesce(publishing, true) and is_open as may_leave, paused_at, private.is_copy() as is_copy from private.outbox_gate) as gate
  where not may_leave or paused_at is not null or is_copy
$$;

-- Mail to sign in that waits: its code or link has a short life, and may have left already. Whoever still needs one asks again.
create function private.drop_waiting_system_mail(why text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox set state = 'expired', gate_reason = why, secret = null, phase = null, lease_until = null, lease_by = null, finished_at = now()
  where class = 'system' and state in ('queued', 'sending')
$$;

-- The last step of every restore; gives how many messages are held by it.
create function private.mark_restored(taken timestamptz, has_new_keys boolean) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  words text := format('Restored from a backup of %s: release or drop',
    to_char(taken at time zone (select time_zone from public.office), 'Mon FMDD, YYYY'));
  held int;
begin
  insert into private.restored (taken_at) values (taken)
  on conflict (id) do update set taken_at = excluded.taken_at, restored_at = now(), site_url = null, live_at = null;
  perform private.drop_waiting_system_mail('it waited in a backup that was restored');
  -- Handing over had begun: it may have left. No provider is asked; a person settles it.
  update public.outbox set state = 'uncertain', phase = null, lease_until = null, lease_by = null, finished_at = now(),
    gate_reason = 'It was leaving when the backup was taken'
  where state = 'sending' and phase = 'handing_over' and provider is distinct from 'folder';
  update public.outbox set ask_at = null where state = 'uncertain' and ask_at is not null;
  with waiting as (
    update public.outbox set state = 'held', gate_reason = words, phase = null, lease_until = null, lease_by = null, taken_at = null,
      expires_at = greatest(expires_at, now() + interval '7 days')
    where class <> 'system' and state in ('queued', 'sending') returning id)
  insert into private.restored_messages select id from waiting on conflict do nothing;
  select count(*)::int into held from private.held_since_restore();
  perform private.note_act('restored from a backup', null, null, jsonb_build_object('taken_at', taken, 'held', held, 'new_keys', has_new_keys));
  return held;
end
$$;

create function private.held_since_restore() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select outbox.id from private.restored_messages join public.outbox on outbox.id = outbox_id where outbox.state = 'held'
$$;

-- For a copy that others may reach, staging above all: no session, link or form of the original opens anything here. The key of the
-- stop list stays: without it nobody who opted out would be recognized.
create function private.end_what_keys_opened() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from auth.sessions;
  delete from auth.refresh_tokens;
  delete from auth.one_time_tokens;
  update private.access_links set revoked_at = now() where revoked_at is null;
  update private.form_secret set secret = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
end
$$;

-- What the back office shows on every page; no row where nothing was restored or everything is settled.
create function public.restored_copy() returns table (is_copy boolean, taken_at timestamptz, site_url text, held int, steps_due int)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.caller_may('settings', 'read') then raise insufficient_privilege using message = 'You need admin privileges to see this.'; end if;
  return query
    select restored.live_at is null, restored.taken_at, restored.site_url, waiting.count, private.steps_due()
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
  if not private.caller_may('settings', 'edit') then raise insufficient_privilege using message = 'You need admin privileges to go live.'; end if;
  select * into copy from private.restored where live_at is null for update;
  if copy.id is null then raise check_violation using message = 'This is no copy any more.'; end if;
  if copy.site_url is distinct from confirmed_site_url then
    raise check_violation using message = format('The site address is now %s. Look again.', copy.site_url);
  end if;
  perform private.drop_waiting_system_mail('it was asked for before the copy went live');
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
  if not private.caller_may('settings', 'edit') then raise insufficient_privilege using message = 'You need admin privileges to decide this.'; end if;
  if cardinality(ids) is distinct from expected then
    raise check_violation using message = format('There are %s now, not %s. Look again.', cardinality(ids), expected);
  end if;
  return ids;
end
$$;

create function public.release_restored_messages(expected int) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  released int := public.release_outbox(private.restored_messages_as_seen(expected));
begin
  perform private.note_act('restored messages released', null, null, to_jsonb(released));
  return released;
end
$$;

create function public.drop_restored_messages(expected int) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ids uuid[] := private.restored_messages_as_seen(expected);
  dropped int := (select count(*)::int from unnest(ids) as one where private.cancel_outbox(one, 'Dropped after a restore'));
begin
  perform private.note_act('restored messages dropped', null, null, to_jsonb(dropped));
  return dropped;
end
$$;

revoke all on function private.is_copy(), private.hold_in_copy(), private.drop_waiting_system_mail(text), private.mark_restored(timestamptz, boolean),
  private.held_since_restore(), private.end_what_keys_opened(), private.restored_messages_as_seen(int), public.restored_copy(), public.go_live(text),
  public.release_restored_messages(int), public.drop_restored_messages(int) from public, anon, authenticated, service_role;
grant execute on function public.restored_copy(), public.go_live(text), public.release_restored_messages(int), public.drop_restored_messages(int)
  to authenticated, service_role;
