-- Services with their prices by currency and day. A price is copied into a document when it is taken, and never changes it afterwards.

create trigger services_tidy before insert or update on public.services for each row execute function private.tidy();

create trigger services_touch before update on public.services for each row execute function private.touch_updated_at();

-- What lists and files show as the price is kept among the prices as well: typed there, imported or edited in a list.
create function private.keep_service_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.unit_minor is not null and (tg_op = 'INSERT' or (new.unit_minor, new.currency, new.from_on) is distinct from (old.unit_minor, old.currency, old.from_on)) then
    insert into public.service_prices (service_id, currency, from_on, unit_minor, created_by)
    values (new.id, new.currency, new.from_on, new.unit_minor, private.me())
    on conflict (service_id, currency, from_on) do update set unit_minor = excluded.unit_minor where service_prices.unit_minor <> excluded.unit_minor;
  end if;
  return null;
end
$$;

create function private.complete_service() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.unit_code := upper(coalesce(nullif(btrim(new.unit_code), ''), 'C62'));
  if new.unit_minor is null then
    new.from_on := null;
  else
    new.currency := coalesce(new.currency, (select currency from public.office));
    -- Another amount is a price from today on, unless a day was given with it.
    if new.from_on is null or (tg_op = 'UPDATE' and new.from_on is not distinct from old.from_on
        and (new.unit_minor, new.currency) is distinct from (old.unit_minor, old.currency) and new.from_on < public.office_today()
        and coalesce(current_setting('guidevane.price_of_service', true), '') <> 'kept') then
      new.from_on := public.office_today();
    end if;
  end if;
  return new;
end
$$;

create trigger services_complete before insert or update on public.services for each row execute function private.complete_service();

create trigger services_keep_price after insert or update on public.services for each row execute function private.keep_service_price();

-- The newest price in the service's own currency is the one in lists and files; a service without a currency takes that of its first price.
create function private.show_service_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  service uuid := case tg_op when 'DELETE' then old.service_id else new.service_id end;
begin
  perform set_config('guidevane.price_of_service', 'kept', true);
  update public.services set unit_minor = newest.unit_minor, currency = coalesce(newest.currency, services.currency), from_on = newest.from_on
  from (select 1) as one left join lateral (
    select price.* from public.service_prices as price join public.services as own on own.id = price.service_id
    where price.service_id = service and price.currency = coalesce(own.currency, price.currency) order by price.from_on desc limit 1) as newest on true
  where services.id = service
    and (services.unit_minor, services.from_on) is distinct from (newest.unit_minor, newest.from_on);
  perform set_config('guidevane.price_of_service', '', true);
  return null;
end
$$;

create trigger service_prices_show after insert or update or delete on public.service_prices for each row execute function private.show_service_price();

-- The price of a day: the newest that begins on it or before. None in this currency is null, and never another currency's.
create function private.price_of(service uuid, currency text, day date) returns public.service_prices
language sql stable security definer set search_path = ''
as $$
  select price from public.service_prices as price
  where price.service_id = service and price.currency = price_of.currency and price.from_on <= day order by price.from_on desc limit 1
$$;

-- What the picker of an editor offers, with the price of today in the document's currency (null where there is none), and the taxes of the
-- service for this company. `known` are services of lines that are there already, archived ones too: for what the catalogue says today.
create function public.offered_services(in_currency text, for_account uuid default null, known uuid[] default null)
returns table (id uuid, code text, name text, description text, unit text, service_line text, every_months smallint, tax_class_id uuid, taxes jsonb,
  unit_minor bigint, from_on date, other_currencies text[])
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today date := public.office_today();
  place text := case when for_account is null then 'home' else private.place_of_account(for_account) end;
begin
  if not private.caller_may('catalogue', 'read') or not private.module_is_live('catalogue') then return; end if;
  return query
    select services.id, services.code, services.name, services.description, services.unit, services.service_line, services.every_months, services.tax_class_id,
      private.taxes_for(services.tax_class_id, place, today), price.unit_minor, price.from_on,
      array(select distinct other.currency from public.service_prices as other where other.service_id = services.id and other.currency <> in_currency and other.from_on <= today)
    from public.services left join lateral (select (private.price_of(services.id, in_currency, today)).*) as price on true
    where case when known is null then services.archived_at is null else services.id = any (known) end
    order by services.service_line nulls last, services.name, services.id limit 500;
end
$$;

-- Of one service: {"prices": [...], "used": 3}, newest first.
create function public.service_prices_of(service uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('catalogue', 'read');
  return jsonb_build_object(
    'prices', (select coalesce(jsonb_agg(jsonb_build_object('currency', price.currency, 'from_on', price.from_on, 'unit_minor', price.unit_minor, 'by', staff.name,
        'is_now', price.from_on = (private.price_of(service, price.currency, public.office_today())).from_on) order by price.currency, price.from_on desc), '[]')
      from public.service_prices as price left join public.staff on staff.user_id = price.created_by where price.service_id = service),
    'tax_class_id', (select tax_class_id from public.services where id = service),
    'used', (select coalesce(sum(used::int), 0) from private.call_hooks('lines of service', service::text) as used));
end
$$;

create function public.set_service_price(service uuid, in_currency text, day date, minor bigint) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('catalogue', 'edit');
  if not exists (select from public.services where id = service) then raise sqlstate 'PT404' using message = 'This service no longer exists.'; end if;
  if minor is null then
    delete from public.service_prices where service_id = service and currency = in_currency and from_on = day;
  else
    insert into public.service_prices (service_id, currency, from_on, unit_minor, created_by) values (service, in_currency, coalesce(day, public.office_today()), minor, private.me())
    on conflict (service_id, currency, from_on) do update set unit_minor = excluded.unit_minor, created_by = excluded.created_by;
  end if;
  return public.service_prices_of(service);
end
$$;

-- A service that lines came from stays: it is archived.
create function private.keep_used_service() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  used int := (select coalesce(sum(answer::int), 0) from private.call_hooks('lines of service', old.id::text) as answer);
begin
  if used > 0 then
    raise foreign_key_violation using message = format('"%s" is in %s, so it cannot be deleted. Archive it instead.', old.name,
      case used when 1 then 'one line of a proposal' else used || ' lines of proposals' end);
  end if;
  return old;
end
$$;

create trigger services_keep_used before delete on public.services for each row execute function private.keep_used_service();

select private.allow('public.services', 'catalogue', adds => 'add', edits => 'edit', deletes => 'delete');
select private.allow('public.service_prices', 'catalogue');

grant select, insert, update, delete on public.services to authenticated;
grant select on public.service_prices to authenticated;
grant all on public.services, public.service_prices to service_role;

select private.enable_search('services', area => 'catalogue', title => 'name', searched => array['name', 'code', 'service_line'], same => '{"code": "name"}');

select private.show_when_found('services', 'catalogue', $query$
  select record.id, record.name, record.code, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.services as record on record.id = best.id
$query$);

select private.register_types('catalogue', 'service', 'proposal template');

select private.keep_history('public.services', 'service', 'name', variadic '{}'::text[]);


select private.announce_changes('public.services', 'catalogue');

insert into private.record_parts (place, field) values ('public.service_prices', 'service_id');

grant execute on function public.offered_services, public.service_prices_of, public.set_service_price to authenticated, service_role;
