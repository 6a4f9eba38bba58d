-- Deals among the other records: their tasks, companies and people, what inquiries make of them, files and search.

-- Tasks on deals ------------------------------------------------------------------------------------------------------------------

-- What tasks are told of deals, now that there are any.
create function private.account_of_deal(deal uuid) returns uuid
language sql stable set search_path = ''
as $$
  select account_id from public.deals where id = deal
$$;

create function private.name_of_deal(deal uuid) returns text
language sql stable set search_path = ''
as $$
  select name from public.deals where id = deal
$$;

-- A deal that goes to another company takes its tasks and notes along.
create function private.tasks_follow_deal() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  batch text := coalesce(current_setting('guidevane.batch', true), '');
begin
  perform set_config('guidevane.batch', gen_random_uuid()::text, true);
  update public.tasks set account_id = new.account_id where deal_id = new.id and account_id is distinct from new.account_id;
  update public.notes set account_id = new.account_id where deal_id = new.id and account_id is distinct from new.account_id;
  perform set_config('guidevane.batch', batch, true);
  return null;
end
$$;

create trigger tasks_follow_deal after update of account_id on public.deals for each row
  when (new.account_id is distinct from old.account_id) execute function private.tasks_follow_deal();

-- Companies and people --------------------------------------------------------------------------------------------------------------

-- A company with deals stays.
create trigger accounts_kept_by_deals before delete on public.accounts
  for each row execute function private.keep_referred_to('deals', 'account_id', 'deal', 'deals');

-- Both on one deal: one line stays, and what only the other said is taken over.
create function private.deal_contacts_follow_merge(keep uuid, gone uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  double record;
begin
  for double in
    select other.id, other.deal_id, other.role, other.is_primary, kept.id as kept_id
    from public.deal_contacts as other join public.deal_contacts as kept on kept.deal_id = other.deal_id and kept.contact_id = keep
    where other.contact_id = gone
  loop
    delete from public.deal_contacts where id = double.id;
    update public.deal_contacts set role = coalesce(role, double.role), is_primary = is_primary or double.is_primary where id = double.kept_id;
  end loop;
end
$$;

select private.register_hook('merge contacts', 'private.deal_contacts_follow_merge(uuid, uuid)');

-- A deal may bear the name of a person, above all of one who is their own company.
create function private.erase_contact_from_deals(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person text := (select name from public.contacts where id = contact);
  theirs uuid[] := array(
    select deal_id from public.deal_contacts where contact_id = contact
    union select deals.id from public.deals join public.inquiries on inquiries.id = deals.inquiry_id where inquiries.contact_id = contact);
begin
  update public.deal_contacts set role = null where contact_id = contact;
  update public.deals set name = left(replace(name, person, 'Erased person'), 200), close_note = replace(close_note, person, 'Erased person')
  where id = any (theirs) and (strpos(name, person) > 0 or strpos(close_note, person) > 0);
  update public.events set record_name = left(replace(record_name, person, 'Erased person'), 200),
    changes = case when strpos(changes::text, person) > 0 then null else changes end
  where deal_id = any (theirs) and (strpos(record_name, person) > 0 or strpos(changes::text, person) > 0);
end
$$;

select private.register_hook('erase contact', 'private.erase_contact_from_deals(uuid)');

-- Inquiries ---------------------------------------------------------------------------------------------------------------------------

-- Two that look for a deal of a company, or make one, wait for each other. What is known of records is locked in one order, people, deals,
-- companies, as when a mail leaves or a message makes no deal; a new deal locks the company first, so the others are locked before it.
create function private.lock_deals_of(company uuid, contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(3603, hashtext(company::text));
  perform from public.contact_facts where id = contact for no key update;
  perform from public.deal_facts where id in (
    select deals.id from public.deals where account_id = company
    union select deal_id from public.deal_contacts where contact_id = contact) order by id for no key update;
end
$$;

-- An open deal of the same company and service line is joined; otherwise a new one stands in the subject's stage. Two messages of one
-- company wait for each other. By hand it is always a new one, also for a subject that makes none.
create function private.route_to_deal(inquiry public.inquiries, by_hand boolean default false) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  route public.subjects;
  service text;
  found_deal uuid;
  company public.accounts;
begin
  if inquiry.account_id is null or not private.module_is_live('deals') then return null; end if;
  select * into route from public.subjects where subjects.key = inquiry.subject_key or (inquiry.subject_key is null and is_default);
  if route.makes_deal is not true and not by_hand then return null; end if;
  -- What deals call the line of business of a subject.
  service := case route.service_line when 'education' then 'Workshops' when 'products' then 'Publisher' when 'advisory' then 'RLCT' when 'build' then 'RLCT' else route.service_line end;
  perform private.lock_deals_of(inquiry.account_id, inquiry.contact_id);
  select id into found_deal from public.deals
  where not by_hand and account_id = inquiry.account_id and stage_kind = 'open' and archived_at is null and service_line is not distinct from service
  order by created_at desc, id limit 1;
  if found_deal is null then
    select * into company from public.accounts where id = inquiry.account_id;
    if company.archived_at is not null then update public.accounts set archived_at = null where id = company.id; end if;
    insert into public.deals (name, account_id, stage_id, owner_id, service_line, subject_key, inquiry_id)
    values (
      left(company.name || ': ' || coalesce(nullif(route.label, 'Other'), nullif(inquiry.subject_text, ''), 'inquiry'), 200), inquiry.account_id,
      (select id from public.deal_stages where id = route.stage_id and kind = 'open' and archived_at is null),
      (select user_id from public.staff where user_id = route.owner_id and active),
      service, inquiry.subject_key, inquiry.id)
    returning id into found_deal;
  end if;
  perform private.add_to_deal(found_deal, inquiry.contact_id);
  return found_deal;
end
$$;

create function private.add_to_deal(deal uuid, contact uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.deal_contacts (deal_id, contact_id, is_primary)
  select deal, contact, not exists (select from public.deal_contacts where deal_id = deal and is_primary)
  where contact is not null
  on conflict (deal_id, contact_id) do nothing
$$;

-- On the page of an inquiry: the deal that a colleague chose, or a new one. The report of subjects counts a deal with the inquiry that
-- brought it, so one that no inquiry brought so far is counted with this one.
create function public.link_inquiry_deal(inquiry uuid, deal uuid default null) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.inquiries := private.inquiry_to_change(inquiry);
  chosen public.deals;
begin
  perform private.require_may('deals', 'edit', 'to change deals');
  if kept.state not in ('new', 'answered', 'closed') or kept.erased_at is not null then perform private.refuse_inquiry(kept); end if;
  if deal is null then
    if kept.deal_id is not null then return kept; end if;
    if kept.account_id is null then raise exception 'Choose or make the company first.' using errcode = 'check_violation'; end if;
    kept.deal_id := private.route_to_deal(kept, by_hand => true);
    if kept.deal_id is null then raise exception 'Deals are switched off.' using errcode = 'check_violation'; end if;
  else
    select * into chosen from public.deals where id = deal and archived_at is null;
    if chosen.id is null then raise sqlstate 'PT404' using message = 'This deal no longer exists.'; end if;
    if kept.account_id is not null and chosen.account_id <> kept.account_id then
      raise exception 'This deal belongs to another company.' using errcode = 'check_violation';
    end if;
    kept.deal_id := deal;
    kept.account_id := chosen.account_id;
    perform private.add_to_deal(deal, kept.contact_id);
    update public.deals set inquiry_id = kept.id, subject_key = coalesce(subject_key, kept.subject_key) where id = deal and inquiry_id is null;
  end if;
  perform private.suppress_history(true);
  update public.inquiries set deal_id = kept.deal_id, account_id = kept.account_id where id = kept.id returning * into kept;
  perform private.suppress_history(false);
  perform private.record_inquiry_event(kept, 'linked');
  return kept;
end
$$;

-- A deal that spam made goes, if no one has touched or used it since; a person whom it brought leaves one that stays.
create function private.unroute_deal(inquiry public.inquiries) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was text;
begin
  if inquiry.deal_id is null then return; end if;
  was := private.skip_trash();
  delete from public.deals
  where id = inquiry.deal_id and inquiry_id = inquiry.id and updated_at = created_at
    and not exists (select from public.tasks where deal_id = deals.id)
    and not exists (select from public.notes where deal_id = deals.id)
    and not exists (select from public.inquiries as other where other.deal_id = deals.id and other.id <> inquiry.id)
    and not exists (select from public.deal_contacts where deal_id = deals.id and contact_id <> inquiry.contact_id);
  delete from public.deal_contacts
  where deal_id = inquiry.deal_id and contact_id = (inquiry.made ->> 'contact')::uuid and updated_at = created_at;
  perform private.keep_again(was);
end
$$;

-- Facts ------------------------------------------------------------------------------------------------------------------------------------

-- What is open of a company, of the people who take part, and of a deal itself. A deal had contact when one of its people had.
select private.tell_facts('open value', 'deals', array['accounts'], $query$
  select account_id, count(*), sum(base_minor) from public.deals where account_id = any (ids) and stage_kind = 'open' and archived_at is null group by account_id
$query$);

select private.tell_facts('open value', 'deals', array['contacts'], $query$
  select contact_id, count(*), sum(base_minor) from public.deal_contacts join public.deals on deals.id = deal_contacts.deal_id
  where contact_id = any (ids) and stage_kind = 'open' and archived_at is null group by contact_id
$query$);

-- Found by their key each: looked for among all open deals, thousands that come in one file would each be compared with all of them.
select private.tell_facts('open value', 'deals', array['deals'], $query$
  select deals.id, 1::bigint, base_minor::numeric from unnest(ids) as one (id) join public.deals on deals.id = one.id
  where stage_kind = 'open' and archived_at is null
$query$);

-- What is to be done on a deal is the next step of its people, too.
select private.tell_facts('next step', 'deals', array['contacts'], $query$
  select distinct on (deal_contacts.contact_id) deal_contacts.contact_id, title, due_on, tasks.created_at, tasks.id
  from public.deal_contacts join public.tasks on tasks.deal_id = deal_contacts.deal_id
  where deal_contacts.contact_id = any (ids) and done_at is null order by deal_contacts.contact_id, due_on, tasks.created_at, tasks.id
$query$);

select private.tell_facts('last contact', 'deals', array['deals'], $query$
  select deal_id, last_contact_at, last_contact_kind from public.deal_contacts join public.contact_facts on contact_facts.id = deal_contacts.contact_id
  where deal_id = any (ids) and last_contact_at is not null
$query$);

create function private.deals_follow_people(people uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refresh_deal_facts(array(select deal_id from public.deal_contacts where contact_id = any (people)));
end
$$;

select private.register_hook('last contact changed: contacts', 'private.deals_follow_people(uuid[])');

select private.keep_facts('deals', 'deals');

select private.feed_facts('deals', 'public.deals', '$row.account_id, $row.stage_kind, $row.base_minor, $row.archived_at',
  'contacts', 'select contact_id from public.deal_contacts join changed on changed.id = deal_id', 'deals', 'id', 'accounts', 'account_id');

select private.feed_facts('deals', 'public.deal_contacts', '$row.deal_id, $row.contact_id', 'contacts', 'contact_id', 'deals', 'deal_id');

select private.feed_facts('deals', 'public.tasks', '$row.title, $row.due_on, $row.done_at, $row.deal_id',
  'contacts', 'select deal_contacts.contact_id from public.deal_contacts join changed on changed.deal_id = deal_contacts.deal_id');

create function private.deals_of_contact(record uuid) returns setof uuid
language sql stable set search_path = ''
as $$
  select deal_id from public.deal_contacts where contact_id = record
$$;

select private.register_hook('work of record', 'private.deals_of_contact(uuid)');

-- Files -----------------------------------------------------------------------------------------------------------------------------------

-- Go with a deal, and are no use of it by others.
insert into private.record_parts (place, field) values ('public.deal_stage_events', 'deal_id'), ('public.deal_contacts', 'deal_id');

select private.enable_search('staff', area => 'staff', title => 'name', searched => array['name']);

select private.enable_search('deal_stages', area => 'deals', title => 'name', searched => array['name']);

select private.enable_search('close_reasons', area => 'deals', title => 'name', searched => array['name']);

select private.enable_search('deals', area => 'deals', title => 'name', searched => array['name', 'service_line', 'close_note'], through => array['account_id']);

select private.enable_own_fields('public.deals');

select private.enable_tags('public.deals');

select private.show_when_found('deals', 'deals', $query$
  select record.id, record.name, company.name, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.deals as record on record.id = best.id join public.accounts as company on company.id = record.account_id where record.archived_at is null
$query$);

create function private.names_of_deals(ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(id, name), '{}') from (
    select id, name from public.deals where id = any (ids)
    union all select id, name from public.deal_stages where id = any (ids)
    union all select id, name from public.close_reasons where id = any (ids)) as named
$$;

-- The first contact, or else the person who has been on it longest.
create function private.contact_of_deal(deal uuid) returns uuid
language sql stable set search_path = ''
as $$
  select contact_id from public.deal_contacts where deal_id = deal order by is_primary desc, created_at, id limit 1
$$;

select private.register_hook('names of ids', 'private.names_of_deals(uuid[])');
select private.register_hook('contact of deal', 'private.contact_of_deal(uuid)');
select private.register_hook('account of deal', 'private.account_of_deal(uuid)');
select private.register_hook('name of deal', 'private.name_of_deal(uuid)');
select private.register_hook('deal for inquiry', 'private.route_to_deal(public.inquiries, boolean)', 'deals');
select private.register_hook('inquiry unrouted', 'private.unroute_deal(public.inquiries)');

-- The person's newest open deal, or else the newest open one of their company.
create function private.merge_values_of_deal(of_contact uuid, of_inquiry uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('deal', jsonb_build_object('name', newest.name, 'module', newest.service_line,
    'tags', nullif(array_to_string(newest.tags, ', '), ''), 'own', private.own_merge_values('deals', newest.id)))
  from (values (1)) as one
  left join lateral (
    select deals.id, deals.name, deals.service_line, deals.tags from public.contacts join public.deals on deals.account_id = contacts.account_id
    left join public.deal_contacts on deal_contacts.deal_id = deals.id and deal_contacts.contact_id = contacts.id
    where contacts.id = of_contact and deals.stage_kind = 'open' and deals.archived_at is null
    order by (deal_contacts.contact_id is not null) desc, deals.created_at desc, deals.id limit 1
  ) as newest on true
$$;

select private.register_hook('merge values', 'private.merge_values_of_deal(uuid, uuid)');

grant execute on function private.names_of_deals, private.deals_of_contact, public.link_inquiry_deal, private.account_of_deal, private.contact_of_deal, private.name_of_deal
  to authenticated, service_role;

select private.hand_over_with('deals', 'public.deals', 'owner_id', company => 'account_id', still_open => 'closed_on is null and archived_at is null');
