-- Rows of invoices are wide, for they keep their parties and lines; what lists, their counts and sums need stands in an index, and is read there
-- alone. The net is kept as a column of its own for this; it follows from the totals and is no part of the hash.
alter table public.invoices add column net_minor bigint generated always as ((totals ->> 'net_minor')::bigint) stored;

drop index public.invoices_issued_idx;
create index invoices_issued_idx on public.invoices (issued_on desc, seq desc) include (id, type, account_id, currency, total_minor, net_minor, office_currency, rate);

-- Which invoices ask for money: those that no request asks for are found by it (private.unpaid_invoices).
create index invoices_payable_idx on public.invoices (id) include (payable_minor, due_on) where type <> 'credit' and payable_minor > 0;
