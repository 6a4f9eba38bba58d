-- Since when nothing is open of a request, and whether more came than it asks for. Money and reductions are rows that are never changed, so that
-- what has been settled stays as it is on every later day, until another row comes: then it is worked out again. It only narrows the search
-- for what is open, and says which of the settled ones stand under "paid" and under "credit" (private.request_states, public.payment_list);
-- what is shown of a request is not taken from it.

create function private.settlement(request public.payment_requests) returns table (settled_on date, with_credit boolean)
language sql stable security definer set search_path = ''
as $$
  select greatest(request.issued_on, request.cancelled_on, money.last_on, (select max(lowered_on) from public.request_reductions where request_id = request.id)),
    money.net > asked.minor
  from (select coalesce(sum(amount_minor), 0) as net, max(received_on) as last_on from public.payments where request_id = request.id) as money
  cross join lateral (select case request.state when 'open' then request.amount_minor when 'cancelled' then 0 end as minor) as asked
  where request.state = 'cancelled' or (request.state = 'open' and money.net >= request.amount_minor)
$$;

create function private.settle_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select now.settled_on, coalesce(now.with_credit, false) into new.settled_on, new.settled_with_credit from (select) as one left join private.settlement(new) as now on true;
  return new;
end
$$;

create trigger payment_requests_settle before insert or update of amount_minor, state, cancelled_on on public.payment_requests
  for each row execute function private.settle_changed();

create function private.settle_after() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_requests as request set settled_on = now.settled_on, settled_with_credit = coalesce(now.with_credit, false)
  from public.payment_requests as same left join lateral private.settlement(same) as now on true
  where same.id = new.request_id and request.id = same.id
    and (request.settled_on, request.settled_with_credit) is distinct from (now.settled_on, coalesce(now.with_credit, false));
  return null;
end
$$;

create trigger payments_settle after insert on public.payments for each row when (new.request_id is not null) execute function private.settle_after();
create trigger request_reductions_settle after insert or update on public.request_reductions for each row execute function private.settle_after();
