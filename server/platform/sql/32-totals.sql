-- What a document comes to: the one place where amounts are added, discounted and taxed. Form, page, PDF, payment and reports ask
-- this function, so that all of them show the same cents. Everything is a whole number of minor units; PostgreSQL's `numeric` is
-- exact, and its round() goes half away from zero.

-- A number out of a document, or a sentence that says where it is wrong.
create function private.number_of(given jsonb, lowest numeric, highest numeric, digits int, what text) returns numeric
language plpgsql immutable set search_path = ''
as $$
declare
  number numeric;
begin
  if jsonb_typeof(given) = 'number' then number := given::text::numeric; end if;
  if number is null or number <> round(number, digits) or number not between lowest and highest then
    raise check_violation using message = format('%s must be a %snumber from %s to %s.', what, case when digits = 0 then 'whole ' else '' end, lowest, highest);
  end if;
  return number;
end
$$;

-- The taxes of a line: `taxes` with a name and a rate each, or one `tax_bp`. Rates are basis points and may have three decimals
-- (9.975 % is 997.5), or `rate_pcm`, thousandths of a percent (9975); a negative one is withheld. A tax with a category is shown with its
-- category and reason. `amount_minor` is a tax that was already worked out: a part of a document, or one that is taken off again.
create function private.taxes_of(item jsonb, line text) returns table (name text, bp numeric, amount numeric, kind jsonb)
language plpgsql immutable set search_path = ''
as $$
declare
  tax jsonb;
begin
  kind := '{}';
  if not item ? 'taxes' then
    name := '';
    bp := private.number_of(coalesce(item -> 'tax_bp', '0'), -10000, 100000, 3, line || ': the tax rate');
    if bp <> 0 then return next; end if;
    return;
  end if;
  if jsonb_typeof(item -> 'taxes') <> 'array' or jsonb_array_length(item -> 'taxes') > 10 then
    raise check_violation using message = line || ': taxes must be a list of at most 10.';
  end if;
  for tax in select value from jsonb_array_elements(item -> 'taxes') loop
    name := coalesce(tax ->> 'name', '');
    if tax ? 'rate_pcm' then
      bp := private.number_of(tax -> 'rate_pcm', 0, 100000, 0, line || ': the tax rate in thousandths of a percent') / 10;
    else
      bp := private.number_of(tax -> 'bp', -10000, 100000, 3, line || ': the tax rate');
    end if;
    amount := null;
    if coalesce(item -> 'stated', 'false') = 'true' then
      amount := private.number_of(tax -> 'amount_minor', -9000000000000000, 9000000000000000, 0, line || ': the amount of its tax');
    end if;
    kind := jsonb_strip_nulls(jsonb_build_object('category', tax -> 'category', 'reason_code', tax -> 'reason_code', 'reason', tax -> 'reason'));
    return next;
  end loop;
end
$$;

-- Each line times its quantity, before any discount.
create function private.priced_lines(items jsonb) returns table (line_no bigint, counted boolean, gross numeric, discount_bp numeric, stated boolean, item jsonb)
language plpgsql immutable set search_path = ''
as $$
begin
  for line_no, item in select ordinality, value from jsonb_array_elements(items) with ordinality loop
    gross := round(
      private.number_of(coalesce(item -> 'quantity_milli', '1000'), -1000000000000, 1000000000000, 0, format('Line %s: the quantity', line_no))
      * private.number_of(item -> 'unit_minor', -9000000000000000, 9000000000000000, 0, format('Line %s: the price', line_no)) / 1000);
    discount_bp := private.number_of(coalesce(item -> 'discount_bp', '0'), 0, 10000, 3, format('Line %s: the discount', line_no));
    stated := coalesce(item -> 'stated', 'false') = 'true';
    counted := coalesce(item -> 'optional', 'false') <> 'true' or coalesce(item -> 'selected', 'false') = 'true';
    return next;
  end loop;
end
$$;

-- Whole units that add up to the total: each share is rounded down, and the units that are then missing go to the largest
-- remainders, the upper line first. A negative total is spread as its positive is, so that a credit note is the exact negative.
create function private.spread(total numeric, shares numeric[]) returns numeric[]
language plpgsql immutable set search_path = ''
as $$
declare
  summed numeric := 0;
  direction int := 1;
  given numeric[] := '{}';
  rests numeric[] := '{}';
  missing numeric;
  share numeric;
  place int;
begin
  foreach share in array shares loop summed := summed + share; end loop;
  if summed < 0 or (summed = 0 and shares[1] < 0) then direction := -1; end if;
  missing := total * direction;
  foreach share in array shares loop
    share := share * direction;
    given := given || floor(share);
    rests := rests || (share - floor(share));
    missing := missing - floor(share);
  end loop;
  if missing > 0 then
    for place in select ranked.place from unnest(rests) with ordinality as ranked (rest, place) order by ranked.rest desc, ranked.place limit missing::bigint loop
      given[place] := given[place] + 1;
    end loop;
  end if;
  if direction < 0 then
    for place in 1 .. cardinality(given) loop given[place] := -given[place]; end loop;
  end if;
  return given;
end
$$;

-- Loops instead of one large query: a form asks while one types, and planning that query took longer than the work.
create function public.document_totals(items jsonb, currency text, options jsonb default '{}') returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  digits int := (select minor_digits from public.currencies where code = document_totals.currency);
  priced record;
  tax record;
  counted boolean[] := '{}';
  gross numeric[] := '{}';
  net numeric[] := '{}';
  -- Lines whose amounts were worked out before: a discount on the whole document leaves them alone, and their tax is added as it is.
  stated boolean[] := '{}';
  -- What a line comes to by itself, before the discount on the whole document.
  own_net numeric[] := '{}';
  line_tax numeric[] := '{}';
  -- The rates of the document in the order they come, and for each the lines it is on.
  names text[] := '{}';
  rates numeric[] := '{}';
  rate_of int;
  rated_lines int[];
  shares numeric[];
  parts numeric[];
  subtotal numeric := 0;
  lines_net numeric := 0;
  discountable numeric := 0;
  cut numeric := 0;
  base numeric;
  stated_base numeric;
  -- What is taxed here and now, apart from what was worked out before.
  fresh numeric;
  tax_sum numeric;
  all_tax numeric := 0;
  deposit numeric := 0;
  total numeric;
  taxes jsonb[] := '{}';
  lines jsonb[] := '{}';
  -- "line rate" pairs, in order.
  on_line int[] := '{}';
  of_rate int[] := '{}';
  stated_tax numeric[] := '{}';
  -- What each pair comes to, for lines that say their categories.
  pair_tax numeric[] := '{}';
  rated_pairs int[];
  kinds jsonb[] := '{}';
  withheld numeric;
begin
  items := jsonb_strip_nulls(items);
  options := coalesce(jsonb_strip_nulls(options), '{}');
  if digits is null then
    raise check_violation using message = format('There is no currency "%s".', document_totals.currency);
  end if;
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 500 then
    raise check_violation using message = 'A document has a list of at most 500 lines.';
  end if;
  if options ? 'discount_bp' and options ? 'discount_minor' then
    raise check_violation using message = 'A discount is a share or an amount, not both.';
  end if;
  if options ? 'deposit_bp' and options ? 'deposit_minor' then
    raise check_violation using message = 'A deposit is a share or an amount, not both.';
  end if;

  for priced in select * from private.priced_lines(items) loop
    counted := counted || priced.counted;
    stated := stated || priced.stated;
    gross := gross || priced.gross;
    net := net || (priced.gross - round(priced.gross * priced.discount_bp / 10000));
    line_tax := line_tax || 0::numeric;
    if priced.counted then
      subtotal := subtotal + priced.gross;
      lines_net := lines_net + net[priced.line_no];
      if not priced.stated then discountable := discountable + net[priced.line_no]; end if;
    end if;
  end loop;

  own_net := net;

  -- The discount on the whole document comes off before tax, from what the counted lines come to after their own discounts.
  if options ? 'discount_bp' then
    cut := round(discountable * private.number_of(options -> 'discount_bp', 0, 10000, 3, 'The discount') / 10000);
  elsif options ? 'discount_minor' then
    -- Of a credit note, whose lines are negative, the discount is too.
    cut := private.number_of(options -> 'discount_minor', least(discountable, 0), greatest(discountable, 0), 0, 'The discount');
  end if;
  if cut <> 0 then
    shares := '{}';
    for n in 1 .. cardinality(net) loop
      -- Thirty decimals are far more than a division of such numbers can need.
      if counted[n] and not stated[n] then shares := shares || (cut * net[n])::numeric(70, 30) / discountable; end if;
    end loop;
    parts := private.spread(cut, shares);
    rate_of := 0;
    for n in 1 .. cardinality(net) loop
      if counted[n] and not stated[n] then
        rate_of := rate_of + 1;
        net[n] := net[n] - parts[rate_of];
      end if;
    end loop;
    lines_net := lines_net - cut;
  end if;

  for priced in select value as item, ordinality::int as n from jsonb_array_elements(items) with ordinality loop
    for tax in select * from private.taxes_of(priced.item, 'Line ' || priced.n) loop
      if not counted[priced.n] then
        -- A line that does not count shows what it would cost by itself.
        line_tax[priced.n] := line_tax[priced.n] + coalesce(tax.amount, round(net[priced.n] * tax.bp / 10000));
        continue;
      end if;
      rate_of := null;
      for r in 1 .. cardinality(rates) loop
        if rates[r] = tax.bp and names[r] = tax.name and kinds[r] -> 'category' is not distinct from tax.kind -> 'category' then rate_of := r; end if;
      end loop;
      if rate_of is null then
        names := names || tax.name;
        rates := rates || tax.bp;
        kinds := kinds || tax.kind;
        rate_of := cardinality(rates);
      end if;
      on_line := on_line || priced.n;
      of_rate := of_rate || rate_of;
      stated_tax := stated_tax || tax.amount;
    end loop;
  end loop;

  -- Tax is taken once per rate, on the document.
  for r in 1 .. cardinality(rates) loop
    shares := '{}';
    rated_lines := '{}';
    rated_pairs := '{}';
    base := 0;
    tax_sum := 0;
    stated_base := 0;
    for pair in 1 .. cardinality(on_line) loop
      if of_rate[pair] = r and stated_tax[pair] is not null then
        line_tax[on_line[pair]] := line_tax[on_line[pair]] + stated_tax[pair];
        tax_sum := tax_sum + stated_tax[pair];
        stated_base := stated_base + net[on_line[pair]];
        pair_tax[pair] := stated_tax[pair];
      elsif of_rate[pair] = r then
        rated_lines := rated_lines || on_line[pair];
        rated_pairs := rated_pairs || pair;
        shares := shares || (net[on_line[pair]] * rates[r] / 10000);
        base := base + net[on_line[pair]];
      end if;
    end loop;
    fresh := round(base * rates[r] / 10000);
    parts := private.spread(fresh, shares);
    for n in 1 .. cardinality(rated_lines) loop
      line_tax[rated_lines[n]] := line_tax[rated_lines[n]] + parts[n];
      pair_tax[rated_pairs[n]] := parts[n];
    end loop;
    tax_sum := tax_sum + fresh;
    all_tax := all_tax + tax_sum;
    taxes := taxes || (jsonb_build_object('name', names[r], 'bp', trim_scale(rates[r]), 'base_minor', base + stated_base, 'tax_minor', tax_sum)
      || kinds[r] || case when kinds[r] ? 'category' then jsonb_build_object('rate_pcm', trim_scale(rates[r] * 10)) else '{}' end);
  end loop;

  total := lines_net + all_tax;
  if greatest(abs(total), abs(subtotal)) > 9000000000000000 then
    raise check_violation using message = 'The total is too large.';
  end if;
  if options ? 'deposit_bp' then
    deposit := round(greatest(total, 0) * private.number_of(options -> 'deposit_bp', 0, 10000, 3, 'The deposit') / 10000);
  elsif options ? 'deposit_minor' then
    deposit := private.number_of(options -> 'deposit_minor', 0, greatest(total, 0), 0, 'The deposit');
  end if;
  -- Withheld by the payer and paid to an office for us: it is taken of the net, and is no part of the tax.
  if options ? 'withheld_pcm' then
    withheld := round(lines_net * private.number_of(options -> 'withheld_pcm', 0, 100000, 0, 'What is withheld, in thousandths of a percent,') / 100000);
  end if;
  for n in 1 .. cardinality(net) loop
    lines := lines || (jsonb_build_object('position', n, 'counted', counted[n], 'gross_minor', gross[n], 'line_discount_minor', gross[n] - own_net[n],
      'line_net_minor', own_net[n], 'discount_minor', gross[n] - net[n],
      'net_minor', net[n], 'tax_minor', line_tax[n], 'total_minor', net[n] + line_tax[n])
      || case when items -> (n - 1) #> '{taxes,0}' ? 'category' and counted[n] then jsonb_build_object('tax_parts', (
        select coalesce(jsonb_agg(pair_tax[pair] order by pair), '[]') from generate_subscripts(on_line, 1) as pair where on_line[pair] = n)) else '{}' end);
  end loop;
  return jsonb_build_object('currency', document_totals.currency, 'minor_digits', digits, 'lines', to_jsonb(lines), 'subtotal_minor', subtotal,
    'discount_minor', subtotal - lines_net, 'lines_net_minor', lines_net + cut, 'document_discount_minor', cut, 'net_minor', lines_net, 'taxes', to_jsonb(taxes), 'tax_minor', all_tax, 'total_minor', total,
    'deposit_minor', deposit, 'rest_minor', total - deposit)
    || case when withheld is null then '{}' else jsonb_build_object('withheld_minor', withheld, 'payable_minor', total - withheld) end;
end
$$;

-- A part of a document, such as its deposit: given is what is to be paid, taxes and all. It is spread over what is taxed alike, and the tax
-- is taken out of each share, so that net and taxes add up to the very amount. The answer is a list of lines whose amounts are stated.
create function public.document_part(items jsonb, currency text, options jsonb, gross_minor bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  whole jsonb := public.document_totals(items, currency, options - array['deposit_bp', 'deposit_minor', 'withheld_pcm']);
  alike record;
  grosses numeric[] := '{}';
  taxes jsonb[] := '{}';
  shares numeric[] := '{}';
  parts numeric[];
  nets numeric;
  tax_parts numeric[];
  rates numeric[];
  answer jsonb := '[]';
begin
  if (whole ->> 'total_minor')::numeric = 0 then
    raise check_violation using message = 'Nothing can be billed of a document that comes to nothing.';
  end if;
  for alike in
    select kept.taxes, sum((line ->> 'total_minor')::numeric) as gross, min((line ->> 'position')::int) as first
    from jsonb_array_elements(whole -> 'lines') as line
    cross join lateral (select items -> ((line ->> 'position')::int - 1) as item) as given
    cross join lateral (select coalesce(nullif(item -> 'taxes', 'null'), case when coalesce((item ->> 'tax_bp')::numeric, 0) = 0 then '[]'::jsonb
      else jsonb_build_array(jsonb_build_object('bp', item -> 'tax_bp')) end) as taxes) as kept
    where (line ->> 'counted')::boolean group by 1 order by 3
  loop
    taxes := taxes || alike.taxes;
    grosses := grosses || alike.gross;
    shares := shares || (gross_minor * alike.gross)::numeric(70, 30) / (whole ->> 'total_minor')::numeric;
  end loop;
  parts := private.spread(gross_minor, shares);
  for n in 1 .. cardinality(parts) loop
    continue when parts[n] = 0;
    rates := array(select coalesce((tax ->> 'rate_pcm')::numeric / 10, (tax ->> 'bp')::numeric) from jsonb_array_elements(taxes[n]) with ordinality as each (tax, place) order by place);
    nets := round(parts[n] * 10000 / (10000 + coalesce((select sum(rate) from unnest(rates) as rate), 0)));
    tax_parts := private.tax_shares(parts[n] - nets, rates);
    answer := answer || jsonb_build_object('stated', true, 'unit_minor', nets, 'quantity_milli', 1000, 'taxes',
      (select coalesce(jsonb_agg(tax || jsonb_build_object('amount_minor', tax_parts[place]) order by place), '[]')
        from jsonb_array_elements(taxes[n]) with ordinality as each (tax, place)));
  end loop;
  return answer;
end
$$;

-- A tax that was taken as one, given to its rates.
create function private.tax_shares(tax numeric, rates numeric[]) returns numeric[]
language sql immutable set search_path = ''
as $$
  select case when coalesce(cardinality(rates), 0) = 0 then '{}'::numeric[]
    when (select sum(rate) from unnest(rates) as rate) = 0 then array_fill(0::numeric, array[cardinality(rates)])
    else private.spread(tax, array(select (tax * rate)::numeric(70, 30) / (select sum(each) from unnest(rates) as each)
      from unnest(rates) with ordinality as given (rate, place) order by place)) end
$$;

grant execute on function private.number_of, private.taxes_of, private.priced_lines, private.spread, private.tax_shares, public.document_totals, public.document_part
  to authenticated, service_role;
