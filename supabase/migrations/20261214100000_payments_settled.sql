-- The day since which nothing is open of a request: what is owed on a day is looked for among the others alone. It follows from the money
-- that is there (modules/payments/sql/settled.sql) and only narrows a search; what a request is on a day is worked out as before.
alter table public.payment_requests add column settled_on date;

update public.payment_requests as request set settled_on = found.settled_on
from (
  select asked.id, greatest(asked.issued_on, asked.cancelled_on, money.last_on,
      (select max(lowered_on) from public.request_reductions where request_id = asked.id)) as settled_on
  from public.payment_requests as asked
  cross join lateral (select coalesce(sum(amount_minor), 0) as net, max(received_on) as last_on from public.payments where request_id = asked.id) as money
  where asked.state = 'cancelled' or (asked.state = 'open' and money.net >= asked.amount_minor)
) as found
where request.id = found.id;

create index payment_requests_open_idx on public.payment_requests (due_on) where settled_on is null and state = 'open';
create index payment_requests_settled_idx on public.payment_requests (settled_on) where settled_on is not null;
