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

create policy "staff see currencies" on public.currencies for select to authenticated using ((select public.may('deals', 'read')));

create policy "staff add currencies" on public.currencies for insert to authenticated with check ((select public.may('deals', 'edit')));

create policy "staff set rates" on public.currencies
  for update to authenticated using ((select public.may('deals', 'edit'))) with check ((select public.may('deals', 'edit')));

grant select, insert, update (rate) on public.currencies to authenticated;

grant all on public.currencies to service_role;
