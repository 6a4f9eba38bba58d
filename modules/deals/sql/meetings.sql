-- A meeting that a visitor booked belongs to an open deal of the company in the same line of business, or begins one.

create function private.deal_for_meeting(facts jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company uuid := (facts ->> 'account_id')::uuid;
  found_deal uuid;
begin
  if company is null then return null; end if;
  -- As for a message: it and a booking of one company wait for each other.
  perform private.lock_deals_of(company, (facts ->> 'contact_id')::uuid);
  select id into found_deal from public.deals
  where account_id = company and stage_kind = 'open' and archived_at is null and service_line is not distinct from facts ->> 'service_line'
  order by created_at desc, id limit 1;
  if found_deal is null then
    update public.accounts set archived_at = null where id = company and archived_at is not null;
    insert into public.deals (name, account_id, owner_id, service_line)
    select left(accounts.name || ': ' || (facts ->> 'title'), 200), company, (facts ->> 'owner_id')::uuid, facts ->> 'service_line'
    from public.accounts where id = company
    returning id into found_deal;
  end if;
  perform private.add_to_deal(found_deal, (facts ->> 'contact_id')::uuid);
  return found_deal;
end
$$;

select private.register_hook('deal for meeting', 'private.deal_for_meeting(jsonb)', 'deals');
