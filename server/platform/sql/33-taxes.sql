-- Which taxes are on a line: by the class of what is sold, where the buyer is, and the day. Amounts are document_totals' alone.

-- The parts of a rule or of a line, as they are kept; a sentence where they cannot be.
create function private.tax_parts(given jsonb, what text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  tax jsonb;
  rate numeric;
  category text;
  answer jsonb := '[]';
begin
  if given is null or given = 'null' then return null; end if;
  if jsonb_typeof(given) <> 'array' or jsonb_array_length(given) > 2 then
    raise check_violation using message = what || ': at most two taxes.';
  end if;
  for tax in select value from jsonb_array_elements(given) loop
    if jsonb_typeof(tax) <> 'object' then raise check_violation using message = what || ': this is no tax.'; end if;
    category := coalesce(tax ->> 'category', 'S');
    if category not in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O') then
      raise check_violation using message = format('%s: "%s" is no category of tax. There are S, Z, E, AE, K, G and O.', what, left(category, 20));
    end if;
    rate := private.number_of(coalesce(tax -> 'rate_pcm', '0'), 0, 100000, 0, what || ': the tax rate in thousandths of a percent');
    if (category = 'S') <> (rate > 0) then
      raise check_violation using message = format(case when rate > 0 then '%s: a rate of %s %% is of the category S.' else '%s: the category S has a rate above zero. What is taxed at zero is Z.' end,
        what, trim_scale(rate / 1000));
    end if;
    if char_length(coalesce(tax ->> 'name', '')) > 40 or char_length(coalesce(tax ->> 'reason', '')) > 300 or coalesce(tax ->> 'reason_code', '') !~ '^[A-Z0-9-]{0,40}$' then
      raise check_violation using message = what || ': the name has at most 40 characters, the reason 300, its code 40 capital letters, digits and hyphens.';
    end if;
    answer := answer || jsonb_strip_nulls(jsonb_build_object('name', coalesce(btrim(tax ->> 'name'), ''), 'category', category, 'rate_pcm', rate,
      'reason_code', nullif(btrim(tax ->> 'reason_code'), ''), 'reason', nullif(btrim(tax ->> 'reason'), '')));
  end loop;
  return answer;
end
$$;

create function private.complete_tax_rule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.parts := private.tax_parts(new.parts, 'The rule');
  new.changed_at := private.now();
  new.changed_by := private.me();
  return new;
end
$$;

create trigger tax_rules_complete before insert or update on public.tax_rules for each row execute function private.complete_tax_rule();

-- One class is what a line has when nobody says another.
create function private.one_default_tax_class() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_default then update public.tax_classes set is_default = false where is_default and id <> new.id; end if;
  return new;
end
$$;

create trigger tax_classes_one_default before insert or update of is_default on public.tax_classes
  for each row when (new.is_default) execute function private.one_default_tax_class();

-- Where a buyer is, for tax: in the firm's country, elsewhere in the Union as a business (with a VAT id) or not, or outside. What is not
-- known is home: it is asked before anything is issued.
create function private.buyer_place(seller_country text, buyer_country text, vat_id text) returns text
language sql immutable set search_path = ''
as $$
  select case when buyer_country is null or seller_country is null or buyer_country = seller_country then 'home'
    when buyer_country = any (eu) and seller_country = any (eu) then case when nullif(btrim(vat_id), '') is null then 'eu_consumer' else 'eu_business' end
    else 'outside' end
  from (select array['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT',
    'RO', 'SE', 'SI', 'SK'] as eu) as union_of
$$;

-- What a line of this class has on that day; null where no rule says it. Without a class: of the default one.
create function private.taxes_for(class uuid, place text, day date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select parts from public.tax_rules
  where class_id = coalesce(class, (select id from public.tax_classes where is_default)) and tax_rules.place = taxes_for.place and from_on <= day
  order by from_on desc limit 1
$$;

-- Where a company is, for tax; a module that knows its billing address answers, and until one does it is home.
create function private.place_of_account(account uuid) returns text
language sql volatile security definer set search_path = ''
as $$
  select coalesce((select max(place) from private.call_hooks('place of account', account::text) as place), 'home')
$$;

-- For forms: the taxes of a new line for this company today, null where no rule says them.
create function public.usual_taxes(account uuid, class uuid default null, day date default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.is_colleague() then raise insufficient_privilege using message = 'Only colleagues may ask.'; end if;
  return private.taxes_for(class, private.place_of_account(account), coalesce(day, public.office_today()));
end
$$;

create policy "colleagues know classes of tax" on public.tax_classes for select to authenticated using ((select public.is_colleague()));
create policy "who may edit the office may add classes of tax" on public.tax_classes for insert to authenticated with check ((select public.may('office', 'edit')));
create policy "who may edit the office may change classes of tax" on public.tax_classes for update to authenticated
  using ((select public.may('office', 'edit'))) with check ((select public.may('office', 'edit')));
create policy "colleagues know rules of tax" on public.tax_rules for select to authenticated using ((select public.is_colleague()));
create policy "who may edit the office may add rules of tax" on public.tax_rules for insert to authenticated with check ((select public.may('office', 'edit')));
create policy "who may edit the office may change rules of tax" on public.tax_rules for update to authenticated
  using ((select public.may('office', 'edit'))) with check ((select public.may('office', 'edit')));
create policy "who may edit the office may delete rules of tax" on public.tax_rules for delete to authenticated using ((select public.may('office', 'edit')));

grant select, insert (name, is_default), update (name, is_default, archived_at) on public.tax_classes to authenticated;
grant select, insert (class_id, place, from_on, parts), update (parts), delete on public.tax_rules to authenticated;
grant all on public.tax_classes, public.tax_rules to service_role;
grant execute on function public.usual_taxes to authenticated, service_role;
