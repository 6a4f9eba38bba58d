-- Payment requests in the client's area.
-- Looks past row level security, as states are worked out by a function that runs as its caller.
create function private.client_request_rows() returns table (
  id uuid, account_id uuid, number text, title text, currency text, amount_minor bigint, received_minor bigint, open_minor bigint, state text,
  issued_on date, due_on date, paid_on date, invoice_number text)
language sql stable security definer set search_path = ''
as $$
  with shown as materialized (
    select asked.* from private.client_scope('payments') as mine
    join public.payment_requests as asked on asked.account_id = mine.account_id and (mine.scope = 'all' or asked.contact_id = mine.contact_id)
    where asked.state = 'open' and private.module_is_live('payments')
  )
  select asked.id, asked.account_id, asked.number, asked.title, asked.currency, asked.amount_minor, stood.received_minor, stood.open_minor, stood.state,
    asked.issued_on, asked.due_on, stood.paid_on, invoices.number
  from shown as asked
  join private.request_states(public.office_today(), array(select shown.id from shown)) as stood on stood.id = asked.id
  left join public.invoices on invoices.id = asked.invoice_id
$$;

create view private.client_requests with (security_barrier) as select * from private.client_request_rows();

create function private.client_request(request uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.payment_page(request) from private.client_requests where id = request limit 1
$$;

grant select on private.client_requests to authenticated;
grant execute on function private.client_request_rows, private.client_request to authenticated, service_role;

-- The statement of a company, for those who see everything of it: opening, moves, closing.
create function private.client_statement(account uuid, since date, until date)
returns table (day date, what text, number text, title text, currency text, minor_digits int, asked_minor bigint, paid_minor bigint, balance_minor bigint)
language sql stable security definer set search_path = ''
as $$
  select moves.* from public.account_statement(account, since, until) as moves
  where account in (select private.client_accounts('payments', true)) and private.module_is_live('payments')
$$;

grant execute on function private.client_statement to authenticated, service_role;
