-- Who may do what. Today there is one role: admin.

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null constraint "role is admin" check (role = 'admin'),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);

alter table public.user_roles enable row level security;

create policy "people read their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));

-- Nobody grants a role through the API: roles are given by `npm run admin`, or by the secret key.
revoke all on public.user_roles from anon, authenticated;
grant select on public.user_roles to authenticated;
grant all on public.user_roles to service_role;

-- Reads the roles past row level security, so that policies may call it without asking themselves.
-- Write it as (select public.is_admin()) in a policy: it then runs once per statement, not once per row.
create function public.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = (select auth.uid()) and role = 'admin')
$$;

revoke all on function public.is_admin() from public;
grant execute on function public.is_admin() to anon, authenticated, service_role;
