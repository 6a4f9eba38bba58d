-- The formula. Strength = round(100 * (1 - 2^(-m/6))), m = least(in, 3 * out) + least(out, 3 * in), in and out = sum of weight * 2^(-age / H).
-- Everything fades alike, so sums are kept as of January 1, 2020, and one multiplication brings them to any day. float8 only.

-- Whether anything is computed: the module is on, and the server allows it.
create function private.mines() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select is_on from private.relationship_mining), false) and private.module_is_live('relationships')
$$;

-- What is left on a day of a sum as of January 1, 2020.
create function private.fading(on_day date, half_life int) returns float8
language sql immutable parallel safe
as $$
  select power(2::float8, (date '2020-01-01' - on_day)::float8 / half_life)
$$;

create function private.tie_measure(mass_in float8, mass_out float8, on_day date, half_life int) returns float8
language sql immutable parallel safe
as $$
  select (least(mass_in, 3 * mass_out) + least(mass_out, 3 * mass_in)) * private.fading(on_day, half_life)
$$;

create function private.strength(m float8) returns int
language sql immutable parallel safe
as $$
  select round(100 * (1 - power(2::float8, -m / 6)))::int
$$;

-- The first day on which a tie that is good (25) on `last_on` no longer is; null for one that is not.
create function private.tie_cold_on(mass_in float8, mass_out float8, last_on date, half_life int) returns date
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  mass float8 := least(mass_in, 3 * mass_out) + least(mass_out, 3 * mass_in);
  cold date;
begin
  if private.strength(private.tie_measure(mass_in, mass_out, last_on, half_life)) < 25 then return null; end if;
  -- 24.5 is rounded to 25.
  cold := date '2020-01-01' + floor(half_life * (ln(mass) - ln(-6 * ln(1 - 0.245::float8) / ln(2::float8))) / ln(2::float8))::int + 1;
  -- The logarithm may miss by one at the edge; the formula decides.
  while private.strength(private.tie_measure(mass_in, mass_out, cold, half_life)) >= 25 loop cold := cold + 1; end loop;
  while private.strength(private.tie_measure(mass_in, mass_out, cold - 1, half_life)) < 25 loop cold := cold - 1; end loop;
  return cold;
end
$$;

-- The ties of these contacts as one version of the settings counts them; `until` leaves out what came later. A day counts once for each kind
-- and direction; a mail in a round (4 to 10 people, or cc) counts only on days without a direct one. Sums are taken in one order, so that the
-- order in which evidence came changes nothing, not even the last bit.
create function private.counted_ties(of_version int, contacts uuid[], colleague uuid default null, until date default null)
returns setof private.ties
language sql stable set search_path = ''
as $$
  with evidence as (
    select found.contact_id, found.staff_id, found.day, found.inward, case found.kind when 'round' then 'mail' else found.kind end as family,
      (rules.weights ->> found.kind)::float8 as weight, rules.half_life, case when found.kind in ('mail', 'round') then found.n else 0 end as mails
    from private.tie_days as found join public.relationship_settings as rules on rules.version = of_version
    where found.contact_id = any (contacts) and (colleague is null or found.staff_id = colleague) and (until is null or found.day <= until)
      and (rules.weights ->> found.kind)::float8 > 0
  ), once as (
    select contact_id, staff_id, day, inward, family, half_life, max(weight) as weight, sum(mails) as mails
    from evidence group by contact_id, staff_id, day, inward, family, half_life
  ), sums as (
    select contact_id, staff_id, half_life,
      coalesce(sum(weight * power(2::float8, (day - date '2020-01-01')::float8 / half_life) order by day, family) filter (where inward), 0) as mass_in,
      coalesce(sum(weight * power(2::float8, (day - date '2020-01-01')::float8 / half_life) order by day, family) filter (where not inward), 0) as mass_out,
      count(distinct day)::int as days, sum(mails)::int as mails, min(day) as first_on, max(day) as last_on,
      max(day) filter (where inward) as last_in, max(day) filter (where not inward) as last_out
    from once group by contact_id, staff_id, half_life
  ), gaps as (
    select contact_id, staff_id, percentile_disc(0.5) within group (order by gap) as usual_gap from (
      select contact_id, staff_id, day - lag(day) over (partition by contact_id, staff_id order by day) as gap
      from (select distinct contact_id, staff_id, day from once) as days) as between_days
    where gap is not null group by contact_id, staff_id
  )
  select sums.contact_id, sums.staff_id, of_version, mass_in, mass_out, days, mails, usual_gap, first_on, last_on, last_in, last_out,
    private.strength(private.tie_measure(mass_in, mass_out, last_on, half_life))::smallint,
    private.tie_cold_on(mass_in, mass_out, last_on, half_life),
    case when days >= 6 then last_on + greatest(30, 3 * usual_gap) + 1 end
  from sums left join gaps using (contact_id, staff_id)
$$;

create function private.live_version() returns int
language sql stable security definer set search_path = ''
as $$
  select version from public.relationship_settings where state = 'live'
$$;

create function private.half_life() returns int
language sql stable security definer set search_path = ''
as $$
  select half_life from public.relationship_settings where state = 'live'
$$;

-- Writes the ties of these contacts again, from all their evidence: by the live version, and by the one that is being counted.
create function private.refresh_ties(contacts uuid[], colleague uuid default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  of_version int;
  counted private.ties[];
begin
  for of_version in select version from public.relationship_settings where state in ('live', 'building') loop
    counted := array(select tie from private.counted_ties(of_version, contacts, colleague) as tie);
    delete from private.ties where ties.version = of_version and ties.contact_id = any (contacts) and (colleague is null or ties.staff_id = colleague)
      and not exists (select from unnest(counted) as kept where (kept.contact_id, kept.staff_id) = (ties.contact_id, ties.staff_id));
    insert into private.ties as kept select * from unnest(counted)
    on conflict (contact_id, staff_id, version) do update set mass_in = excluded.mass_in, mass_out = excluded.mass_out, days = excluded.days,
      mails = excluded.mails, usual_gap = excluded.usual_gap, first_on = excluded.first_on, last_on = excluded.last_on, last_in = excluded.last_in,
      last_out = excluded.last_out, was = excluded.was, cold_on = excluded.cold_on, silent_on = excluded.silent_on;
  end loop;
end
$$;

-- Two transactions that change one tie count it one after the other. In one order, so that they never wait for each other in a circle.
create function private.lock_ties(contacts uuid[]) returns void
language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(3801, key) from (select distinct hashtext(id::text) as key from unnest(contacts) as id order by 1) as keys
$$;

-- At the end of a transaction: what it changed is counted once, however many mails it brought.
create function private.settle_ties() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed private.tie_changes[];
  again uuid[];
  tie record;
begin
  with taken as (delete from private.tie_changes where transaction = pg_current_xact_id() returning tie_changes)
  select array_agg(tie_changes) into changed from taken;
  if changed is null or not private.mines() then return null; end if;
  -- A mail has all its people and mailboxes by now.
  perform private.count_evidence(array(select told_of from (select distinct mail_id from unnest(changed) where mail_id is not null) as filed,
    private.evidence_of_mails(array[filed.mail_id]) as told_of));
  perform private.count_pairs((select coalesce(jsonb_agg(told), '[]') from (select distinct mail_id from unnest(changed) where mail_id is not null) as filed,
    private.rounds_of_mails(array[filed.mail_id]) as told));
  with taken as (delete from private.tie_changes where transaction = pg_current_xact_id() returning tie_changes)
  select changed || coalesce(array_agg(tie_changes), '{}') into changed from taken;
  perform private.lock_ties(array(select contact_id from unnest(changed) where contact_id is not null));
  again := array(select distinct contact_id from unnest(changed) where contact_id is not null and staff_id is null order by 1);
  if again <> '{}' then perform private.recount(again); end if;
  for tie in select distinct contact_id, staff_id from unnest(changed) where staff_id is not null and contact_id <> all (again) order by 1, 2 loop
    perform private.refresh_ties(array[tie.contact_id], tie.staff_id);
  end loop;
  return null;
end
$$;

create constraint trigger ties_settle after insert on private.tie_changes deferrable initially deferred
  for each row execute function private.settle_ties();

-- Counts all ties again from their evidence, with what is live: gives what is there already.
create function private.rebuild_ties() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  all_of uuid[] := array(select contact_id from private.tie_days union select contact_id from private.ties order by 1);
begin
  for place in 0 .. coalesce(cardinality(all_of), 0) / 500 loop
    perform private.refresh_ties(all_of[place * 500 + 1 : place * 500 + 500]);
  end loop;
end
$$;
