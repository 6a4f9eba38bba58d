-- History -------------------------------------------------------------------------------------------------------------------

-- A plain amount in words, for histories, tasks and mail: "USD 1,250.50". Money may arrive in a currency that we do not keep.
create function private.money_text(amount_minor numeric, of_currency text) returns text
language sql stable security definer set search_path = ''
as $$
  select of_currency || ' ' || case when amount_minor < 0 then '-' else '' end
    || to_char(div(abs(amount_minor), power(10::numeric, digits)), 'FM999,999,999,999,999,990')
    || case when digits > 0 then '.' || lpad(mod(abs(amount_minor), power(10::numeric, digits))::bigint::text, digits, '0') else '' end
  from (select coalesce((select minor_digits from public.currencies where code = of_currency), 2)::int as digits) as known
$$;
