-- Who may do what.

create policy "people read their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));

grant select on public.user_roles to authenticated;

grant all on public.user_roles to service_role;

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
$$;

-- The one question every policy asks: may the caller do this ("read", "add", "edit", "delete") in that area ("crm", "settings")?
-- Today administrators may do everything and others nothing; further roles will be decided here and nowhere else. Policies have it
-- as (select public.may('crm', 'read')): it then runs once per statement, not once per row.
create function public.may(area text, action text) returns boolean
language sql stable
as $$
  select public.is_admin()
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

-- may() for functions that look past row level security and must ask themselves: the secret key may always.
create function private.caller_may(area text, action text) returns boolean
language sql stable
as $$
  select coalesce(auth.role() = 'service_role', false) or public.may(area, action)
$$;

-- Refuses a caller who may not. `what` says for which purpose: 'to write mail'.
create function private.require_may(area text, action text, what text default null) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.caller_may(area, action) then
    raise insufficient_privilege using message = format('You need admin privileges %s.', coalesce(what, 'for ' || area));
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

-- The signed-in person's own sessions, for the security page. auth.sessions is closed to everyone, hence security definer.
create function public.my_sessions()
returns table (id uuid, created_at timestamptz, used_at timestamptz, user_agent text, ip text, current boolean)
language sql stable security definer set search_path = ''
as $$
  select sessions.id, sessions.created_at, coalesce(sessions.refreshed_at at time zone 'utc', sessions.created_at),
    sessions.user_agent, host(sessions.ip), coalesce(sessions.id::text = (select auth.jwt() ->> 'session_id'), false)
  from auth.sessions
  where sessions.user_id = (select auth.uid()) and (sessions.not_after is null or sessions.not_after > now())
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

grant execute on function private.caller_may, private.require_may, private.no_more_than, public.is_admin, public.may, public.my_sessions,
  public.end_my_session to authenticated, service_role;
