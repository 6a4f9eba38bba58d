-- A line pays requests: each part is a payment by the one function that records payments by hand, with the line as its key.

-- `parts`: [{"request", "amount_minor"}].
create function private.book_bank_line(line uuid, parts jsonb, by_what text, why text[]) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.bank_lines;
  part record;
  paid uuid;
  booked int := 0;
begin
  -- The line first, then its requests in the order of their ids: two who match at once wait for each other in one direction.
  select * into kept from public.bank_lines where id = line for update;
  if kept.id is null then raise sqlstate 'PT404' using message = 'This booking is gone: its file was taken out.'; end if;
  if kept.amount_minor < 0 then raise check_violation using message = 'Money that went out pays no request.'; end if;
  if kept.rest_minor = 0 then raise sqlstate 'PT409' using message = 'This booking was matched already.'; end if;
  if kept.ignored_at is not null then raise check_violation using message = 'This booking is ignored. Bring it back first.'; end if;
  if jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) not between 1 and 50 then
    raise check_violation using message = 'Say what was paid: 1 to 50 requests.';
  end if;
  for part in
    select (given ->> 'request')::uuid as request, private.number_of(given -> 'amount_minor', 1, 9000000000000000, 0, 'The amount')::bigint as minor
    from jsonb_array_elements(parts) as given order by 1
  loop
    if part.minor > kept.rest_minor then
      raise check_violation using message = format('Only %s of this booking is left.', private.money_text(kept.rest_minor, kept.currency));
    end if;
    if exists (select from public.payment_requests where id = part.request and currency <> kept.currency) then
      raise check_violation using message = format('The booking is in %s, the request is not.', kept.currency);
    end if;
    paid := public.record_payment(part.request,
      md5(format('bank line %s %s %s', line, part.request, (select count(*) from public.bank_matches where line_id = line and request_id = part.request)))::uuid,
      part.minor, kept.day, 'bank', left(concat_ws(', ', kept.name, nullif(kept.words, '')), 200));
    insert into public.bank_matches (line_id, request_id, payment_id, amount_minor, by, reasons, matched_by)
    values (line, part.request, paid, part.minor, by_what, coalesce(why, '{}'), private.my_staff_id());
    kept.rest_minor := kept.rest_minor - part.minor;
    booked := booked + 1;
  end loop;
  update public.bank_lines set rest_minor = kept.rest_minor where id = line;
  perform private.note_act('bank line matched', left(concat_ws(' ', kept.day::text, private.money_text(kept.amount_minor, kept.currency), kept.name), 200), null,
    jsonb_build_object('by', by_what, 'requests', (select jsonb_agg(number order by number) from public.payment_requests
      where id in (select (given ->> 'request')::uuid from jsonb_array_elements(parts) as given))));
  return booked;
end
$$;

create function public.match_bank_line(line uuid, parts jsonb, reasons text[] default '{}') returns int
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('cash', 'money');
  return private.book_bank_line(line, parts, 'person', reasons);
end
$$;

-- The rule, where it is on: what is certain is booked while its file is read, and only that. What a closed period refuses stays for a person. Two
-- lines can be certain of one request: the second is looked at again when the others are booked.
create function private.book_certain(lines uuid[]) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  sure record;
  paid uuid[];
  again uuid[];
  booked int := 0;
begin
  while cardinality(lines) > 0 loop
    paid := '{}';
    again := '{}';
    for sure in
      select found.line_id, found.parts, found.reasons, array(select (part ->> 'request')::uuid from jsonb_array_elements(found.parts) as part) as requests
      from private.bank_suggestions(lines) as found join public.bank_lines on bank_lines.id = found.line_id
      where found.certainty = 'certain' order by bank_lines.day, bank_lines.id
    loop
      if sure.requests && paid then
        again := again || sure.line_id;
        continue;
      end if;
      begin
        perform private.book_bank_line(sure.line_id, sure.parts, 'rule', sure.reasons);
        booked := booked + 1;
        paid := paid || sure.requests;
      exception when check_violation then null;
      end;
    end loop;
    lines := again;
  end loop;
  return booked;
end
$$;

create function public.set_bank_rule(books boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('cash', 'money');
  update public.bank_settings set books_certain = books where books_certain <> books;
end
$$;

create trigger acts_of_bank_settings after update on public.bank_settings
  for each row execute function private.note_setting('bank rule changed', '', 'books_certain');

-- The payment stays and is corrected to nothing; the line is to be matched again.
create function public.undo_bank_match(match uuid, why text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.bank_matches;
  stands numeric;
begin
  perform private.require_may('cash', 'money');
  if nullif(btrim(why), '') is null then raise check_violation using message = 'Say why it is undone.'; end if;
  perform from public.bank_lines where id = (select line_id from public.bank_matches where id = match) for update;
  select * into was from public.bank_matches where id = match;
  if was.id is null then raise sqlstate 'PT404' using message = 'This match is gone.'; end if;
  if was.undone_at is not null then raise sqlstate 'PT409' using message = 'This was undone already.'; end if;
  select sum(amount_minor) into stands from public.payments where id = was.payment_id or corrects_id = was.payment_id;
  -- Someone may have corrected the payment by hand before.
  if stands <> 0 then perform public.correct_payment(was.payment_id, 0, 'Bank booking undone: ' || btrim(why)); end if;
  update public.bank_matches set undone_at = now(), undone_by = private.my_staff_id(), undone_why = left(btrim(why), 200) where id = match;
  update public.bank_lines set rest_minor = rest_minor + was.amount_minor where id = was.line_id;
  perform private.note_act('bank match undone', (select number from public.payment_requests where id = was.request_id), null, to_jsonb(left(btrim(why), 200)));
end
$$;

-- Nothing of ours: taxes that came back, interest, money between own accounts.
create function public.ignore_bank_lines(lines uuid[], why text default null) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  done int;
begin
  perform private.require_may('cash', 'money');
  with ordered as (select id from public.bank_lines where id = any (lines) order by id for update)
  update public.bank_lines set ignored_at = now(), ignored_by = private.my_staff_id(), ignored_why = nullif(left(btrim(why), 200), '')
  from ordered where bank_lines.id = ordered.id and ignored_at is null and rest_minor <> 0;
  get diagnostics done = row_count;
  if done > 0 then perform private.note_act('bank lines ignored', null, null, jsonb_build_object('lines', done)); end if;
  return done;
end
$$;

create function public.bring_back_bank_lines(lines uuid[]) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  done int;
begin
  perform private.require_may('cash', 'money');
  with ordered as (select id from public.bank_lines where id = any (lines) order by id for update)
  update public.bank_lines set ignored_at = null, ignored_by = null, ignored_why = null from ordered where bank_lines.id = ordered.id and ignored_at is not null;
  get diagnostics done = row_count;
  return done;
end
$$;

-- A provider's payout: card payments that were written down already, in one sum less its fees. It books nothing; it says which they were.
create function public.payout_candidates(line uuid)
returns table (payment_id uuid, kind text, amount_minor bigint, currency text, received_on date, number text, account_name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('cash', 'read');
  return query
  select payments.id, payments.kind, payments.amount_minor, payments.currency, payments.received_on, request.number,
    case when private.caller_may('crm', 'read') then accounts.name else '' end
  from public.bank_lines as kept
  join public.payments on payments.method = 'stripe' and payments.currency = kept.currency and payments.received_on between kept.day - 90 and kept.day
  left join public.payment_requests as request on request.id = payments.request_id
  left join public.accounts on accounts.id = request.account_id
  where kept.id = line and not exists (select from public.bank_payouts where bank_payouts.payment_id = payments.id)
  order by payments.received_on, payments.created_at, payments.id limit 500;
end
$$;

create function public.settle_payout(line uuid, payments uuid[]) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.bank_lines;
  sum_minor numeric;
  found_count int;
begin
  perform private.require_may('cash', 'money');
  select * into kept from public.bank_lines where id = line for update;
  if kept.id is null then raise sqlstate 'PT404' using message = 'This booking is gone: its file was taken out.'; end if;
  if kept.rest_minor <> kept.amount_minor or kept.ignored_at is not null then raise sqlstate 'PT409' using message = 'This booking was matched or ignored already.'; end if;
  select sum(paid.amount_minor), count(*) into sum_minor, found_count from public.payments as paid
  where paid.id = any (payments) and paid.method = 'stripe' and paid.currency = kept.currency;
  if found_count = 0 or found_count <> (select count(distinct given) from unnest(payments) as given) then
    raise check_violation using message = 'Choose card payments in the currency of the payout.';
  end if;
  if sum_minor < kept.amount_minor then
    raise check_violation using message = format('The payments come to %s, less than the %s that came: one is missing.', private.money_text(sum_minor, kept.currency), private.money_text(kept.amount_minor, kept.currency));
  end if;
  insert into public.bank_payouts (payment_id, line_id, settled_by) select distinct given, line, private.my_staff_id() from unnest(payments) as given order by given;
  update public.bank_lines set rest_minor = 0 where id = line;
  perform private.note_act('payout settled', left(concat_ws(' ', kept.day::text, private.money_text(kept.amount_minor, kept.currency)), 200), null,
    jsonb_build_object('payments', found_count, 'fees_minor', sum_minor - kept.amount_minor));
  return (sum_minor - kept.amount_minor)::bigint;
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'One of these payments is in another payout already.';
end
$$;

create function public.undo_payout(line uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('cash', 'money');
  perform from public.bank_lines where id = line for update;
  delete from public.bank_payouts where line_id = line;
  if not found then raise sqlstate 'PT409' using message = 'This was undone already.'; end if;
  update public.bank_lines set rest_minor = amount_minor where id = line;
  perform private.note_act('payout undone', (select day::text from public.bank_lines where id = line), null, null);
end
$$;

grant execute on function public.match_bank_line, public.set_bank_rule, public.undo_bank_match, public.ignore_bank_lines, public.bring_back_bank_lines, public.payout_candidates,
  public.settle_payout, public.undo_payout to authenticated, service_role;
