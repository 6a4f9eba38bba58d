-- Roles and who has them. No one gives more than they have.

grant select on public.roles, public.role_grants to authenticated, service_role;

grant all on public.roles, public.role_grants to service_role;

select private.allow('public.roles', 'staff');
select private.allow('public.role_grants', 'staff');

create trigger roles_touch before update on public.roles for each row execute function private.touch_updated_at();

-- Whether the caller may do all that a role may: an owner always; others never what an owner may.
create function private.is_within_mine(role public.roles) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.role() = 'service_role', false) or public.is_admin() or (role.key <> 'admin'
    and not exists (select from public.role_grants as granted where granted.role_id = role.id and not public.may(granted.area, granted.action)))
$$;

create function private.role_to_give(role_key text) returns public.roles
language plpgsql stable security definer set search_path = ''
as $$
declare
  found public.roles := (select roles from public.roles where key = role_key);
begin
  if found.id is null then raise sqlstate 'PT404' using message = 'This role no longer exists. Choose another.'; end if;
  if not private.is_within_mine(found) then
    raise insufficient_privilege using message = format('%s may do more than you. Ask an owner to give it.', found.name);
  end if;
  return found;
end
$$;

-- The person, locked, if the caller may change what they may.
create function private.colleague_to_change(person uuid) returns public.staff
language plpgsql volatile security definer set search_path = ''
as $$
declare
  found public.staff;
begin
  if person = auth.uid() then
    raise check_violation using message = 'You cannot change your own role. Ask another owner to do it.';
  end if;
  select * into found from public.staff where user_id = person for update;
  if found.user_id is null then raise sqlstate 'PT404' using message = 'This colleague no longer exists.'; end if;
  if exists (select from public.user_roles join public.roles on roles.key = user_roles.role
      where user_id = person and not private.is_within_mine(roles)) then
    raise insufficient_privilege using message = format('%s may do more than you. Ask an owner.', found.name);
  end if;
  return found;
end
$$;

create function public.set_role(person uuid, role_key text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  given public.roles;
  found public.staff;
begin
  perform private.require_may('staff', 'edit', 'to change roles');
  given := private.role_to_give(role_key);
  found := private.colleague_to_change(person);
  if not found.active then raise check_violation using message = 'Reactivate this colleague first.'; end if;
  -- The new one first: at no moment is the colleague without any.
  insert into public.user_roles (user_id, role) values (person, given.key) on conflict do nothing;
  delete from public.user_roles where user_id = person and role <> given.key;
end
$$;

-- `role` is {id, name, asks_second_factor, grants: [{area, action}]}; without an id it is a new one. `seen` is when it was read.
create function public.save_role(role jsonb, seen timestamptz default null) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.roles;
  spelled text := private.trimmed(role ->> 'name');
  was jsonb;
  stranger record;
begin
  perform private.require_may('staff', 'edit', 'to change roles');
  if coalesce(spelled, '') = '' then raise check_violation using message = 'Give the role a name.'; end if;
  if exists (select from public.roles where lower(name) = lower(spelled) and id is distinct from (role ->> 'id')::uuid) then
    raise unique_violation using message = format('There is a role "%s" already.', spelled);
  end if;
  for stranger in select * from jsonb_to_recordset(role -> 'grants') as given (area text, action text) where not public.may(given.area, given.action) loop
    raise insufficient_privilege using message = format('You may not %s in %s yourself, so you cannot allow it.', stranger.action, stranger.area);
  end loop;
  if role ->> 'id' is null then
    insert into public.roles (key, name, asks_second_factor)
    values ('r' || replace(gen_random_uuid()::text, '-', ''), spelled, coalesce((role ->> 'asks_second_factor')::boolean, false)) returning * into kept;
  else
    select * into kept from public.roles where id = (role ->> 'id')::uuid for update;
    if kept.id is null then raise sqlstate 'PT404' using message = 'This role no longer exists.'; end if;
    if kept.key = 'admin' then raise check_violation using message = 'An owner may do everything, always. Copy the role to change it.'; end if;
    if not private.is_within_mine(kept) then raise insufficient_privilege using message = format('%s may do more than you. Ask an owner.', kept.name); end if;
    if exists (select from public.user_roles where user_id = auth.uid() and user_roles.role = kept.key) and not public.is_admin() then
      raise check_violation using message = 'You cannot change your own role. Ask another owner to do it.';
    end if;
    if seen is not null and date_trunc('milliseconds', kept.updated_at) <> date_trunc('milliseconds', seen) then
      raise sqlstate 'PT409' using message = 'Somebody else changed this role. Reload to see it.';
    end if;
    was := private.role_facts(kept);
    update public.roles set name = spelled, asks_second_factor = coalesce((role ->> 'asks_second_factor')::boolean, asks_second_factor), updated_at = now()
    where id = kept.id returning * into kept;
  end if;
  delete from public.role_grants where role_id = kept.id
    and (area, action) not in (select given.area, given.action from jsonb_to_recordset(role -> 'grants') as given (area text, action text));
  insert into public.role_grants (role_id, area, action)
  select distinct kept.id, given.area, given.action from jsonb_to_recordset(role -> 'grants') as given (area text, action text) on conflict do nothing;
  perform private.note_act(case when was is null then 'role made' else 'role edited' end, kept.name, was, private.role_facts(kept));
  perform private.tell_role(kept.key);
  return kept.id;
end
$$;

create function private.role_facts(role public.roles) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('name', role.name, 'second factor', role.asks_second_factor,
    'may', (select coalesce(jsonb_agg(area || ' ' || action order by area, action), '[]') from public.role_grants where role_id = role.id))
$$;

create function public.delete_role(role uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.roles;
  holders int;
begin
  perform private.require_may('staff', 'edit', 'to change roles');
  select * into kept from public.roles where id = role for update;
  if kept.id is null then raise sqlstate 'PT404' using message = 'This role no longer exists.'; end if;
  if kept.preset then raise check_violation using message = 'This role comes with the product. Change it, or leave it unused.'; end if;
  if not private.is_within_mine(kept) then raise insufficient_privilege using message = format('%s may do more than you. Ask an owner.', kept.name); end if;
  holders := (select count(*) from public.user_roles where user_roles.role = kept.key);
  if holders > 0 then
    raise check_violation using message = format('%s this role: choose another first.', case holders when 1 then '1 colleague has' else holders || ' colleagues have' end);
  end if;
  delete from public.roles where id = kept.id;
  perform private.note_act('role deleted', kept.name, null, null);
end
$$;

-- Open screens are told at once that what they may show has changed.
create function private.tell_access(person uuid) returns void
language sql volatile set search_path = ''
as $$
  select private.send_live('recheck', '{}', person => person), private.send_live('access', '{}', person => person)
$$;

create function private.tell_role(role_key text) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.tell_access(user_id) from public.user_roles where role = role_key
$$;

create function private.tell_role_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_access(case when tg_op = 'DELETE' then old.user_id else new.user_id end);
  return null;
end
$$;

create trigger access_follows_roles after insert or update or delete on public.user_roles for each row execute function private.tell_role_change();

-- Looking through a role ends as soon as what the one who looks may do, or what the role shows, changes.
create function private.end_viewing(person uuid, role uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  with ended as (
    delete from private.viewing_as
    where user_id = person or role_id = role or user_id in (
      select held.user_id from public.user_roles as held join public.roles on roles.key = held.role where roles.id = end_viewing.role)
    returning user_id)
  select private.tell_access(user_id) from ended
$$;

create function private.end_viewing_of_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  becomes jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  person text := tg_argv[0];
  role text := tg_argv[1];
begin
  perform private.end_viewing((was ->> person)::uuid, (was ->> role)::uuid);
  if becomes is not null then perform private.end_viewing((becomes ->> person)::uuid, (becomes ->> role)::uuid); end if;
  return null;
end
$$;

create trigger viewing_ends_with_roles after insert or update or delete on public.user_roles for each row
  execute function private.end_viewing_of_row('user_id', '');
create trigger viewing_ends_with_grants after insert or update or delete on public.role_grants for each row
  execute function private.end_viewing_of_row('', 'role_id');
create trigger viewing_ends_with_a_role after update of key, asks_second_factor on public.roles for each row
  when (old.key <> new.key or old.asks_second_factor <> new.asks_second_factor) execute function private.end_viewing_of_row('', 'id');
create trigger viewing_ends_with_a_colleague after update of active or delete on public.staff for each row
  execute function private.end_viewing_of_row('user_id', '');
create trigger viewing_ends_with_an_account after update of banned_until, deleted_at, email on auth.users for each row
  when (old.banned_until is distinct from new.banned_until or old.deleted_at is distinct from new.deleted_at
    or old.email is distinct from new.email)
  execute function private.end_viewing_of_row('id', '');

-- The last owner --------------------------------------------------------------------------------------------------------------

-- Checked when the transaction ends. Whoever removes an owner locks those who are left, so that two who remove the last two each
-- other's way wait for one another, and the second is refused.
create function private.keep_an_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.module_is_live('team') then return null; end if;
  perform pg_advisory_xact_lock(hashtext('owners'));
  perform from public.user_roles where role = 'admin' for update;
  if not exists (
    select from public.user_roles join auth.users on users.id = user_roles.user_id
    where user_roles.role = 'admin' and users.deleted_at is null and coalesce(users.banned_until, now()) <= now()) then
    raise check_violation using message = 'This is the last owner. Make someone else an owner first.', constraint = 'there is an owner';
  end if;
  return null;
end
$$;

create constraint trigger an_owner_stays after update or delete on public.user_roles deferrable initially deferred
  for each row when (old.role = 'admin') execute function private.keep_an_owner();

create constraint trigger an_owner_is_let_in after update of banned_until, deleted_at on auth.users deferrable initially deferred
  for each row when (new.banned_until is distinct from old.banned_until or new.deleted_at is distinct from old.deleted_at)
  execute function private.keep_an_owner();

-- View as ---------------------------------------------------------------------------------------------------------------------

-- The caller's session sees what a role would see, reading only, for an hour or until it ends.
create function public.view_as(role uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  seen public.roles := (select roles from public.roles where id = role);
begin
  perform private.require_may('staff', 'read', 'to look through a role');
  if seen.id is null then raise sqlstate 'PT404' using message = 'This role no longer exists.'; end if;
  if not private.is_within_mine(seen) then raise insufficient_privilege using message = format('%s may see more than you. Ask an owner.', seen.name); end if;
  if auth.jwt() ->> 'session_id' is null then raise check_violation using message = 'Sign in again to do this.'; end if;
  insert into private.viewing_as (session_id, user_id, role_id, ends_at)
  values ((auth.jwt() ->> 'session_id')::uuid, auth.uid(), seen.id, now() + interval '1 hour')
  on conflict (session_id) do update set role_id = excluded.role_id, ends_at = excluded.ends_at;
  perform private.note_act('view as started', seen.name, null, null);
  perform private.tell_access(auth.uid());
end
$$;

create function public.stop_viewing() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  seen uuid;
begin
  delete from private.viewing_as where session_id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() returning role_id into seen;
  if seen is null then return; end if;
  perform private.note_act('view as ended', (select name from public.roles where id = seen), null, null);
  perform private.tell_access(auth.uid());
end
$$;

grant execute on function public.set_role, public.save_role, public.delete_role, public.view_as, public.stop_viewing to authenticated, service_role;
