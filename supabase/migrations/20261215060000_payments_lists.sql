-- The list of requests: its rows in their order by an index, and which settled ones are paid, and which have more than they ask for, without adding
-- up all money (modules/payments/sql/settled.sql).
alter table public.payment_requests add column settled_with_credit boolean not null default false;

update public.payment_requests as request set settled_with_credit = true
where request.settled_on is not null
  and (select coalesce(sum(amount_minor), 0) from public.payments where request_id = request.id) > case request.state when 'cancelled' then 0 else request.amount_minor end;

create index payment_requests_issued_idx on public.payment_requests (issued_on desc);

-- With those that are not settled: what is open on a day is found by it.
drop index public.payment_requests_settled_idx;
create index payment_requests_settled_idx on public.payment_requests (settled_on);
