-- A client's statement: what stood before, what was asked for, credited and paid, and what stands after; each currency by itself. The moves are
-- those of payments (account_statement); this only sums them.

create function private.statement_of(account uuid, from_day date, to_day date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with moves as materialized (
    select told.*, row_number() over () as no from public.account_statement(account, from_day, to_day) as told
  ), sums as (
    select currency, max(minor_digits) as minor_digits, coalesce(max(balance_minor) filter (where what = 'before'), 0) as opening,
      coalesce(sum(asked_minor) filter (where what <> 'before'), 0) as asked, coalesce(sum(paid_minor) filter (where what <> 'before'), 0) as paid,
      coalesce(jsonb_agg(jsonb_build_object('day', day, 'what', what, 'number', number, 'title', title, 'asked_minor', asked_minor, 'paid_minor', paid_minor, 'balance_minor', balance_minor) order by no)
        filter (where what <> 'before'), '[]') as rows
    from moves group by currency
  )
  select jsonb_build_object('account_id', own.id, 'name', coalesce(profile.legal_name, own.name), 'street', profile.street, 'postal_code', profile.postal_code, 'city', profile.city, 'country', profile.country,
    'language', coalesce(profile.language, 'en'), 'from', from_day, 'to', to_day,
    'currencies', (select coalesce(jsonb_agg(jsonb_build_object('currency', sums.currency, 'minor_digits', sums.minor_digits, 'opening_minor', opening, 'asked_minor', asked, 'paid_minor', paid,
        'closing_minor', opening + asked - paid, 'rows', rows) order by sums.currency is distinct from (select currency from public.office), sums.currency), '[]') from sums))
  from public.accounts as own left join public.billing_profiles as profile on profile.account_id = own.id where own.id = account
$$;

create function public.cash_statement(account uuid, from_day date, to_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.demand_period(from_day, to_day);
  -- It names a company and what it paid.
  perform private.require_may('crm', 'read');
  answer := private.statement_of(account, from_day, to_day);
  if answer is null then raise sqlstate 'PT404' using message = 'This company no longer exists.'; end if;
  return answer;
end
$$;

grant execute on function public.cash_statement to authenticated, service_role;
