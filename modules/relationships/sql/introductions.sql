-- Who introduced whom, and what came of it.

select private.register_types('relationships', 'introduction', 'suggestion');
select private.allow('public.introductions', 'relationships');
grant select on public.introductions to authenticated;
select private.allow('public.contact_jobs', 'relationships');
grant select on public.contact_jobs to authenticated;

select private.announce_changes('public.introductions', 'relationships');

create function private.put_introduction(contact uuid, by_contact uuid, by_staff uuid, colleague uuid, on_day date, source text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  made uuid;
  person public.contacts;
begin
  -- One after the other: two that are added at once could close a circle.
  perform pg_advisory_xact_lock(3804);
  select * into person from public.contacts where id = contact;
  if person.id is null or (by_contact is not null and not exists (select from public.contacts where id = by_contact)) then
    raise sqlstate 'PT404' using message = 'This contact no longer exists';
  end if;
  if contact = by_contact then raise sqlstate 'PT422' using message = 'A person cannot introduce themselves.'; end if;
  if num_nonnulls(by_contact, by_staff) <> 1 then raise sqlstate 'PT422' using message = 'A contact or a colleague introduces, not both.'; end if;
  if on_day is null or on_day > public.office_today() then raise sqlstate 'PT422' using message = 'An introduction was today or earlier.', detail = 'on_day'; end if;
  if exists (select from public.introductions as one where one.contact_id = contact and (one.by_contact = put_introduction.by_contact or one.by_staff = put_introduction.by_staff)) then
    raise sqlstate 'PT409' using message = 'This introduction is there already.';
  end if;
  if by_contact is not null and exists (
    with recursive earlier (id) as (
      select put_introduction.by_contact
      union select one.by_contact from earlier join public.introductions as one on one.contact_id = earlier.id where one.by_contact is not null
    ) select from earlier where id = contact) then
    raise sqlstate 'PT409' using message = format('%s is known to us through %s: this would be a circle.',
      (select name from public.contacts where id = by_contact), person.name);
  end if;
  insert into public.introductions (contact_id, by_contact, by_staff, staff_id, on_day, source, made_by)
  values (contact, put_introduction.by_contact, put_introduction.by_staff, colleague, put_introduction.on_day, put_introduction.source, private.me()) returning id into made;
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
  values ('introduced', auth.uid(), private.actor_name(), 'introduction', made,
    coalesce((select name from public.contacts where id = by_contact), (select name from public.staff where user_id = by_staff)), person.account_id, contact);
  return made;
end
$$;

create function public.add_introduction(contact uuid, by_contact uuid default null, by_staff uuid default null, colleague uuid default null, on_day date default null) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_mining('edit');
  return private.put_introduction(contact, by_contact, by_staff, coalesce(colleague, private.me()), coalesce(on_day, public.office_today()), 'hand');
end
$$;

create function public.remove_introduction(introduction uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone public.introductions;
begin
  perform private.require_mining('edit');
  delete from public.introductions where id = introduction returning * into gone;
  if gone.id is null then raise sqlstate 'PT404' using message = 'This introduction is no longer there.'; end if;
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
  select 'taken back', auth.uid(), private.actor_name(), 'introduction', gone.id,
    coalesce((select name from public.contacts where id = gone.by_contact), (select name from public.staff where user_id = gone.by_staff)), contacts.account_id, contacts.id
  from public.contacts where contacts.id = gone.contact_id;
end
$$;

-- For a contact: who introduced them, and whom they introduced; for a company: those of its people.
create function public.introductions_of(contact uuid default null, account uuid default null)
returns table (id uuid, contact_id uuid, contact_name text, by_contact uuid, by_staff uuid, by_name text, to_name text, on_day date, source text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_mining('read');
  return query
    select one.id, one.contact_id, person.name, one.by_contact, one.by_staff, coalesce(introducer.name, staff.name), ours.name, one.on_day, one.source
    from public.introductions as one
    join public.contacts as person on person.id = one.contact_id
    left join public.contacts as introducer on introducer.id = one.by_contact
    left join public.staff on staff.user_id = one.by_staff
    left join public.staff as ours on ours.user_id = one.staff_id
    where introductions_of.contact in (one.contact_id, one.by_contact)
      or (introductions_of.contact is null and account is not null and (person.account_id = account or introducer.account_id = account))
    order by one.on_day desc, person.name, one.id limit 200;
end
$$;

-- Deals won after an introduction of one of their people, each once: the first introduction has it. Received is what was paid, less what went
-- back, for requests of the deal in its own currency.
create function private.introduced_deals()
returns table (introduction_id uuid, by_contact uuid, by_staff uuid, contact_id uuid, deal_id uuid, deal_name text, closed_on date, currency text, amount_minor bigint, received_minor bigint)
language sql stable security definer set search_path = ''
as $$
  select first.*, coalesce((select sum(payments.amount_minor) from public.payment_requests as request join public.payments on payments.request_id = request.id
    where request.deal_id = first.deal_id and payments.currency = first.currency), 0)::bigint
  from (
    select distinct on (deals.id) one.id, one.by_contact, one.by_staff, one.contact_id, deals.id as deal_id, deals.name, deals.closed_on, deals.currency::text as currency, deals.amount_minor
    from public.introductions as one
    join public.deal_contacts as part on part.contact_id = one.contact_id
    join public.deals on deals.id = part.deal_id and deals.stage_kind = 'won' and deals.closed_on >= one.on_day
    order by deals.id, one.on_day, one.made_at, one.id
  ) as first
$$;

-- The list that the sums equal. Amounts are for those who may read deals, what was received for those who may read payments.
create function public.introduced_deals()
returns table (by_contact uuid, by_staff uuid, contact_id uuid, contact_name text, deal_id uuid, deal_name text, closed_on date, currency text, amount_minor bigint, received_minor bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_mining('read');
  perform private.require_may('deals', 'read');
  return query select told.by_contact, told.by_staff, told.contact_id, contacts.name, told.deal_id, told.deal_name, told.closed_on, told.currency, told.amount_minor,
      case when private.caller_may('payments', 'read') then told.received_minor end
    from private.introduced_deals() as told join public.contacts on contacts.id = told.contact_id order by told.closed_on desc, told.deal_name, told.deal_id;
end
$$;

create function public.introducer_list()
returns table (by_contact uuid, by_staff uuid, name text, about text, people jsonb, deals int, won jsonb)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_mining('read');
  return query
    with sums as (
      select told.by_contact, told.by_staff, told.currency, sum(told.amount_minor)::bigint as won, sum(told.received_minor)::bigint as received, count(*)::int as deals
      from private.introduced_deals() as told group by told.by_contact, told.by_staff, told.currency
    )
    select each.by_contact, each.by_staff, coalesce(contacts.name, staff.name), coalesce(accounts.name, case when staff.active then 'One of us' else 'Left' end), each.people,
      case when private.caller_may('deals', 'read') then money.deals end,
      case when private.caller_may('deals', 'read') then coalesce(money.won, '[]') end
    from (select one.by_contact, one.by_staff, jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'on', one.on_day) order by one.on_day, person.name) as people
      from public.introductions as one join public.contacts as person on person.id = one.contact_id group by one.by_contact, one.by_staff) as each
    left join public.contacts on contacts.id = each.by_contact left join public.accounts on accounts.id = contacts.account_id
    left join public.staff on staff.user_id = each.by_staff
    left join lateral (select sum(sums.deals)::int as deals, max(sums.won) as most, jsonb_agg(jsonb_build_object('currency', sums.currency, 'won', sums.won,
        'received', case when private.caller_may('payments', 'read') then sums.received end) order by sums.won desc, sums.currency) as won
      from sums where (sums.by_contact, sums.by_staff) is not distinct from (each.by_contact, each.by_staff)) as money on true
    order by money.most desc nulls last, jsonb_array_length(each.people) desc, 3, each.by_contact;
end
$$;

grant execute on function public.add_introduction, public.remove_introduction, public.introductions_of, public.introduced_deals, public.introducer_list
  to authenticated, service_role;
