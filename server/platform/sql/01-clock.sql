-- The time, for every rule of this server. Plain SQL without settings, so that the planner puts now() in its place: it costs
-- nothing, and nothing can move it. Only the template of the tests replaces it (server/testing/movable-clock.ts).
create function private.now() returns timestamptz
language sql stable
as $$
  select pg_catalog.now()
$$;
grant execute on function private.now to authenticated, service_role;
