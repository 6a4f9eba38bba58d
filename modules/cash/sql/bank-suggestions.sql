-- What a line of the bank could have paid, and why one thinks so. Nothing here writes.
--   certain: our number is in it, and the amount is what is open
--   likely:  our number, or the amount and an account that this client paid from before
--   weak:    the amount

-- Numbers as clients and banks write them: "I-2026-001", "i 2026/001", "I2026001", and with the breaks banks put into long lines.
create function private.numbers_in(words text) returns setof text
language sql immutable set search_path = ''
as $$
  with found as (
    select regexp_matches(upper(words), '(?:^|[^A-Z0-9]|(?:INVOICE|RECHNUNG|FACTURE|NR|NO|RE))([IR])[\s./_-]*(\d{4})[\s./_-]*(\d{3,7})(?!\d)', 'g') as parts
  ), closed_up as (
    -- "I-2026-0 01": only where nothing was found with its breaks.
    select regexp_matches(regexp_replace(upper(words), '\s', '', 'g'), '([IR])[./_-]*(\d{4})[./_-]*(\d{3})(?!\d)', 'g') as parts where not exists (select from found)
  )
  select distinct parts[1] || '-' || parts[2] || '-' || parts[3] from (select parts from found union all select parts from closed_up) as every
$$;

-- "Norrfall & Söhne GmbH & Co. KG" and "NORRFALL UND SOEHNE" are one name to a bank.
create function private.bank_name(name text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(regexp_replace(
    regexp_replace(
      replace(replace(replace(replace(replace(lower(name), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'), '&', ' und '),
      '\m(gmbh|mbh|kg|ag|ug|ohg|gbr|ek|e\.k\.|ab|as|asa|oy|oyj|ltd|limited|inc|llc|llp|plc|corp|co|sarl|sas|sa|srl|spa|bv|nv|aps|und|and|the)\M\.?', ' ', 'g'),
    '[^[:alnum:]]', '', 'g'), '')
$$;

create function private.bank_suggestions(lines uuid[])
returns table (line_id uuid, certainty text, reasons text[], parts jsonb, place bigint)
language sql stable set search_path = ''
as $$
  with line as materialized (
    select bank_lines.id, bank_lines.rest_minor as minor, bank_lines.currency, bank_lines.iban, private.bank_name(bank_lines.name) as name, bank_lines.day,
      concat_ws(' ', bank_lines.words, bank_lines.end_to_end, bank_lines.name) as words
    from public.bank_lines where bank_lines.id = any (lines) and bank_lines.rest_minor > 0 and bank_lines.ignored_at is null
  ), number as materialized (
    select line.id, found as number from line cross join lateral private.numbers_in(line.words) as found
  ), meant as materialized (
    -- An invoice's number stands for its requests.
    select number.id, request.id as request_id from number join public.payment_requests as request on request.number = number.number
    where request.number = any (array(select number.number from number))
    union
    select number.id, request.id
    from number join public.invoices on invoices.number = number.number join public.payment_requests as request on request.invoice_id = invoices.id
    where invoices.number = any (array(select number.number from number))
  ), named as materialized (
    select line.id, line.minor, stood.id as request_id, stood.account_id, stood.due_on, stood.number, stood.open_minor
    from private.request_states(public.office_today(), array(select distinct meant.request_id from meant)) as stood
    join meant on meant.request_id = stood.id join line on line.id = meant.id
    where stood.currency = line.currency and stood.state <> 'draft'
  ), filled as materialized (
    -- What came goes to the named ones in the order in which they are due; what is too much goes to the last of them.
    select named.*, least(named.open_minor, greatest(named.minor - coalesce(sum(named.open_minor) over (
        partition by named.id order by named.due_on, named.number rows between unbounded preceding and 1 preceding), 0), 0))
      + case when row_number() over (partition by named.id order by named.open_minor > 0 desc, named.due_on desc, named.number desc) = 1
          then greatest(named.minor - sum(named.open_minor) over (partition by named.id), 0) else 0 end as filled_minor
    from named
  ), named_sum as materialized (
    -- One pass, and no join: a file has thousands of lines.
    select filled.id, filled.minor, sum(filled.open_minor) as open_minor,
      (array_agg(filled.request_id order by filled.due_on, filled.number) filter (where filled.open_minor = filled.minor))[1] as exact,
      jsonb_agg(jsonb_build_object('request', filled.request_id, 'amount_minor', filled.filled_minor) order by filled.due_on, filled.number) filter (where filled.filled_minor > 0) as parts
    from filled group by 1, 2
  ), by_number as (
    select named_sum.id,
      case when named_sum.exact is not null or named_sum.open_minor = named_sum.minor then 'certain' else 'likely' end as certainty,
      case when named_sum.exact is not null or named_sum.open_minor = named_sum.minor then array['number', 'amount']
        when named_sum.open_minor = 0 then array['number', 'paid already'] else array['number'] end as reasons,
      case when named_sum.exact is not null and named_sum.open_minor <> named_sum.minor then jsonb_build_array(jsonb_build_object('request', named_sum.exact, 'amount_minor', named_sum.minor))
        else named_sum.parts end as parts,
      0 as rank
    from named_sum
  ), others as materialized (
    -- Where a number is, the amount alone says nothing more.
    select line.* from line where not exists (select from by_number where by_number.id = line.id)
  ), open_request as materialized (
    select request.* from private.open_requests() as request where exists (select from others)
  ), payer as materialized (
    select distinct others.id, request.account_id
    from others join public.bank_lines as before on before.iban = others.iban join public.bank_matches as match on match.line_id = before.id and match.undone_at is null
    join public.payment_requests as request on request.id = match.request_id
  ), by_amount as (
    select others.id, request.id as request_id, payer.account_id is not null as known, others.minor, names.same,
      row_number() over (partition by others.id order by payer.account_id is not null desc, names.same desc, abs(request.due_on - others.day), request.number) as nearest
    from others
    join open_request as request on request.open_minor = others.minor and request.currency = others.currency
    join public.accounts as company on company.id = request.account_id
    left join public.contacts as person on person.id = request.contact_id
    left join public.billing_profiles as profile on profile.account_id = request.account_id
    left join payer on payer.id = others.id and payer.account_id = request.account_id
    cross join lateral (
      select coalesce(others.name in (private.bank_name(company.name), private.bank_name(person.name), private.bank_name(profile.legal_name)), false) as same
    ) as names
  ), together as (
    -- All that a client owes, paid at once from an account we know.
    select others.id, jsonb_agg(jsonb_build_object('request', request.id, 'amount_minor', request.open_minor) order by request.due_on, request.number) as parts
    from others join payer on payer.id = others.id join open_request as request on request.account_id = payer.account_id and request.currency = others.currency
    group by others.id, payer.account_id, others.minor having sum(request.open_minor) = others.minor and count(*) > 1
  )
  select every.id, every.certainty, every.reasons, every.parts, row_number() over (partition by every.id order by every.rank)
  from (
    select by_number.id, by_number.certainty, by_number.reasons, by_number.parts, by_number.rank::bigint from by_number
    union all
    select id, 'likely', array['amount', 'known account'], parts, 1 from together
    union all
    select by_amount.id, case when known then 'likely' else 'weak' end,
      array['amount'] || case when known then array['known account'] else '{}' end || case when same then array['name'] else '{}' end,
      jsonb_build_array(jsonb_build_object('request', request_id, 'amount_minor', minor)), 1 + nearest
    from by_amount where nearest <= 3
  ) as every
  where every.parts is not null
$$;
