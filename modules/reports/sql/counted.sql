-- Reports: one function for each, counted from the records when someone looks. All run as the caller, so row level security
-- decides what is counted. Days are the office's days, money is in the office's currency by the rate kept on each deal. What a
-- figure counts and what its list shows (report_rows) come from the same private functions, so the two cannot differ.

-- This file: what is counted. Then the reports (reports.sql), the rows behind a figure and the dashboard, with who may.

-- Open deals on the board, with what they are worth by their probability.
create function private.report_open(owner uuid, service_line text)
returns table (
  id uuid, stage_id uuid, base_minor bigint, weighted_minor bigint, expected_close date, without_amount boolean, converted boolean,
  stage_since timestamptz, stale boolean
)
language sql stable
as $$
  -- Asked once a stage: a moment so many days ago costs more than the rest of a row.
  with stages as materialized (
    select deal_stages.id, deal_stages.probability, now() - make_interval(days => deal_stages.stale_after_days) as stale_since
    from public.deal_stages
  )
  select deals.id, deals.stage_id, coalesce(deals.base_minor, 0),
    public.weighted_minor(coalesce(deals.base_minor, 0), coalesce(deals.probability_own, stages.probability)), deals.expected_close,
    deals.amount_minor is null, deals.amount_minor is not null and deals.currency <> (select currency from public.office),
    deals.stage_since, deals.stage_since <= stages.stale_since
  from public.deals join stages on stages.id = deals.stage_id
  where deals.stage_kind = 'open' and deals.archived_at is null
    and (report_open.owner is null or deals.owner_id = report_open.owner)
    and (report_open.service_line is null or deals.service_line = report_open.service_line)
    and (select public.may('reports', 'read'))
$$;

-- Deals closed in a period, by the day they were closed on. Archiving a deal does not undo its money; reopening does.
create function private.report_closed(from_day date, to_day date, owner uuid, service_line text)
returns table (id uuid, kind text, base_minor bigint, closed_on date, service_line text, close_reason_id uuid, converted boolean)
language sql stable
as $$
  select deals.id, deals.stage_kind, coalesce(deals.base_minor, 0), deals.closed_on, deals.service_line, deals.close_reason_id,
    deals.amount_minor is not null and deals.currency <> (select currency from public.office)
  from public.deals
  where deals.stage_kind in ('won', 'lost') and deals.closed_on between report_closed.from_day and report_closed.to_day
    and (report_closed.owner is null or deals.owner_id = report_closed.owner)
    and (report_closed.service_line is null or deals.service_line = report_closed.service_line)
    and (select private.report_period(report_closed.from_day, report_closed.to_day))
$$;

-- Moves between stages in a period.
create function private.report_moves(from_day date, to_day date, owner uuid, service_line text)
returns table (deal_id uuid, at timestamptz, from_stage uuid, to_stage uuid, from_kind text, to_kind text, seconds_in_from bigint, by uuid)
language sql stable
as $$
  select moves.deal_id, moves.at, moves.from_stage, moves.to_stage, moves.from_kind, moves.to_kind, moves.seconds_in_from::bigint, moves.by
  from public.deal_stage_events as moves
  where moves.at >= (select private.office_moment(report_moves.from_day, '00:00'))
    and moves.at < (select private.office_moment(report_moves.to_day + 1, '00:00'))
    and moves.from_stage is not null
    and (report_moves.owner is null and report_moves.service_line is null or exists (
      select from public.deals where deals.id = moves.deal_id
        and (report_moves.owner is null or deals.owner_id = report_moves.owner)
        and (report_moves.service_line is null or deals.service_line = report_moves.service_line)))
    and (select private.report_period(report_moves.from_day, report_moves.to_day))
$$;

-- Messages that a visitor sent in a period; what is held or spam is no one's yet.
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
    and inquiries.state not in ('held', 'spam') and inquiries.kind <> 'client'
    and (report_received.owner is null or inquiries.assignee_id = report_received.owner)
    and (select private.report_period(report_received.from_day, report_received.to_day))
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
    and notes.author_id is not null
    and (report_done.owner is null or notes.author_id = report_done.owner) and (select private.report_period(report_done.from_day, report_done.to_day))
  union all
  select tasks.done_by, 'tasks', 'task', tasks.id, tasks.done_at
  from public.tasks
  where tasks.done_at >= (select private.office_moment(report_done.from_day, '00:00'))
    and tasks.done_at < (select private.office_moment(report_done.to_day + 1, '00:00'))
    and tasks.done_by is not null
    and (report_done.owner is null or tasks.done_by = report_done.owner) and (select private.report_period(report_done.from_day, report_done.to_day))
  union all
  select inquiries.answered_by, 'answers', 'inquiry', inquiries.id, inquiries.answered_at
  from public.inquiries
  where inquiries.answered_at >= (select private.office_moment(report_done.from_day, '00:00'))
    and inquiries.answered_at < (select private.office_moment(report_done.to_day + 1, '00:00'))
    and inquiries.answered_by is not null
    and (report_done.owner is null or inquiries.answered_by = report_done.owner) and (select private.report_period(report_done.from_day, report_done.to_day))
  union all
  select moves.by, 'moves', 'deal', moves.deal_id, moves.at
  from public.deal_stage_events as moves
  where moves.at >= (select private.office_moment(report_done.from_day, '00:00'))
    and moves.at < (select private.office_moment(report_done.to_day + 1, '00:00'))
    and moves.by is not null and moves.from_stage is not null
    and (report_done.owner is null or moves.by = report_done.owner) and (select private.report_period(report_done.from_day, report_done.to_day))
$$;

-- Months of a period, each cut to it. `so_far`: it is not over.
create function private.report_months(from_day date, to_day date)
returns table (month date, first_day date, last_day date, so_far boolean)
language sql stable
as $$
  select each::date, greatest(each::date, report_months.from_day),
    least((each + interval '1 month')::date - 1, report_months.to_day),
    (select public.office_today()) between each::date and (each + interval '1 month')::date - 1
  from generate_series(date_trunc('month', report_months.from_day::timestamp), report_months.to_day::timestamp, interval '1 month') as each
  where (select private.report_period(report_months.from_day, report_months.to_day))
$$;

-- Deals that were archived at a moment and were brought back since: the first entry after it tells.
create function private.report_archived_then(at timestamptz) returns table (deal_id uuid)
language sql stable set search_path = ''
as $$
  select first.record_id from (
    select distinct on (events.record_id) events.record_id, events.kind from public.events
    where events.record_type = 'deal' and events.kind in ('archived', 'restored') and events.at >= report_archived_then.at
    order by events.record_id, events.id
  ) as first where first.kind = 'restored'
$$;

create function private.report_worth(is_changed boolean, told jsonb, currency text, base_rate numeric, amount_minor bigint, noted bigint) returns bigint
language sql immutable
as $$
  select coalesce(case
    when not is_changed then round(amount_minor * base_rate)::bigint
    when told ->> 'amount_minor' is null then 0
    when told ->> 'currency' = currency then round((told ->> 'amount_minor')::numeric * base_rate)::bigint
    else noted end, 0)
$$;

-- The board as it stood when a day ended: each deal in the stage of its last move until then, with the probability noted with it
-- and the amount it then had. A deal that was closed before and stayed so cannot have stood there, so it is not looked up.
create function private.report_as_of(day date, owner uuid, service_line text)
returns table (id uuid, stage_id uuid, base_minor bigint, weighted_minor bigint)
language sql stable
as $$
  with until as materialized (
    select private.office_moment(report_as_of.day + 1, '00:00') as at where (select public.may('reports', 'read'))
  ), changed as materialized (
    select distinct on (events.record_id) events.record_id, events.changes -> 'amount' -> 0 as told
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
    select private.report_worth(changed.record_id is not null, changed.told, deals.currency,
      private.rate_at((select at from until), deals.currency, deals.closed_at, deals.base_rate), deals.amount_minor, last.base_minor) as minor
  ) as worth
  where deals.created_at < (select at from until) and (deals.closed_at is null or deals.closed_at >= (select at from until))
    and (deals.archived_at is null or deals.archived_at >= (select at from until))
    and deals.id not in (select archived.deal_id from until, private.report_archived_then(until.at) as archived)
    and last.to_kind = 'open'
    and (report_as_of.owner is null or deals.owner_id = report_as_of.owner)
    and (report_as_of.service_line is null or deals.service_line = report_as_of.service_line)
$$;

create function private.report_forecast_then(from_day date, to_day date, owner uuid, service_line text)
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
      deals.amount_minor, deals.owner_id, deals.service_line
    from (
      select changed.record_id, changed.expected, lag(changed.at) over (partition by changed.record_id order by changed.id) as since,
        changed.at as until
      from changed
    ) as told join public.deals on deals.id = told.record_id
    union all
    select deals.id, deals.expected_close, latest.at, null, deals.created_at, deals.closed_at, deals.archived_at, deals.currency, deals.base_rate,
      deals.amount_minor, deals.owner_id, deals.service_line
    from public.deals left join latest on latest.record_id = deals.id
    where deals.expected_close between report_forecast_then.from_day
      and least(report_forecast_then.to_day, (select (max(months.month) + interval '1 month')::date - 1 from months))
  ), months_archived as materialized (
    select months.month, archived.deal_id from months, private.report_archived_then(months.began) as archived
  ), expected as (
    select expectations.*, months.month, months.began
    from months join expectations on date_trunc('month', expectations.expected::timestamp)::date = months.month
    where expectations.expected between report_forecast_then.from_day and report_forecast_then.to_day
      and (expectations.since is null or expectations.since < months.began)
      and (expectations.until is null or expectations.until >= months.began)
      and expectations.created_at < months.began
      and (expectations.closed_at is null or expectations.closed_at >= months.began)
      and (expectations.archived_at is null or expectations.archived_at >= months.began)
      and not exists (select from months_archived where months_archived.month = months.month and months_archived.deal_id = expectations.id)
      and (report_forecast_then.owner is null or expectations.owner_id = report_forecast_then.owner)
      and (report_forecast_then.service_line is null or expectations.service_line = report_forecast_then.service_line)
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
    select true as found, events.changes -> 'amount' -> 0 as told from public.events
    where events.record_type = 'deal' and events.changes ? 'amount' and events.record_id = amended.record_id
      and amended.record_id is not null and events.at >= expected.began
    order by events.id limit 1
  ) as changed on true
  cross join lateral (
    select private.report_worth(
      changed.found is not null, changed.told, expected.currency,
      private.rate_at(expected.began, expected.currency, expected.closed_at, expected.base_rate), expected.amount_minor, last.base_minor) as minor
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

create function private.report_passed(from_day date, to_day date, owner uuid, service_line text)
returns table (id uuid, stage_id uuid, kind text)
language sql stable
as $$
  select closed.id, passed.to_stage, closed.kind
  from private.report_closed(report_passed.from_day, report_passed.to_day, report_passed.owner, report_passed.service_line) as closed
  cross join lateral (
    select distinct moves.to_stage from public.deal_stage_events as moves where moves.deal_id = closed.id and moves.to_kind = 'open'
  ) as passed
$$;

grant execute on function private.forecast_bucket, private.report_archived_then, private.report_as_of, private.report_closed, private.report_done,
  private.report_forecast_then, private.report_months, private.report_moves, private.report_open, private.report_passed, private.report_received,
  private.report_worth to authenticated, service_role;
