-- What the file for DATEV books: each issued document by category and rate of its tax, and each payment, in the office's currency.

create function private.export_datev(from_day date, to_day date)
returns table (year_from date, day date, what text, number text, client text, category text, rate_pcm int, method text, office_minor bigint, currency text)
language sql stable security definer set search_path = ''
as $$
  with own as (
    select office.currency, fiscal_month from public.office, public.invoice_settings
  ), booked as (
    select bill.issued_on as day, 'invoice' as what, bill.number, coalesce(bill.buyer ->> 'legal_name', accounts.name) as client, parts.category, parts.rate_pcm, null as method,
      (parts.office_base + parts.office_tax) as minor, bill.currency, 1 as place, bill.created_at, bill.id
    from private.issued_tax_rows(from_day, to_day) as parts join public.invoices as bill on bill.id = parts.invoice_id join public.accounts on accounts.id = bill.account_id
    union all
    select paid.received_on, 'payment', coalesce(paid.invoice, paid.request), paid.client, null, null, paid.method,
      case when paid.currency = own.currency then paid.amount_minor
        else private.converted(paid.amount_minor, paid.currency, own.currency, (select worth.rate from private.rate_on(paid.currency, own.currency, paid.received_on) as worth limit 1)) end,
      paid.currency, 2, payments.created_at, paid.id
    from private.export_payments(from_day, to_day) as paid join public.payments on payments.id = paid.id cross join own
  )
  select make_date(private.fiscal_year(booked.day), own.fiscal_month, 1), booked.day, booked.what, booked.number, booked.client, booked.category, booked.rate_pcm, booked.method,
    booked.minor::bigint, booked.currency
  from booked cross join own
  order by booked.day, booked.place, booked.created_at, booked.id, booked.category, booked.rate_pcm
$$;

-- Accounts are digits; who sets them is in the log of acts (acts_of_cash_settings).
create function private.check_datev() returns trigger
language plpgsql set search_path = ''
as $$
declare
  longest int;
begin
  new.datev := nullif(new.datev, 'null');
  if new.datev is null then return new; end if;
  perform private.number_of(new.datev -> 'consultant', 1001, 9999999, 0, 'Consultant');
  perform private.number_of(new.datev -> 'client', 1, 99999, 0, 'Client');
  longest := private.number_of(new.datev -> 'account_length', 4, 8, 0, 'Digits of an account')::int;
  if exists (
    select from (
      select new.datev ->> name as account, longest + (name = 'clients_account')::int as most from unnest(array['clients_account', 'bank_account', 'other_account']) as name
      union all select line ->> 'account', longest from jsonb_array_elements(new.datev -> 'revenue') as line
    ) as given where account is null or account !~ '^[1-9][0-9]{3,8}$' or char_length(account) > most
  ) then
    raise check_violation using message = format('An account has four to %s digits, the one of clients one more.', longest);
  end if;
  return new;
end
$$;

create trigger cash_settings_datev before update of datev on public.cash_settings for each row execute function private.check_datev();

grant update (datev) on public.cash_settings to authenticated;
