-- Reports: one function for each, counted from the records when someone looks. All run as the caller, so row level security
-- decides what is counted. Days are the office's days, money is in the office's currency by the rate kept on each deal. What a
-- figure counts and what its list shows (report_rows) come from the same private functions, so the two cannot differ.

-- What is counted -----------------------------------------------------------------------------------------------------------

-- Open deals on the board, with what they are worth by their probability.
create function private.report_open(owner uuid, module text)
returns table (
  id uuid, stage_id uuid, base_minor bigint, weighted_minor bigint, expected_close date, without_amount boolean, converted boolean,
  stage_since timestamptz, stale boolean
)
language sql stable
as $$
  select deals.id, deals.stage_id, coalesce(deals.base_minor, 0),
    public.weighted_minor(coalesce(deals.base_minor, 0), coalesce(deals.probability_own, deal_stages.probability)), deals.expected_close,
    deals.amount_minor is null, deals.amount_minor is not null and deals.currency <> (select currency from public.office),
    deals.stage_since, deals.stage_since <= now() - make_interval(days => deal_stages.stale_after_days)
  from public.deals join public.deal_stages on deal_stages.id = deals.stage_id
  where deals.stage_kind = 'open' and deals.archived_at is null
    and (report_open.owner is null or deals.owner_id = report_open.owner)
    and (report_open.module is null or deals.module = report_open.module)
    and (select public.may('reports', 'read'))
$$;

-- Deals closed in a period, by the day they were closed on. Archiving a deal does not undo its money; reopening does.
create function private.report_closed(from_day date, to_day date, owner uuid, module text)
returns table (id uuid, kind text, base_minor bigint, closed_on date, module text, close_reason_id uuid, converted boolean)
language sql stable
as $$
  select deals.id, deals.stage_kind, coalesce(deals.base_minor, 0), deals.closed_on, deals.module, deals.close_reason_id,
    deals.amount_minor is not null and deals.currency <> (select currency from public.office)
  from public.deals
  where deals.stage_kind in ('won', 'lost') and deals.closed_on between report_closed.from_day and report_closed.to_day
    and (report_closed.owner is null or deals.owner_id = report_closed.owner)
    and (report_closed.module is null or deals.module = report_closed.module)
    and (select public.may('reports', 'read'))
$$;

-- Moves between stages in a period.
create function private.report_moves(from_day date, to_day date, owner uuid, module text)
returns table (deal_id uuid, at timestamptz, from_stage uuid, to_stage uuid, from_kind text, to_kind text, seconds_in_from bigint, by uuid)
language sql stable
as $$
  select moves.deal_id, moves.at, moves.from_stage, moves.to_stage, moves.from_kind, moves.to_kind, moves.seconds_in_from::bigint, moves.by
  from public.deal_stage_events as moves
  where moves.at >= (select private.office_moment(report_moves.from_day, '00:00'))
    and moves.at < (select private.office_moment(report_moves.to_day + 1, '00:00'))
    and moves.from_stage is not null
    and (report_moves.owner is null and report_moves.module is null or exists (
      select from public.deals where deals.id = moves.deal_id
        and (report_moves.owner is null or deals.owner_id = report_moves.owner)
        and (report_moves.module is null or deals.module = report_moves.module)))
    and (select public.may('reports', 'read'))
$$;

-- Messages that a visitor sent in a period; what is held or spam is nobody's yet.
create function private.report_received(from_day date, to_day date, owner uuid)
returns table (id uuid, subject text, label text, received_at timestamptz)
language sql stable
as $$
  select inquiries.id, coalesce(inquiries.subject_key, inquiries.kind),
    coalesce(subjects.label, case inquiries.kind
      when 'training' then 'AI at Work overview' when 'manifesto' then 'AI manifesto' when 'newsletter' then 'Newsletter'
      else 'Other subjects' end),
    inquiries.received_at
  from public.inquiries left join public.subjects on subjects.key = inquiries.subject_key
  where inquiries.received_at >= (select private.office_moment(report_received.from_day, '00:00'))
    and inquiries.received_at < (select private.office_moment(report_received.to_day + 1, '00:00'))
    and inquiries.state not in ('held', 'spam')
    and (report_received.owner is null or inquiries.assignee_id = report_received.owner)
    and (select public.may('reports', 'read'))
$$;

-- Messages whose answer was due in a period, or was given before it was due. What was closed without an answer, held or spam was
-- promised nothing.
create function private.report_promised(from_day date, to_day date, owner uuid)
returns table (id uuid, received_at timestamptz, due_at timestamptz, answered_at timestamptz, kept boolean)
language sql stable
as $$
  select inquiries.id, inquiries.received_at, inquiries.due_at, inquiries.answered_at,
    inquiries.answered_at is not null and inquiries.answered_at <= inquiries.due_at
  from public.inquiries
  where inquiries.state in ('new', 'answered') and (inquiries.due_at <= now() or inquiries.answered_at is not null)
    and inquiries.due_at >= (select private.office_moment(report_promised.from_day, '00:00'))
    and (report_promised.to_day is null or inquiries.due_at < (select private.office_moment(report_promised.to_day + 1, '00:00')))
    and (report_promised.owner is null or inquiries.assignee_id = report_promised.owner)
    and (select public.may('reports', 'read'))
$$;

-- What people did in a period.
create function private.report_done(from_day date, to_day date, owner uuid)
returns table (person uuid, kind text, record text, record_id uuid, at timestamptz)
language sql stable
as $$
  select notes.author_id, 'notes', 'note', notes.id, notes.created_at
  from public.notes
  where notes.created_at >= (select private.office_moment(report_done.from_day, '00:00'))
    and notes.created_at < (select private.office_moment(report_done.to_day + 1, '00:00'))
    and notes.deleted_at is null and notes.author_id is not null
    and (report_done.owner is null or notes.author_id = report_done.owner) and (select public.may('reports', 'read'))
  union all
  select tasks.done_by, 'tasks', 'task', tasks.id, tasks.done_at
  from public.tasks
  where tasks.done_at >= (select private.office_moment(report_done.from_day, '00:00'))
    and tasks.done_at < (select private.office_moment(report_done.to_day + 1, '00:00'))
    and tasks.done_by is not null
    and (report_done.owner is null or tasks.done_by = report_done.owner) and (select public.may('reports', 'read'))
  union all
  select inquiries.answered_by, 'answers', 'inquiry', inquiries.id, inquiries.answered_at
  from public.inquiries
  where inquiries.answered_at >= (select private.office_moment(report_done.from_day, '00:00'))
    and inquiries.answered_at < (select private.office_moment(report_done.to_day + 1, '00:00'))
    and inquiries.answered_by is not null
    and (report_done.owner is null or inquiries.answered_by = report_done.owner) and (select public.may('reports', 'read'))
  union all
  select moves.by, 'moves', 'deal', moves.deal_id, moves.at
  from public.deal_stage_events as moves
  where moves.at >= (select private.office_moment(report_done.from_day, '00:00'))
    and moves.at < (select private.office_moment(report_done.to_day + 1, '00:00'))
    and moves.by is not null and moves.from_stage is not null
    and (report_done.owner is null or moves.by = report_done.owner) and (select public.may('reports', 'read'))
$$;

-- Months of a period, each cut to it. `so_far`: it is not over.
create function private.report_months(from_day date, to_day date)
returns table (month date, first_day date, last_day date, so_far boolean)
language sql stable
as $$
  select each::date, greatest(each::date, report_months.from_day),
    least((each + interval '1 month')::date - 1, report_months.to_day),
    public.office_today() between each::date and (each + interval '1 month')::date - 1
  from generate_series(date_trunc('month', report_months.from_day::timestamp), report_months.to_day::timestamp, interval '1 month') as each
$$;

-- What a deal was worth before a change of its amount, which the history tells as "USD 1,250.00": all digits are minor units. Of
-- another currency only what was noted with the last move is known.
create index events_amount_idx on public.events (record_id, id) where record_type = 'deal' and changes ? 'amount';
create index events_amount_at_idx on public.events (at) where record_type = 'deal' and changes ? 'amount';

create function private.report_worth(is_changed boolean, told text, currency text, base_rate numeric, base_minor bigint, noted bigint) returns bigint
language sql immutable
as $$
  select coalesce(case
    when not is_changed then base_minor
    when told is null then 0
    when split_part(told, ' ', 1) = currency then round(regexp_replace(told, '[^0-9]', '', 'g')::numeric * base_rate)::bigint
    else noted end, 0)
$$;

create index deals_closed_at_idx on public.deals (closed_at);

-- The board as it stood when a day ended: each deal in the stage of its last move until then, with the probability noted with it
-- and the amount it then had. A deal that was closed before and stayed so cannot have stood there, so it is not looked up.
create function private.report_as_of(day date, owner uuid, module text)
returns table (id uuid, stage_id uuid, base_minor bigint, weighted_minor bigint)
language sql stable
as $$
  with until as materialized (
    select private.office_moment(report_as_of.day + 1, '00:00') as at where (select public.may('reports', 'read'))
  ), changed as materialized (
    select distinct on (events.record_id) events.record_id, events.changes -> 'amount' ->> 0 as told
    from until join public.events on events.record_type = 'deal' and events.changes ? 'amount' and events.at >= until.at
    order by events.record_id, events.id
  )
  select deals.id, last.to_stage, worth.minor, public.weighted_minor(worth.minor, last.probability)
  from public.deals
  cross join lateral (
    select moves.to_stage, moves.to_kind, moves.base_minor, moves.probability from public.deal_stage_events as moves
    where moves.deal_id = deals.id and moves.at < (select at from until) order by moves.id desc limit 1
  ) as last
  left join changed on changed.record_id = deals.id
  cross join lateral (
    select private.report_worth(changed.record_id is not null, changed.told, deals.currency, deals.base_rate, deals.base_minor, last.base_minor) as minor
  ) as worth
  where deals.created_at < (select at from until) and (deals.closed_at is null or deals.closed_at >= (select at from until))
    and (deals.archived_at is null or deals.archived_at >= (select at from until))
    and last.to_kind = 'open'
    and (report_as_of.owner is null or deals.owner_id = report_as_of.owner)
    and (report_as_of.module is null or deals.module = report_as_of.module)
$$;

-- What was forecast for each month when it began: deals open then that were expected to close in it. When they were expected is
-- read from the history, because a day that was put off would otherwise make every old forecast look right.
create index events_expected_close_idx on public.events (at) where record_type = 'deal' and changes ? 'expected_close';

create index deals_expected_close_idx on public.deals (expected_close);

create function private.report_forecast_then(from_day date, to_day date, owner uuid, module text)
returns table (id uuid, month date, base_minor bigint, weighted_minor bigint)
language sql stable
as $$
  with months as materialized (
    select each.month, private.office_moment(each.month, '00:00') as began
    from private.report_months(report_forecast_then.from_day, report_forecast_then.to_day) as each
    -- Those to come have not begun.
    where each.month <= (select public.office_today())
  ), changed as materialized (
    -- What was changed before the first of them began had its effect by then, whatever it was.
    select events.record_id, events.id, events.at, (events.changes -> 'expected_close' ->> 0)::date as expected
    from public.events
    where events.record_type = 'deal' and events.changes ? 'expected_close' and jsonb_typeof(events.changes -> 'expected_close') = 'array'
      and events.at >= (select min(months.began) from months)
      and (select public.may('reports', 'read'))
  ), latest as (
    select changed.record_id, max(changed.at) as at from changed group by 1
  ), expectations as (
    -- Each day that was expected, with the time in which it was.
    select deals.id, told.expected, told.since, told.until, deals.created_at, deals.closed_at, deals.archived_at, deals.currency, deals.base_rate,
      deals.base_minor, deals.owner_id, deals.module
    from (
      select changed.record_id, changed.expected, lag(changed.at) over (partition by changed.record_id order by changed.id) as since,
        changed.at as until
      from changed
    ) as told join public.deals on deals.id = told.record_id
    union all
    select deals.id, deals.expected_close, latest.at, null, deals.created_at, deals.closed_at, deals.archived_at, deals.currency, deals.base_rate,
      deals.base_minor, deals.owner_id, deals.module
    from public.deals left join latest on latest.record_id = deals.id
    where deals.expected_close between report_forecast_then.from_day
      and least(report_forecast_then.to_day, (select (max(months.month) + interval '1 month')::date - 1 from months))
  ), expected as (
    select expectations.*, months.month, months.began
    from months join expectations on date_trunc('month', expectations.expected::timestamp)::date = months.month
    where expectations.expected between report_forecast_then.from_day and report_forecast_then.to_day
      and (expectations.since is null or expectations.since < months.began)
      and (expectations.until is null or expectations.until >= months.began)
      and expectations.created_at < months.began
      and (expectations.closed_at is null or expectations.closed_at >= months.began)
      and (expectations.archived_at is null or expectations.archived_at >= months.began)
      and (report_forecast_then.owner is null or expectations.owner_id = report_forecast_then.owner)
      and (report_forecast_then.module is null or expectations.module = report_forecast_then.module)
  ), amended as materialized (
    select distinct events.record_id from public.events
    where events.record_type = 'deal' and events.changes ? 'amount' and events.at >= (select min(months.began) from months)
  )
  select expected.id, expected.month, worth.minor, public.weighted_minor(worth.minor, last.probability)
  from expected
  cross join lateral (
    select moves.to_kind, moves.base_minor, moves.probability from public.deal_stage_events as moves
    where moves.deal_id = expected.id and moves.at < expected.began order by moves.id desc limit 1
  ) as last
  left join amended on amended.record_id = expected.id
  left join lateral (
    select true as found, events.changes -> 'amount' ->> 0 as told from public.events
    where events.record_type = 'deal' and events.changes ? 'amount' and events.record_id = amended.record_id
      and amended.record_id is not null and events.at >= expected.began
    order by events.id limit 1
  ) as changed on true
  cross join lateral (
    select private.report_worth(
      changed.found is not null, changed.told, expected.currency, expected.base_rate, expected.base_minor, last.base_minor) as minor
  ) as worth
  where last.to_kind = 'open'
$$;

-- Where an open deal stands in the forecast.
create function private.forecast_bucket(expected_close date, from_day date, to_day date, today date) returns text
language sql immutable
as $$
  select case
    when expected_close is null then 'undated'
    when expected_close < today then 'overdue'
    when expected_close between from_day and to_day then 'month'
    else 'outside' end
$$;

-- Deals closed in a period, once for each open stage they had been in.
create function private.report_passed(from_day date, to_day date, owner uuid, module text)
returns table (id uuid, stage_id uuid, kind text)
language sql stable
as $$
  select distinct closed.id, moves.to_stage, closed.kind
  from private.report_closed(report_passed.from_day, report_passed.to_day, report_passed.owner, report_passed.module) as closed
  join public.deal_stage_events as moves on moves.deal_id = closed.id and moves.to_kind = 'open'
$$;

-- Reports -------------------------------------------------------------------------------------------------------------------

-- Open deals by stage, now.
create function public.report_pipeline(owner uuid default null, module text default null)
returns table (
  stage_id uuid, key text, name text, probability int, deals int, sum_minor bigint, weighted_minor bigint, without_amount int, converted int
)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select stages.id, stages.key, stages.name, stages.probability::int, count(open.id)::int, coalesce(sum(open.base_minor), 0)::bigint,
    coalesce(sum(open.weighted_minor), 0)::bigint, count(*) filter (where open.without_amount)::int, count(*) filter (where open.converted)::int
  from public.deal_stages as stages
  left join private.report_open(report_pipeline.owner, report_pipeline.module) as open on open.stage_id = stages.id
  where stages.kind = 'open'
  group by stages.id
  having stages.archived_at is null or count(open.id) > 0
  order by stages.sort
$$;

-- The board at the end of a day.
create function public.report_board_as_of(day date, owner uuid default null, module text default null)
returns table (stage_id uuid, key text, name text, probability int, deals int, sum_minor bigint, weighted_minor bigint)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select stages.id, stages.key, stages.name, stages.probability::int, count(board.id)::int, coalesce(sum(board.base_minor), 0)::bigint,
    coalesce(sum(board.weighted_minor), 0)::bigint
  from public.deal_stages as stages
  left join private.report_as_of(report_board_as_of.day, report_board_as_of.owner, report_board_as_of.module) as board
    on board.stage_id = stages.id
  where stages.kind = 'open'
  group by stages.id
  having stages.archived_at is null or count(board.id) > 0
  order by stages.sort
$$;

-- Won so far and what is still open, by the month in which it is expected to close. Each open deal stands in one bucket:
-- 'overdue' (expected before today), a month, 'outside' the period, or 'undated'; together they are the pipeline.
create function public.report_forecast(from_day date, to_day date, owner uuid default null, module text default null)
returns table (
  bucket text, month date, first_day date, last_day date, so_far boolean, won_deals int, won_minor bigint, open_deals int,
  open_minor bigint, weighted_minor bigint, forecast_minor bigint, converted int
)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with months as materialized (
    select * from private.report_months(report_forecast.from_day, report_forecast.to_day)
  ), won as (
    select date_trunc('month', closed.closed_on)::date as month, count(*)::int as deals, sum(closed.base_minor)::bigint as minor,
      count(*) filter (where closed.converted)::int as converted
    from private.report_closed(report_forecast.from_day, report_forecast.to_day, report_forecast.owner, report_forecast.module) as closed
    where closed.kind = 'won' group by 1
  ), open as (
    select case when placed.bucket = 'month' then date_trunc('month', placed.expected_close)::date end as month, placed.bucket, count(*)::int as deals,
      sum(placed.base_minor)::bigint as minor, sum(placed.weighted_minor)::bigint as weighted, count(*) filter (where placed.converted)::int as converted
    from (
      select counted.*,
        private.forecast_bucket(counted.expected_close, report_forecast.from_day, report_forecast.to_day, (select public.office_today())) as bucket
      from private.report_open(report_forecast.owner, report_forecast.module) as counted
    ) as placed
    group by 1, 2
  ), forecast as materialized (
    select counted.month, sum(counted.weighted_minor)::bigint as minor
    from private.report_forecast_then(report_forecast.from_day, report_forecast.to_day, report_forecast.owner, report_forecast.module) as counted
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

create function public.report_won(from_day date, to_day date, owner uuid default null, module text default null)
returns table (month date, first_day date, last_day date, so_far boolean, deals int, won_minor bigint, converted int)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with won as materialized (
    select date_trunc('month', closed.closed_on::timestamp)::date as month, count(*)::int as deals, sum(closed.base_minor)::bigint as minor,
      count(*) filter (where closed.converted)::int as converted
    from private.report_closed(report_won.from_day, report_won.to_day, report_won.owner, report_won.module) as closed
    where closed.kind = 'won' group by 1
  )
  select months.month, months.first_day, months.last_day, months.so_far, coalesce(won.deals, 0), coalesce(won.minor, 0), coalesce(won.converted, 0)
  from private.report_months(report_won.from_day, report_won.to_day) as months left join won on won.month = months.month
  order by 1
$$;

-- All together, then by line of business.
create function public.report_win_rate(from_day date, to_day date, owner uuid default null, module text default null)
returns table (of_module text, is_total boolean, won int, lost int, won_minor bigint, lost_minor bigint, converted int)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select closed.module, grouping(closed.module) = 1, count(*) filter (where closed.kind = 'won')::int,
    count(*) filter (where closed.kind = 'lost')::int, coalesce(sum(closed.base_minor) filter (where closed.kind = 'won'), 0)::bigint,
    coalesce(sum(closed.base_minor) filter (where closed.kind = 'lost'), 0)::bigint, count(*) filter (where closed.converted)::int
  from private.report_closed(report_win_rate.from_day, report_win_rate.to_day, report_win_rate.owner, report_win_rate.module) as closed
  group by grouping sets ((), (closed.module))
  order by 2 desc, count(*) desc, 1
$$;

create function public.report_reasons(from_day date, to_day date, owner uuid default null, module text default null)
returns table (reason_id uuid, kind text, name text, deals int, sum_minor bigint, converted int)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select reasons.id, reasons.kind, reasons.name, count(*)::int, sum(closed.base_minor)::bigint, count(*) filter (where closed.converted)::int
  from private.report_closed(report_reasons.from_day, report_reasons.to_day, report_reasons.owner, report_reasons.module) as closed
  join public.close_reasons as reasons on reasons.id = closed.close_reason_id
  group by reasons.id
  order by reasons.kind, 4 desc, 5 desc, reasons.name
$$;

-- Of the moves out of a stage: how many went on, and after how many days; and of the deals closed that had been in it, how many
-- were won, to stand beside the probability that the stage is given.
create function public.report_stages(from_day date, to_day date, owner uuid default null, module text default null)
returns table (
  stage_id uuid, key text, name text, probability int, left_stage int, went_on int, went_back int, lost int, median_days numeric,
  closed int, won int
)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with moved as (
    select moves.from_stage as id, count(*)::int as left_stage,
      count(*) filter (where moves.to_kind = 'won' or moves.to_kind = 'open' and target.sort > source.sort)::int as went_on,
      count(*) filter (where moves.to_kind = 'open' and target.sort < source.sort)::int as went_back,
      count(*) filter (where moves.to_kind = 'lost')::int as lost,
      round((percentile_cont(0.5) within group (order by moves.seconds_in_from) / 86400)::numeric, 1) as median_days
    from private.report_moves(report_stages.from_day, report_stages.to_day, report_stages.owner, report_stages.module) as moves
    join public.deal_stages as source on source.id = moves.from_stage
    join public.deal_stages as target on target.id = moves.to_stage
    where moves.from_kind = 'open'
    group by 1
  ), outcomes as (
    select passed.stage_id as id, count(*)::int as closed, count(*) filter (where passed.kind = 'won')::int as won
    from private.report_passed(report_stages.from_day, report_stages.to_day, report_stages.owner, report_stages.module) as passed
    group by 1
  )
  select stages.id, stages.key, stages.name, stages.probability::int, coalesce(moved.left_stage, 0), coalesce(moved.went_on, 0),
    coalesce(moved.went_back, 0), coalesce(moved.lost, 0), moved.median_days, coalesce(outcomes.closed, 0), coalesce(outcomes.won, 0)
  from public.deal_stages as stages left join moved using (id) left join outcomes using (id)
  where stages.kind = 'open' and (stages.archived_at is null or moved.id is not null or outcomes.id is not null)
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
  -- Whoever has left is shown for as long as there is something to show.
  having staff.active or count(counted.kind) > 0
  order by 7 desc, 2
$$;

-- The lines of business by which reports can be narrowed.
create function public.report_modules() returns table (module text)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select distinct deals.module from public.deals where deals.module is not null order by 1
$$;

-- The rows behind a figure --------------------------------------------------------------------------------------------------
-- `figure` names what was counted, `key` narrows it (a stage, a reason, a subject, a person). `minor` is what the figure sums.

create function private.report_counted(figure text, from_day date, to_day date, owner uuid, module text, key text)
returns table (record text, id uuid, day date, minor bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_variable
declare
  zone text := (select office.time_zone from public.office);
begin
  case figure
    when 'pipeline', 'weighted' then
      return query select 'deal', open.id, open.expected_close, case figure when 'pipeline' then open.base_minor else open.weighted_minor end
      from private.report_open(owner, module) as open where key is null or open.stage_id = key::uuid;
    when 'stale' then
      return query select 'deal', open.id, (open.stage_since at time zone zone)::date, open.base_minor
      from private.report_open(owner, module) as open where open.stale;
    when 'expected' then
      return query select 'deal', open.id, open.expected_close, open.weighted_minor
      from private.report_open(owner, module) as open
      where private.forecast_bucket(open.expected_close, from_day, to_day, (select public.office_today())) = coalesce(key, 'month');
    when 'forecast' then
      return query select 'deal', counted.id, counted.month, counted.weighted_minor
      from private.report_forecast_then(from_day, to_day, owner, module) as counted;
    when 'won', 'lost' then
      return query select 'deal', closed.id, closed.closed_on, closed.base_minor
      from private.report_closed(from_day, to_day, owner, module) as closed where closed.kind = figure;
    when 'closed' then
      -- By line of business: '' is none.
      return query select 'deal', closed.id, closed.closed_on, closed.base_minor
      from private.report_closed(from_day, to_day, owner, module) as closed where key is null or coalesce(closed.module, '') = key;
    when 'closed won' then
      return query select 'deal', closed.id, closed.closed_on, closed.base_minor
      from private.report_closed(from_day, to_day, owner, module) as closed
      where closed.kind = 'won' and (key is null or coalesce(closed.module, '') = key);
    when 'reason' then
      return query select 'deal', closed.id, closed.closed_on, closed.base_minor
      from private.report_closed(from_day, to_day, owner, module) as closed where closed.close_reason_id = key::uuid;
    when 'left stage', 'went on' then
      return query select 'deal', moves.deal_id, (moves.at at time zone zone)::date, null::bigint
      from private.report_moves(from_day, to_day, owner, module) as moves
      join public.deal_stages as source on source.id = moves.from_stage join public.deal_stages as target on target.id = moves.to_stage
      where moves.from_kind = 'open' and moves.from_stage = key::uuid
        and (figure = 'left stage' or moves.to_kind = 'won' or moves.to_kind = 'open' and target.sort > source.sort);
    when 'passed', 'passed won' then
      return query select 'deal', passed.id, deals.closed_on, coalesce(deals.base_minor, 0)
      from private.report_passed(from_day, to_day, owner, module) as passed join public.deals on deals.id = passed.id
      where passed.stage_id = key::uuid and (figure = 'passed' or passed.kind = 'won');
    when 'as of' then
      return query select 'deal', board.id, from_day, board.base_minor
      from private.report_as_of(from_day, owner, module) as board where key is null or board.stage_id = key::uuid;
    when 'as of weighted' then
      return query select 'deal', board.id, from_day, board.weighted_minor
      from private.report_as_of(from_day, owner, module) as board where key is null or board.stage_id = key::uuid;
    when 'received' then
      return query select 'inquiry', received.id, (received.received_at at time zone zone)::date, null::bigint
      from private.report_received(from_day, to_day, owner) as received where key is null or received.subject = key;
    when 'made', 'made won' then
      return query select 'deal', deals.id, (deals.created_at at time zone zone)::date, coalesce(deals.base_minor, 0)
      from private.report_received(from_day, to_day, owner) as received join public.deals on deals.inquiry_id = received.id
      where (key is null or received.subject = key) and (figure = 'made' or deals.stage_kind = 'won');
    when 'promised', 'kept' then
      return query select 'inquiry', promised.id, (promised.due_at at time zone zone)::date, null::bigint
      from private.report_promised(from_day, to_day, owner) as promised where figure = 'promised' or promised.kept;
    when 'notes', 'tasks', 'answers', 'moves', 'done' then
      return query select done.record, done.record_id, (done.at at time zone zone)::date, null::bigint
      from private.report_done(from_day, to_day, owner) as done
      where (figure = 'done' or done.kind = figure) and (key is null or done.person = key::uuid);
    else
      raise invalid_parameter_value using message = format('There is no figure called "%s"', figure);
  end case;
end
$$;

-- One page of them, with the names that make them known, and on each row how many there are and their sum.
create function public.report_rows(
  figure text, from_day date default null, to_day date default null, owner uuid default null, module text default null,
  key text default null, most int default 100, skipping int default 0
)
returns table (
  record text, id uuid, name text, detail text, day date, minor bigint, amount_minor bigint, currency text, place int, of_count int, of_minor bigint
)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with counted as materialized (
    select each.*, row_number() over (order by each.day desc nulls last, each.minor desc nulls last, each.id) as place
    from private.report_counted(report_rows.figure, report_rows.from_day, report_rows.to_day, report_rows.owner, report_rows.module, report_rows.key) as each
  ), total as (
    select count(*)::int as count, coalesce(sum(counted.minor), 0)::bigint as minor from counted
  )
  select page.record, page.id,
    coalesce(deals.name, inquiries.reference || ' ' || coalesce(nullif(inquiries.name, ''), inquiries.company), tasks.title,
      left(regexp_replace(notes.body, '[[:space:]]+', ' ', 'g'), 80)),
    case page.record
      when 'deal' then concat_ws(', ', accounts.name, deal_stages.name)
      when 'inquiry' then coalesce(subjects.label, nullif(inquiries.subject_text, ''), inquiries.kind)
      else accounts.name end,
    page.day, page.minor, deals.amount_minor, deals.currency, page.place::int, total.count, total.minor
  from total cross join (
    select * from counted order by counted.place limit least(greatest(most, 0), 1000) offset greatest(skipping, 0)
  ) as page
  left join public.deals on page.record = 'deal' and deals.id = page.id
  left join public.deal_stages on deal_stages.id = deals.stage_id
  left join public.inquiries on page.record = 'inquiry' and inquiries.id = page.id
  left join public.subjects on subjects.key = inquiries.subject_key
  left join public.tasks on page.record = 'task' and tasks.id = page.id
  left join public.notes on page.record = 'note' and notes.id = page.id
  left join public.accounts on accounts.id = coalesce(deals.account_id, tasks.account_id, notes.account_id)
  order by page.place
$$;

-- The dashboard -------------------------------------------------------------------------------------------------------------
-- The promise on the dashboard and the one in the report are the same rows.
create or replace function public.promise_rows(days int default 90, mine boolean default false)
returns table (id uuid, reference text, name text, company text, received_at timestamptz, due_at timestamptz, answered_at timestamptz, kept boolean)
language sql stable set search_path = ''
as $$
  select inquiries.id, inquiries.reference, inquiries.name, inquiries.company, inquiries.received_at, inquiries.due_at,
    inquiries.answered_at, promised.kept
  from private.report_promised(public.office_today() - days, null, case when mine then (select auth.uid()) end) as promised
  join public.inquiries on inquiries.id = promised.id
  order by inquiries.due_at desc, inquiries.id
$$;

create index deals_updated_at_idx on public.deals (updated_at desc, id desc) where archived_at is null;

-- Figures of deals, each from the function that its report uses.
create function private.dashboard_deals(mine boolean) returns jsonb
language sql stable set search_path = ''
as $$
  with asked as materialized (
    select case when mine then (select auth.uid()) end as owner, office.currency, public.office_today() as today,
      date_trunc('month', public.office_today())::date as month, date_trunc('quarter', public.office_today())::date as quarter
    from public.office
  ), days as materialized (
    select asked.*, (asked.month - interval '1 month')::date as last_month,
      -- Cut to the same length: on the 16th, until the 16th of the month before, which may be shorter.
      least((asked.month - interval '1 month')::date + (asked.today - asked.month), asked.month - 1) as last_until,
      (asked.quarter + interval '3 months')::date - 1 as quarter_end
    from asked
  ), stages as materialized (
    select stage.* from days, public.report_pipeline(days.owner) as stage
  ), before as (
    select sum(board.sum_minor)::bigint as minor, sum(board.deals)::int as deals
    from days, public.report_board_as_of(days.today - 30, days.owner) as board
  ), forecast as materialized (
    -- From this month on: what was expected before today is overdue, in whichever month.
    select forecast.* from days, public.report_forecast(days.month, (days.month + interval '6 months')::date - 1, days.owner) as forecast
  ), months as (
    select forecast.* from forecast where forecast.month is not null or forecast.bucket = 'overdue'
  ), in_quarter as (
    select coalesce(sum(forecast.weighted_minor) filter (where forecast.month <= days.quarter_end), 0)::bigint as weighted,
      coalesce(sum(forecast.open_deals) filter (where forecast.month <= days.quarter_end), 0)::int as deals,
      coalesce(sum(forecast.open_deals) filter (where forecast.bucket = 'overdue'), 0)::int as overdue
    from days, forecast
  ), won as (
    select sum(each.won_minor)::bigint as minor, sum(each.deals)::int as deals from days, public.report_won(days.month, days.today, days.owner) as each
  ), won_before as (
    select sum(each.won_minor)::bigint as minor, sum(each.deals)::int as deals
    from days, public.report_won(days.last_month, days.last_until, days.owner) as each
  ), newest as materialized (
    select deals.* from public.deals
    where deals.archived_at is null and ((select owner from days) is null or deals.owner_id = (select owner from days))
    order by deals.updated_at desc, deals.id desc limit 5
  ), recent as (
    select newest.id, newest.name, accounts.name as account_name, newest.amount_minor, newest.currency, newest.module, newest.updated_at,
      deal_stages.key as stage_key, deal_stages.name as stage, deal_stages.kind as stage_kind
    from newest join public.deal_stages on deal_stages.id = newest.stage_id left join public.accounts on accounts.id = newest.account_id
  )
  select jsonb_build_object(
    'currency', days.currency, 'today', days.today, 'month', days.month, 'last_month', days.last_month, 'last_until', days.last_until,
    'quarter', days.quarter, 'quarter_end', days.quarter_end, 'month_ago', days.today - 30,
    'pipeline', (select jsonb_build_object('minor', sum(sum_minor), 'weighted', sum(weighted_minor), 'deals', sum(deals),
      'without_amount', sum(without_amount), 'converted', sum(converted)) from stages),
    'before', (select to_jsonb(before) from before),
    'won', (select to_jsonb(won) from won), 'won_before', (select to_jsonb(won_before) from won_before),
    'forecast', (select months.forecast_minor from months where months.month = days.month),
    'in_quarter', (select to_jsonb(in_quarter) from in_quarter),
    'stale', (select count(*) from private.report_counted('stale', null, null, days.owner, null, null)),
    'stages', (select coalesce(jsonb_agg(to_jsonb(stages)), '[]') from stages),
    'months', (select coalesce(jsonb_agg(to_jsonb(months)), '[]') from months),
    'rows', (select coalesce(jsonb_agg(to_jsonb(recent) order by recent.updated_at desc, recent.id desc), '[]') from recent))
  from days
$$;

-- Who may -------------------------------------------------------------------------------------------------------------------
-- Nobody until granted; then as the caller, whom row level security shows what it shows.
do $$
declare
  each regprocedure;
begin
  for each in select p.oid::regprocedure from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and (p.proname like 'report\_%' or p.proname in ('dashboard_deals', 'forecast_bucket'))
  loop
    execute format('revoke all on function %s from public, anon, authenticated, service_role', each);
    execute format('grant execute on function %s to authenticated, service_role', each);
  end loop;
end
$$;
