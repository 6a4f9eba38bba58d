-- The way to someone through people we know: at most two steps, and every step says whose contact it is.

-- How well two contacts know each other, and from what. The strongest reason counts:
--   introduced 60, days together by the formula (both sides give), confirmed by one of us 25, same company now 20, earlier at the same time 10
create function private.acquaintances(of_contact uuid)
returns table (contact_id uuid, strength int, reason text, mails int, meetings int, last_on date)
language sql stable security definer set search_path = ''
as $$
  with me as (
    select contacts.id, contacts.account_id from public.contacts where contacts.id = of_contact and not contacts.no_mining
  ), rules as (
    select * from public.relationship_settings where state = 'live'
  ), met as (
    select case when pair.a_id = of_contact then pair.b_id else pair.a_id end as other, pair.day, pair.kind, pair.n
    from private.pair_days as pair where pair.a_id = of_contact
    union all
    select pair.a_id, pair.day, pair.kind, pair.n from private.pair_days as pair where pair.b_id = of_contact
  ), reasons as (
    select other, private.strength(2 * sum((rules.weights ->> met.kind)::float8 * power(2::float8, (met.day - public.office_today())::float8 / rules.half_life) order by met.day, met.kind)) as strength,
      'together' as reason, 1 as place, (sum(met.n) filter (where met.kind = 'mail'))::int as mails, (sum(met.n) filter (where met.kind = 'meeting'))::int as meetings, max(met.day) as last_on
    from met cross join rules where other <> of_contact group by other
    union all
    select case when one.contact_id = of_contact then one.by_contact else one.contact_id end, 60, 'introduced', 2, null, null, one.on_day
    from public.introductions as one where one.by_contact is not null and of_contact in (one.contact_id, one.by_contact)
    union all
    select case when known.one_id = of_contact then known.other_id else known.one_id end, 25, 'confirmed', 3, null, null, null
    from public.suggestions as known where known.kind = 'know_each_other' and known.state = 'accepted' and of_contact in (known.one_id, known.other_id)
    union all
    (select colleague.id, 20, 'same company', 4, null, null, null
    from me join public.contacts as colleague on colleague.account_id = me.account_id and colleague.id <> me.id
    where exists (select from private.ties where ties.contact_id = colleague.id) order by colleague.id limit 200)
    union all
    (select distinct other.contact_id, 10, 'earlier company', 5, null::int, null::int, null::date
    from (select jobs.account_id, jobs.from_on, jobs.until_on from public.contact_jobs as jobs where jobs.contact_id = of_contact
      union all select me.account_id, null, null from me) as mine
    cross join lateral (
      select jobs.contact_id, jobs.from_on, jobs.until_on from public.contact_jobs as jobs where jobs.account_id = mine.account_id
      union all select contacts.id, null, null from public.contacts where contacts.account_id = mine.account_id and mine.until_on is not null) as other
    where other.contact_id <> of_contact
      and coalesce(mine.from_on, '-infinity') <= coalesce(other.until_on, 'infinity') and coalesce(other.from_on, '-infinity') <= coalesce(mine.until_on, 'infinity')
    order by 1 limit 200)
  )
  select distinct on (reasons.other) reasons.other, reasons.strength, reasons.reason, reasons.mails, reasons.meetings, reasons.last_on
  from me, reasons join public.contacts on contacts.id = reasons.other and not contacts.no_mining
  where reasons.strength >= 1
  order by reasons.other, reasons.strength desc, reasons.place
$$;

-- Direct ties that are good come first; then over one contact, where the weaker of the two steps counts. Colleagues who left show no way.
create function public.warm_paths(target uuid)
returns table (
  steps int, weakest int, staff_id uuid, staff_name text, via_id uuid, via_name text, via_title text, via_account text,
  first_strength int, first_in float8, first_out float8, first_days int, first_mails int, first_last_on date,
  second_strength int, second_reason text, second_mails int, second_meetings int, second_last_on date)
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := public.office_today();
  half int;
  live int;
begin
  perform private.require_mining('read');
  if not exists (select from public.contacts where id = target and not no_mining) then return; end if;
  half := private.half_life();
  live := private.live_version();
  return query
    with acquainted as materialized (
      select * from private.acquaintances(target)
    ), ours as (
      select tie.*, private.strength(private.tie_measure(tie.mass_in, tie.mass_out, today, half)) as strength, staff.name
      from private.ties as tie join public.staff on staff.user_id = tie.staff_id and staff.active
      where tie.version = live and not tie.staff_id = any ((select private.colleagues_who_hide())::uuid[])
        and tie.contact_id = any (array(select acquainted.contact_id from acquainted) || target)
    ), ways as (
      select 1 as steps, ours.strength as weakest, ours.staff_id, ours.name, null::uuid as via, ours.strength as first_strength, ours.mass_in, ours.mass_out,
        ours.days, ours.mails, ours.last_on, null::int as second_strength, null::text as reason, null::int as second_mails, null::int as meetings, null::date as second_last
      from ours where ours.contact_id = target and ours.strength >= 25
      union all
      select 2, least(ours.strength, known.strength), ours.staff_id, ours.name, ours.contact_id, ours.strength, ours.mass_in, ours.mass_out,
        ours.days, ours.mails, ours.last_on, known.strength, known.reason, known.mails, known.meetings, known.last_on
      from acquainted as known join ours on ours.contact_id = known.contact_id and ours.strength >= 25
    )
    select ways.steps, ways.weakest, ways.staff_id, ways.name, ways.via, via.name, via.title, accounts.name, ways.first_strength,
      ways.mass_in * private.fading(today, half), ways.mass_out * private.fading(today, half), ways.days, ways.mails, ways.last_on,
      ways.second_strength, ways.reason, ways.second_mails, ways.meetings, ways.second_last
    from ways left join public.contacts as via on via.id = ways.via left join public.accounts on accounts.id = via.account_id
    order by ways.steps, ways.weakest desc, ways.first_strength desc, ways.name, ways.via limit 5;
end
$$;

-- The picture around a record: its people, those of us who know them, and whom they know. The strongest 60 at most, each named once.
--   nodes: {"id", "kind" (account, contact, staff), "name", "about", "is_center"}; edges: {"from", "to", "strength", "reason"}
create function public.relationship_network(of_kind text, of_id uuid, most int default 60) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := public.office_today();
  half int;
  center uuid[];
  people uuid[];
  told jsonb;
begin
  perform private.require_mining('read');
  half := private.half_life();
  center := case of_kind when 'contact' then array(select id from public.contacts where id = of_id and not no_mining)
    when 'account' then array(select contacts.id from public.contacts left join private.ties on ties.contact_id = contacts.id and ties.version = private.live_version()
      where contacts.account_id = of_id and not contacts.no_mining group by contacts.id order by max(private.tie_measure(ties.mass_in, ties.mass_out, today, half)) desc nulls last, contacts.id limit 25) end;
  if center is null then raise undefined_table using message = format('There is no network of "%s"', of_kind); end if;
  people := center || array(
    select contact_id from (select known.contact_id, max(known.strength) as strength from unnest(center) as mine, private.acquaintances(mine) as known
      where known.contact_id <> all (center) group by known.contact_id) as known order by strength desc, contact_id limit greatest(0, least(most, 60) - 12 - cardinality(center)));
  with ties as (
    select tie.contact_id, tie.staff_id, private.strength(private.tie_measure(tie.mass_in, tie.mass_out, today, half)) as strength, private.tie_measure(tie.mass_in, tie.mass_out, today, half) as measure,
      staff.name, not staff.active as has_left
    from private.ties as tie join public.staff on staff.user_id = tie.staff_id
    where tie.contact_id = any (people) and tie.version = private.live_version() and not tie.staff_id = any ((select private.colleagues_who_hide())::uuid[])
  ), ours as (
    select staff_id, name, has_left from ties group by staff_id, name, has_left order by max(measure) desc, staff_id limit greatest(1, least(most, 60) - cardinality(people))
  ), between_them as (
    select distinct on (least(mine, known.contact_id), greatest(mine, known.contact_id)) least(mine, known.contact_id) as a, greatest(mine, known.contact_id) as b, known.strength, known.reason
    from unnest(center) as mine, private.acquaintances(mine) as known where known.contact_id = any (people) and (known.reason <> 'same company' or of_kind = 'contact')
    order by 1, 2, known.strength desc
  )
  select jsonb_build_object(
    'nodes', (select coalesce(jsonb_agg(node order by place, node ->> 'name', node ->> 'id'), '[]') from (
      select 1 as place, jsonb_build_object('id', contacts.id, 'kind', 'contact', 'name', contacts.name, 'about', concat_ws(', ', contacts.title, accounts.name),
        'is_center', contacts.id = of_id or (of_kind = 'account' and contacts.account_id = of_id)) as node
      from public.contacts join public.accounts on accounts.id = contacts.account_id where contacts.id = any (people)
      union all
      select 2, jsonb_build_object('id', ours.staff_id, 'kind', 'staff', 'name', ours.name, 'about', case when ours.has_left then 'left' else 'one of us' end, 'is_center', false) from ours) as nodes),
    'edges', (select coalesce(jsonb_agg(edge order by edge ->> 'from', edge ->> 'to'), '[]') from (
      select jsonb_build_object('from', ties.staff_id, 'to', ties.contact_id, 'strength', ties.strength, 'reason', 'tie') as edge from ties join ours using (staff_id)
      union all
      select jsonb_build_object('from', between_them.a, 'to', between_them.b, 'strength', between_them.strength, 'reason', between_them.reason) from between_them) as edges))
  into told;
  return told;
end
$$;

-- Where the picture begins: the companies we are closest to.
create function public.closest_accounts(most int default 20) returns table (account_id uuid, name text, strength int)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_mining('read');
  return query
    with half as (select private.half_life() as life), best as (
      select tie.contact_id, private.tie_measure(tie.mass_in, tie.mass_out, public.office_today(), half.life) as measure
      from private.ties as tie cross join half where tie.version = private.live_version() and tie.cold_on > public.office_today() order by tie.cold_on desc limit 2000
    )
    select accounts.id, accounts.name, private.strength(sum(best.measure order by best.measure)) from best join public.contacts on contacts.id = best.contact_id and not contacts.no_mining
    join public.accounts on accounts.id = contacts.account_id group by accounts.id, accounts.name order by 3 desc, 2, 1 limit least(greatest(most, 1), 100);
end
$$;

grant execute on function public.warm_paths, public.relationship_network, public.closest_accounts to authenticated, service_role;
