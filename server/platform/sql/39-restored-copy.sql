-- A database that was restored from a backup is a copy: the original may still be running, and may have sent what waits here. Until an
-- administrator takes the copy live, nothing leaves and no job runs. What waited in the backup is held until a person releases or drops it.

create function private.is_copy() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.restored where live_at is null)
$$;

-- Nothing becomes due in a copy, no matter who writes it: what a person writes here is held as well.
create function private.hold_in_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_copy() then
    new.state := 'held';
    new.gate_code := coalesce(new.gate_code, 'copy');
  end if;
  return new;
end
$$;
create trigger outbox_in_copy before insert or update of state on public.outbox for each row
  when (new.state = 'queued' and new.class <> 'system') execute function private.hold_in_copy();

-- Mail to sign in that waits: its code or link has a short life, and may have left already. Anyone who still needs one asks again.
create function private.drop_waiting_system_mail(code text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox
  set state = 'expired', gate_code = code, secret = null, phase = null, lease_until = null, lease_by = null, finished_at = private.now()
  where class = 'system' and state in ('queued', 'sending')
$$;

create function private.held_since_restore() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select outbox.id from private.restored_messages join public.outbox on outbox.id = outbox_id where outbox.state = 'held'
$$;

-- The last step of every restore; gives how many messages are held by it.
create function private.mark_restored(taken timestamptz, has_new_keys boolean) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held int;
begin
  insert into private.restored (taken_at) values (taken)
  on conflict (id) do update set taken_at = excluded.taken_at, restored_at = private.now(), site_url = null, live_at = null;
  perform private.drop_waiting_system_mail('waited_in_backup');
  -- Handing over had begun: it may have left. No provider is asked; a person settles it.
  update public.outbox set state = 'uncertain', phase = null, lease_until = null, lease_by = null, finished_at = private.now(),
    gate_code = 'left_with_backup'
  where state = 'sending' and phase = 'handing_over' and provider is distinct from 'folder';
  update public.outbox set ask_at = null where state = 'uncertain' and ask_at is not null;
  with waiting as (
    update public.outbox set state = 'held', gate_code = 'restored', gate_detail = public.office_day(taken)::text, phase = null, lease_until = null, lease_by = null, taken_at = null,
      expires_at = greatest(expires_at, private.now() + interval '7 days')
    where class <> 'system' and state in ('queued', 'sending') returning id)
  insert into private.restored_messages select id from waiting on conflict do nothing;
  select count(*)::int into held from private.held_since_restore();
  perform private.note_act('restored from a backup', null, null, jsonb_build_object('taken_at', taken, 'held', held, 'new_keys', has_new_keys));
  return held;
end
$$;

-- For a copy that others may reach, staging above all: no session and no link of the original opens anything here. The key of the
-- stop list stays: without it no one who opted out would be recognized.
create function private.end_what_keys_opened() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from auth.sessions;
  delete from auth.refresh_tokens;
  delete from auth.one_time_tokens;
  update private.access_links set revoked_at = private.now() where revoked_at is null;
end
$$;
