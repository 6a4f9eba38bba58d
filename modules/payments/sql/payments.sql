-- Payments: what is asked for, and what has come in. Requests and money are rows of their own, and nothing is ever marked as paid:
-- whether a request is open, partly paid, paid or late is worked out from sums and the office's day each time someone looks.

create function private.next_number(of_series text, of_year int) returns text
language sql volatile security definer set search_path = ''
as $$
  insert into private.number_series as taken (series, year, last) values (of_series, of_year, 1)
  on conflict (series, year) do update set last = taken.last + 1
  returning series || '-' || year || '-' || lpad(last::text, greatest(3, length(last::text)), '0')
$$;

-- Money that was asked for keeps its company.
create trigger accounts_kept_by_payment_requests before delete on public.accounts
  for each row execute function private.keep_referred_to('payment_requests', 'account_id', 'payment request', 'payment requests');

create trigger accounts_kept_by_invoices before delete on public.accounts
  for each row execute function private.keep_referred_to('invoices', 'account_id', 'invoice', 'invoices');

create trigger payment_requests_touch before update on public.payment_requests for each row execute function private.touch_updated_at();

create trigger checkout_sessions_touch before update on public.checkout_sessions for each row execute function private.touch_updated_at();

create function private.keep_books() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- A person or company that goes or is merged is the one thing that may change around it.
  if tg_op = 'UPDATE' and to_jsonb(new) - 'account_id' - 'contact_id' = to_jsonb(old) - 'account_id' - 'contact_id' then return new; end if;
  -- An erased person's name; what was written is kept by law (erasing.sql).
  if tg_op = 'UPDATE' and coalesce(current_setting('guidevane.anonymise', true), '') = 'yes' then return new; end if;
  raise check_violation using message = 'This is written once. Correct it with another entry.';
end
$$;

create trigger payments_stay before update or delete on public.payments for each row execute function private.keep_books();

create trigger invoices_stay before update or delete on public.invoices for each row execute function private.keep_books();

-- Asking for money --------------------------------------------------------------------------------------------------------

-- An entry in the timelines of its company, person and deal.
create function private.record_request_event(request public.payment_requests, what text, changes jsonb default null) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id, changes)
  values (what, auth.uid(), private.actor_name(), 'payment_request', request.id, left(concat_ws(' ', request.number, request.title), 200),
    request.account_id, request.contact_id, request.deal_id, changes)
$$;

-- `mail` is one of mails.ts. Without a person with an address there is none.
create function private.mail_of_request(request public.payment_requests, origin text, key text, mail text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  select private.put_in_outbox(jsonb_build_object(
    'class', 'transactional', 'dedupe_key', key, 'origin_kind', origin, 'origin_id', request.id, 'account_id', request.account_id,
    'contact_id', request.contact_id, 'to_address', contacts.email, 'mail_kind', 'payments.' || mail,
    'mail_data', jsonb_build_object('number', request.number, 'title', request.title, 'name', contacts.name, 'due_on', request.due_on,
      'invoice', (select number from public.invoices where id = request.invoice_id))))
  from public.contacts where contacts.id = request.contact_id and contacts.email is not null
$$;

-- Draft or straight to open. With `items` (lines as document_totals takes them) an invoice is issued when it is opened, and the
-- amount is its total; without, `amount_minor` says it. Returns null while the module is off: then nothing is asked for.
create function private.request_payment(asked jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request public.payment_requests;
  bill jsonb;
  today date := public.office_today();
begin
  if not private.module_is_live('payments') then return null; end if;
  if asked ->> 'dedupe_key' is not null then
    perform pg_advisory_xact_lock(3619, hashtext(asked ->> 'dedupe_key'));
    select * into request from public.payment_requests where dedupe_key = asked ->> 'dedupe_key';
    if request.id is not null then return request.id; end if;
  end if;
  request.id := coalesce((asked ->> 'id')::uuid, uuidv7());
  request.invoice_id := (asked ->> 'invoice_id')::uuid;
  request.account_id := coalesce((asked ->> 'account_id')::uuid, (select account_id from public.contacts where id = (asked ->> 'contact_id')::uuid));
  if request.account_id is null then raise check_violation using message = 'Say which company is to pay.'; end if;
  request.currency := coalesce(asked ->> 'currency', (select currency from public.office));
  request.title := btrim(coalesce(asked ->> 'title', ''));
  if request.title = '' then raise check_violation using message = 'Say what the money is for.'; end if;
  request.issued_on := coalesce((asked ->> 'issued_on')::date, today);
  request.due_on := coalesce((asked ->> 'due_on')::date, request.issued_on + 14);
  if request.issued_on > today then raise check_violation using message = 'A request is not dated in the future.'; end if;
  if request.due_on < request.issued_on then raise check_violation using message = 'It cannot be due before it is asked for.'; end if;
  if jsonb_array_length(coalesce(asked -> 'items', '[]')) > 0 then
    bill := public.document_totals(asked -> 'items', request.currency, coalesce(asked -> 'options', '{}'));
    request.amount_minor := (bill ->> 'total_minor')::bigint;
  else
    request.amount_minor := (asked ->> 'amount_minor')::bigint;
  end if;
  if coalesce(request.amount_minor, 0) <= 0 then raise check_violation using message = 'The amount must be above zero.'; end if;
  if coalesce((asked ->> 'draft')::boolean, false) then
    insert into public.payment_requests (id, account_id, contact_id, deal_id, title, amount_minor, currency, due_on, draft, created_by)
    values (request.id, request.account_id, (asked ->> 'contact_id')::uuid, (asked ->> 'deal_id')::uuid, request.title, request.amount_minor,
      request.currency, request.due_on, asked - 'draft' - 'id', (select user_id from public.staff where user_id = auth.uid()));
    return request.id;
  end if;
  if bill is not null then
    -- A module that writes invoices does it by its own rules.
    request.invoice_id := (select max(issued)::uuid from private.call_hooks('invoice of request',
      (asked || jsonb_build_object('account_id', request.account_id, 'currency', request.currency, 'issued_on', request.issued_on, 'due_on', request.due_on))::text) as issued);
    if request.invoice_id is not null then request.amount_minor := (select payable_minor from public.invoices where id = request.invoice_id); end if;
  end if;
  if bill is not null and request.invoice_id is null then
    insert into public.invoices (number, account_id, contact_id, proposal_id, title, issued_on, due_on, currency, lines, options, totals, total_minor, created_by)
    values (private.next_number('I', extract(year from request.issued_on)::int), request.account_id, (asked ->> 'contact_id')::uuid,
      (asked ->> 'proposal_id')::uuid, request.title, request.issued_on, request.due_on, request.currency, asked -> 'items', coalesce(asked -> 'options', '{}'), bill,
      request.amount_minor, (select user_id from public.staff where user_id = auth.uid()))
    returning id into request.invoice_id;
  end if;
  insert into public.payment_requests (id, number, account_id, contact_id, deal_id, proposal_id, invoice_id, title, amount_minor, currency,
    issued_on, due_on, state, reminders_on, dedupe_key, created_by)
  values (request.id, private.next_number('R', extract(year from request.issued_on)::int), request.account_id, (asked ->> 'contact_id')::uuid,
    (asked ->> 'deal_id')::uuid, (asked ->> 'proposal_id')::uuid, request.invoice_id, request.title, request.amount_minor, request.currency,
    request.issued_on, request.due_on, 'open', coalesce((asked ->> 'reminders_on')::boolean, true), asked ->> 'dedupe_key',
    (select user_id from public.staff where user_id = auth.uid()))
  returning * into request;
  perform private.record_request_event(request, 'requested', jsonb_build_object('amount', jsonb_build_array(null, private.amount(request.amount_minor, request.currency)),
    'due_on', jsonb_build_array(null, request.due_on)));
  if coalesce((asked ->> 'send')::boolean, true) then
    perform private.mail_of_request(request, 'payment_request', 'payment-request:' || request.id || ':1', 'request');
  end if;
  return request.id;
end
$$;

-- What the screens call.
create function public.new_payment_request(asked jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('payments', 'add');
  if not private.module_is_live('payments') then raise check_violation using message = 'Payments are switched off.'; end if;
  return private.request_payment(asked - 'proposal_id' - 'invoice_id');
end
$$;

-- A draft goes out as what it was to become, dated today.
create function public.open_payment_request(request uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  drafted jsonb;
  was text := private.skip_trash();
begin
  perform private.require_may('payments', 'add');
  delete from public.payment_requests where id = request and state = 'draft' returning draft into drafted;
  perform private.keep_again(was);
  if drafted is null then raise sqlstate 'PT404' using message = 'This draft no longer exists.'; end if;
  return private.request_payment(drafted || jsonb_build_object('id', request));
end
$$;

create function public.delete_payment_draft(request uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('payments', 'delete');
  delete from public.payment_requests where id = request and state = 'draft';
  return found;
end
$$;

create function private.locked_request(request uuid) returns public.payment_requests
language plpgsql volatile security definer set search_path = ''
as $$
declare
  found_request public.payment_requests;
begin
  select * into found_request from public.payment_requests where id = request for update;
  if found_request.id is null then raise sqlstate 'PT404' using message = 'This request no longer exists.'; end if;
  return found_request;
end
$$;

-- The day it is due, whom it is for, and whether we remind. What it asks for stays.
create function public.change_payment_request(request uuid, changes jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.payment_requests;
begin
  perform private.require_may('payments', 'edit');
  was := private.locked_request(request);
  if was.state <> 'open' then raise check_violation using message = format('%s was cancelled.', was.number); end if;
  if (changes ->> 'due_on')::date < was.issued_on then raise check_violation using message = 'It cannot be due before it is asked for.'; end if;
  update public.payment_requests set due_on = coalesce((changes ->> 'due_on')::date, due_on),
    contact_id = case when changes ? 'contact_id' then (changes ->> 'contact_id')::uuid else contact_id end,
    reminders_on = coalesce((changes ->> 'reminders_on')::boolean, reminders_on)
  where id = request;
  if (changes ->> 'due_on')::date <> was.due_on then
    perform private.record_request_event(was, 'changed', jsonb_build_object('due_on', jsonb_build_array(was.due_on, changes ->> 'due_on')));
  end if;
end
$$;

create function public.send_payment_request(request uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked public.payment_requests;
  put uuid;
begin
  perform private.require_may('payments', 'send');
  asked := private.locked_request(request);
  if asked.state <> 'open' then raise check_violation using message = format('%s was cancelled.', asked.number); end if;
  put := private.mail_of_request(asked, 'payment_request',
    format('payment-request:%s:%s', asked.id, 1 + (select count(*) from public.outbox where origin_kind = 'payment_request' and origin_id = asked.id)), 'request_again');
  if put is null then raise check_violation using message = 'It has no contact with an email address.'; end if;
  return put;
end
$$;

-- Told when the mail has left, and not when it was written.
create function private.request_mail_left(message uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  mail public.outbox := (select outbox from public.outbox where id = message);
  asked public.payment_requests := (select payment_requests from public.payment_requests where id = mail.origin_id);
begin
  if asked.id is null then return; end if;
  perform set_config('guidevane.actor', coalesce((select name from public.staff where user_id = mail.created_by), ''), true);
  perform private.record_request_event(asked, case when mail.origin_kind = 'payment_reminder' then 'reminded' when mail.dedupe_key like '%:1' then 'sent' else 'sent again' end);
  perform set_config('guidevane.actor', '', true);
end
$$;

select private.register_hook('message left: payment_request', 'private.request_mail_left(uuid)');

select private.register_hook('message left: payment_reminder', 'private.request_mail_left(uuid)');

create function private.stop_mails_of(request uuid, kinds text[], code text) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.cancel_outbox(id, code) from public.outbox
  where origin_id = request and origin_kind = any (kinds) and state in ('held', 'queued')
$$;

create function private.cancel_request(request uuid, reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.payment_requests := private.locked_request(request);
begin
  if was.state = 'cancelled' then return; end if;
  update public.payment_requests set state = 'cancelled', cancelled_on = public.office_today(), cancel_reason = nullif(btrim(reason), '')
  where id = request;
  perform private.stop_mails_of(request, array['payment_request', 'payment_reminder'], 'request_cancelled');
  perform private.record_request_event(was, 'cancelled', case when nullif(btrim(reason), '') is null then null else jsonb_build_object('reason', jsonb_build_array(null, reason)) end);
  perform private.task_for_credit(request);
end
$$;

-- What it was for is off, before any money came.
create function private.drop_payment_request(request uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.cancel_request(request, 'No longer needed') where not exists (select from public.payments where request_id = request)
$$;

select private.register_hook('payment not wanted', 'private.drop_payment_request(uuid)');

create function public.cancel_payment_request(request uuid, reason text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('payments', 'edit');
  perform private.cancel_request(request, reason);
end
$$;

-- A credit note lowers what a request asks for; asked for nothing, it is cancelled. Answers by how much.
create function private.reduce_request(request uuid, credit uuid, credit_number text, amount_minor bigint, on_day date) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.payment_requests := private.locked_request(request);
  taken bigint := least(amount_minor, was.amount_minor);
begin
  if was.state <> 'open' or taken <= 0 then return 0; end if;
  if taken = was.amount_minor then
    perform private.cancel_request(request, 'Credited by ' || credit_number);
    return taken;
  end if;
  update public.payment_requests set amount_minor = payment_requests.amount_minor - taken where id = request;
  insert into public.request_reductions as kept (request_id, credit_id, amount_minor, lowered_on) values (request, credit, taken, on_day)
  on conflict (request_id, credit_id) do update set amount_minor = kept.amount_minor + excluded.amount_minor;
  perform private.record_request_event(was, 'lowered', jsonb_build_object('amount', jsonb_build_array(private.amount(was.amount_minor, was.currency), private.amount(was.amount_minor - taken, was.currency))));
  if (select coalesce(sum(payments.amount_minor), 0) from public.payments where request_id = request) >= was.amount_minor - taken then
    perform private.stop_mails_of(request, array['payment_request', 'payment_reminder'], 'paid');
  end if;
  perform private.task_for_credit(request);
  return taken;
end
$$;

-- The invoice of a request is taken back by a credit note with the same lines, negative, and the request is cancelled; what was
-- paid for it is credit.
create function public.credit_invoice(invoice uuid, reason text default null) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.invoices;
  negative jsonb;
  less jsonb;
  today date := public.office_today();
  made uuid;
  asked record;
begin
  perform private.require_may('payments', 'money');
  select * into was from public.invoices where id = invoice;
  if was.id is null then raise sqlstate 'PT404' using message = 'This invoice no longer exists.'; end if;
  if was.credit_of is not null then raise check_violation using message = 'A credit note is not credited.'; end if;
  select id into made from public.invoices where credit_of = was.id;
  if made is not null then return made; end if;
  made := (select max(issued)::uuid from private.call_hooks('credit invoice', was.id::text, coalesce(reason, '')) as issued);
  if made is not null then return made; end if;
  less := jsonb_strip_nulls(jsonb_build_object('discount_bp', was.options -> 'discount_bp', 'discount_minor', -(was.options ->> 'discount_minor')::numeric));
  select jsonb_agg(line || jsonb_build_object('unit_minor', -(line ->> 'unit_minor')::numeric) order by place) into negative
  from jsonb_array_elements(was.lines) with ordinality as given (line, place);
  insert into public.invoices (number, account_id, contact_id, proposal_id, title, issued_on, due_on, currency, lines, options, totals, total_minor, credit_of, created_by)
  select private.next_number('C', extract(year from today)::int), was.account_id, was.contact_id, was.proposal_id, was.title, today, today, was.currency,
    negative, less, totals, (totals ->> 'total_minor')::bigint, was.id, (select user_id from public.staff where user_id = auth.uid())
  from (select public.document_totals(negative, was.currency, less) as totals) as computed
  returning id into made;
  for asked in select id from public.payment_requests where invoice_id = was.id and state = 'open' loop
    perform private.cancel_request(asked.id, coalesce(reason, 'Credited'));
  end loop;
  return made;
end
$$;

-- Everything is written by functions.
select private.note_deletions('public.payment_requests', 'payment request', 'title');
select private.enable_trash('payment_requests', area => 'payments', title => 'title', record_type => 'payment_request');

select private.tell_owners('payment_request', 'public.payment_requests', 'created_by');
select private.tell_of('payment_request', 'payment received', 'paid');
select private.tell_of('payment_request', 'payment disputed', 'disputed');

grant select on public.invoices, public.payment_requests, public.payments, public.request_reductions, public.checkout_sessions, public.payment_checks to authenticated, service_role;

select private.register_types('payments', 'payment_request', 'payment_reminder', 'payment_receipt');

select private.allow('public.invoices', 'payments');
select private.allow('public.payment_requests', 'payments');
select private.allow('public.payments', 'payments');
select private.allow('public.request_reductions', 'payments');
select private.allow('public.checkout_sessions', 'payments');
select private.allow('public.payment_checks', 'payments');

-- Finding.
select private.enable_search('payment_requests', area => 'payments', title => 'title', searched => array['title', 'number'], through => array['account_id', 'contact_id']);

select private.show_when_found('payment_requests', 'payments', $query$
  select record.id, concat_ws(' ', record.number, record.title), company.name, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.payment_requests as record on record.id = best.id join public.accounts as company on company.id = record.account_id 
$query$);

select private.register_hook('proposal accepted', 'private.request_payment(jsonb)', 'payments');

select private.register_hook('ask for payment', 'private.request_payment(jsonb)', 'payments');

grant execute on function public.new_payment_request, public.open_payment_request, public.delete_payment_draft, public.change_payment_request,
  public.send_payment_request, public.cancel_payment_request, public.credit_invoice to authenticated, service_role;

select private.announce_changes('public.payment_requests', 'payments');
select private.announce_changes('public.payments', 'payments');
