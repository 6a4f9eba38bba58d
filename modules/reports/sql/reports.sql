-- The reports, one function for each, from what is counted (counted.sql). Each is planned again for its period
-- and filter, but for the four that the dashboard asks for: planning took a third of its time, and other plans gain them nothing.

-- Open deals by stage, now.
create function public.report_pipeline(owner uuid default null, service_line text default null)
returns table (
  stage_id uuid, key text, name text, probability int, deals int, sum_minor bigint, weighted_minor bigint, without_amount int, converted int,
  stale int
)
language sql stable set search_path = ''
as $$
  with open as (
    select counted.stage_id, count(*)::int as deals, sum(counted.base_minor)::bigint as minor, sum(counted.weighted_minor)::bigint as weighted,
      count(*) filter (where counted.without_amount)::int as without_amount, count(*) filter (where counted.converted)::int as converted,
      count(*) filter (where counted.stale)::int as stale
    from private.report_open(report_pipeline.owner, report_pipeline.service_line) as counted group by 1
  )
  select stages.id, stages.key, stages.name, stages.probability::int, coalesce(open.deals, 0), coalesce(open.minor, 0), coalesce(open.weighted, 0),
    coalesce(open.without_amount, 0), coalesce(open.converted, 0), coalesce(open.stale, 0)
  from public.deal_stages as stages left join open on open.stage_id = stages.id
  where stages.kind = 'open' and (stages.archived_at is null or open.deals > 0)
  order by stages.sort
$$;

-- The board at the end of a day.
create function public.report_board_as_of(day date, owner uuid default null, service_line text default null)
returns table (stage_id uuid, key text, name text, probability int, deals int, sum_minor bigint, weighted_minor bigint)
language sql stable set search_path = ''
as $$
  select stages.id, stages.key, stages.name, stages.probability::int, count(board.id)::int, coalesce(sum(board.base_minor), 0)::bigint,
    coalesce(sum(board.weighted_minor), 0)::bigint
  from public.deal_stages as stages
  left join private.report_as_of(report_board_as_of.day, report_board_as_of.owner, report_board_as_of.service_line) as board
    on board.stage_id = stages.id
  where stages.kind = 'open'
  group by stages.id
  having stages.archived_at is null or count(board.id) > 0
  order by stages.sort
$$;

-- Won so far and what is still open, by the month in which it is expected to close. Each open deal stands in one bucket:
-- 'overdue' (expected before today), a month, 'outside' the period, or 'undated'; together they are the pipeline.
create function public.report_forecast(from_day date, to_day date, owner uuid default null, service_line text default null)
returns table (
  bucket text, month date, first_day date, last_day date, so_far boolean, won_deals int, won_minor bigint, open_deals int,
  open_minor bigint, weighted_minor bigint, forecast_minor bigint, converted int
)
language sql stable set search_path = ''
as $$
  with months as materialized (
    select * from private.report_months(report_forecast.from_day, report_forecast.to_day)
  ), won as (
    select date_trunc('month', closed.closed_on::timestamp)::date as month, count(*)::int as deals, sum(closed.base_minor)::bigint as minor,
      count(*) filter (where closed.converted)::int as converted
    from private.report_closed(report_forecast.from_day, report_forecast.to_day, report_forecast.owner, report_forecast.service_line) as closed
    where closed.kind = 'won' group by 1
  ), days as (
    select counted.expected_close, count(*) as deals, sum(counted.base_minor) as minor, sum(counted.weighted_minor) as weighted,
      count(*) filter (where counted.converted) as converted
    from private.report_open(report_forecast.owner, report_forecast.service_line) as counted group by 1
  ), open as (
    select case when placed.bucket = 'month' then date_trunc('month', placed.expected_close::timestamp)::date end as month, placed.bucket,
      sum(placed.deals)::int as deals, sum(placed.minor)::bigint as minor, sum(placed.weighted)::bigint as weighted, sum(placed.converted)::int as converted
    from (
      select days.*,
        private.forecast_bucket(days.expected_close, report_forecast.from_day, report_forecast.to_day, (select public.office_today())) as bucket
      from days
    ) as placed
    group by 1, 2
  ), forecast as materialized (
    select counted.month, sum(counted.weighted_minor)::bigint as minor
    from private.report_forecast_then(report_forecast.from_day, report_forecast.to_day, report_forecast.owner, report_forecast.service_line) as counted
    group by 1
  )
  select 'month', months.month, months.first_day, months.last_day, months.so_far, coalesce(won.deals, 0), coalesce(won.minor, 0),
    coalesce(open.deals, 0), coalesce(open.minor, 0), coalesce(open.weighted, 0),
    -- A month that is still to come has not begun with a forecast.
    case when months.month <= (select public.office_today()) then coalesce(forecast.minor, 0) end,
    coalesce(won.converted, 0) + coalesce(open.converted, 0)
  from months
  left join won on won.month = months.month
  left join open on open.bucket = 'month' and open.month = months.month
  left join forecast on forecast.month = months.month
  union all
  select buckets.name, null, null, null, false, 0, 0, coalesce(open.deals, 0), coalesce(open.minor, 0), coalesce(open.weighted, 0), null,
    coalesce(open.converted, 0)
  from unnest(array['overdue', 'outside', 'undated']) as buckets (name) left join open on open.bucket = buckets.name
  order by 2 nulls first, 1
$$;

create function public.report_won(from_day date, to_day date, owner uuid default null, service_line text default null)
returns table (month date, first_day date, last_day date, so_far boolean, deals int, won_minor bigint, converted int)
language sql stable set search_path = ''
as $$
  with won as materialized (
    select date_trunc('month', closed.closed_on::timestamp)::date as month, count(*)::int as deals, sum(closed.base_minor)::bigint as minor,
      count(*) filter (where closed.converted)::int as converted
    from private.report_closed(report_won.from_day, report_won.to_day, report_won.owner, report_won.service_line) as closed
    where closed.kind = 'won' group by 1
  )
  select months.month, months.first_day, months.last_day, months.so_far, coalesce(won.deals, 0), coalesce(won.minor, 0), coalesce(won.converted, 0)
  from private.report_months(report_won.from_day, report_won.to_day) as months left join won on won.month = months.month
  order by 1
$$;

-- All together, then by line of business.
create function public.report_win_rate(from_day date, to_day date, owner uuid default null, service_line text default null)
returns table (of_service_line text, is_total boolean, won int, lost int, won_minor bigint, lost_minor bigint, converted int)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select closed.service_line, grouping(closed.service_line) = 1, count(*) filter (where closed.kind = 'won')::int,
    count(*) filter (where closed.kind = 'lost')::int, coalesce(sum(closed.base_minor) filter (where closed.kind = 'won'), 0)::bigint,
    coalesce(sum(closed.base_minor) filter (where closed.kind = 'lost'), 0)::bigint, count(*) filter (where closed.converted)::int
  from private.report_closed(report_win_rate.from_day, report_win_rate.to_day, report_win_rate.owner, report_win_rate.service_line) as closed
  group by grouping sets ((), (closed.service_line))
  order by 2 desc, count(*) desc, 1
$$;

create function public.report_reasons(from_day date, to_day date, owner uuid default null, service_line text default null)
returns table (reason_id uuid, kind text, name text, deals int, sum_minor bigint, converted int)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select reasons.id, reasons.kind, reasons.name, count(*)::int, sum(closed.base_minor)::bigint, count(*) filter (where closed.converted)::int
  from private.report_closed(report_reasons.from_day, report_reasons.to_day, report_reasons.owner, report_reasons.service_line) as closed
  join public.close_reasons as reasons on reasons.id = closed.close_reason_id
  group by reasons.id
  order by reasons.kind, 4 desc, 5 desc, reasons.name
$$;

-- Of the moves out of a stage: how many went on, and after how many days; and of the deals closed that had been in it, how many
-- were won, to stand beside the probability that the stage is given. Moves are asked for stage by stage, each time from the index
-- alone: together they would be sorted by their stage for the sake of the median.
create function public.report_stages(from_day date, to_day date, owner uuid default null, service_line text default null)
returns table (
  stage_id uuid, key text, name text, probability int, left_stage int, went_on int, went_back int, lost int, median_days numeric,
  closed int, won int
)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with outcomes as (
    select passed.stage_id as id, count(*)::int as closed, count(*) filter (where passed.kind = 'won')::int as won
    from private.report_passed(report_stages.from_day, report_stages.to_day, report_stages.owner, report_stages.service_line) as passed
    group by 1
  )
  select stages.id, stages.key, stages.name, stages.probability::int, moved.left_stage, moved.went_on, moved.went_back, moved.lost,
    moved.median_days, coalesce(outcomes.closed, 0), coalesce(outcomes.won, 0)
  from public.deal_stages as stages
  cross join lateral (
    select count(*)::int as left_stage,
      count(*) filter (where moves.to_kind = 'won' or moves.to_kind = 'open' and target.sort > stages.sort)::int as went_on,
      count(*) filter (where moves.to_kind = 'open' and target.sort < stages.sort)::int as went_back,
      count(*) filter (where moves.to_kind = 'lost')::int as lost,
      round((percentile_cont(0.5) within group (order by moves.seconds_in_from) / 86400)::numeric, 1) as median_days
    from private.report_moves(report_stages.from_day, report_stages.to_day, report_stages.owner, report_stages.service_line) as moves
    join public.deal_stages as target on target.id = moves.to_stage
    where moves.from_stage = stages.id and moves.from_kind = 'open'
  ) as moved
  left join outcomes on outcomes.id = stages.id
  where stages.kind = 'open' and (stages.archived_at is null or moved.left_stage > 0 or outcomes.id is not null)
  order by stages.sort
$$;

-- What became of the messages received in a period, by their subject. The money is that of the deals they made, whenever won.
create function public.report_subjects(from_day date, to_day date, owner uuid default null)
returns table (subject text, label text, inquiries int, deals int, won int, won_minor bigint, converted int)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select received.subject, received.label, count(distinct received.id)::int, count(made.id)::int,
    count(made.id) filter (where made.stage_kind = 'won')::int, coalesce(sum(made.base_minor) filter (where made.stage_kind = 'won'), 0)::bigint,
    count(made.id) filter (where made.stage_kind = 'won' and made.currency <> (select currency from public.office))::int
  from private.report_received(report_subjects.from_day, report_subjects.to_day, report_subjects.owner) as received
  left join public.deals as made on made.inquiry_id = received.id
  group by 1, 2
  order by 6 desc, 3 desc, 2
$$;

-- Working hours are the eight before closing time of a working day.
create function public.report_promise(from_day date, to_day date, owner uuid default null)
returns table (month date, first_day date, last_day date, so_far boolean, due int, kept int, answered int, median_hours numeric)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with office as materialized (
    select time_zone, work_days, closes_at from public.office
  ), promised as materialized (
    select each.id, each.kept, (each.due_at at time zone office.time_zone)::date as due_on,
      each.received_at at time zone office.time_zone as asked, each.answered_at at time zone office.time_zone as answered
    from office, private.report_promised(report_promise.from_day, report_promise.to_day, report_promise.owner) as each
  ), took as (
    select promised.id,
      extract(epoch from sum(greatest(interval '0', least(promised.answered, closing.at) - greatest(promised.asked, closing.at - interval '8 hours')))) / 3600 as hours
    from office cross join promised
    cross join lateral generate_series(promised.asked::date::timestamp, promised.answered, interval '1 day') as day
    cross join lateral (select day + office.closes_at as at) as closing
    where extract(isodow from day)::int = any (office.work_days)
      and not exists (select from public.office_holidays where office_holidays.day = closing.at::date)
    group by 1
  ), counted as materialized (
    select date_trunc('month', promised.due_on::timestamp)::date as month, count(*)::int as due, count(*) filter (where promised.kept)::int as kept,
      count(promised.answered)::int as answered,
      -- An answer outside working hours took none.
      round((percentile_cont(0.5) within group (order by coalesce(took.hours, 0)) filter (where promised.answered is not null))::numeric, 1) as hours
    from promised left join took on took.id = promised.id
    group by 1
  )
  select months.month, months.first_day, months.last_day, months.so_far, coalesce(counted.due, 0), coalesce(counted.kept, 0),
    coalesce(counted.answered, 0), counted.hours
  from private.report_months(report_promise.from_day, report_promise.to_day) as months left join counted on counted.month = months.month
  order by 1
$$;

create function public.report_activity(from_day date, to_day date, owner uuid default null)
returns table (person uuid, name text, notes int, tasks int, answers int, moves int, total int)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with counted as (
    select done.person, done.kind, count(*)::int as count
    from private.report_done(report_activity.from_day, report_activity.to_day, report_activity.owner) as done group by 1, 2
  )
  select staff.user_id, staff.name, coalesce(sum(counted.count) filter (where counted.kind = 'notes'), 0)::int,
    coalesce(sum(counted.count) filter (where counted.kind = 'tasks'), 0)::int,
    coalesce(sum(counted.count) filter (where counted.kind = 'answers'), 0)::int,
    coalesce(sum(counted.count) filter (where counted.kind = 'moves'), 0)::int, coalesce(sum(counted.count), 0)::int
  from public.staff left join counted on counted.person = staff.user_id
  where report_activity.owner is null or staff.user_id = report_activity.owner
  group by staff.user_id, staff.name, staff.active
  -- Anyone who has left is shown for as long as there is something to show.
  having staff.active or count(counted.kind) > 0
  order by 7 desc, 2
$$;

-- The lines of business by which reports can be narrowed.
create function public.report_service_lines() returns table (service_line text)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select distinct deals.service_line from public.deals where deals.service_line is not null order by 1
$$;

grant execute on function public.report_activity, public.report_board_as_of, public.report_forecast, public.report_service_lines,
  public.report_pipeline, public.report_promise, public.report_reasons, public.report_stages, public.report_subjects, public.report_win_rate,
  public.report_won to authenticated, service_role;
