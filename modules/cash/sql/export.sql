-- What an accountant takes along: rows of a period as they are frozen, in a fixed order. The server writes them as CSV.

create function private.export_invoices(from_day date, to_day date)
returns table (number text, type text, issued_on date, due_on date, supply_from date, supply_to date, client_id uuid, client text, client_vat_id text, client_country text, title text, currency text,
  net_minor bigint, tax_minor bigint, total_minor bigint, withheld_minor bigint, payable_minor bigint, office_currency text, rate numeric, rate_day date, rate_source text, tax_office_minor bigint,
  corrects text, reason text, sha256 text, id uuid)
language sql stable security definer set search_path = ''
as $$
  select bill.number, bill.type, bill.issued_on, bill.due_on, bill.supply_from, bill.supply_to, bill.account_id, coalesce(bill.buyer ->> 'legal_name', accounts.name), bill.buyer ->> 'vat_id', bill.buyer ->> 'country',
    bill.title, bill.currency, (bill.totals ->> 'net_minor')::bigint, (bill.totals ->> 'tax_minor')::bigint, bill.total_minor, bill.withheld_minor, bill.payable_minor, bill.office_currency, bill.rate, bill.rate_day,
    bill.rate_source, bill.tax_office_minor, corrected.number, bill.reason, bill.sha256, bill.id
  from public.invoices as bill join public.accounts on accounts.id = bill.account_id left join public.invoices as corrected on corrected.id = bill.credit_of
  where bill.issued_on between from_day and to_day
  order by bill.series, bill.year, bill.seq
$$;

create function private.export_lines(from_day date, to_day date)
returns table (number text, line_no int, description text, quantity_milli numeric, unit text, unit_minor numeric, net_minor numeric, tax_minor numeric, taxes text, currency text)
language sql stable security definer set search_path = ''
as $$
  select bill.number, place::int, line ->> 'description', coalesce((line ->> 'quantity_milli')::numeric, 1000), line ->> 'unit', (line ->> 'unit_minor')::numeric,
    (bill.totals #>> array['lines', (place - 1)::text, 'net_minor'])::numeric, (bill.totals #>> array['lines', (place - 1)::text, 'tax_minor'])::numeric,
    (select string_agg(concat_ws(' ', nullif(tax ->> 'name', ''), trim_scale(coalesce((tax ->> 'rate_pcm')::numeric, 0) / 1000) || '%'), ' + ' order by n)
      from jsonb_array_elements(coalesce(nullif(line -> 'taxes', 'null'), '[]')) with ordinality as each (tax, n)), bill.currency
  from public.invoices as bill, jsonb_array_elements(bill.lines) with ordinality as given (line, place)
  where bill.issued_on between from_day and to_day
  order by bill.series, bill.year, bill.seq, place
$$;

create function private.export_taxes(from_day date, to_day date)
returns table (number text, row_no int, issued_on date, category text, name text, rate_pcm int, base_minor bigint, tax_minor bigint, currency text, reason_code text, reason text)
language sql stable security definer set search_path = ''
as $$
  select bill.number, rows.no, rows.issued_on, rows.category, rows.name, rows.rate_pcm, rows.base_minor, rows.tax_minor, rows.currency, rows.reason_code, rows.reason
  from public.invoice_tax_rows as rows join public.invoices as bill on bill.id = rows.invoice_id
  where rows.issued_on between from_day and to_day
  order by bill.series, bill.year, bill.seq, rows.no
$$;

create function private.export_payments(from_day date, to_day date)
returns table (received_on date, kind text, amount_minor bigint, currency text, method text, request text, invoice text, client_id uuid, client text, reference text, id uuid)
language sql stable security definer set search_path = ''
as $$
  select payments.received_on, payments.kind, payments.amount_minor, payments.currency, payments.method, request.number, bill.number, request.account_id, accounts.name, payments.reference, payments.id
  from public.payments left join public.payment_requests as request on request.id = payments.request_id
  left join public.invoices as bill on bill.id = request.invoice_id left join public.accounts on accounts.id = request.account_id
  where payments.received_on between from_day and to_day
  order by payments.received_on, payments.created_at, payments.id
$$;

-- Those that occur in the other files.
create function private.export_clients(from_day date, to_day date)
returns table (id uuid, name text, legal_name text, street text, postal_code text, city text, country text, vat_id text)
language sql stable security definer set search_path = ''
as $$
  select accounts.id, accounts.name, profile.legal_name, profile.street, profile.postal_code, profile.city, profile.country, profile.vat_id
  from public.accounts left join public.billing_profiles as profile on profile.account_id = accounts.id
  where accounts.id in (select account_id from public.invoices where issued_on between from_day and to_day
    union select request.account_id from public.payments join public.payment_requests as request on request.id = payments.request_id where payments.received_on between from_day and to_day)
  order by accounts.name, accounts.id
$$;

create function private.export_files(from_day date, to_day date) returns table (number text, kind text, file_id uuid, sha256 text)
language sql stable security definer set search_path = ''
as $$
  select bill.number, files.kind, files.file_id, files.sha256
  from public.invoice_files as files join public.invoices as bill on bill.id = files.invoice_id
  where bill.issued_on between from_day and to_day and files.file_id is not null
  order by bill.series, bill.year, bill.seq, files.kind
$$;

-- The report by issue, as the sums that the rows of tax come to.
create function private.export_totals(from_day date, to_day date)
returns table (category text, name text, rate_pcm int, currency text, base_minor numeric, tax_minor numeric, office_base numeric, office_tax numeric)
language sql stable security definer set search_path = ''
as $$
  select lines.category, lines.name, lines.rate_pcm, lines.currency, sum(lines.base_minor), sum(lines.tax_minor), sum(lines.office_base), sum(lines.office_tax)
  from private.tax_lines(from_day, to_day, 'issued') as lines group by 1, 2, 3, 4 order by 1, 3 desc, 2, 4
$$;
