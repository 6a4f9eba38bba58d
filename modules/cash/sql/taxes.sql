-- Tax of a period: by issue, what was issued in it; by receipt, the share of each invoice's tax that its money covers at the end of the period, less
-- the share at its beginning. Shares follow from the money there is on a day and never from earlier shares, so that all of them together are the
-- invoice's tax to the cent, in whatever parts it is paid.

-- The rows of tax as they were issued, each also in the office's currency; those of one document add up to what is printed on it.
create function private.issued_tax_rows(from_day date, to_day date, only_invoices uuid[] default null)
returns table (invoice_id uuid, family uuid, issued_on date, category text, name text, rate_pcm int, currency text, base_minor numeric, tax_minor numeric, office_base numeric, office_tax numeric)
language sql stable security definer set search_path = ''
as $$
  select rows.invoice_id, coalesce(bill.credit_of, bill.id), bill.issued_on, rows.category, rows.name, rows.rate_pcm, rows.currency, rows.base_minor, rows.tax_minor,
    round(rows.base_minor * worth.factor),
    -- What the rows so far come to, less what they came to before.
    round(sum(rows.tax_minor) over (partition by rows.invoice_id order by rows.no) * worth.factor)
      - round((sum(rows.tax_minor) over (partition by rows.invoice_id order by rows.no) - rows.tax_minor) * worth.factor)
  from public.invoice_tax_rows as rows
  join public.invoices as bill on bill.id = rows.invoice_id
  cross join public.office
  join public.currencies as own on own.code = office.currency
  join public.currencies as theirs on theirs.code = bill.currency
  cross join lateral (select case when bill.currency = office.currency then 1
    when bill.office_currency = office.currency then bill.rate * power(10::numeric, own.minor_digits - theirs.minor_digits) end as factor) as worth
  where rows.issued_on between from_day and to_day and (only_invoices is null or coalesce(bill.credit_of, bill.id) = any (only_invoices))
$$;

-- A share of an amount: all of it once everything that is payable has come.
create function private.share_received(amount numeric, received numeric, payable numeric) returns numeric
language sql immutable set search_path = ''
as $$
  select case when received >= payable then amount else round(amount * greatest(received, 0) / payable) end
$$;

-- What is recognised of invoices by the end of a day: of each with its credit notes, rate by rate.
create function private.recognised_tax(families uuid[], on_day date)
returns table (family uuid, category text, name text, rate_pcm int, currency text, base_minor numeric, tax_minor numeric, office_base numeric, office_tax numeric)
language sql stable security definer set search_path = ''
as $$
  with stands as materialized (
    select bill.id,
      bill.payable_minor + coalesce((select sum(note.payable_minor) from public.invoices as note where note.credit_of = bill.id and note.issued_on <= on_day), 0) as payable,
      coalesce((select sum(payments.amount_minor) from public.payment_requests as request join public.payments on payments.request_id = request.id
        where request.invoice_id = bill.id and payments.received_on <= on_day), 0) as received
    from public.invoices as bill where bill.id = any (families) and bill.issued_on <= on_day
  ), rows as (
    select issued.family, issued.category, issued.name, issued.rate_pcm, issued.currency, sum(issued.base_minor) as base_minor, sum(issued.tax_minor) as tax_minor,
      sum(issued.office_base) as office_base, sum(issued.office_tax) as office_tax
    from private.issued_tax_rows('-infinity', on_day, families) as issued group by 1, 2, 3, 4, 5
  )
  select rows.family, rows.category, rows.name, rows.rate_pcm, rows.currency, private.share_received(rows.base_minor, received, payable), private.share_received(rows.tax_minor, received, payable),
    private.share_received(rows.office_base, received, payable), private.share_received(rows.office_tax, received, payable)
  from rows join stands on stands.id = rows.family
$$;

create function private.tax_lines(from_day date, to_day date, basis text)
returns table (invoice_id uuid, category text, name text, rate_pcm int, currency text, base_minor numeric, tax_minor numeric, office_base numeric, office_tax numeric)
language plpgsql stable security definer set search_path = ''
as $$
declare
  touched uuid[];
begin
  if basis = 'issued' then
    return query select issued.invoice_id, issued.category, issued.name, issued.rate_pcm, issued.currency, issued.base_minor, issued.tax_minor, issued.office_base, issued.office_tax
    from private.issued_tax_rows(from_day, to_day) as issued;
    return;
  end if;
  -- Only those whose money or documents changed within the period; of the others nothing is recognised in it.
  touched := array(
    select request.invoice_id from public.payments join public.payment_requests as request on request.id = payments.request_id
    where payments.received_on between from_day and to_day and request.invoice_id is not null
    union
    select coalesce(bill.credit_of, bill.id) from public.invoices as bill where bill.issued_on between from_day and to_day);
  return query
  select parts.family, parts.category, parts.name, parts.rate_pcm, parts.currency, sum(parts.base_minor), sum(parts.tax_minor), sum(parts.office_base), sum(parts.office_tax)
  from (
    select * from private.recognised_tax(touched, to_day)
    union all
    select before.family, before.category, before.name, before.rate_pcm, before.currency, -before.base_minor, -before.tax_minor, -before.office_base, -before.office_tax
    from private.recognised_tax(touched, from_day - 1) as before
  ) as parts
  group by 1, 2, 3, 4, 5
  having sum(parts.base_minor) <> 0 or sum(parts.tax_minor) <> 0;
end
$$;

-- Withheld tax is no tax of ours: what clients kept back of what was issued in the period.
create function private.withheld_lines(from_day date, to_day date) returns table (invoice_id uuid, currency text, withheld_minor bigint)
language sql stable security definer set search_path = ''
as $$
  select id, currency, withheld_minor from public.invoices where issued_on between from_day and to_day and withheld_minor <> 0
$$;

create function private.tax_basis(asked text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(asked, 'issued') not in ('issued', 'received') then raise check_violation using message = 'Tax is counted by what was issued or by what was received.'; end if;
  return coalesce(asked, (select tax_basis from public.cash_settings));
end
$$;

create function public.tax_report(from_day date, to_day date, basis text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  by_basis text := private.tax_basis(basis);
  names boolean;
  answer jsonb;
begin
  perform private.demand_period(from_day, to_day);
  names := private.caller_may('crm', 'read');
  with lines as materialized (select * from private.tax_lines(from_day, to_day, by_basis))
  select jsonb_build_object('from', from_day, 'to', to_day, 'basis', by_basis, 'usual_basis', (select tax_basis from public.cash_settings), 'currency', office.currency,
    'minor_digits', (select minor_digits from public.currencies where code = office.currency),
    'count', (select count(distinct invoice_id) from lines), 'without_rate', (select count(distinct invoice_id) from lines where office_tax is null),
    'base_minor', (select coalesce(sum(office_base), 0) from lines), 'tax_minor', (select coalesce(sum(office_tax), 0) from lines),
    'rates', (select coalesce(jsonb_agg(jsonb_build_object('category', category, 'name', name, 'rate_pcm', rate_pcm, 'currency', each.currency, 'base_minor', base, 'tax_minor', tax,
        'office_base_minor', office_base, 'office_tax_minor', office_tax, 'count', documents, 'minor_digits', coalesce(currencies.minor_digits, 2))
        order by array_position(array['S', 'Z', 'E', 'AE', 'K', 'G', 'O'], category), rate_pcm desc, name, each.currency is distinct from office.currency, each.currency), '[]')
      from (select category, name, rate_pcm, lines.currency, sum(lines.base_minor) as base, sum(lines.tax_minor) as tax, sum(lines.office_base) as office_base, sum(lines.office_tax) as office_tax,
        count(distinct invoice_id) as documents from lines group by 1, 2, 3, 4) as each left join public.currencies on currencies.code = each.currency),
    'reverse', (select coalesce(jsonb_agg(jsonb_build_object('vat_id', vat_id, 'name', case when names then legal_name end, 'currency', each.currency, 'base_minor', base, 'office_base_minor', office_base,
        'count', documents, 'minor_digits', coalesce(currencies.minor_digits, 2)) order by vat_id nulls first, each.currency), '[]')
      from (select bill.buyer ->> 'vat_id' as vat_id, max(bill.buyer ->> 'legal_name') as legal_name, lines.currency, sum(lines.base_minor) as base, sum(lines.office_base) as office_base, count(distinct bill.id) as documents
        from lines join public.invoices as bill on bill.id = lines.invoice_id where lines.category = 'AE' group by 1, 3) as each left join public.currencies on currencies.code = each.currency),
    'withheld', (select coalesce(jsonb_agg(jsonb_build_object('currency', each.currency, 'minor', each.minor, 'count', each.documents, 'minor_digits', coalesce(currencies.minor_digits, 2)) order by each.currency), '[]')
      from (select kept.currency, sum(withheld_minor) as minor, count(*) as documents from private.withheld_lines(from_day, to_day) as kept group by 1) as each left join public.currencies on currencies.code = each.currency))
  into answer from public.office;
  return answer;
end
$$;

-- The documents behind a figure. filter: from, to, basis, category, name, rate_pcm, currency, vat_id ("" is none).
create function public.tax_rows(filter jsonb, at_most int default 100, skip int default 0) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  by_basis text := private.tax_basis(filter ->> 'basis');
  names boolean;
  answer jsonb;
begin
  perform private.demand_period((filter ->> 'from')::date, (filter ->> 'to')::date);
  names := private.caller_may('crm', 'read');
  with found as materialized (
    select lines.*, bill.number, bill.type, bill.title, bill.issued_on, bill.account_id, bill.buyer ->> 'vat_id' as vat_id,
      row_number() over (order by bill.issued_on, bill.number, lines.category, lines.rate_pcm, lines.name) as no
    from private.tax_lines((filter ->> 'from')::date, (filter ->> 'to')::date, by_basis) as lines join public.invoices as bill on bill.id = lines.invoice_id
    where (filter ->> 'category' is null or lines.category = filter ->> 'category') and (filter ->> 'name' is null or lines.name = filter ->> 'name')
      and (filter ->> 'rate_pcm' is null or lines.rate_pcm = (filter ->> 'rate_pcm')::int) and (filter ->> 'currency' is null or lines.currency = filter ->> 'currency')
      and (filter ->> 'vat_id' is null or coalesce(bill.buyer ->> 'vat_id', '') = filter ->> 'vat_id')
  )
  select jsonb_build_object('count', (select count(*) from found), 'base_minor', (select coalesce(sum(base_minor), 0) from found), 'tax_minor', (select coalesce(sum(tax_minor), 0) from found),
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('invoice_id', page.invoice_id, 'number', page.number, 'type', page.type, 'title', page.title, 'issued_on', page.issued_on,
        'account_name', case when names then accounts.name end, 'vat_id', page.vat_id, 'category', page.category, 'name', page.name, 'rate_pcm', page.rate_pcm, 'currency', page.currency,
        'base_minor', page.base_minor, 'tax_minor', page.tax_minor, 'office_tax_minor', page.office_tax) order by page.no), '[]')
      from (select * from found where no > greatest(coalesce(skip, 0), 0) and no <= greatest(coalesce(skip, 0), 0) + least(greatest(coalesce(at_most, 100), 1), 10000)) as page
      join public.accounts on accounts.id = page.account_id))
  into answer;
  return answer;
end
$$;

create trigger acts_of_cash_settings after update on public.cash_settings for each row execute function private.note_setting('basis of tax', '', 'tax_basis', 'datev');

select private.allow('public.cash_settings', 'cash', edits => 'money');

grant select, update (tax_basis) on public.cash_settings to authenticated;
grant all on public.cash_settings to service_role;

grant execute on function public.tax_report, public.tax_rows to authenticated, service_role;
