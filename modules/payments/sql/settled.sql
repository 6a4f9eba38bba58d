-- Since when nothing is open of a request. Money and reductions are rows that are never changed, so that what has been settled stays as it is
-- on every later day, until another row comes: then it is worked out again. It only narrows the search for what is open
-- (private.request_states); nothing is shown from it.

create function private.settled_day(request public.payment_requests) returns date
language sql stable security definer set search_path = ''
as $$
  select case when request.state = 'cancelled' or (request.state = 'open' and money.net >= request.amount_minor)
    then greatest(request.issued_on, request.cancelled_on, money.last_on, (select max(lowered_on) from public.request_reductions where request_id = request.id)) end
  from (select coalesce(sum(amount_minor), 0) as net, max(received_on) as last_on from public.payments where request_id = request.id) as money
$$;

create function private.settle_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.settled_on := private.settled_day(new);
  return new;
end
$$;

create trigger payment_requests_settle before insert or update of amount_minor, state, cancelled_on on public.payment_requests
  for each row execute function private.settle_changed();

create function private.settle_after() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_requests as request set settled_on = private.settled_day(request)
  where request.id = new.request_id and request.settled_on is distinct from private.settled_day(request);
  return null;
end
$$;

create trigger payments_settle after insert on public.payments for each row when (new.request_id is not null) execute function private.settle_after();
create trigger request_reductions_settle after insert or update on public.request_reductions for each row execute function private.settle_after();
