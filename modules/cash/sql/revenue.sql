-- What was invoiced, net, in the month of issue; credit notes in theirs. This is not accrual accounting: work that is not invoiced is not in it.

-- One row for each invoice and credit note. The service is that of its deal, or of its proposal's; a credit note has that of what it corrects.
create function private.revenue_lines(from_day date, to_day date)
returns table (invoice_id uuid, number text, type text, title text, issued_on date, account_id uuid, service_line text, currency text, net_minor bigint, office_minor bigint)
language sql stable security definer set search_path = ''
as $$
  select bill.id, bill.number, bill.type, bill.title, bill.issued_on, bill.account_id, deal.service_line, bill.currency, (bill.totals ->> 'net_minor')::bigint,
    case when bill.currency = office.currency then (bill.totals ->> 'net_minor')::bigint
      when bill.office_currency = office.currency then round((bill.totals ->> 'net_minor')::numeric * bill.rate * power(10::numeric, own.minor_digits - theirs.minor_digits))::bigint end
  from public.invoices as bill
  cross join public.office
  join public.currencies as own on own.code = office.currency
  join public.currencies as theirs on theirs.code = bill.currency
  left join public.invoices as corrected on corrected.id = bill.credit_of
  left join public.proposals as offer on offer.id = coalesce(bill.proposal_id, corrected.proposal_id)
  left join public.deals as deal on deal.id = coalesce(bill.deal_id, corrected.deal_id, offer.deal_id)
  where bill.issued_on between from_day and to_day
$$;

create function private.demand_period(from_day date, to_day date) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.cash_day(null);
  if from_day is null or to_day is null or to_day < from_day then raise check_violation using message = 'A period has a first and a last day.'; end if;
  if to_day > from_day + 3700 then raise check_violation using message = 'A period has at most ten years.'; end if;
end
$$;

-- By month, by service and by client, in the office's currency; what has no rate is counted by itself.
create function public.revenue_report(from_day date, to_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  names boolean;
  answer jsonb;
begin
  perform private.demand_period(from_day, to_day);
  names := private.caller_may('crm', 'read');
  with lines as materialized (select * from private.revenue_lines(from_day, to_day))
  select jsonb_build_object('from', from_day, 'to', to_day, 'currency', office.currency, 'minor_digits', (select minor_digits from public.currencies where code = office.currency),
    'count', (select count(*) from lines), 'net_minor', (select coalesce(sum(office_minor), 0) from lines), 'without_rate', (select count(*) from lines where office_minor is null),
    'currencies', (select coalesce(jsonb_agg(to_jsonb(each) order by each.currency is distinct from office.currency, each.currency), '[]')
      from (select lines.currency, sum(net_minor) as net_minor from lines group by 1) as each),
    'months', (select coalesce(jsonb_agg(jsonb_build_object('month', month, 'invoiced_minor', invoiced, 'credited_minor', credited, 'net_minor', net, 'count', documents) order by month), '[]')
      from (select months.month::date as month, coalesce(sum(office_minor) filter (where type <> 'credit'), 0) as invoiced, coalesce(sum(office_minor) filter (where type = 'credit'), 0) as credited,
          coalesce(sum(office_minor), 0) as net, count(lines.invoice_id) as documents
        from generate_series(date_trunc('month', from_day), date_trunc('month', to_day), interval '1 month') as months (month)
        left join lines on date_trunc('month', lines.issued_on) = months.month group by months.month) as each),
    'services', (select coalesce(jsonb_agg(jsonb_build_object('service', service_line, 'net_minor', net, 'count', documents) order by net desc, service_line nulls last), '[]')
      from (select service_line, coalesce(sum(office_minor), 0) as net, count(*) as documents from lines group by 1) as each),
    'clients', (select coalesce(jsonb_agg(jsonb_build_object('account_id', each.account_id, 'name', case when names then accounts.name end, 'net_minor', net, 'count', documents) order by net desc, accounts.name, each.account_id), '[]')
      from (select account_id, coalesce(sum(office_minor), 0) as net, count(*) as documents from lines group by 1) as each join public.accounts on accounts.id = each.account_id))
  into answer from public.office;
  return answer;
end
$$;

-- The documents behind a figure. filter: from, to, service ("" is none), account.
create function public.revenue_rows(filter jsonb, at_most int default 100, skip int default 0) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  names boolean;
  answer jsonb;
begin
  perform private.demand_period((filter ->> 'from')::date, (filter ->> 'to')::date);
  names := private.caller_may('crm', 'read');
  with found as materialized (
    select lines.*, row_number() over (order by lines.issued_on, lines.number) as no from private.revenue_lines((filter ->> 'from')::date, (filter ->> 'to')::date) as lines
    where (filter ->> 'service' is null or coalesce(lines.service_line, '') = filter ->> 'service') and (filter ->> 'account' is null or lines.account_id = (filter ->> 'account')::uuid)
  )
  select jsonb_build_object('count', (select count(*) from found), 'net_minor', (select coalesce(sum(office_minor), 0) from found), 'currency', (select currency from public.office),
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('invoice_id', page.invoice_id, 'number', page.number, 'type', page.type, 'title', page.title, 'issued_on', page.issued_on,
        'account_name', case when names then accounts.name end, 'service', page.service_line, 'currency', page.currency, 'net_minor', page.net_minor, 'office_minor', page.office_minor) order by page.no), '[]')
      from (select * from found where no > greatest(coalesce(skip, 0), 0) and no <= greatest(coalesce(skip, 0), 0) + least(greatest(coalesce(at_most, 100), 1), 10000)) as page
      join public.accounts on accounts.id = page.account_id))
  into answer;
  return answer;
end
$$;

grant execute on function public.revenue_report, public.revenue_rows to authenticated, service_role;
