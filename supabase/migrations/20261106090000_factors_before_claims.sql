-- The same rule as before. Most administrators have no second factor, which is quicker to see than to read the
-- token's claims; they are read only when there is one.
create or replace function public.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = (select auth.uid()) and role = 'admin')
    and (
      not exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
      or coalesce((select auth.jwt() ->> 'aal'), '') = 'aal2'
    )
$$;
