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
-- (9.975 % is 997.5); a negative one is withheld.
create function private.taxes_of(item jsonb, line text) returns table (name text, bp numeric)
language plpgsql immutable set search_path = ''
as $$
declare
  tax jsonb;
begin
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
    bp := private.number_of(tax -> 'bp', -10000, 100000, 3, line || ': the tax rate');
    return next;
  end loop;
end
$$;

-- Each line times its quantity, before any discount.
create function private.priced_lines(items jsonb) returns table (line_no bigint, counted boolean, gross numeric, discount_bp numeric, item jsonb)
language plpgsql immutable set search_path = ''
as $$
begin
  for line_no, item in select ordinality, value from jsonb_array_elements(items) with ordinality loop
    gross := round(
      private.number_of(coalesce(item -> 'quantity_milli', '1000'), -1000000000000, 1000000000000, 0, format('Line %s: the quantity', line_no))
      * private.number_of(item -> 'unit_minor', -9000000000000000, 9000000000000000, 0, format('Line %s: the price', line_no)) / 1000);
    discount_bp := private.number_of(coalesce(item -> 'discount_bp', '0'), 0, 10000, 3, format('Line %s: the discount', line_no));
    counted := coalesce(item -> 'optional', 'false') <> 'true' or coalesce(item -> 'selected', 'false') = 'true';
    return next;
  end loop;
end
$$;

create function public.document_totals(items jsonb, currency text, options jsonb default '{}') returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  largest constant numeric := 9000000000000000;
  digits int := (select minor_digits from public.currencies where code = document_totals.currency);
  lines_net numeric;
  cut numeric := 0;
  answer jsonb;
  total numeric;
  deposit numeric;
begin
  items := jsonb_strip_nulls(items);
  options := coalesce(jsonb_strip_nulls(options), '{}');
  if digits is null then
    raise check_violation using message = format('There is no currency "%s".', document_totals.currency);
  end if;
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 500 then
    raise check_violation using message = 'A document has a list of at most 500 lines.';
  end if;
  if num_nulls(options -> 'discount_bp', options -> 'discount_minor') = 0 then
    raise check_violation using message = 'A discount is a share or an amount, not both.';
  end if;
  if num_nulls(options -> 'deposit_bp', options -> 'deposit_minor') = 0 then
    raise check_violation using message = 'A deposit is a share or an amount, not both.';
  end if;

  -- The discount on the whole document comes off before tax, from what the counted lines come to after their own discounts.
  select coalesce(sum(priced.gross - round(priced.gross * priced.discount_bp / 10000)) filter (where priced.counted), 0) into lines_net
  from private.priced_lines(items) as priced;
  if options ? 'discount_bp' then
    cut := round(lines_net * private.number_of(options -> 'discount_bp', 0, 10000, 3, 'The discount') / 10000);
  elsif options ? 'discount_minor' then
    -- Of a credit note, whose lines are negative, the discount is too.
    cut := private.number_of(options -> 'discount_minor', least(lines_net, 0), greatest(lines_net, 0), 0, 'The discount');
  end if;

  with line as (
    select priced.line_no, priced.counted, priced.gross, priced.item,
      priced.gross - round(priced.gross * priced.discount_bp / 10000) as own_net
    from private.priced_lines(items) as priced
  ), share as (
    -- Its part of the document's discount, exact; the thirty decimals are far more than a division of such numbers can need.
    select line.*, case when line.counted and lines_net <> 0 and cut <> 0
      then (cut * line.own_net)::numeric(70, 30) / lines_net else 0 end * sign(cut) as exact
    from line
  ), discounted as (
    -- Rounded down, and the units that are missing go to the largest remainders, the upper line first.
    select share.*, share.own_net - sign(cut) * (floor(share.exact) + (
      share.counted and row_number() over (partition by share.counted order by share.exact - floor(share.exact) desc, share.line_no)
        <= abs(cut) - sum(floor(share.exact)) over (partition by share.counted))::int) as net
    from share
  ), taxed as (
    select discounted.line_no, discounted.counted, discounted.net, tax.name, tax.bp, tax.place,
      discounted.net * tax.bp / 10000 as exact,
      -- A line that does not count shows what it would cost by itself.
      case when discounted.counted then 0 else discounted.line_no end as sheet
    from discounted cross join lateral private.taxes_of(discounted.item, 'Line ' || discounted.line_no) with ordinality as tax (name, bp, place)
  ), rated as (
    -- Tax is taken once per rate, on the document.
    select sheet, name, bp, min(line_no * 10 + place) as place, sum(net) as base, round(sum(exact)) as tax,
      case when sum(exact) < 0 or (sum(exact) = 0 and (array_agg(exact order by line_no))[1] < 0) then -1 else 1 end as direction
    from taxed group by sheet, name, bp
  ), spread as (
    select taxed.line_no, rated.direction * (floor(taxed.exact * rated.direction) + (
      row_number() over (partition by taxed.sheet, taxed.name, taxed.bp
        order by taxed.exact * rated.direction - floor(taxed.exact * rated.direction) desc, taxed.line_no)
      <= rated.tax * rated.direction - sum(floor(taxed.exact * rated.direction)) over (partition by taxed.sheet, taxed.name, taxed.bp))::int) as tax
    from taxed join rated using (sheet, name, bp)
  ), complete as (
    select discounted.line_no, discounted.counted, discounted.gross, discounted.net,
      coalesce((select sum(spread.tax) from spread where spread.line_no = discounted.line_no), 0) as tax
    from discounted
  ), summed as (
    select coalesce(sum(gross), 0) as subtotal, coalesce(sum(net), 0) as net from complete where counted
  )
  select jsonb_build_object(
    'currency', document_totals.currency, 'minor_digits', digits,
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('position', line_no, 'counted', counted, 'gross_minor', gross, 'discount_minor', gross - net,
        'net_minor', net, 'tax_minor', tax, 'total_minor', net + tax) order by line_no) from complete), '[]'),
    'subtotal_minor', summed.subtotal, 'discount_minor', summed.subtotal - summed.net, 'net_minor', summed.net,
    'taxes', coalesce((
      select jsonb_agg(jsonb_build_object('name', name, 'bp', trim_scale(bp), 'base_minor', base, 'tax_minor', tax) order by place)
      from rated where sheet = 0), '[]'),
    'tax_minor', coalesce((select sum(tax) from rated where sheet = 0), 0),
    'total_minor', summed.net + coalesce((select sum(tax) from rated where sheet = 0), 0))
  into answer from summed;

  total := (answer ->> 'total_minor')::numeric;
  if greatest(abs(total), abs((answer ->> 'subtotal_minor')::numeric)) > largest then
    raise check_violation using message = 'The total is too large.';
  end if;
  if options ? 'deposit_bp' then
    deposit := round(greatest(total, 0) * private.number_of(options -> 'deposit_bp', 0, 10000, 3, 'The deposit') / 10000);
  elsif options ? 'deposit_minor' then
    deposit := private.number_of(options -> 'deposit_minor', 0, greatest(total, 0), 0, 'The deposit');
  end if;
  return answer || jsonb_build_object('deposit_minor', coalesce(deposit, 0), 'rest_minor', total - coalesce(deposit, 0));
end
$$;

revoke all on function private.number_of(jsonb, numeric, numeric, int, text), private.taxes_of(jsonb, text), private.priced_lines(jsonb),
  public.document_totals(jsonb, text, jsonb) from public, anon, authenticated, service_role;
-- Runs as the caller, and computes only what it is given.
grant execute on function private.number_of(jsonb, numeric, numeric, int, text), private.taxes_of(jsonb, text), private.priced_lines(jsonb),
  public.document_totals(jsonb, text, jsonb) to authenticated, service_role;
