-- Money that comes in and goes back: by hand, or because the provider says so. Each way ends in one insert into public.payments, and
-- what follows from it (timeline, tasks, mail that is no longer wanted) hangs on that insert, so that no way can forget it.

-- Before it is written: one at a time for a request, in its currency, and not in the future.
create function private.complete_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.payment_requests;
begin
  if new.received_on > public.office_today() then
    raise check_violation using message = 'Money that has not come yet is not recorded.';
  end if;
  if new.request_id is null then return new; end if;
  select * into request from public.payment_requests where id = new.request_id for no key update;
  if request.state = 'draft' then raise check_violation using message = 'A draft asks for nothing yet.'; end if;
  if request.currency <> new.currency then
    raise check_violation using message = format('%s is in %s, not in %s.', request.number, request.currency, new.currency);
  end if;
  return new;
end
$$;

create trigger payments_complete before insert on public.payments for each row execute function private.complete_payment();

create function private.task_about_payment(key text, title text, account uuid, owner uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.module_is_live('tasks') then return; end if;
  -- The same cause makes one task, also when it is told twice.
  insert into public.tasks (id, title, kind, priority, due_on, assignee_id, account_id, source)
  values (md5('payment task ' || key)::uuid, left(title, 300), 'todo', 'high', private.work_day(public.office_today(), 0),
    (select user_id from public.staff where user_id = owner and active), account, 'payment')
  on conflict (id) do nothing;
end
$$;

-- More than was asked for, or money for what was cancelled: someone decides whether it goes back.
create function private.task_for_credit(request uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked public.payment_requests;
  net numeric;
  credit numeric;
begin
  select * into asked from public.payment_requests where id = request;
  select coalesce(sum(amount_minor), 0) into net from public.payments where request_id = request;
  credit := case when asked.state = 'cancelled' then net else net - asked.amount_minor end;
  if credit <= 0 then return; end if;
  perform private.task_about_payment('credit ' || request || ' ' || credit,
    format('%s has a credit of %s: pay it back, or use it for another request', asked.number, private.money_text(credit, asked.currency)),
    asked.account_id, asked.created_by);
end
$$;

create function private.payment_came() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.payment_requests;
  net numeric;
begin
  if new.request_id is null then
    if new.kind = 'payment' then
      perform private.task_about_payment('unallocated ' || new.id,
        format(case when new.seat is null then '%s arrived that fits no request (%s): say where it belongs'
            else '%s was paid for a seat (%s): send the license, then say where the money belongs' end,
          private.money_text(new.amount_minor, new.currency), coalesce(new.reference, new.provider_id, new.method)), null, null);
    end if;
    return null;
  end if;
  select * into request from public.payment_requests where id = new.request_id;
  select coalesce(sum(amount_minor), 0) into net from public.payments where request_id = new.request_id;
  perform private.record_request_event(request,
    case new.kind when 'payment' then 'payment received' when 'refund' then 'payment refunded' when 'dispute' then 'payment disputed' else 'payment corrected' end,
    jsonb_build_object('amount', jsonb_build_array(null, private.amount(new.amount_minor, new.currency))));
  if net >= request.amount_minor then
    perform private.stop_mails_of(request.id, array['payment_request', 'payment_reminder'], 'paid');
    if new.kind = 'payment' then perform private.call_hooks('money came: payment', request.id::text); end if;
  end if;
  if new.kind = 'dispute' then
    update public.payment_requests set reminders_on = false where id = request.id and reminders_on;
    perform private.stop_mails_of(request.id, array['payment_reminder'], 'disputed');
    perform private.task_about_payment('dispute ' || new.id, format('%s: the payment of %s is disputed, answer at the provider', request.number,
      private.money_text(-new.amount_minor, new.currency)), request.account_id, request.created_by);
  end if;
  perform private.task_for_credit(request.id);
  return null;
end
$$;

create trigger payments_came after insert on public.payments for each row execute function private.payment_came();

create function private.receipt_of(request uuid, payment uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked public.payment_requests;
begin
  select * into asked from public.payment_requests where id = request;
  return private.mail_of_request(asked, 'payment_receipt', 'payment-receipt:' || payment, 'receipt');
end
$$;

-- By hand ---------------------------------------------------------------------------------------------------------------

create function private.my_staff_id() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  mine uuid := (select user_id from public.staff where user_id = auth.uid());
begin
  if mine is null then raise insufficient_privilege using message = 'Someone has to answer for this: sign in.'; end if;
  return mine;
end
$$;

-- `entry` is made by the form: sent twice, it is one payment. A negative amount is money we paid back.
create function public.record_payment(request uuid, entry uuid, amount_minor bigint, received_on date, method text default 'bank',
  reference text default null, receipt boolean default false) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked public.payment_requests;
  net numeric;
  made uuid;
begin
  perform private.require_may('payments', 'money');
  asked := private.locked_request(request);
  select id into made from public.payments where provider = 'entry' and provider_id = entry::text;
  if made is not null then return made; end if;
  if coalesce(amount_minor, 0) = 0 then raise check_violation using message = 'The amount must not be zero.'; end if;
  if method = 'stripe' then raise check_violation using message = 'Card payments are recorded by the provider.'; end if;
  if amount_minor < 0 then
    select coalesce(sum(payments.amount_minor), 0) into net from public.payments where request_id = request;
    if -amount_minor > net then
      raise check_violation using message = format('Only %s has come in.', private.money_text(net, asked.currency));
    end if;
  end if;
  insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id, entered_by, reference)
  values (request, case when amount_minor > 0 then 'payment' else 'refund' end, amount_minor, asked.currency, method, received_on, 'entry', entry::text,
    private.my_staff_id(), nullif(btrim(reference), ''))
  returning id into made;
  if receipt and amount_minor > 0 then perform private.receipt_of(request, made); end if;
  return made;
end
$$;

-- Says what the amount should have been; the difference is its own row.
create function public.correct_payment(payment uuid, amount_minor bigint, reason text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.payments;
  stands numeric;
  made uuid;
begin
  perform private.require_may('payments', 'money');
  select * into was from public.payments where id = payment;
  if was.id is null then raise sqlstate 'PT404' using message = 'This payment no longer exists.'; end if;
  if was.request_id is not null then perform private.locked_request(was.request_id); end if;
  if was.kind <> 'payment' or was.provider is distinct from 'entry' then
    raise check_violation using message = 'Only what was entered by hand is corrected here.';
  end if;
  if amount_minor is null or amount_minor < 0 then raise check_violation using message = 'The amount must be zero or more.'; end if;
  if coalesce(btrim(reason), '') = '' then raise check_violation using message = 'Say why it is corrected.'; end if;
  select was.amount_minor + coalesce(sum(payments.amount_minor), 0) into stands from public.payments where corrects_id = payment;
  if stands = amount_minor then raise check_violation using message = 'It says that already.'; end if;
  insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, entered_by, reference, corrects_id)
  values (was.request_id, 'correction', amount_minor - stands, was.currency, was.method, was.received_on, private.my_staff_id(), left(btrim(reason), 200), was.id)
  returning id into made;
  return made;
end
$$;

-- Credit of one request pays another of the same company: two rows that cancel each other.
create function public.use_credit(from_request uuid, for_request uuid, amount_minor bigint) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  giver public.payment_requests;
  taker public.payment_requests;
  last_payment public.payments;
  net numeric;
  made uuid;
begin
  perform private.require_may('payments', 'money');
  perform from public.payment_requests where id in (from_request, for_request) order by id for update;
  select * into giver from public.payment_requests where id = from_request;
  select * into taker from public.payment_requests where id = for_request;
  if giver.id is null or taker.id is null or giver.id = taker.id then raise sqlstate 'PT404' using message = 'Choose another request.'; end if;
  if giver.account_id <> taker.account_id or giver.currency <> taker.currency or taker.state <> 'open' then
    raise check_violation using message = 'Credit is used for an open request of the same company in the same currency.';
  end if;
  select coalesce(sum(payments.amount_minor), 0) into net from public.payments where request_id = giver.id;
  net := case when giver.state = 'cancelled' then net else net - giver.amount_minor end;
  if amount_minor is null or amount_minor <= 0 or amount_minor > net then
    raise check_violation using message = format('There is a credit of %s.', private.money_text(greatest(net, 0), giver.currency));
  end if;
  select * into last_payment from public.payments where request_id = giver.id and kind = 'payment' order by created_at desc limit 1;
  insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, entered_by, reference, corrects_id)
  values (giver.id, 'correction', -amount_minor, giver.currency, 'other', public.office_today(), private.my_staff_id(), 'Used for ' || taker.number, last_payment.id)
  returning id into made;
  insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id, entered_by, reference)
  values (taker.id, 'payment', amount_minor, taker.currency, 'other', public.office_today(), 'credit', made::text, private.my_staff_id(),
    'Credit of ' || giver.number);
  return made;
end
$$;

-- Money that fitted no request is given to one: it leaves the pile and arrives there, in one transaction.
create function public.allocate_payment(payment uuid, request uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.payments;
  asked public.payment_requests;
  made uuid;
begin
  perform private.require_may('payments', 'money');
  asked := private.locked_request(request);
  select * into was from public.payments where id = payment and request_id is null and kind = 'payment';
  if was.id is null then raise sqlstate 'PT404' using message = 'This payment no longer exists.'; end if;
  insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id, entered_by, reference)
  values (asked.id, 'payment', was.amount_minor, was.currency, was.method, was.received_on, 'allocation', was.id::text, private.my_staff_id(),
    coalesce(was.reference, was.provider_id))
  on conflict (provider, provider_id) do nothing returning id into made;
  if made is null then raise check_violation using message = 'This money has been given to a request already.'; end if;
  insert into public.payments (kind, amount_minor, currency, method, received_on, entered_by, reference, corrects_id)
  values ('correction', -was.amount_minor, was.currency, was.method, was.received_on, private.my_staff_id(), 'Given to ' || asked.number, was.id);
  return made;
end
$$;

-- The provider's page ---------------------------------------------------------------------------------------------------

-- Before the provider is asked: the attempt is a row, with the amount that is open now. `busy` is the session that stands in the
-- way: it is asked about, and ended, first.
create function private.begin_checkout(request uuid, publishing boolean, by timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked public.payment_requests;
  busy public.checkout_sessions;
  net numeric;
  made public.checkout_sessions;
  closed text := (select state from private.gate_closed(publishing));
begin
  -- No one waits here for a release, so it is refused and not held (decision 163).
  if closed is not null then
    return jsonb_build_object('refused', case closed when 'held' then 'safe' else 'paused' end);
  end if;
  select * into asked from public.payment_requests where id = request for update;
  if asked.id is null or asked.state <> 'open' then return jsonb_build_object('refused', 'ended'); end if;
  select coalesce(sum(amount_minor), 0) into net from public.payments where request_id = request;
  if net >= asked.amount_minor then return jsonb_build_object('refused', 'paid'); end if;
  if exists (select from public.checkout_sessions where request_id = request and state = 'processing') then
    return jsonb_build_object('refused', 'processing');
  end if;
  select * into busy from public.checkout_sessions where request_id = request and state in ('creating', 'unclear', 'open');
  -- Another click is on its way to the provider at this moment.
  if busy.state = 'creating' and busy.updated_at > by - interval '1 minute' then return jsonb_build_object('refused', 'busy'); end if;
  if busy.id is not null then return jsonb_build_object('busy', to_jsonb(busy)); end if;
  insert into public.checkout_sessions (request_id, attempt, amount_minor, currency)
  values (request, 1 + (select count(*) from public.checkout_sessions where request_id = request), asked.amount_minor - net, asked.currency)
  returning * into made;
  return jsonb_build_object('made', to_jsonb(made), 'title', asked.title, 'number', asked.number);
end
$$;

-- What the provider said when it was asked for a page. After an answer that says nothing the row is `unclear`.
create function private.checkout_answered(session uuid, answer jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.checkout_sessions set provider_session_id = coalesce(answer ->> 'session_id', provider_session_id), state = answer ->> 'state',
    expires_at = coalesce((answer ->> 'expires_at')::timestamptz, expires_at), error_code = answer ->> 'error'
  where id = session and state in ('creating', 'unclear')
$$;

-- The present state of a session at the provider, applied. Called by the webhook, by the page that visitors come back to and by the
-- nightly comparison, in any order and as often as they like: what is there already is not written again.
create function private.apply_checkout(fact jsonb) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  session public.checkout_sessions;
  paid public.payments;
  fits boolean;
  part jsonb;
  reversed uuid;
  new_state text;
begin
  select * into session from public.checkout_sessions where provider_session_id = fact ->> 'session_id';
  if session.id is null and fact ->> 'request_id' ~ '^[0-9a-f-]{36}$' then
    -- We died between asking for the page and writing down its name.
    select * into session from public.checkout_sessions
    where request_id = (fact ->> 'request_id')::uuid and attempt = (fact ->> 'attempt')::int and provider_session_id is null;
  end if;
  -- A request, then its sessions: everyone takes them in this order.
  perform from public.payment_requests where id = session.request_id for update;
  select * into session from public.checkout_sessions where id = session.id for update;
  fits := session.id is not null and session.request_id::text = fact ->> 'request_id' and session.amount_minor = (fact ->> 'amount_minor')::bigint
    and session.currency = fact ->> 'currency';
  new_state := case
    when fact ->> 'payment_status' = 'paid' then 'complete'
    when fact ->> 'status' = 'expired' then 'expired'
    when fact ->> 'status' = 'complete' then case when (fact ->> 'payment_failed')::boolean then 'failed' else 'processing' end
    else 'open' end;
  if session.id is not null then
    -- A session that is over does not open again, whatever an old answer says.
    update public.checkout_sessions set provider_session_id = fact ->> 'session_id',
      provider_payment_id = coalesce(fact ->> 'payment_id', provider_payment_id),
      state = case when state = 'complete' or (state in ('expired', 'failed') and new_state <> 'complete') then state else new_state end,
      expires_at = coalesce((fact ->> 'expires_at')::timestamptz, expires_at)
    where id = session.id;
  end if;
  if fact ->> 'payment_status' = 'paid' then
    insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id, reference, seat)
    values (case when fits then session.request_id end, 'payment', (fact ->> 'amount_minor')::bigint, fact ->> 'currency', 'stripe',
      least(public.office_day((fact ->> 'paid_at')::timestamptz), public.office_today()), 'stripe', fact ->> 'payment_id',
      left(coalesce(fact ->> 'reference', fact ->> 'session_id'), 200), fact ->> 'seat')
    on conflict (provider, provider_id) do nothing returning * into paid;
    if paid.request_id is not null then perform private.receipt_of(paid.request_id, paid.id); end if;
    select * into paid from public.payments where provider = 'stripe' and provider_id = fact ->> 'payment_id';
    -- What fitted nothing may have been given to a request since.
    paid.request_id := coalesce(paid.request_id, (select request_id from public.payments where provider = 'allocation' and provider_id = paid.id::text));
    for part in select value from jsonb_array_elements(coalesce(fact -> 'back', '[]')) loop
      select id into reversed from public.payments where provider = 'stripe' and provider_id = part ->> 'id';
      if (part ->> 'stands')::boolean then
        insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id, reference)
        values (paid.request_id, part ->> 'kind', -(part ->> 'amount_minor')::bigint, part ->> 'currency', 'stripe',
          least(public.office_day((part ->> 'at')::timestamptz), public.office_today()), 'stripe', part ->> 'id', part ->> 'why')
        on conflict (provider, provider_id) do nothing;
      elsif reversed is not null then
        -- A refund that failed, a dispute that was won: the money is ours again.
        insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id, reference, corrects_id)
        values (paid.request_id, 'correction', (part ->> 'amount_minor')::bigint, part ->> 'currency', 'stripe', public.office_today(), 'stripe',
          (part ->> 'id') || ' reversed', part ->> 'why', reversed)
        on conflict (provider, provider_id) do nothing;
      end if;
    end loop;
  end if;
  return case when session.id is null and fact ->> 'seat' is not null then 'seat' when session.id is null then 'unknown' when fact ->> 'payment_status' = 'paid' and not fits then 'unallocated' else new_state end;
end
$$;

-- Reminders -------------------------------------------------------------------------------------------------------------

-- Three days before, then four, eleven and eighteen days after: at most one in seven days, and none once it is paid, disputed or
-- cancelled. The number is the dedupe key, so a day that is run twice reminds once.
create function private.remind_of_payments(today date) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked public.payment_requests;
  put uuid;
  sent int := 0;
begin
  for asked in
    select request.* from public.payment_requests as request
    where request.state = 'open' and request.reminders_on and request.reminders_sent < 4 and request.issued_on < today
      and today >= request.due_on + (array[-3, 4, 11, 18])[request.reminders_sent + 1]
      and coalesce(request.reminded_on, request.issued_on - 3) <= today - 7
      and request.amount_minor > coalesce((select sum(amount_minor) from public.payments where request_id = request.id), 0)
      and not exists (select from public.payments where request_id = request.id and kind = 'dispute')
      and not exists (select from public.checkout_sessions where request_id = request.id and state = 'processing')
    order by request.id for update skip locked
  loop
    put := private.mail_of_request(asked, 'payment_reminder', format('payment-reminder:%s:%s', asked.id, asked.reminders_sent + 1),
      case when today <= asked.due_on then 'reminder' else 'overdue' end);
    -- Also counted when there is no one to write to: it is not tried every day.
    update public.payment_requests set reminders_sent = reminders_sent + 1, reminded_on = today where id = asked.id;
    if put is not null then sent := sent + 1; end if;
  end loop;
  return sent;
end
$$;

grant execute on function public.record_payment, public.correct_payment, public.use_credit, public.allocate_payment
  to authenticated, service_role;
