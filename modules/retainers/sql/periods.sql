-- Which periods a retainer has, and what each costs. Everything follows from the retainer's rows and a day; nothing is counted from the
-- last run, so that a late one moves nothing.

-- The first day of period k: k periods after the anchor, counted from the anchor each time, so that the 31st comes back after February.
create function private.period_start(anchor_on date, every_months int, k int) returns date
language sql immutable set search_path = ''
as $$
  select (anchor_on + make_interval(months => k * every_months))::date
$$;

-- The period that a day is in.
create function private.period_of_day(anchor_on date, every_months int, day date) returns int
language plpgsql immutable set search_path = ''
as $$
declare
  k int := floor(((extract(year from day) - extract(year from anchor_on)) * 12 + extract(month from day) - extract(month from anchor_on))::numeric / every_months);
begin
  -- Months say it up to the day within the month.
  while private.period_start(anchor_on, every_months, k + 1) <= day loop k := k + 1; end loop;
  while private.period_start(anchor_on, every_months, k) > day loop k := k - 1; end loop;
  return k;
end
$$;

-- Periods from a day on: the whole one, and the part of it that this retainer bills.
create function private.periods_from(retainer public.retainers, day date, most int)
returns table (whole_from date, whole_to date, starts_on date, ends_on date, due_on date)
language plpgsql immutable set search_path = ''
as $$
declare
  k int := private.period_of_day(retainer.anchor_on, retainer.every_months, greatest(day, retainer.starts_on));
begin
  for each_k in k .. k + most - 1 loop
    whole_from := private.period_start(retainer.anchor_on, retainer.every_months, each_k);
    whole_to := private.period_start(retainer.anchor_on, retainer.every_months, each_k + 1) - 1;
    starts_on := greatest(whole_from, retainer.starts_on);
    ends_on := least(whole_to, retainer.ends_on);
    if ends_on < starts_on then return; end if;
    due_on := case retainer.timing when 'advance' then starts_on else ends_on + 1 end;
    return next;
  end loop;
end
$$;

-- Net × days ÷ days of that whole period, rounded once; a whole one is what it is.
create function private.prorated(net bigint, days int, whole_days int) returns bigint
language sql immutable set search_path = ''
as $$
  select case when days = whole_days then net else round(net::numeric * days / whole_days)::bigint end
$$;

-- The lines of a period. Where the price changes inside it, each price has its days; part of a period is a share of a whole one, line by line.
create function private.lines_of_period(retainer public.retainers, whole_from date, whole_to date, starts_on date, ends_on date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  whole_days int := whole_to - whole_from + 1;
  price record;
  line record;
  totals jsonb;
  lines jsonb := '[]';
  words text;
begin
  for price in
    select prices.lines, greatest(prices.from_on, lines_of_period.starts_on) as from_on,
      least(coalesce(lead(prices.from_on) over (order by prices.from_on) - 1, lines_of_period.ends_on), lines_of_period.ends_on) as to_on
    from public.retainer_prices as prices where prices.retainer_id = retainer.id
    order by prices.from_on
  loop
    continue when price.to_on < price.from_on;
    if price.from_on = whole_from and price.to_on = whole_to then
      lines := lines || price.lines;
      continue;
    end if;
    totals := public.document_totals(price.lines, retainer.currency);
    words := format('%s to %s, %s of %s days', price.from_on, price.to_on, price.to_on - price.from_on + 1, whole_days);
    for line in select item, place from jsonb_array_elements(price.lines) with ordinality as given (item, place) loop
      lines := lines || jsonb_build_array((line.item - 'discount_bp') || jsonb_build_object('quantity_milli', 1000, 'unit', '',
        'unit_minor', private.prorated((totals #>> array['lines', (line.place - 1)::text, 'line_net_minor'])::bigint, price.to_on - price.from_on + 1, whole_days),
        'description', concat_ws(E'\n', nullif(line.item ->> 'description', ''), words)));
    end loop;
  end loop;
  return lines;
end
$$;

create function private.net_of_lines(lines jsonb, currency text) returns bigint
language sql stable set search_path = ''
as $$
  select (public.document_totals(lines, currency) ->> 'net_minor')::bigint
$$;

-- Why a period is not billed, or null: it is whole within a pause.
create function private.pause_of_period(retainer uuid, starts_on date, ends_on date) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(nullif(why, ''), 'Paused') from public.retainer_pauses
  where retainer_id = retainer and during @> daterange(pause_of_period.starts_on, pause_of_period.ends_on, '[]') limit 1
$$;

-- What goes off the next invoice: periods that were invoiced and paused afterwards.
create function private.lines_to_credit(retainer uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(line || jsonb_build_object('quantity_milli', -coalesce((line ->> 'quantity_milli')::bigint, 1000),
    'title', left(format('Paused: %s', line ->> 'title'), 200),
    'description', format('Invoiced for %s to %s', period.starts_on, period.ends_on)) order by period.starts_on, place), '[]')
  from public.retainer_periods as period, jsonb_array_elements(period.lines) with ordinality as given (line, place)
  where period.retainer_id = retainer and period.result = 'invoiced' and period.credited_on is null
    and private.pause_of_period(retainer, period.starts_on, period.ends_on) is not null
    -- What was taken off once is not taken off again.
    and coalesce((line ->> 'quantity_milli')::bigint, 1000) > 0
$$;
