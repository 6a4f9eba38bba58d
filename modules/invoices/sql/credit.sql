-- Taking back: a credit note names what it corrects, and comes to no more than that, rate by rate. An invoice is never deleted or renumbered.

-- What of an invoice was not taken back yet, for each tax: with the lines a credit note of all of it would have.
create function private.creditable(invoice uuid) returns table (category text, name text, rate_pcm int, base_minor numeric, tax_minor numeric, kind jsonb)
language sql stable security definer set search_path = ''
as $$
  select rows.category, rows.name, rows.rate_pcm, sum(rows.base_minor), sum(rows.tax_minor),
    jsonb_strip_nulls(jsonb_build_object('name', rows.name, 'category', rows.category, 'rate_pcm', rows.rate_pcm, 'reason_code', max(rows.reason_code), 'reason', max(rows.reason)))
  from public.invoice_tax_rows as rows join public.invoices as bill on bill.id = rows.invoice_id
  where bill.id = invoice or bill.credit_of = invoice
  group by 1, 2, 3
$$;

-- Held under the lock of the invoice: no rate, and not the whole, goes below nothing.
create function private.demand_within_invoice(draft public.invoice_drafts, totals jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  tax record;
  was public.invoices := (select invoices from public.invoices where id = draft.credit_of);
  left_minor numeric := was.total_minor + coalesce((select sum(total_minor) from public.invoices where credit_of = was.id), 0);
begin
  if (totals ->> 'total_minor')::numeric > 0 or ((totals ->> 'total_minor')::numeric = 0 and was.total_minor <> 0) then
    raise check_violation using message = 'A credit note takes something back.';
  end if;
  if left_minor + (totals ->> 'total_minor')::numeric < 0 then
    raise check_violation using message = format('Of %s only %s can still be credited.', was.number, private.money_text(left_minor, was.currency));
  end if;
  for tax in
    select taken.*, coalesce(rest.base_minor, 0) as base_left, coalesce(rest.tax_minor, 0) as tax_left
    from (select coalesce(value ->> 'category', 'S') as category, coalesce(value ->> 'name', '') as name, round((value ->> 'bp')::numeric * 10)::int as rate_pcm,
        (value ->> 'base_minor')::numeric as base, (value ->> 'tax_minor')::numeric as tax from jsonb_array_elements(totals -> 'taxes')) as taken
    left join private.creditable(was.id) as rest using (category, name, rate_pcm)
  loop
    -- What was negative is taken back by what is positive.
    if sign(tax.base_left) * (tax.base_left + tax.base) < 0 or sign(tax.tax_left) * (tax.tax_left + tax.tax) < 0 or (tax.base_left = 0 and tax.base <> 0) then
      raise check_violation using message = format('Of %s at %s %% only %s and %s of tax can still be credited.', was.number, trim_scale(tax.rate_pcm / 1000.0),
        private.money_text(tax.base_left, was.currency), private.money_text(tax.tax_left, was.currency));
    end if;
  end loop;
end
$$;

-- The lines of a credit note. `asked`: {"kind": "whole"}, {"kind": "lines", "positions": [1, 3]}, or
-- {"kind": "amounts", "amounts": [{"category", "name", "rate_pcm", "net_minor"}]}, or {"kind": "gross", "gross_minor": 1450}: just that much, taxes
-- and all, such as what a bank kept.
create function private.credit_lines(invoice uuid, asked jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  bill public.invoices := (select invoices from public.invoices where id = invoice);
  part record;
  net numeric;
  line_no int;
  answer jsonb := '[]';
  line jsonb;
  total jsonb;
begin
  if asked ->> 'kind' = 'whole' and not exists (select from public.invoices where credit_of = invoice) then
    -- The exact negative.
    return (select jsonb_agg(case when given.line ? 'taxes' then given.line else given.line || jsonb_build_object('taxes', private.old_taxes(given.line)) end
      || jsonb_build_object('description', coalesce(given.line ->> 'description', bill.title), 'of_line', place, 'quantity_milli', -coalesce((given.line ->> 'quantity_milli')::numeric, 1000))
      || case when given.line ->> 'stated' = 'true' then jsonb_build_object('taxes', (select coalesce(jsonb_agg(tax || jsonb_build_object('amount_minor', -(tax ->> 'amount_minor')::numeric) order by n), '[]')
        from jsonb_array_elements(given.line -> 'taxes') with ordinality as each (tax, n))) else '{}' end order by place)
      from jsonb_array_elements(bill.lines) with ordinality as given (line, place));
  end if;
  if asked ->> 'kind' in ('whole', 'amounts') then
    for part in
      select rest.*, want.net from private.creditable(invoice) as rest
      left join (select coalesce(value ->> 'category', 'S') as category, coalesce(value ->> 'name', '') as name, (value ->> 'rate_pcm')::int as rate_pcm,
        private.number_of(value -> 'net_minor', 0, 1000000000000000, 0, 'The amount') as net from jsonb_array_elements(coalesce(asked -> 'amounts', '[]'))) as want using (category, name, rate_pcm)
      order by rest.category, rest.name, rest.rate_pcm
    loop
      net := case when asked ->> 'kind' = 'whole' then part.base_minor else coalesce(part.net, 0) end;
      continue when net = 0;
      answer := answer || jsonb_build_object('description', format('Credit for %s', bill.number), 'stated', true, 'quantity_milli', -1000, 'unit_minor', net, 'taxes',
        jsonb_build_array(part.kind || jsonb_build_object('amount_minor', -case when net = part.base_minor then part.tax_minor else round(net * part.rate_pcm / 100000) end)));
    end loop;
    return answer;
  end if;
  if asked ->> 'kind' = 'gross' then
    net := private.number_of(asked -> 'gross_minor', 1, 1000000000000000, 0, 'The amount');
    return (select coalesce(jsonb_agg(share || jsonb_build_object('description', format('Credit for %s', bill.number), 'quantity_milli', -1000, 'taxes',
        (select coalesce(jsonb_agg(tax || jsonb_build_object('amount_minor', -(tax ->> 'amount_minor')::numeric) order by n), '[]')
          from jsonb_array_elements(share -> 'taxes') with ordinality as each (tax, n))) order by place), '[]')
      from jsonb_array_elements(public.document_part(bill.lines, bill.currency, bill.options, net::bigint)) with ordinality as given (share, place));
  end if;
  for line_no in select value::int from jsonb_array_elements_text(coalesce(asked -> 'positions', '[]')) order by 1 loop
    line := bill.lines -> (line_no - 1);
    total := bill.totals -> 'lines' -> (line_no - 1);
    if line is null or line ? 'earlier_id' then raise check_violation using message = format('%s has no line %s that can be credited.', bill.number, line_no); end if;
    if exists (select from public.invoices as credit, jsonb_array_elements(credit.lines) as taken where credit.credit_of = invoice and (taken ->> 'of_line')::int = line_no) then
      raise check_violation using message = format('Line %s of %s was credited already.', line_no, bill.number);
    end if;
    answer := answer || jsonb_build_object('description', coalesce(line ->> 'description', bill.title), 'of_line', line_no, 'stated', true, 'quantity_milli', -1000, 'unit_minor', total -> 'net_minor', 'taxes',
      (select coalesce(jsonb_agg((tax - 'amount_minor') || jsonb_build_object('amount_minor', -coalesce((total -> 'tax_parts' ->> (place - 1)::int)::numeric, (total ->> 'tax_minor')::numeric)) order by place), '[]')
        from jsonb_array_elements(coalesce(line -> 'taxes', private.old_taxes(line))) with ordinality as each (tax, place)));
  end loop;
  return answer;
end
$$;

-- One rate of a line from before categories were kept.
create function private.old_taxes(line jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when coalesce((line ->> 'tax_bp')::numeric, 0) = 0 then '[]'
    else jsonb_build_array(jsonb_build_object('name', '', 'category', 'S', 'rate_pcm', round((line ->> 'tax_bp')::numeric * 10))) end::jsonb
$$;

-- Where two taxes are on the same lines, an amount is of both: the net would count twice.
create function private.has_two_taxes(bill public.invoices) returns boolean
language sql immutable set search_path = ''
as $$
  select exists (select from jsonb_array_elements(bill.lines) as line where jsonb_array_length(coalesce(nullif(line -> 'taxes', 'null'), '[]')) > 1)
$$;

create function private.draft_credit(invoice uuid, asked jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  bill public.invoices := (select invoices from public.invoices where id = invoice);
  lines jsonb;
  made uuid;
begin
  if bill.id is null then raise sqlstate 'PT404' using message = 'This invoice no longer exists.'; end if;
  if bill.type = 'credit' then raise check_violation using message = 'A credit note is not credited.'; end if;
  if coalesce(asked ->> 'kind', '') not in ('whole', 'lines', 'amounts', 'gross') then raise check_violation using message = 'Say what is credited: all of it, lines, or amounts.'; end if;
  if private.has_two_taxes(bill) and (asked ->> 'kind' = 'amounts' or (asked ->> 'kind' = 'whole' and exists (select from public.invoices where credit_of = bill.id))) then
    raise check_violation using message = 'Lines with two taxes are credited by line.';
  end if;
  if asked ->> 'kind' = 'gross' and bill.withheld_minor <> 0 then raise check_violation using message = 'Of this invoice tax is withheld: choose what is credited.'; end if;
  lines := private.credit_lines(invoice, asked);
  if jsonb_array_length(coalesce(lines, '[]')) = 0 then
    raise check_violation using message = case when asked ->> 'kind' = 'whole' then format('%s was credited already.', bill.number) else 'Choose what is credited.' end;
  end if;
  insert into public.invoice_drafts (type, account_id, contact_id, deal_id, proposal_id, title, currency, lines, discount_bp, discount_minor, withheld_pcm, supply_from, supply_to,
    language, reason, credit_of, created_by)
  select 'credit', bill.account_id, bill.contact_id, bill.deal_id, bill.proposal_id, left(bill.title, 200), bill.currency, lines,
    case when is_exact then coalesce((bill.options ->> 'discount_bp')::numeric, 0) else 0 end, case when is_exact then coalesce((bill.options ->> 'discount_minor')::bigint, 0) else 0 end,
    coalesce((bill.options ->> 'withheld_pcm')::int, 0), bill.supply_from, bill.supply_to, bill.language, nullif(btrim(asked ->> 'reason'), ''), bill.id, private.me()
  from (select asked ->> 'kind' = 'whole' and not exists (select from public.invoices where credit_of = bill.id) as is_exact) as how
  returning id into made;
  return made;
end
$$;

create function public.new_credit_note(invoice uuid, asked jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('invoices', 'money');
  return private.draft_credit(invoice, asked);
end
$$;

-- What a credit note would come to, before anything is written: the sums before and after.
create function public.credit_preview(invoice uuid, asked jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  drafted uuid;
  kept public.invoice_drafts;
  totals jsonb;
  bill public.invoices := (select invoices from public.invoices where id = invoice);
  credited numeric := coalesce((select -sum(total_minor) from public.invoices where credit_of = invoice), 0);
  problem text;
begin
  perform private.require_may('invoices', 'read');
  begin
    drafted := private.draft_credit(invoice, asked || '{"reason": "preview"}');
    select * into kept from public.invoice_drafts where id = drafted;
    totals := private.draft_totals(kept);
    perform private.demand_within_invoice(kept, totals);
    raise exception using errcode = 'GV999';
  exception when sqlstate 'GV999' then null;
    when check_violation then problem := sqlerrm;
  end;
  return jsonb_build_object('problem', problem, 'total_minor', bill.total_minor, 'credited_minor', credited, 'this_minor', -coalesce((totals ->> 'total_minor')::numeric, 0),
    'after_minor', bill.total_minor - credited + coalesce((totals ->> 'total_minor')::numeric, 0), 'taxes', coalesce(totals -> 'taxes', '[]'), 'currency', bill.currency);
end
$$;

-- Lower what is asked for, from the last that is due to the first: what is open before what was paid. Asked for nothing, a request is
-- cancelled, and what was paid for it is credit (payments 8).
create function private.apply_credit(note public.invoices) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  rest bigint := -note.payable_minor;
  asked record;
begin
  for asked in
    select stood.id, stood.open_minor
    from private.request_states(public.office_today(), array(select request.id from public.payment_requests as request where request.invoice_id = note.credit_of and request.state = 'open')) as stood
    where stood.open_minor > 0 order by stood.due_on desc, stood.number desc
  loop
    exit when rest <= 0;
    rest := rest - private.reduce_request(asked.id, note.id, note.number, least(asked.open_minor, rest), note.issued_on);
  end loop;
  for asked in select id from public.payment_requests where invoice_id = note.credit_of and state = 'open' order by due_on desc, number desc loop
    exit when rest <= 0;
    rest := rest - private.reduce_request(asked.id, note.id, note.number, rest, note.issued_on);
  end loop;
  -- A final invoice that was taken back whole lets go of what it took off.
  if (select total_minor from public.invoices where id = note.credit_of) + (select sum(total_minor) from public.invoices where credit_of = note.credit_of) = 0 then
    update public.invoice_nets set released_on = note.issued_on where final_id = note.credit_of and released_on is null;
  end if;
end
$$;

-- All of it is taken back, at once. With `again` a draft like it comes back, for the right party: one action.
create function public.cancel_invoice(invoice uuid, reason text, again boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  bill public.invoices;
  note uuid;
  made uuid;
begin
  perform private.require_may('invoices', 'money');
  if nullif(btrim(reason), '') is null then raise check_violation using message = 'Say why it is taken back.'; end if;
  perform from public.proposals where id = (select proposal_id from public.invoices where id = invoice) for no key update;
  select * into bill from public.invoices where id = invoice for update;
  note := private.issue_draft(private.draft_credit(invoice, jsonb_build_object('kind', 'whole', 'reason', reason)));
  if again then
    insert into public.invoice_drafts (type, account_id, contact_id, deal_id, proposal_id, title, currency, lines, discount_bp, discount_minor, withheld_pcm, supply_from, supply_to,
      language, buyer_reference, note, schedule_no, share_pcm, created_by)
    select bill.type, bill.account_id, bill.contact_id, bill.deal_id, bill.proposal_id, bill.title, bill.currency,
      (select jsonb_agg(line order by place) from jsonb_array_elements(bill.lines) with ordinality as each (line, place) where not line ? 'earlier_id'),
      coalesce((bill.options ->> 'discount_bp')::numeric, 0), coalesce((bill.options ->> 'discount_minor')::bigint, 0), coalesce((bill.options ->> 'withheld_pcm')::int, 0),
      bill.supply_from, bill.supply_to, bill.language, bill.buyer_reference, coalesce(bill.note, ''), bill.schedule_no, bill.share_pcm, private.me()
    returning id into made;
  end if;
  return jsonb_build_object('credit', note, 'draft', made);
end
$$;

-- The old way of payments to take an invoice back, while this module is on: the same note, by its rules.
create function private.credit_for_payments(invoice uuid, reason text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  select private.issue_draft(private.draft_credit(invoice, jsonb_build_object('kind', 'whole', 'reason', coalesce(nullif(btrim(reason), ''), 'Credited'))))
$$;

select private.register_hook('credit invoice', 'private.credit_for_payments(uuid, text)', 'invoices');

-- An amount of net for another module, spread over the taxes of the invoice by what of each can still be credited; once by its key.
create function private.credit_part(asked jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  bill public.invoices;
  made uuid := (select (note ->> 'id')::uuid from private.credit_part_made(asked ->> 'dedupe_key') as note);
  rest_minor numeric;
begin
  perform private.require_may('invoices', 'money');
  if made is not null then return made; end if;
  select * into bill from public.invoices where id = (asked ->> 'invoice_id')::uuid for update;
  if bill.id is null then raise check_violation using message = 'Its invoice is a draft: change it there, or throw it away.'; end if;
  select sum(base_minor) into rest_minor from private.creditable(bill.id);
  if coalesce(rest_minor, 0) = 0 or rest_minor < (asked ->> 'net_minor')::numeric then
    raise check_violation using message = format('Of %s only %s net can still be credited.', bill.number, private.money_text(coalesce(rest_minor, 0), bill.currency));
  end if;
  made := private.draft_credit(bill.id, jsonb_build_object('kind', 'amounts', 'reason', asked -> 'reason', 'amounts', (
    select jsonb_agg(jsonb_build_object('category', category, 'name', name, 'rate_pcm', rate_pcm, 'net_minor', parts[place]))
    from (select array_agg(base_minor * (asked ->> 'net_minor')::numeric / rest_minor order by category, name, rate_pcm) as shares from private.creditable(bill.id)) as all_of,
      private.spread((asked ->> 'net_minor')::numeric, shares) as parts,
      (select category, name, rate_pcm, row_number() over (order by category, name, rate_pcm) as place from private.creditable(bill.id)) as rates)));
  update public.invoice_drafts set dedupe_key = asked ->> 'dedupe_key' where id = made;
  return made;
end
$$;

select private.register_hook('credit part', 'private.credit_part(jsonb)', 'invoices');

create function private.credit_part_made(key text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', id, 'number', number) from (
    select id, number from public.invoices where dedupe_key = key union all select id, null from public.invoice_drafts where dedupe_key = key) as note limit 1
$$;

select private.register_hook('credit part made', 'private.credit_part_made(text)', 'invoices');

grant execute on function public.new_credit_note, public.credit_preview, public.cancel_invoice to authenticated, service_role;
