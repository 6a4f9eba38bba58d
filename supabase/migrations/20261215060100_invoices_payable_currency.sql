-- With the currency: what is open is added up for each by the index alone (private.unpaid_invoices).
drop index public.invoices_payable_idx;
create index invoices_payable_idx on public.invoices (id) include (payable_minor, due_on, currency) where type <> 'credit' and payable_minor > 0;
