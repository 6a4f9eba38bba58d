-- The row of the dashboard: the tiles of the cash page, from the same lines. What was won stands apart, with the deals.
create function private.dashboard_cash(mine boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Cash is the firm's and nobody's own; who may not see it has no row.
  if not private.caller_may('cash', 'read') then return null; end if;
  return public.cash_overview() - 'weeks' - 'listed';
end
$$;

select private.register_hook('dashboard: cash', 'private.dashboard_cash(boolean)', 'cash');

grant execute on function private.dashboard_cash to authenticated, service_role;
