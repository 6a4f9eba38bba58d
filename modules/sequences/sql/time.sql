-- Time of sequences: when a step may be done, by local clocks, windows, holidays and caps.

-- The instant at which clocks in a zone show this. Clocks that skip it give the end of what they skip; of an hour that comes twice
-- it is the second, so a step that was planned for it runs once.
create function private.local_instant(local timestamp, zone text) returns timestamptz
language sql stable set search_path = ''
as $$
  select case when guess at time zone zone = local then guess else (
    select min(at) from generate_series(date_trunc('hour', guess) - interval '3 hours', guess + interval '3 hours', interval '15 minutes') as at
    where at at time zone zone > local) end
  from (select local at time zone zone as guess) as guessed
$$;

create function private.is_sending_day(day date, of public.sequences) returns boolean
language sql stable set search_path = ''
as $$
  select extract(isodow from day)::smallint = any ((of).weekdays) and day <> all ((of).holidays)
    and not exists (select from public.office_holidays where office_holidays.day = is_sending_day.day)
$$;

-- The first moment at or after `after` inside the window.
create function private.next_slot(of public.sequences, zone text, after timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  first_day date := (after at time zone zone)::date;
  opens timestamptz;
begin
  for n in 0 .. 800 loop
    continue when not private.is_sending_day(first_day + n, of);
    opens := private.local_instant(first_day + n + of.window_start, zone);
    if after <= opens then return opens; end if;
    if after < private.local_instant(first_day + n + of.window_end, zone) then return after; end if;
  end loop;
  raise exception 'The window of "%" does not open within two years.', of.name using errcode = 'check_violation';
end
$$;

-- `since` plus the delay of a step, by local clocks: nine o'clock stays nine o'clock when clocks change.
create function private.after_delay(of public.sequences, step public.sequence_steps, zone text, since timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  local timestamp := since at time zone zone;
  day date := local::date;
  left_over int := step.delay_days;
begin
  if left_over = 0 then return since + make_interval(mins => step.delay_minutes); end if;
  if step.delay_business then
    for n in 1 .. 1500 loop
      exit when left_over = 0;
      day := day + 1;
      if private.is_sending_day(day, of) then left_over := left_over - 1; end if;
    end loop;
  else
    day := day + left_over;
  end if;
  return private.local_instant(day + local::time, zone) + make_interval(mins => step.delay_minutes);
end
$$;

-- Mails that count ------------------------------------------------------------------------------------------------------------
-- One outreach mail a day to an address, counting all sequences and what people sent by hand. Tests to oneself do not count.

create function private.folded_address(address text) returns text
language sql immutable set search_path = ''
as $$
  select lower(btrim(address))
$$;

-- Mails of sequences that are planned on a day: of one sequence, or to one domain.
create function private.planned_on(of_sequence uuid, to_domain text, zone text, at timestamptz) returns int
language sql stable set search_path = ''
as $$
  select count(*)::int from public.step_runs join public.enrolments on enrolments.id = step_runs.enrolment_id
  where step_runs.outbox_id is not null and step_runs.planned_at between at - interval '2 days' and at + interval '2 days'
    and (step_runs.planned_at at time zone zone)::date = (at at time zone zone)::date
    and (of_sequence is null or enrolments.sequence_id = of_sequence) and (to_domain is null or split_part(enrolments.to_key, '@', 2) = to_domain)
$$;

-- Whether a mail to this address may be planned for this moment: null, or the rule that is against it.
create function private.cap_against(of public.sequences, key text, zone text, at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select case
    when exists (
      select from public.outbox
      where outbox.to_key = key and outbox.state not in ('cancelled', 'expired', 'suppressed', 'failed')
        and (outbox.state <> 'held' or outbox.gate_code not in ('sequence_paused', 'enrolment_paused'))
        and (outbox.class = 'outreach' or (outbox.created_by is not null and outbox.origin_kind <> 'template_test'))
        and (greatest(outbox.not_before, outbox.created_at) at time zone zone)::date = (at at time zone zone)::date
    ) then 'contact'
    when private.planned_on((of).id, null, (of).timezone, at) >= (of).daily_cap then 'sequence'
    when private.planned_on(null, split_part(key, '@', 2), (of).timezone, at) >= (select domain_cap from public.sequence_settings) then 'domain'
  end
$$;

-- The first moment at which a step may be done. Caps shift to the next day, and never drop.
create function private.allowed_at(of public.sequences, kind text, key text, zone text, after timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  slot timestamptz := private.next_slot(of, zone, after);
begin
  for n in 1 .. 400 loop
    exit when kind <> 'mail' or private.cap_against(of, key, zone, slot) is null;
    slot := private.next_slot(of, zone, private.local_instant((slot at time zone zone)::date + 1 + time '00:00', zone));
  end loop;
  return slot;
end
$$;
