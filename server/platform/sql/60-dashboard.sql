-- The owner's dashboard: one function, one answer. Its figures come from the functions that the lists behind them use, so a figure
-- and its rows cannot differ. A module that is off is null; a part that fails says so and leaves the others alone.

-- `parts` asks for some of them again: 'tasks', 'inquiries', 'deals', 'sequences', 'contacts'. Modules register their part.
create function public.owner_dashboard(mine boolean default false, parts text[] default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb := (
    select jsonb_build_object('today', public.office_today(),
      'clock', to_char(private.now() at time zone time_zone, 'HH24:MI'), 'zone', time_zone)
    from public.office);
  part text;
  figure jsonb;
begin
  if not public.is_colleague() then raise insufficient_privilege; end if;
  for part in
    select substr(occasion, length('dashboard: ') + 1) from private.hooks
    where occasion like 'dashboard: %' and (parts is null or substr(occasion, length('dashboard: ') + 1) = any (parts)) order by occasion
  loop
    begin
      figure := coalesce((select given::jsonb from private.call_hooks('dashboard: ' || part, mine::text) as given), 'null');
    exception when others then
      figure := jsonb_build_object('error', sqlerrm);
    end;
    answer := answer || jsonb_build_object(part, figure);
  end loop;
  return answer;
end
$$;

grant execute on function public.owner_dashboard to authenticated, service_role;
