-- From draft to issued: everything that is missing is said at once, and the number is taken last.

-- Requests that were made before the invoice of a proposal, such as its deposit: as many as its payable amount has room for.
create function private.taken_over(proposal uuid, of_currency text, payable bigint) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  earlier record;
  room bigint := payable;
begin
  for earlier in
    select id, amount_minor from public.payment_requests where proposal_id = proposal and invoice_id is null and state = 'open' and currency = of_currency order by issued_on, number
  loop
    continue when earlier.amount_minor > room;
    room := room - earlier.amount_minor;
    return next earlier.id;
  end loop;
end
$$;

-- What an invoice must say (2006/112/EC, Art. 226) and does not: a code, words, and where it is put right.
create function private.missing_of(draft public.invoice_drafts, day date) returns table (code text, what text, link text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  seller jsonb := private.seller_now(draft.currency);
  buyer jsonb := private.buyer_now(draft.account_id, draft.contact_id);
  lines jsonb := private.lines_to_issue(draft);
  profile text := '/admin/crm/accounts/' || draft.account_id || '#billing';
  own text := '/admin/invoices/' || draft.id;
  line jsonb;
  n int := 0;
  tax jsonb;
  charges boolean := false;
  reverse boolean := false;
  within boolean := false;
  own_currency text := (select currency from public.office);
  own_sum bigint;
  to_ask bigint;
  of_file text;
  reference text;
begin
  for line in select value from jsonb_array_elements(lines) loop
    n := n + 1;
    if coalesce(line ->> 'description', '') = '' then code := 'line_words'; what := format('Line %s: what it is for', n); link := own; return next; end if;
    if jsonb_array_length(coalesce(line -> 'taxes', '[]')) = 0 and draft.type <> 'credit' then
      code := 'line_tax'; what := format('Line %s: its tax. Give it a rate, or a rule for where the client is', n); link := '/admin/settings?tab=taxes'; return next;
    end if;
    for tax in select value from jsonb_array_elements(coalesce(line -> 'taxes', '[]')) loop
      charges := charges or tax ->> 'category' = 'S';
      reverse := reverse or tax ->> 'category' = 'AE';
      within := within or tax ->> 'category' = 'K';
      if draft.type <> 'credit' and tax ->> 'category' in ('E', 'AE', 'K') and coalesce(tax ->> 'reason', tax ->> 'reason_code', '') = '' then
        code := 'line_reason'; what := format('Line %s: the reason why no tax is charged', n); link := '/admin/settings?tab=taxes'; return next;
      end if;
    end loop;
  end loop;
  if n = 0 then code := 'lines'; what := 'At least one line'; link := own; return next; end if;
  if coalesce(seller ->> 'legal_name', '') = '' then code := 'seller_name'; what := 'The legal name of the firm'; link := '/admin/settings?tab=firm'; return next; end if;
  if coalesce(seller ->> 'street', '') = '' or coalesce(seller ->> 'city', '') = '' or coalesce(seller ->> 'country', '') = '' then
    code := 'seller_address'; what := 'The address of the firm, with its country'; link := '/admin/settings?tab=firm'; return next;
  end if;
  if (charges or reverse or within) and coalesce(seller ->> 'vat_id', '') = '' and (reverse or within or coalesce(seller ->> 'tax_number', '') = '') then
    code := 'seller_vat';
    what := case when reverse then 'The VAT id of the firm: the client owes the tax'
      when within then 'The VAT id of the firm: a supply within the EU names both'
      else 'The VAT id or tax number of the firm' end;
    link := '/admin/settings?tab=invoices';
    return next;
  end if;
  if coalesce(buyer ->> 'street', '') = '' or coalesce(buyer ->> 'city', '') = '' or coalesce(buyer ->> 'country', '') = '' then
    code := 'buyer_address'; what := format('The billing address of %s, with its country', buyer ->> 'legal_name'); link := profile; return next;
  end if;
  if (reverse or within) and coalesce(buyer ->> 'vat_id', '') = '' then
    code := 'buyer_vat';
    what := format(case when reverse then 'The VAT id of %s: it owes the tax' else 'The VAT id of %s: a supply within the EU names both' end,
      buyer ->> 'legal_name');
    link := profile;
    return next;
  end if;
  if draft.supply_from is null and draft.type <> 'credit' and (within or draft.type <> 'deposit') then
    code := 'supply'; what := 'The day or days of the supply'; link := own; return next;
  end if;
  if draft.instalments <> '[]' then
    own_sum := (select sum((value ->> 'amount_minor')::bigint) from jsonb_array_elements(draft.instalments));
    to_ask := (private.draft_totals(draft) ->> 'payable_minor')::bigint;
    to_ask := to_ask - coalesce((select sum(amount_minor) from public.payment_requests where id in (select private.taken_over(draft.proposal_id, draft.currency, to_ask))), 0);
    if own_sum <> to_ask then
      code := 'instalments'; link := own; what := format('The instalments come to %s, and %s is to be paid', private.money_text(own_sum, draft.currency), private.money_text(to_ask, draft.currency)); return next;
    end if;
    if (select min((value ->> 'due_on')::date) from jsonb_array_elements(draft.instalments)) < day then
      code := 'instalment_day'; link := own; what := format('Instalments that are due on %s or later', day); return next;
    end if;
  end if;
  -- What an electronic invoice names (modules/invoices/server/e-invoice.ts). Seller and buyer are frozen when it is issued: afterwards it could not be added.
  select format, coalesce(draft.buyer_reference, buyer_reference) into of_file, reference from public.billing_profiles where account_id = draft.account_id;
  if of_file <> 'pdf' then
    if coalesce(seller ->> 'email', '') = '' then
      code := 'seller_email'; what := 'The mail address of the firm: electronic invoices name it'; link := '/admin/settings?tab=firm'; return next;
    end if;
    if coalesce(buyer ->> 'e_address', case when of_file <> 'xrechnung' then buyer ->> 'email' end, '') = '' then
      code := 'buyer_e_address'; what := format('The electronic address of %s', buyer ->> 'legal_name'); link := profile; return next;
    end if;
  end if;
  if of_file = 'xrechnung' then
    if coalesce(seller ->> 'phone', '') = '' then code := 'seller_phone'; what := 'The phone number of the firm: XRechnung names it'; link := '/admin/settings?tab=invoices'; return next; end if;
    if coalesce(reference, '') = '' then code := 'buyer_reference'; what := format('The reference that %s gave for XRechnung', buyer ->> 'legal_name'); link := profile; return next; end if;
  end if;
  if draft.type = 'credit' and coalesce(draft.reason, '') = '' then code := 'reason'; what := 'Why it is credited'; link := own; return next; end if;
  if draft.currency <> own_currency and not exists (select from private.rate_on(draft.currency, own_currency, day)) then
    code := 'rate'; what := format('A rate of %s in %s for %s: none is known within seven days', draft.currency, own_currency, day); link := '/admin/settings?tab=rates'; return next;
  end if;
end
$$;

create function public.missing_of_draft(draft uuid) returns table (code text, what text, link text)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('invoices', 'read');
  return query select missing.* from public.invoice_drafts as kept, private.missing_of(kept, public.office_today()) as missing where kept.id = draft;
end
$$;

-- Everything of an invoice that may never change, in one text.
create function private.invoice_hash(bill public.invoices) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to((to_jsonb(bill) - array['sha256', 'net_minor', 'account_id', 'contact_id', 'deal_id', 'created_by', 'created_at'])::text, 'UTF8')), 'hex')
$$;

-- Whoever issues: the parts of its number, and its hash.
create function private.seal_invoice() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.restoring() and new.series is not null then return new; end if;
  new.series := left(new.number, 1);
  new.year := split_part(new.number, '-', 2)::int;
  new.seq := split_part(new.number, '-', 3)::int;
  if new.credit_of is not null then new.type := 'credit'; end if;
  new.payable_minor := coalesce(new.payable_minor, new.total_minor);
  new.sha256 := private.invoice_hash(new);
  return new;
end
$$;

create trigger invoices_seal before insert on public.invoices for each row execute function private.seal_invoice();

create function private.keep_tax_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Gone with its invoice, which keeps itself (keep_books).
  if tg_op = 'DELETE' and not exists (select from public.invoices where id = old.invoice_id) then return old; end if;
  raise check_violation using message = 'What was issued stays as it is. Correct it with a credit note.';
end
$$;

create trigger invoice_tax_rows_stay before update or delete on public.invoice_tax_rows for each row execute function private.keep_tax_rows();

-- What reports read: from the totals, in the transaction of the invoice, whoever issues it.
create function private.write_tax_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.restoring() then return null; end if;
  insert into public.invoice_tax_rows (invoice_id, no, issued_on, currency, category, name, rate_pcm, base_minor, tax_minor, reason_code, reason)
  select new.id, place::int, new.issued_on, new.currency, coalesce(tax ->> 'category', case when (tax ->> 'bp')::numeric = 0 then 'Z' else 'S' end), coalesce(tax ->> 'name', ''),
    round((tax ->> 'bp')::numeric * 10)::int, (tax ->> 'base_minor')::bigint, (tax ->> 'tax_minor')::bigint, tax ->> 'reason_code', tax ->> 'reason'
  from jsonb_array_elements(new.totals -> 'taxes') with ordinality as each (tax, place)
  where (tax ->> 'bp')::numeric >= 0;
  return null;
end
$$;

create trigger invoices_tax_rows after insert on public.invoices for each row execute function private.write_tax_rows();

-- The day of issue: today, or back to the day of the newest of its series; never before it, in the future or in a closed period. The caller
-- holds the row of the series.
create function private.demand_issue_day(of_series text, day date) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  newest date := (select max(issued_on) from public.invoices where series = of_series);
  closed text;
begin
  if day > public.office_today() then raise check_violation using message = 'An invoice is not dated in the future.'; end if;
  if day < newest then
    raise check_violation using message = format('The newest %s is of %s: numbers and days run alike, so this one cannot be earlier.', case of_series when 'C' then 'credit note' else 'invoice' end, newest);
  end if;
  closed := (select max(why) from private.call_hooks('period closed', day::text) as why);
  if closed is not null then raise check_violation using message = closed; end if;
end
$$;

create function private.seller_version(seller jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.seller_versions (sha256, seller) values (encode(sha256(convert_to(seller::text, 'UTF8')), 'hex'), seller) on conflict (sha256) do nothing
$$;

-- Locks in one order everywhere: proposal, invoice that is corrected, draft, requests, series.
create function private.issue_draft(draft uuid, on_day date default null, sends boolean default false, asks boolean default true) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.invoice_drafts;
  bill public.invoices;
  totals jsonb;
  day date := coalesce(on_day, public.office_today());
  series text;
  missing jsonb;
  told text;
  own_currency text := (select currency from public.office);
  profile public.billing_profiles;
  worth record;
  whole numeric;
  net record;
begin
  perform from public.proposals where id = (select proposal_id from public.invoice_drafts where id = draft) for no key update;
  perform from public.invoices where id = (select credit_of from public.invoice_drafts where id = draft) for update;
  select * into was from public.invoice_drafts where id = draft for update;
  if was.id is null then
    -- Two presses: the second finds what the first has issued.
    if exists (select from public.invoices where id = draft) then return draft; end if;
    raise sqlstate 'PT404' using message = 'This draft no longer exists.';
  end if;
  select jsonb_agg(to_jsonb(each)), string_agg(each.what, '; ') into missing, told from private.missing_of(was, day) as each;
  if missing is not null then
    raise check_violation using message = 'Missing: ' || told || '.', detail = missing::text;
  end if;
  bill.lines := private.lines_to_issue(was);
  totals := private.draft_totals(was);
  select * into profile from public.billing_profiles where account_id = was.account_id;
  if was.type <> 'credit' and (totals ->> 'total_minor')::numeric < 0 then
    raise check_violation using message = format('More was billed already: the rest is %s. Write a credit note for it.', private.money_text((totals ->> 'total_minor')::numeric, was.currency)),
      detail = '[{"code": "rest_below_zero"}]';
  end if;
  if was.proposal_id is not null and was.type <> 'credit' then perform private.demand_within_agreed(was, totals); end if;
  if was.type = 'credit' then perform private.demand_within_invoice(was, totals); end if;
  select rate, rates.day, source into worth from private.rate_on(was.currency, own_currency, day) as rates limit 1;
  perform private.seller_version(private.seller_now(was.currency));

  series := case was.type when 'credit' then 'C' else 'I' end;
  bill.number := private.next_number(series, private.fiscal_year(day));
  perform private.demand_issue_day(series, day);
  insert into public.invoices (id, number, type, account_id, contact_id, deal_id, proposal_id, title, issued_on, due_on, currency, lines, options, totals, total_minor,
    credit_of, series, year, seq, seller, buyer, supply_from, supply_to, withheld_minor, payable_minor, office_currency, rate, rate_day, rate_source, tax_office_minor,
    language, format, buyer_reference, note, reason, schedule_no, share_pcm, late_fee_of, late_fee_stage, dedupe_key, created_by)
  values (was.id, bill.number, was.type, was.account_id, was.contact_id, was.deal_id, was.proposal_id, was.title, day,
    -- With instalments, the day by which all of it is due.
    greatest(day, coalesce((select max((value ->> 'due_on')::date) from jsonb_array_elements(was.instalments)), was.due_on, case when was.type = 'credit' then day else day + coalesce(profile.terms_days, (select terms_days from public.invoice_settings)) end)),
    was.currency, bill.lines, private.draft_options(was), totals, (totals ->> 'total_minor')::bigint, was.credit_of, series, 0, 0, private.seller_now(was.currency),
    private.buyer_now(was.account_id, was.contact_id), was.supply_from, was.supply_to, (totals ->> 'withheld_minor')::bigint, (totals ->> 'payable_minor')::bigint,
    own_currency, worth.rate, worth.day, worth.source, private.converted((totals ->> 'tax_minor')::numeric, was.currency, own_currency, worth.rate)::bigint,
    coalesce(was.language, profile.language, 'en'), coalesce(profile.format, 'pdf'), coalesce(was.buyer_reference, profile.buyer_reference), nullif(was.note, ''), was.reason,
    was.schedule_no, was.share_pcm, was.late_fee_of, was.late_fee_stage, was.dedupe_key, private.me())
  returning * into bill;
  if was.type = 'final' then
    insert into public.invoice_nets (final_id, earlier_id)
    select distinct bill.id, (line ->> 'earlier_id')::uuid from jsonb_array_elements(bill.lines) as line where line ? 'earlier_id';
  end if;
  delete from public.invoice_drafts where id = was.id;
  perform private.settle_task('draft ' || was.id);
  insert into public.invoice_files (invoice_id, kind, sends) select bill.id, kind, sends and kind = 'pdf'
  from unnest(case when bill.format in ('pdf') then array['pdf'] when bill.format = 'facturx' then array['pdf', 'xml'] else array['pdf', 'xml'] end) as kind;
  perform private.record_invoice_event(bill, case when was.type = 'credit' then 'credited' else 'issued' end);
  if was.type = 'credit' then perform private.apply_credit(bill);
  elsif asks then perform private.ask_for_invoice(bill, was.instalments);
  end if;
  perform pg_notify('invoice_files', bill.id::text);
  return bill.id;
exception when unique_violation then
  if sqlerrm like '%invoice_nets_once%' then
    raise check_violation using message = 'One of the earlier invoices was taken off by another final invoice meanwhile.';
  end if;
  raise;
end
$$;

create function private.record_invoice_event(bill public.invoices, what text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id, changes)
  values (what, auth.uid(), private.actor_name(), 'invoice', bill.id, left(concat_ws(' ', bill.number, bill.title), 200), bill.account_id, bill.contact_id, bill.deal_id,
    jsonb_strip_nulls(jsonb_build_object('amount', jsonb_build_array(null, private.amount(bill.total_minor, bill.currency)), 'reason',
      case when bill.reason is not null then jsonb_build_array(null, bill.reason) end)));
  select private.note_act('invoice ' || what, bill.number, null, jsonb_build_object('total_minor', bill.total_minor, 'currency', bill.currency))
$$;

-- Requests that add up to what is payable. One that was made before, such as the deposit of a proposal, is taken over.
create function private.ask_for_invoice(bill public.invoices, instalments jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  open_minor bigint := bill.payable_minor;
  earlier public.payment_requests;
  part jsonb;
  parts jsonb := '[]';
  summed bigint := 0;
  n int := 0;
begin
  if open_minor <= 0 or not private.module_is_live('payments') then return; end if;
  perform from public.payment_requests where proposal_id = bill.proposal_id and invoice_id is null order by issued_on, number for update;
  for earlier in select * from public.payment_requests where id in (select private.taken_over(bill.proposal_id, bill.currency, open_minor)) loop
    update public.payment_requests set invoice_id = bill.id where id = earlier.id;
    open_minor := open_minor - earlier.amount_minor;
  end loop;
  if open_minor = 0 then return; end if;
  for part in select value from jsonb_array_elements(instalments) loop
    n := n + 1;
    summed := summed + private.number_of(part -> 'amount_minor', 1, 9000000000000000, 0, format('Instalment %s: the amount', n))::bigint;
    if (part ->> 'due_on')::date is null or (part ->> 'due_on')::date < bill.issued_on then
      raise check_violation using message = format('Instalment %s: its day is not before the invoice''s.', n);
    end if;
  end loop;
  if n > 0 and summed <> open_minor then
    raise check_violation using message = format('The instalments come to %s, and %s is to be paid.', private.money_text(summed, bill.currency), private.money_text(open_minor, bill.currency));
  end if;
  parts := case when n > 0 then instalments else jsonb_build_array(jsonb_build_object('amount_minor', open_minor, 'due_on', bill.due_on)) end;
  n := 0;
  for part in select value from jsonb_array_elements(parts) loop
    n := n + 1;
    perform private.request_payment(jsonb_build_object('account_id', bill.account_id, 'contact_id', bill.contact_id, 'deal_id', bill.deal_id, 'proposal_id', bill.proposal_id,
      'invoice_id', bill.id, 'title', left(bill.title || case when jsonb_array_length(parts) > 1 then format(', %s of %s', n, jsonb_array_length(parts)) else '' end, 200),
      'amount_minor', part -> 'amount_minor', 'currency', bill.currency, 'issued_on', bill.issued_on, 'due_on', part -> 'due_on',
      'dedupe_key', format('invoice:%s:%s', bill.id, n), 'send', false));
  end loop;
end
$$;

create function public.issue_invoice(draft uuid, on_day date default null, sends boolean default false) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('invoices', 'money');
  if sends then perform private.require_may('invoices', 'send'); end if;
  if not private.module_is_live('invoices') then raise check_violation using message = 'Invoices are switched off.'; end if;
  return private.issue_draft(draft, on_day, sends);
end
$$;

create function private.issue_for_module(draft uuid) returns uuid
language sql volatile security definer set search_path = ''
as $$
  select private.issue_draft(draft)
$$;

select private.register_hook('issue invoice', 'private.issue_for_module(uuid)', 'invoices');

-- A request with lines is an invoice (payments): drafted and issued here, and the request is the caller's.
create function private.invoice_of_request(asked jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  drafted uuid;
begin
  drafted := private.draft_invoice(jsonb_build_object('account_id', asked -> 'account_id', 'contact_id', asked -> 'contact_id', 'deal_id', asked -> 'deal_id', 'title', asked -> 'title',
    'currency', asked -> 'currency', 'due_on', asked -> 'due_on', 'supply_from', asked -> 'issued_on', 'discount_bp', asked #> '{options,discount_bp}',
    'discount_minor', asked #> '{options,discount_minor}', 'withheld_pcm', 0,
    'lines', (select jsonb_agg(line || jsonb_build_object('description', coalesce(line ->> 'description', asked ->> 'title')) order by place) from jsonb_array_elements(asked -> 'items') with ordinality as each (line, place))));
  return private.issue_draft(drafted, (asked ->> 'issued_on')::date, false, false);
end
$$;

select private.register_hook('invoice of request', 'private.invoice_of_request(jsonb)', 'invoices');

-- Whether nothing of an issued invoice was changed since.
create function public.verify_invoice(invoice uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  bill public.invoices;
  computed jsonb;
begin
  perform private.require_may('invoices', 'read');
  select * into bill from public.invoices where id = invoice;
  if bill.id is null then raise sqlstate 'PT404' using message = 'This invoice no longer exists.'; end if;
  computed := public.document_totals(bill.lines, bill.currency, bill.options);
  return jsonb_build_object('number', bill.number, 'checks', jsonb_build_array(
    jsonb_build_object('what', 'text, parties and amounts', 'ok', bill.sha256 is null or bill.sha256 = private.invoice_hash(bill)),
    jsonb_build_object('what', 'totals of its lines', 'ok', computed = bill.totals),
    jsonb_build_object('what', 'rows of tax', 'ok', (select coalesce(sum(tax_minor), 0) from public.invoice_tax_rows where invoice_id = invoice) = (bill.totals ->> 'tax_minor')::numeric)));
end
$$;

select private.allow('public.invoices', 'invoices');
select private.allow('public.invoice_nets', 'invoices');
select private.allow('public.invoice_tax_rows', 'invoices');
grant select on public.invoice_nets, public.invoice_tax_rows to authenticated, service_role;
select private.register_types('invoices', 'invoice');
grant execute on function public.missing_of_draft, public.issue_invoice, public.verify_invoice to authenticated, service_role;
select private.announce_changes('public.invoices', 'invoices');
