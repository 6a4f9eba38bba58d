-- Every line of cash as of a day. Tiles, weeks and lists are sums and rows of this and of nothing else, so that a figure and its rows cannot differ.
--
--   received   money that came in the month of the day, and money that went back
--   owed       asked for, due on the day or later
--   overdue    asked for, due before
--   agreed     accepted, or the periods of a retainer, and not asked for
--   perhaps    offered, by the chance of its deal

create function private.cash_lines(as_of date)
returns table (kind text, day date, amount_minor bigint, currency text, source text, source_id uuid, number text, title text, account_id uuid, whole_minor bigint, chance int)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return query
  select 'received', payments.received_on, payments.amount_minor, payments.currency, case when payments.request_id is null then 'unallocated' else 'payment' end, coalesce(payments.request_id, payments.id), request.number,
    coalesce(request.title, payments.reference, payments.method), request.account_id, null::bigint, null::int
  from public.payments left join public.payment_requests as request on request.id = payments.request_id
  where payments.received_on between date_trunc('month', as_of)::date and as_of
  union all
  select case stood.bucket when 'current' then 'owed' else 'overdue' end, stood.due_on, stood.open_minor, stood.currency, 'request', stood.id, stood.number, stood.title, stood.account_id, null, null
  from private.request_states(as_of, null, true) as stood where stood.bucket is not null
  union all
  select 'agreed', agreed.*, null::bigint, null::int from private.cash_agreed_proposals(as_of) as agreed where private.module_is_live('proposals')
  union all
  select 'agreed', agreed.*, null::bigint, null::int from private.cash_agreed_retainers(as_of, as_of + 90) as agreed where private.module_is_live('retainers')
  union all
  select 'perhaps', perhaps.* from private.cash_perhaps(as_of) as perhaps where private.module_is_live('proposals');
end
$$;

-- With what each is in the office's currency: of the day for what came, as of the day for the rest; null where no rate is known. `place` is
-- where it is in the forecast: 'past' (before the day), 'undated', 'later' than the 13 weeks, or the week, from 0.
create function private.cash_valued(as_of date)
returns table (kind text, day date, amount_minor bigint, currency text, source text, source_id uuid, number text, title text, account_id uuid, whole_minor bigint, chance int,
  office_minor bigint, place text)
language sql volatile security definer set search_path = ''
as $$
  with lines as materialized (
    select given.*, case given.kind when 'received' then given.day else as_of end as rate_day from private.cash_lines(as_of) as given
  ), rates as materialized (
    select wanted.currency, wanted.rate_day, worth.rate * power(10::numeric, own.minor_digits - theirs.minor_digits) as factor
    from (select distinct lines.currency, lines.rate_day from lines) as wanted
    cross join public.office join public.currencies as own on own.code = office.currency
    join public.currencies as theirs on theirs.code = wanted.currency
    cross join lateral private.rate_on(wanted.currency, office.currency, wanted.rate_day) as worth
  )
  select lines.kind, lines.day, lines.amount_minor, lines.currency, lines.source, lines.source_id, lines.number, lines.title, lines.account_id, lines.whole_minor, lines.chance,
    round(lines.amount_minor * rates.factor)::bigint,
    case when lines.kind = 'received' then null when lines.day is null then 'undated' when lines.day < as_of then 'past' when lines.day > as_of + 90 then 'later'
      else ((lines.day - as_of) / 7)::text end
  from lines left join rates using (currency, rate_day)
$$;

create function private.cash_day(as_of date) returns date
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('cash', 'read');
  if not private.module_is_live('cash') then raise check_violation using message = 'Cash is switched off.'; end if;
  if as_of > public.office_today() then raise check_violation using message = 'How much cash there is can be said of today or of a day before.'; end if;
  return coalesce(as_of, public.office_today());
end
$$;

-- The tiles, each currency by itself, the office's own first, and the 13 weeks in the office's currency.
create function public.cash_overview(as_of date default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  day date := private.cash_day(as_of);
  own text := (select currency from public.office);
  answer jsonb;
begin
  with asked as (select day as on_day), valued as materialized (select * from private.cash_valued(day)),
  sums as (
    select valued.currency, coalesce(sum(amount_minor) filter (where kind = 'received'), 0) as received, count(*) filter (where kind = 'received') as received_lines,
      coalesce(sum(amount_minor) filter (where kind = 'owed'), 0) as owed, count(*) filter (where kind = 'owed') as owed_lines,
      coalesce(sum(amount_minor) filter (where kind = 'overdue'), 0) as overdue, count(*) filter (where kind = 'overdue') as overdue_lines,
      coalesce(sum(amount_minor) filter (where kind = 'owed' and valued.day < asked.on_day + 30), 0) as next_asked,
      count(*) filter (where kind = 'owed' and valued.day < asked.on_day + 30) as next_asked_lines,
      coalesce(sum(amount_minor) filter (where kind = 'agreed' and valued.day between asked.on_day and asked.on_day + 29), 0) as next_agreed,
      count(*) filter (where kind = 'agreed' and valued.day between asked.on_day and asked.on_day + 29) as next_agreed_lines
    from valued cross join asked group by valued.currency
  ), placed as (
    select kind, place, coalesce(sum(office_minor), 0) as minor, count(*) as lines, count(*) filter (where office_minor is null) as without_rate
    from valued where kind <> 'received' group by kind, place
  )
  select jsonb_build_object('as_of', day, 'today', public.office_today(), 'currency', own, 'minor_digits', (select minor_digits from public.currencies where code = own),
    'ever', exists (select from public.payment_requests where state <> 'draft'),
    'closed_until', (select max(ends_on) from public.closed_periods where reopened_at is null),
    'without_rate', (select count(*) from valued where office_minor is null),
    'sums', (select coalesce(jsonb_agg(jsonb_build_object('currency', sums.currency, 'minor_digits', coalesce(currencies.minor_digits, 2),
        'received_minor', received, 'received_lines', received_lines, 'owed_minor', owed, 'owed_lines', owed_lines, 'overdue_minor', overdue, 'overdue_lines', overdue_lines,
        'next_asked_minor', next_asked, 'next_asked_lines', next_asked_lines, 'next_agreed_minor', next_agreed, 'next_agreed_lines', next_agreed_lines)
      order by sums.currency is distinct from own, sums.currency), '[]')
      from sums left join public.currencies on currencies.code = sums.currency
      where received_lines + owed_lines + overdue_lines + next_agreed_lines > 0),
    'weeks', (select jsonb_agg(jsonb_build_object('no', no, 'from', day + no * 7, 'to', day + no * 7 + 6,
        'owed_minor', coalesce((select minor from placed where kind = 'owed' and place = no::text), 0),
        'agreed_minor', coalesce((select minor from placed where kind = 'agreed' and place = no::text), 0),
        'perhaps_minor', coalesce((select minor from placed where kind = 'perhaps' and place = no::text), 0)) order by no) from generate_series(0, 12) as no),
    'listed', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'place', place, 'minor', minor, 'lines', lines)
        order by array_position(array['overdue', 'owed', 'agreed', 'perhaps'], kind), array_position(array['past', 'undated', 'later'], place)), '[]')
      from placed where place in ('past', 'undated', 'later')))
  into answer;
  return answer;
end
$$;

-- The rows of a figure. filter: as_of, kind, currency, from, to, place, account. Sums are of all that match.
create function public.cash_rows(filter jsonb default '{}', at_most int default 100, skip int default 0) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  day date := private.cash_day((filter ->> 'as_of')::date);
  names boolean := private.caller_may('crm', 'read');
  answer jsonb;
begin
  with found as materialized (
    select valued.*, row_number() over (order by valued.day nulls last, valued.number nulls last, valued.title, valued.source_id, valued.amount_minor) as no
    from private.cash_valued(day) as valued
    where (filter ->> 'kind' is null or valued.kind = any (string_to_array(filter ->> 'kind', ',')))
      and (filter ->> 'currency' is null or valued.currency = filter ->> 'currency')
      and (filter ->> 'from' is null or valued.day >= (filter ->> 'from')::date)
      and (filter ->> 'to' is null or valued.day <= (filter ->> 'to')::date)
      and (filter ->> 'place' is null or valued.place = filter ->> 'place')
      and (filter ->> 'account' is null or valued.account_id = (filter ->> 'account')::uuid)
  )
  select jsonb_build_object('as_of', day, 'currency', (select currency from public.office), 'count', (select count(*) from found),
    'office_minor', coalesce((select sum(office_minor) from found), 0), 'without_rate', (select count(*) from found where office_minor is null),
    'sums', (select coalesce(jsonb_agg(jsonb_build_object('currency', each.currency, 'minor', each.minor) order by each.currency is distinct from (select currency from public.office), each.currency), '[]')
      from (select currency, sum(amount_minor) as minor from found group by currency) as each),
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('kind', page.kind, 'day', page.day, 'amount_minor', page.amount_minor, 'currency', page.currency, 'minor_digits', coalesce(currencies.minor_digits, 2),
        'office_minor', page.office_minor, 'source', page.source, 'source_id', page.source_id, 'number', page.number, 'title', page.title, 'account_id', page.account_id,
        'account_name', case when names then accounts.name end, 'whole_minor', page.whole_minor, 'chance', page.chance, 'place', page.place) order by page.no), '[]')
      from (select * from found where no > greatest(coalesce(skip, 0), 0) and no <= greatest(coalesce(skip, 0), 0) + least(greatest(coalesce(at_most, 100), 1), 10000)) as page
      left join public.accounts on accounts.id = page.account_id left join public.currencies on currencies.code = page.currency))
  into answer;
  return answer;
end
$$;

grant execute on function public.cash_overview, public.cash_rows to authenticated, service_role;
