-- The office: in which time zone its days begin and end, when it works, and who works there. One "today" for lists, tasks,
-- reports and the promise on the contact page, wherever the browser or the server stands.

create function private.note_office_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- PostgreSQL also takes "XYZ+3" for a zone; browsers and calendars do not.
  if not exists (select from pg_catalog.pg_timezone_names where name = new.time_zone) then
    raise check_violation using message = format('There is no time zone called "%s"', new.time_zone);
  end if;
  new.changed_at := private.now();
  new.changed_by := auth.uid();
  return new;
end
$$;

create trigger office_note_change before update on public.office for each row execute function private.note_office_change();

-- Staff: one row for each person with a role, from the day they get one.

create function private.name_of_user(id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select left(coalesce(nullif(trim(users.raw_user_meta_data ->> 'name'), ''), nullif(users.email, ''), 'Administrator'), 200)
  from auth.users where users.id = $1
$$;

-- The name that letters are signed with. Until a colleague has given one, their address stands in for it in the back office; a letter
-- is then signed by the company alone.
create function private.signing_name(colleague uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select name from public.staff where user_id = colleague and position('@' in name) = 0
$$;

-- Who is named as the author of a change, a mail or an offer is one person: colleagues have different names, whatever their capitals and spaces.
create function private.name_is_taken(wanted text, person uuid) returns boolean
language sql volatile security definer set search_path = ''
as $$
  -- Two who choose one name at the same moment.
  select pg_advisory_xact_lock(3716, 0);
  select exists (select from public.staff where user_id <> person and active
    and private.fold(regexp_replace(btrim(name), '\s+', ' ', 'g')) = private.fold(regexp_replace(btrim(wanted), '\s+', ' ', 'g')));
$$;

-- A name that a colleague gives is refused when it is taken; one that comes from an account gets the first number that is free.
create function private.keep_names_apart() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  wanted text := new.name;
  no int := 2;
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() = 1 and private.name_is_taken(wanted, new.user_id) then
    raise unique_violation using message = format('A colleague is called "%s" already. Add something that tells you apart.', wanted);
  end if;
  while private.name_is_taken(new.name, new.user_id) loop
    new.name := left(wanted, 190) || ' ' || no;
    no := no + 1;
  end loop;
  return new;
end
$$;

create trigger staff_keep_names_apart_at_first before insert on public.staff for each row execute function private.keep_names_apart();

create trigger staff_keep_names_apart before update of name, active on public.staff for each row
  when (new.active and (old.name is distinct from new.name or not old.active)) execute function private.keep_names_apart();

create function private.staff_follow_roles() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op in ('DELETE', 'UPDATE') then
    update public.staff set active = exists (select from public.user_roles where user_id = old.user_id) where user_id = old.user_id;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into public.staff (user_id, name) values (new.user_id, private.name_of_user(new.user_id))
    on conflict (user_id) do update set active = true, left_at = null, left_roles = null;
  end if;
  return null;
end
$$;

create trigger staff_follow_roles after insert or update or delete on public.user_roles
  for each row execute function private.staff_follow_roles();

create function private.staff_follow_names() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.staff set name = private.name_of_user(new.id) where user_id = new.id;
  return null;
end
$$;

create trigger staff_follow_names after update of raw_user_meta_data, email on auth.users for each row
  when (new.raw_user_meta_data ->> 'name' is distinct from old.raw_user_meta_data ->> 'name' or new.email is distinct from old.email)
  execute function private.staff_follow_names();

-- Who takes over a record of a colleague who leaves: the one who was chosen, else the owner of its company if they are still there, else
-- the one who deactivates.
create function private.heir_of(company uuid, leaving uuid, chosen text, by uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce(chosen::uuid, (select staff.user_id from public.accounts join public.staff on staff.user_id = accounts.owner_id
    where accounts.id = company and staff.active and staff.user_id <> leaving), by)
$$;

-- Records with an owner go to someone else when that colleague leaves. `company` says, in SQL, whose owner is the first choice; without it
-- the one who deactivates is. `still_open` says which records are work that goes on: the others keep the name they were done under.
create function private.hand_over_with(kind text, held regclass, owner name, company text default 'null::uuid', still_open text default 'true') returns void
language plpgsql volatile set search_path = ''
as $$
declare
  name text := replace(kind, ' ', '_');
begin
  execute format($made$
    create function private.%I(person uuid) returns jsonb
    language sql stable security definer set search_path = ''
    as $body$
      select jsonb_build_object('kind', %L, 'count', count(*)::int, 'falls_to', %L) from %s where %I = person and (%s)
    $body$
  $made$, name || '_held_by', kind, case company when 'null::uuid' then 'me' else 'company_owner' end, held, owner, still_open);
  execute format($made$
    create function private.%I(person uuid, heirs jsonb, by uuid) returns void
    language sql volatile security definer set search_path = ''
    as $body$
      update %s set %I = private.heir_of(%s, person, heirs ->> %L, by) where %I = person and (%s)
    $body$
  $made$, 'hand_over_' || name, held, owner, company, kind, owner, still_open);
  perform private.register_hook('holdings of colleague', format('private.%I(uuid)', name || '_held_by')::regprocedure);
  perform private.register_hook('hand over', format('private.%I(uuid, jsonb, uuid)', 'hand_over_' || name)::regprocedure);
end
$$;

-- Days ----------------------------------------------------------------------------------------------------------------

create function public.office_day(at timestamptz) returns date
language sql stable set search_path = ''
as $$
  select (office_day.at at time zone office.time_zone)::date from public.office
$$;

-- "2026-11-17T17:00" on the office's clock, as facts of mails have it.
create function private.office_clock(at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select to_char(office_clock.at at time zone office.time_zone, 'YYYY-MM-DD"T"HH24:MI') from public.office
$$;

create function public.office_today() returns date
language sql stable set search_path = ''
as $$
  select public.office_day(private.now())
$$;

-- The working day that comes `further` working days after the first one on or after `since`. Each week has a work day, and
-- each holiday takes away one at most, so the search below always ends with one.
create function private.work_day(since date, further int) returns date
language sql stable set search_path = ''
as $$
  select since + n
  from public.office,
    generate_series(0, 7 * (greatest(further, 0) + 1 + (select count(*)::int from public.office_holidays where day >= since))) as n
  where extract(isodow from since + n)::int = any (office.work_days)
    and not exists (select from public.office_holidays where day = since + n)
  order by n
  offset greatest(further, 0) limit 1
$$;

create function public.next_work_day(after date) returns date
language sql stable set search_path = ''
as $$
  select private.work_day(after + 1, 0)
$$;

-- A number that is looped over, refused outside of its range. Immutable, so that it can be asked wherever the number is used.
create function private.in_range(given int, lowest int, highest int, what text) returns int
language plpgsql immutable set search_path = ''
as $$
begin
  if given not between lowest and highest then
    raise invalid_parameter_value using message = format('%s is a number from %s to %s.', what, lowest, highest);
  end if;
  return given;
end
$$;

-- A message on a working day before closing time counts that day as day 0; otherwise day 0 is the next working day. Due at
-- closing time of the n-th working day after. Computed on local dates: an hour more or less in the night changes nothing.
create function public.business_deadline(received timestamptz, days int) returns timestamptz
language sql stable set search_path = ''
as $$
  select (office.closes_at
    + private.work_day(local.day + case when local.hour < office.closes_at then 0 else 1 end, private.in_range(days, 0, 1000, 'days')))
    at time zone office.time_zone
  from public.office,
    lateral (select (received at time zone office.time_zone)::date as day, (received at time zone office.time_zone)::time as hour) as local
$$;

grant select, update (time_zone, currency, work_days, opens_at, closes_at) on public.office to authenticated;

grant select, insert, update, delete on public.office_holidays to authenticated;

grant select, update (name) on public.staff to authenticated;

grant all on public.office, public.office_holidays, public.staff to service_role;

-- Everyone who works here knows its hours and the names of colleagues: records and lists are written with them.
create policy "colleagues know the office" on public.office for select to authenticated using ((select public.is_colleague()));
create policy "who may edit the office may update" on public.office for update to authenticated
  using ((select public.may('office', 'edit'))) with check ((select public.may('office', 'edit')));
create policy "colleagues know holidays" on public.office_holidays for select to authenticated using ((select public.is_colleague()));
create policy "who may edit the office may change holidays" on public.office_holidays for all to authenticated
  using ((select public.may('office', 'edit'))) with check ((select public.may('office', 'edit')));
create policy "colleagues know each other's names" on public.staff for select to authenticated using ((select public.is_colleague()));
create policy "who may edit staff may update, and people their own row" on public.staff for update to authenticated
  using ((select public.may('staff', 'edit')) or (user_id = (select auth.uid()) and (select public.is_colleague())))
  with check ((select public.may('staff', 'edit')) or (user_id = (select auth.uid()) and (select public.is_colleague())));
select private.keep_while_viewing('public.staff');

-- What the row itself cannot say ----------------------------------------------------------------------------------------

-- The moment of an hour on a day, as the office's clocks show it.
create function private.office_moment(day date, hour time) returns timestamptz
language sql stable set search_path = ''
as $$
  select (day + hour) at time zone office.time_zone from public.office
$$;

create function private.names_of_staff(ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(user_id, name), '{}') from public.staff where user_id = any (ids)
$$;

select private.register_hook('names of ids', 'private.names_of_staff(uuid[])');

-- Whether the caller may read reports, asked before anything is counted; a longer period than anyone looks at is refused.
create function private.report_period(from_day date, to_day date) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if not public.may('reports', 'read') then return false; end if;
  if not (isfinite(from_day) and isfinite(to_day)) or to_day > from_day + interval '20 years' then
    raise invalid_parameter_value using message = 'A report covers at most 20 years.';
  end if;
  return true;
end
$$;

grant execute on function private.report_period, private.names_of_staff, private.work_day, public.office_day, public.office_today,
  public.next_work_day, public.business_deadline, private.office_moment, private.in_range to authenticated, service_role;
