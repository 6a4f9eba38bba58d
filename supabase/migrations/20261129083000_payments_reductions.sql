-- A credit note lowers what is asked for. The request has the lower amount from then on; what it was before a day is known from here.
create table public.request_reductions (
  id uuid primary key default uuidv7(),
  request_id uuid not null references public.payment_requests (id) on delete cascade,
  credit_id uuid not null references public.invoices (id) on delete cascade,
  amount_minor bigint not null constraint "amount is above zero" check (amount_minor > 0),
  lowered_on date not null,
  unique (request_id, credit_id)
);

create index request_reductions_credit_idx on public.request_reductions (credit_id);

alter table public.request_reductions enable row level security;

-- Credit notes may take back a part, and an invoice may have several; one that was issued before is whole.
alter table public.invoices drop constraint invoices_credit_of_key;
create index invoices_credit_of_idx on public.invoices (credit_of) where credit_of is not null;
alter table public.invoices drop constraint "a credit note is negative, an invoice is not";
alter table public.invoices add constraint "a credit note is not above zero, an invoice not below"
  check (case when credit_of is null then total_minor >= 0 else total_minor <= 0 end);
