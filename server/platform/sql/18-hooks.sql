-- A module's migration calls this for each of its tables with words about a person.
create function private.empty_with_contact(place regclass, field name, emptied text) returns void
language sql set search_path = ''
as $$
  insert into private.followers (place, field, emptied) values (place, field, emptied)
  on conflict on constraint followers_pkey do update set emptied = excluded.emptied
$$;

create function private.register_hook(occasion text, routine regprocedure) returns void
language sql set search_path = ''
as $$
  insert into private.record_hooks (occasion, routine) values (occasion, routine) on conflict do nothing
$$;

create function private.run_hooks(for_occasion text, variadic ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  hook record;
begin
  for hook in select routine::regproc as name from private.record_hooks where occasion = for_occasion order by routine::text loop
    if cardinality(ids) = 2 then
      execute format('select %s($1, $2)', hook.name) using ids[1], ids[2];
    else
      execute format('select %s($1)', hook.name) using ids[1];
    end if;
  end loop;
end
$$;
