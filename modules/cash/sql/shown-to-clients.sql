-- A client's own statement in the client's area: only of a company of which this person may see everything.
create function private.client_statement(account uuid, from_day date, to_day date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.statement_of(mine.account_id, from_day, to_day) from private.client_scope() as mine
  where mine.account_id = account and mine.scope = 'all' and private.module_is_live('cash') and to_day between from_day and from_day + 3700
  limit 1
$$;

grant execute on function private.client_statement to authenticated, service_role;
