-- History -------------------------------------------------------------------------------------------------------------------

-- An amount as a fact of the history; null where there is none.
create function private.amount(amount_minor numeric, currency text) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('amount_minor', amount_minor, 'currency', currency) where amount_minor is not null
$$;

-- An amount in words, for titles of tasks and refusals, as screens write it (exactMoney): "$1,250.50". Money may arrive in a currency that we
-- do not keep, and is then named by its code.
create function private.money_text(amount_minor numeric, of_currency text) returns text
language sql stable security definer set search_path = ''
as $$
  select case when amount_minor < 0 then '-' else '' end
    || coalesce('{"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CAD": "CA$", "AUD": "A$", "NZD": "NZ$", "HKD": "HK$", "MXN": "MX$", "BRL": "R$",
         "CNY": "CN¥", "KRW": "₩", "INR": "₹", "ILS": "₪", "VND": "₫"}'::jsonb ->> of_currency, of_currency || chr(160))
    || to_char(div(abs(amount_minor), power(10::numeric, digits)), 'FM999,999,999,999,999,990')
    || case when digits > 0 then '.' || lpad(mod(abs(amount_minor), power(10::numeric, digits))::bigint::text, digits, '0') else '' end
  from (select coalesce((select minor_digits from public.currencies where code = of_currency), 2)::int as digits) as known
$$;

create policy "colleagues know currencies" on public.currencies for select to authenticated using ((select public.is_colleague()));
create policy "who may edit the office may add currencies" on public.currencies for insert to authenticated with check ((select public.may('office', 'edit')));
create policy "who may edit the office may change rates" on public.currencies for update to authenticated
  using ((select public.may('office', 'edit'))) with check ((select public.may('office', 'edit')));

grant select, insert, update (rate) on public.currencies to authenticated;

grant all on public.currencies to service_role;
