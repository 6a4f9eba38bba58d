-- Invoices in the client's area: those of the client's companies, or only what is addressed to this person.
-- Looks past row level security, as states are worked out by a function that runs as its caller.
create function private.client_invoice_rows() returns table (
  id uuid, account_id uuid, number text, type text, title text, currency text, total_minor bigint, open_minor bigint, state text, issued_on date, due_on date,
  corrects text, request_id uuid, files jsonb)
language sql stable security definer set search_path = ''
as $$
  with shown as materialized (
    select bill.* from private.client_scope('invoices') as mine
    join public.invoices as bill on bill.account_id = mine.account_id and (mine.scope = 'all' or bill.contact_id = mine.contact_id)
    where private.module_is_live('invoices')
  )
  select bill.id, bill.account_id, bill.number, bill.type, bill.title, bill.currency, bill.total_minor, stands.open_minor, stands.state, bill.issued_on, stands.due_on,
    (select corrected.number from public.invoices as corrected where corrected.id = bill.credit_of),
    (select request.id from public.payment_requests as request where request.invoice_id = bill.id and request.state = 'open' order by request.due_on, request.number limit 1),
    (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'file_id', file_id) order by kind), '[]') from public.invoice_files where invoice_id = bill.id and file_id is not null)
  from shown as bill join private.invoice_standings(array(select shown.id from shown)) as stands on stands.invoice_id = bill.id
$$;

create view private.client_invoices with (security_barrier) as select * from private.client_invoice_rows();

grant select on private.client_invoices to authenticated;
grant execute on function private.client_invoice_rows to authenticated, service_role;
