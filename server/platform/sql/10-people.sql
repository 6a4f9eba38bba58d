-- Who may do what.

create policy "people read their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));

grant select on public.user_roles to authenticated;

grant all on public.user_roles to service_role;

-- The role that the caller's session looks through (private.viewing_as), or null. Only reading is allowed while it does.
create function private.viewed_role() returns uuid
language sql stable security definer set search_path = ''
as $$
  select role_id from private.viewing_as
  where session_id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() and ends_at > private.now()
$$;

-- An administrator who has a second factor is one only after using it: a stolen password alone opens nothing. The token says how
-- the session was proved: aal1 is the password, aal2 the second factor as well. Reads the roles past row level security, so that
-- policies may call it.
create function public.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = (select auth.uid()) and role = 'admin')
    and (
      not exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
      or coalesce((select auth.jwt() ->> 'aal'), '') = 'aal2'
    )
    and (private.viewed_role() is null or private.viewed_role() = (select id from public.roles where key = 'admin'))
$$;

-- The roles of the caller that count now: proved by a second factor where the account has one or the role asks for it. Roles other than
-- `admin` count while the module team is on.
create function private.roles_in_force() returns setof public.roles
language sql stable security definer set search_path = ''
as $$
  select roles.* from public.user_roles as held join public.roles on roles.key = held.role
  where held.user_id = (select auth.uid())
    -- A session of an account that was banned is refused before; this is for what is done in its name without one.
    and not exists (select from auth.users where id = (select auth.uid()) and (deleted_at is not null or banned_until > private.now()))
    and (coalesce((select auth.jwt() ->> 'aal'), '') = 'aal2' or not (roles.asks_second_factor
      or exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')))
    and (held.role = 'admin' or (select live from public.modules where key = 'team'))
$$;

-- In which of these areas the caller may do this ("read", "add", "edit", "delete", "send", "money", "export")? Administrators may do
-- everything; others what one of their roles grants. Looking through a role leaves of that what the role may read: never more than is
-- held now. The one place that says so; PostgreSQL writes it into the functions that ask.
create function private.areas_among(asked text[], action text) returns setof text
language sql stable
as $$
  select each.area
  from (select private.viewed_role() as id offset 0) as viewed cross join unnest(asked) as each (area)
  where exists (
    select from private.roles_in_force() as mine
    where mine.key = 'admin' or exists (select from public.role_grants as granted
      where granted.role_id = mine.id and granted.area = each.area and granted.action = areas_among.action))
  and (viewed.id is null or areas_among.action = 'read' and (
    exists (select from public.roles where id = viewed.id and key = 'admin')
    or exists (select from public.role_grants as granted
      where granted.role_id = viewed.id and granted.area = each.area and granted.action = 'read')))
$$;

-- The one question every policy asks: may the caller do this in that area ("crm", "settings")? Policies have it as
-- (select public.may('crm', 'read')): it then runs once per statement, not once per row.
create function public.may(area text, action text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.areas_among(array[may.area], may.action))
$$;

-- The same question about a colleague who is not the caller: those who are to be told or asked, and what they left somewhere to be used
-- without a session, such as the address of a feed. A role that asks for a second factor counts once there is one.
create function private.person_may(person uuid, area text, action text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles as held join public.roles on roles.key = held.role join auth.users on users.id = held.user_id
    where held.user_id = person and users.deleted_at is null and coalesce(users.banned_until, private.now()) <= private.now()
      and (not roles.asks_second_factor or exists (select from auth.mfa_factors where user_id = person and status = 'verified'))
      and (held.role = 'admin' or (private.module_is_live('team') and exists (select from public.role_grants as granted
      where granted.role_id = roles.id and granted.area = person_may.area and granted.action = person_may.action))))
$$;

-- Whether the caller works here, in any role: may know the office, its currencies and the names of colleagues.
create function public.is_colleague() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.roles_in_force())
$$;

-- What a colleague's own screen shows, such as how a list is arranged, is not changed while it looks through another role.
create function private.is_viewing() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.viewed_role() is not null
$$;

-- may() for functions that look past row level security and must ask themselves: the secret key may always.
create function private.caller_may(area text, action text) returns boolean
language sql stable
as $$
  select coalesce(auth.role() = 'service_role', false) or public.may(area, action)
$$;

-- The same for many areas at once, which costs as much as one.
create function private.caller_areas(asked text[], action text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select case when auth.role() = 'service_role' then asked else array(select allowed from private.areas_among(asked, caller_areas.action) as allowed) end
$$;

-- The kinds of record (private.findable) with which the caller may do this.
create function private.kinds_to(action text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(kind), '{}') from private.findable
  where area in (select allowed from private.areas_among(array(select distinct area from private.findable), kinds_to.action) as allowed)
$$;

create function private.readable_kinds() returns text[]
language sql stable
as $$
  select private.kinds_to('read')
$$;

-- To which area a kind of record belongs that the history tells of, or that a message or a file was made for. Called by a module's SQL.
create function private.register_types(area text, variadic types text[]) returns void
language sql volatile set search_path = ''
as $$
  insert into private.record_types (record_type, area) select type, register_types.area from unnest(types) as type
$$;

create function private.readable_types() returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(record_type), '{}') from private.record_types
  where area = any ((select private.caller_areas(array(select distinct area from private.record_types), 'read'))::text[])
$$;

create function private.hidden_types() returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(record_type), '{}') from private.record_types where record_type <> all ((select private.readable_types())::text[])
$$;

-- Of an area that is open to the caller, what messages were made for and the caller does not read all the same: the mailboxes of colleagues
-- who keep their words to themselves (hook 'hidden origins').
create function private.hidden_origins() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select array_agg(one) from private.call_hooks('hidden origins') as answer, unnest(answer::uuid[]) as one), '{}');
end
$$;

-- The usual policies of a table: what one must be allowed in its area to read, add, edit and delete rows. What is not named is closed.
create function private.allow(of_table regclass, area text, adds text default null, edits text default null, deletes text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  command text;
  action text;
  clause text;
begin
  for command, action, clause in values
    ('select', 'read', 'using (%1$s)'), ('insert', adds, 'with check (%1$s)'), ('update', edits, 'using (%1$s) with check (%1$s)'), ('delete', deletes, 'using (%1$s)')
  loop
    continue when action is null;
    execute format('create policy %I on %s for %s to authenticated %s', format('who may %s %s may %s', action, area, command), of_table, command,
      format(clause, format('(select public.may(%L, %L))', area, action)));
  end loop;
end
$$;

-- Rows of one's own that need no right, such as how a list is arranged: not written while one looks through another role.
create function private.keep_while_viewing(of_table regclass) returns void
language plpgsql set search_path = ''
as $$
declare
  command text;
begin
  foreach command in array array['insert', 'update', 'delete'] loop
    execute format('create policy %I on %s as restrictive for %s to authenticated %s (not (select private.is_viewing()))',
      format('no %s while looking through another role', command), of_table, command, case command when 'insert' then 'with check' else 'using' end);
  end loop;
end
$$;

-- Refuses a caller who may not. `what` says for which purpose: 'to write mail'.
create function private.require_may(area text, action text, what text default null) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.caller_may(area, action) then
    raise insufficient_privilege using message = case when private.is_viewing() then 'You are looking through another role: nothing can be changed.'
      else format('You need admin privileges %s.', coalesce(what, 'for ' || area)) end;
  end if;
end
$$;

-- A list that a caller gave, refused when it is longer. Immutable, so that PostgreSQL asks while it plans: estimating how many rows
-- are among 200,000 ids takes longer than anything a policy could still stop.
create function private.no_more_than(most int, list anyarray) returns anyarray
language plpgsql immutable set search_path = ''
as $$
begin
  if cardinality(list) > most then
    raise invalid_parameter_value using message = format('At most %s at once.', most);
  end if;
  return list;
end
$$;

-- What the caller's screens may show: {"is_owner", "is_colleague", "roles": [name], "grants": ["deals edit"], "second_factor": null, "due" (has
-- one, and has not used it) or "missing" (a role asks for one), "viewing": name of the role looked through, "owners": whom to ask}.
create function public.my_access() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with viewed as (
    select roles.* from public.roles where id = private.viewed_role()
  ), in_force as (
    select * from private.roles_in_force()
  ), mine as (
    select * from viewed where exists (select from in_force) union all select * from in_force where not exists (select from viewed)
  ), held as (
    select roles.*, exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified') as has_factor
    from public.user_roles join public.roles on roles.key = user_roles.role
    where user_id = (select auth.uid()) and (roles.key = 'admin' or (select live from public.modules where key = 'team'))
  )
  select jsonb_build_object(
    'is_owner', exists (select from mine where key = 'admin') and exists (select from in_force where key = 'admin'),
    'is_colleague', exists (select from mine),
    'roles', (select coalesce(jsonb_agg(name order by name), '[]') from mine),
    'grants', (select coalesce(jsonb_agg(distinct area || ' ' || action), '[]') from public.role_grants as granted
      where role_id in (select id from mine)
      and exists (select from in_force where key = 'admin' or exists (select from public.role_grants as own
        where own.role_id = in_force.id and own.area = granted.area and own.action = granted.action))),
    'second_factor', (select case when has_factor then 'due' when asks_second_factor then 'missing' end from held
      where coalesce((select auth.jwt() ->> 'aal'), '') <> 'aal2' and (has_factor or asks_second_factor)
        and not exists (select from mine) limit 1),
    'viewing', (select name from viewed),
    'owners', case when exists (select from held) then (
      select coalesce(jsonb_agg(staff.name order by staff.name), '[]') from public.user_roles join public.staff using (user_id) where role = 'admin') else '[]' end)
$$;

-- The signed-in person's own sessions, for the security page. auth.sessions is closed to everyone, hence security definer.
create function public.my_sessions()
returns table (id uuid, created_at timestamptz, used_at timestamptz, user_agent text, ip text, current boolean)
language sql stable security definer set search_path = ''
as $$
  select sessions.id, sessions.created_at, coalesce(sessions.refreshed_at at time zone 'utc', sessions.created_at),
    sessions.user_agent, host(sessions.ip), coalesce(sessions.id::text = (select auth.jwt() ->> 'session_id'), false)
  from auth.sessions
  where sessions.user_id = (select auth.uid()) and (sessions.not_after is null or sessions.not_after > private.now())
  order by 6 desc, 3 desc
$$;

-- Anyone who has a second factor ends other sessions only after using it: a thief with the password alone must not sign the owner out.
create function public.end_my_session(session uuid) returns boolean
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from auth.sessions
    where id = session and user_id = (select auth.uid())
      and (
        id::text = (select auth.jwt() ->> 'session_id')
        or (select auth.jwt() ->> 'aal') = 'aal2'
        or not exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
      )
    returning 1
  )
  select exists (select from gone)
$$;

grant execute on function private.caller_may, private.require_may, private.no_more_than, private.is_viewing, private.kinds_to, private.readable_kinds, private.readable_types, private.hidden_types, private.hidden_origins, public.is_admin,
  public.is_colleague, public.may, public.my_access, public.my_sessions, public.end_my_session to authenticated, service_role;
