-- Who issues and who is invoiced: the firm as Settings has it, and the billing profile of a company.

create function private.vat_id_looks_right(vat_id text, country text) returns boolean
language sql immutable set search_path = ''
as $$
  -- The shape only; check digits are the server's (modules/invoices/vat-id.ts), and whether it is registered the Union's service knows.
  select vat_id is null or regexp_replace(upper(vat_id), '[^A-Z0-9]', '', 'g') ~ '^[A-Z]{2}[A-Z0-9]{2,13}$'
$$;

create function private.tidy_billing_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.vat_id := nullif(regexp_replace(upper(coalesce(new.vat_id, '')), '[^A-Z0-9]', '', 'g'), '');
  new.country := nullif(upper(btrim(coalesce(new.country, ''))), '');
  if not private.vat_id_looks_right(new.vat_id, new.country) then
    raise check_violation using message = 'A VAT id begins with the two letters of its country, such as DE123456789.';
  end if;
  if tg_op = 'UPDATE' and new.vat_id is distinct from old.vat_id then
    new.vat_answer := null;
    new.vat_answered_at := null;
  end if;
  new.changed_at := now();
  new.changed_by := private.me();
  return new;
end
$$;

create trigger billing_profiles_tidy before insert or update on public.billing_profiles for each row execute function private.tidy_billing_profile();

create function private.tidy_seller_vat() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.vat_id := nullif(regexp_replace(upper(coalesce(new.vat_id, '')), '[^A-Z0-9]', '', 'g'), '');
  return new;
end
$$;

create trigger firm_tidy_vat before update of vat_id on public.firm for each row execute function private.tidy_seller_vat();

-- The seller as an invoice of this currency freezes it. What nobody has said is null, and is asked for before anything is issued.
create function private.seller_now(of_currency text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('legal_name', firm.legal_name, 'street', firm.street, 'postal_code', firm.postal_code, 'city', firm.city, 'region', firm.region,
    'country', firm.country, 'vat_id', firm.vat_id, 'tax_number', firm.tax_number, 'register', firm.register_entry, 'email', firm.email, 'phone', firm.phone,
    'bank', coalesce(
      (select jsonb_build_object('holder', own.holder, 'bank', own.bank, 'account', own.account, 'bic', own.bic) from public.seller_accounts as own where own.currency = of_currency),
      case when firm.bank_account is not null then jsonb_build_object('holder', firm.bank_holder, 'bank', firm.bank_name, 'account', firm.bank_account, 'bic', firm.bank_bic) end),
    'footer', nullif((select footer from public.invoice_settings), ''))
  from public.firm
$$;

create function private.buyer_now(account uuid, contact uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('legal_name', coalesce(profile.legal_name, accounts.name), 'street', profile.street, 'postal_code', profile.postal_code, 'city', profile.city,
    'region', profile.region, 'country', profile.country, 'vat_id', profile.vat_id, 'e_address', profile.e_address,
    'person', (select name from public.contacts where id = contact), 'email', (select email from public.contacts where id = contact))
  from public.accounts left join public.billing_profiles as profile on profile.account_id = accounts.id
  where accounts.id = account
$$;

create function private.place_by_profile(account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select private.buyer_place((select country from public.firm), profile.country, profile.vat_id)
  from public.billing_profiles as profile where profile.account_id = account
$$;

select private.register_hook('place of account', 'private.place_by_profile(uuid)', 'invoices');

-- Companies that become one: the profile of the one that stays, or the other's.
create function private.merge_billing_profiles(keep uuid, gone uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.billing_profiles set account_id = keep
  where account_id = gone and not exists (select from public.billing_profiles as kept where kept.account_id = keep)
$$;

select private.register_hook('merge accounts', 'private.merge_billing_profiles(uuid, uuid)');

-- What the service of the Union said of a VAT id, told by the server after a person asked.
create function public.note_vat_answer(account uuid, asked_vat_id text, answer text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('invoices', 'edit');
  update public.billing_profiles set vat_answer = answer, vat_answered_at = now() where account_id = account and vat_id = asked_vat_id;
end
$$;

-- The number before the first: once for each series and year, while none was given.
create function public.set_first_number(of_series text, first int) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  of_year int := private.fiscal_year(public.office_today());
begin
  perform private.require_may('invoices', 'money');
  if exists (select from private.number_series where series = of_series and year = of_year) then
    raise check_violation using message = 'A number was given already this year: the ones after it follow.';
  end if;
  insert into public.invoice_starts (series, year, first, set_by) values (of_series, of_year, first, private.me());
  insert into private.number_series (series, year, last) values (of_series, of_year, first - 1);
  perform private.note_act('first number set', of_series || '-' || of_year, null, to_jsonb(first));
exception when unique_violation then
  raise check_violation using message = 'The first number of this year was set already.';
end
$$;

create function private.fiscal_year(day date) returns int
language sql stable security definer set search_path = ''
as $$
  select extract(year from day)::int - case when extract(month from day) < fiscal_month then 1 else 0 end from public.invoice_settings
$$;

create trigger acts_of_invoice_settings after update on public.invoice_settings
  for each row execute function private.note_setting('invoice settings changed', '', 'terms_days', 'fiscal_month', 'footer', 'late_fees', 'late_days', 'late_fee_minor', 'late_interest_bp');

create trigger acts_of_seller_accounts after insert or update or delete on public.seller_accounts
  for each row execute function private.note_setting('account for a currency changed', 'currency', 'holder', 'account', 'bic');

select private.allow('public.billing_profiles', 'invoices', adds => 'edit', edits => 'edit', deletes => 'edit');
select private.allow('public.seller_accounts', 'invoices', adds => 'money', edits => 'money', deletes => 'money');
select private.allow('public.seller_versions', 'invoices');
select private.allow('public.invoice_settings', 'invoices', edits => 'money');
select private.allow('public.invoice_starts', 'invoices');

grant select, insert, update, delete on public.billing_profiles, public.seller_accounts to authenticated;
grant select on public.seller_versions, public.invoice_starts to authenticated;
grant select, update (terms_days, fiscal_month, footer, late_fees, late_days, late_fee_minor, late_interest_bp) on public.invoice_settings to authenticated;
grant update (vat_id, register_entry, phone) on public.firm to authenticated;
grant all on public.billing_profiles, public.seller_accounts, public.invoice_settings to service_role;
grant select on public.seller_versions, public.invoice_starts to service_role;
grant execute on function public.note_vat_answer, public.set_first_number to authenticated, service_role;
