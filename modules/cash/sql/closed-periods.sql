-- Periods that are closed: nothing is issued, paid or corrected inside one.

select private.allow('public.closed_periods', 'cash');

grant select on public.closed_periods to authenticated, service_role;
