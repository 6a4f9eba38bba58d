-- Lists read this index alone: the rows of invoices are wide, for they keep their parties and lines.
drop index public.invoices_issued_idx;
create index invoices_issued_idx on public.invoices (issued_on desc, seq desc) include (id, type, account_id);
