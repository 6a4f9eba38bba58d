-- Exchange rates by day. A document asks once, and keeps rate, day and source; what comes later changes no figure of the past.

-- Units of a currency for one euro: the newest on or before the day, at most seven days old. A person's own entry goes before a file's.
create function private.euro_rate(of_currency text, on_day date) returns table (per_eur numeric, day date, source text)
language sql stable security definer set search_path = ''
as $$
  select 1::numeric, on_day, 'euro' where of_currency = 'EUR'
  union all
  (select known.per_eur, known.day, known.source from public.exchange_rates as known
  where known.currency = of_currency and known.day between on_day - 7 and on_day
  order by known.day desc, known.source = 'hand' desc limit 1)
$$;

-- What one whole unit is in another currency, through the euro; no row where that is not known. The day is the older one of both.
create function private.rate_on(from_currency text, into_currency text, on_day date) returns table (rate numeric, day date, source text)
language sql stable security definer set search_path = ''
as $$
  select case when from_currency = into_currency then 1 else (theirs.per_eur / ours.per_eur) end, least(theirs.day, ours.day),
    case when from_currency = into_currency then 'same' when 'hand' in (theirs.source, ours.source) then 'hand' else 'ecb' end
  from private.euro_rate(into_currency, on_day) as theirs, private.euro_rate(from_currency, on_day) as ours
  where from_currency <> into_currency
  union all
  select 1, on_day, 'same' where from_currency = into_currency
$$;

-- An amount in another currency's minor units; null where there is no rate.
create function private.converted(amount_minor numeric, from_currency text, into_currency text, rate numeric) returns numeric
language sql stable security definer set search_path = ''
as $$
  select round(amount_minor * converted.rate * power(10::numeric, theirs.minor_digits - ours.minor_digits))
  from public.currencies as ours, public.currencies as theirs where ours.code = from_currency and theirs.code = into_currency
$$;

-- For screens: the rate of a day, or why there is none.
create function public.rate_of_day(from_currency text, into_currency text, on_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_colleague() then raise insufficient_privilege using message = 'Only colleagues may ask.'; end if;
  return (select jsonb_build_object('rate', trim_scale(round(found.rate, 10)), 'day', found.day, 'source', found.source)
    from private.rate_on(from_currency, into_currency, on_day) as found);
end
$$;

-- Rows of a file. What is known already stays: a value that differs is told and not taken.
create function private.take_rates(codes text[], days date[], rates numeric[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  added int;
  changed jsonb;
begin
  if exists (select from unnest(rates) as rate where rate is null or rate <= 0) or exists (select from unnest(days) as day where day > public.office_today() + 1) then
    raise check_violation using message = 'A rate of this file cannot be: it is not above zero, or of a day that has not come.';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('currency', given.code, 'day', given.day, 'kept', known.per_eur, 'file', given.rate) order by given.day desc, given.code), '[]')
  into changed
  from unnest(codes, days, rates) as given (code, day, rate)
  join public.exchange_rates as known on known.currency = given.code and known.day = given.day and known.source = 'ecb' and known.per_eur <> given.rate;
  insert into public.exchange_rates (currency, day, source, per_eur)
  select given.code, given.day, 'ecb', given.rate from unnest(codes, days, rates) as given (code, day, rate)
  on conflict do nothing;
  get diagnostics added = row_count;
  if added > 0 then perform private.note_act('exchange rates read', max(days_read)::text, null, jsonb_build_object('rows', added)) from unnest(days) as days_read; end if;
  return jsonb_build_object('added', added, 'known', cardinality(codes) - added - jsonb_array_length(changed), 'changed', changed, 'newest', (select max(each) from unnest(days) as each));
end
$$;

-- By hand, as what one unit of a currency is in the office's. Ten times more or less than the last one is asked about once more.
create function public.enter_rate(of_currency text, on_day date, rate numeric, reason text, sure boolean default false) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own text := (select currency from public.office);
  own_rate numeric;
  last numeric;
  given numeric;
begin
  perform private.require_may('office', 'edit');
  if rate is null or rate <= 0 or rate > 1000000000 then raise check_violation using message = 'A rate is above zero.'; end if;
  if btrim(coalesce(reason, '')) = '' then raise check_violation using message = 'Say where this rate is from.'; end if;
  if on_day is null or on_day > public.office_today() then raise check_violation using message = 'A rate is of today or of a day before.'; end if;
  if of_currency = own then raise check_violation using message = format('%s is the currency of the office.', own); end if;
  if of_currency = 'EUR' then
    -- What a euro is in our currency is what our currency has for one euro.
    given := rate;
    of_currency := own;
  else
    own_rate := (select per_eur from private.euro_rate(own, on_day));
    if own_rate is null then raise check_violation using message = format('There is no rate of %s for that day yet: rates are kept by the euro. Enter what 1 EUR is in %s first.', own, own); end if;
    given := own_rate / rate;
  end if;
  last := (select per_eur from public.exchange_rates where currency = of_currency order by abs(day - on_day), source = 'hand' desc limit 1);
  if not sure and last is not null and (given >= last * 10 or given * 10 <= last) then
    raise sqlstate 'PT409' using message = format('That is ten times more or less than the last rate of %s. Is the point where it belongs?', of_currency);
  end if;
  insert into public.exchange_rates (currency, day, source, per_eur, reason, entered_by)
  values (of_currency, on_day, 'hand', given, btrim(reason), private.me())
  on conflict (currency, day, source) do update
    set per_eur = excluded.per_eur, reason = excluded.reason, entered_by = excluded.entered_by, created_at = private.now();
  perform private.note_act('exchange rate entered', of_currency, null, jsonb_build_object('day', on_day, 'per_eur', given, 'reason', btrim(reason)));
end
$$;

-- For Settings: each currency with its newest rate, and what the nightly asking does.
create function public.rate_overview() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('fetches', settings.fetches, 'fetched_on', settings.fetched_on, 'trouble', settings.trouble, 'office', office.currency,
    'rows', coalesce((select jsonb_agg(to_jsonb(newest) order by newest.currency) from (
      select distinct on (currency) currency, day, source, per_eur, reason from public.exchange_rates order by currency, day desc, source = 'hand' desc) as newest), '[]'))
  from public.rate_settings as settings, public.office
$$;

create trigger acts_of_rate_settings after update on public.rate_settings
  for each row execute function private.note_setting('nightly exchange rates', '', 'fetches');

create policy "colleagues know exchange rates" on public.exchange_rates for select to authenticated using ((select public.is_colleague()));
create policy "colleagues know where rates are from" on public.rate_settings for select to authenticated using ((select public.is_colleague()));
create policy "who may edit the office may fetch rates" on public.rate_settings for update to authenticated
  using ((select public.may('office', 'edit'))) with check ((select public.may('office', 'edit')));

grant select on public.exchange_rates to authenticated;
grant select, update (fetches) on public.rate_settings to authenticated;
grant all on public.exchange_rates, public.rate_settings to service_role;
grant execute on function private.converted, public.rate_of_day, public.enter_rate, public.rate_overview to authenticated, service_role;
