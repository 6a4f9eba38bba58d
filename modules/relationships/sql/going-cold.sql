-- Ties that go cold: no longer good, or silent for unusually long. Known at the last contact, so nothing has to look every night; new
-- contact counts the tie again and takes it off. What went cold more than a year ago is cold, and no longer news.

-- Without a search path of its own, and in no order: so it becomes part of the statement that asks, which then reads the index of ties from the
-- strongest on and stops when it has enough.
create function private.cold_ties(today date) returns setof private.ties
language sql stable
as $$
  select ties.* from private.ties
  where version = private.live_version() and (cold_on is not null or silent_on is not null)
    and least(cold_on, silent_on) between today - 365 and today
    and not exists (select from public.tie_snoozes as snooze where snooze.contact_id = ties.contact_id and snooze.staff_id = ties.staff_id and snooze.until_on > today)
    and not exists (select from public.contacts where contacts.id = ties.contact_id and contacts.no_mining)
$$;

-- The strongest first. `term` is a part of a name; `was_word` is 'strong' or 'good'.
create function public.going_cold(colleague uuid default null, least_was int default 25, term text default null, most int default 50, skip int default 0)
returns table (
  contact_id uuid, contact_name text, title text, account_id uuid, account_name text, staff_id uuid, staff_name text, staff_left boolean,
  was int, is_now int, mass_in float8, mass_out float8, was_in float8, was_out float8, last_on date, last_in date, last_out date, silent_days int,
  usual_gap int, cold_on date, days date[], inward boolean[], still_close text, in_all int)
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := public.office_today();
  live int := private.live_version();
  half int := private.half_life();
begin
  perform private.require_mining('read');
  return query
    -- Chosen by the tie alone; names are looked up for those of the page.
    with chosen as (
      select tie.* from private.cold_ties(today) as tie
      where (going_cold.colleague is null or tie.staff_id = going_cold.colleague) and tie.was >= least_was
        and (term is null or exists (select from public.contacts join public.accounts on accounts.id = contacts.account_id where contacts.id = tie.contact_id
          and private.fold(contacts.name || ' ' || accounts.name) like '%' || replace(replace(replace(private.fold(term), '\', '\\'), '%', '\%'), '_', '\_') || '%'))
      order by tie.was desc, tie.contact_id, tie.staff_id limit 1000
    ), page as (
      select chosen.*, (select count(*) from chosen)::int as in_all from chosen order by chosen.was desc, chosen.contact_id, chosen.staff_id
      limit least(greatest(most, 1), 200) offset greatest(skip, 0)
    )
    select page.contact_id, contacts.name, contacts.title, contacts.account_id, accounts.name, page.staff_id,
      case when page.staff_id = any ((select private.colleagues_who_hide())::uuid[]) then 'A colleague' else staff.name end, not staff.active,
      page.was::int, private.strength(private.tie_measure(page.mass_in, page.mass_out, today, half)),
      page.mass_in * private.fading(today, half), page.mass_out * private.fading(today, half),
      page.mass_in * private.fading(page.last_on, half), page.mass_out * private.fading(page.last_on, half),
      page.last_on, page.last_in, page.last_out, today - page.last_on, case when page.days >= 6 then page.usual_gap end, page.cold_on,
      year.days, year.inward, close.name, page.in_all
    from page join public.staff on staff.user_id = page.staff_id
    join public.contacts on contacts.id = page.contact_id join public.accounts on accounts.id = contacts.account_id
    left join lateral (
      select array_agg(told.day order by told.day, told.inward) as days, array_agg(told.inward order by told.day, told.inward) as inward
      from (select distinct tie_days.day, tie_days.inward from private.tie_days
        where tie_days.contact_id = page.contact_id and tie_days.staff_id = page.staff_id and tie_days.day > today - 365) as told) as year on true
    left join lateral (
      select other.name from private.ties join public.staff as other on other.user_id = ties.staff_id and other.active
      where ties.contact_id = page.contact_id and ties.version = live and ties.staff_id <> page.staff_id
        and private.strength(private.tie_measure(ties.mass_in, ties.mass_out, today, half)) >= 25
      order by private.tie_measure(ties.mass_in, ties.mass_out, today, half) desc, other.user_id limit 1) as close on true
    order by page.was desc, page.contact_id, page.staff_id;
end
$$;

create function public.snooze_tie(contact uuid, colleague uuid, days int) returns date
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wakes date := public.office_today() + days;
begin
  perform private.require_mining('edit');
  if days not in (0, 7, 30, 90) then raise sqlstate 'PT422' using message = 'A tie is put off for 7, 30 or 90 days.'; end if;
  if not exists (select from public.contacts where id = contact) then raise sqlstate 'PT404' using message = 'This contact no longer exists'; end if;
  delete from public.tie_snoozes where contact_id = contact and staff_id = colleague;
  if days = 0 then return null; end if;
  insert into public.tie_snoozes (contact_id, staff_id, until_on, made_by) values (contact, colleague, wakes, private.me());
  return wakes;
end
$$;

select private.allow('public.tie_snoozes', 'relationships');
grant select on public.tie_snoozes to authenticated;

grant execute on function public.going_cold, public.snooze_tie to authenticated, service_role;
