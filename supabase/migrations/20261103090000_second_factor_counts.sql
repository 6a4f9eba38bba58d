-- An administrator who has a second factor is one only after using it: a stolen password alone opens nothing.
-- The token says how the session was proved: aal1 is the password, aal2 the second factor as well.
create or replace function public.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = (select auth.uid()) and role = 'admin')
    and (
      coalesce((select auth.jwt() ->> 'aal'), '') = 'aal2'
      or not exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
    )
$$;
