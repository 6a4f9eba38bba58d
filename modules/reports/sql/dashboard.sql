-- The figures of the dashboard that come from the reports; and who may call any function of the four files.

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
    -- People who may read deals and not reports have the same figures from their rows.
    select coalesce(sum(each.won_minor)::bigint, (select coalesce(sum(base_minor), 0)::bigint from public.deals where stage_kind = 'won' and closed_on between (select month from days) and (select today from days)
        and ((select owner from days) is null or owner_id = (select owner from days)))) as minor,
      coalesce(sum(each.deals)::int, (select count(*)::int from public.deals where stage_kind = 'won' and closed_on between (select month from days) and (select today from days)
        and ((select owner from days) is null or owner_id = (select owner from days)))) as deals
    from days left join lateral public.report_won(days.month, days.today, days.owner) as each on true
  ), won_before as (
    select coalesce(sum(each.won_minor)::bigint, (select coalesce(sum(base_minor), 0)::bigint from public.deals where stage_kind = 'won' and closed_on between (select last_month from days) and (select last_until from days)
        and ((select owner from days) is null or owner_id = (select owner from days)))) as minor,
      coalesce(sum(each.deals)::int, (select count(*)::int from public.deals where stage_kind = 'won' and closed_on between (select last_month from days) and (select last_until from days)
        and ((select owner from days) is null or owner_id = (select owner from days)))) as deals
    from days left join lateral public.report_won(days.last_month, days.last_until, days.owner) as each on true
  ), newest as materialized (
    select deals.* from public.deals
    where deals.archived_at is null and ((select owner from days) is null or deals.owner_id = (select owner from days))
    order by deals.updated_at desc, deals.id desc limit 5
  ), recent as (
    select newest.id, newest.name, accounts.name as account_name, newest.amount_minor, newest.currency, newest.service_line, newest.updated_at,
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
    'stale', (select coalesce(sum(stale), 0) from stages),
    'stages', (select coalesce(jsonb_agg(to_jsonb(stages)), '[]') from stages),
    'months', (select coalesce(jsonb_agg(to_jsonb(months)), '[]') from months),
    'rows', (select coalesce(jsonb_agg(to_jsonb(recent) order by recent.updated_at desc, recent.id desc), '[]') from recent))
  from days
$$;

select private.register_hook('dashboard: deals', 'private.dashboard_deals(boolean)', 'deals');

grant execute on function private.dashboard_deals to authenticated, service_role;
