-- The rows behind a figure of a report (reports.sql).
-- `figure` names what was counted, `key` narrows it (a stage, a reason, a subject, a person). `minor` is what the figure sums.

create function private.report_counted(figure text, from_day date, to_day date, owner uuid, service_line text, key text)
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
      from private.report_open(owner, service_line) as open where key is null or open.stage_id = key::uuid;
    when 'stale' then
      return query select 'deal', open.id, (open.stage_since at time zone zone)::date, open.base_minor
      from private.report_open(owner, service_line) as open where open.stale;
    when 'expected' then
      return query select 'deal', open.id, open.expected_close, open.weighted_minor
      from private.report_open(owner, service_line) as open
      where private.forecast_bucket(open.expected_close, from_day, to_day, (select public.office_today())) = coalesce(key, 'month');
    when 'forecast' then
      return query select 'deal', counted.id, counted.month, counted.weighted_minor
      from private.report_forecast_then(from_day, to_day, owner, service_line) as counted;
    when 'won', 'lost' then
      return query select 'deal', closed.id, closed.closed_on, closed.base_minor
      from private.report_closed(from_day, to_day, owner, service_line) as closed where closed.kind = figure;
    when 'closed' then
      -- By line of business: '' is none.
      return query select 'deal', closed.id, closed.closed_on, closed.base_minor
      from private.report_closed(from_day, to_day, owner, service_line) as closed where key is null or coalesce(closed.service_line, '') = key;
    when 'closed won' then
      return query select 'deal', closed.id, closed.closed_on, closed.base_minor
      from private.report_closed(from_day, to_day, owner, service_line) as closed
      where closed.kind = 'won' and (key is null or coalesce(closed.service_line, '') = key);
    when 'reason' then
      return query select 'deal', closed.id, closed.closed_on, closed.base_minor
      from private.report_closed(from_day, to_day, owner, service_line) as closed where closed.close_reason_id = key::uuid;
    when 'left stage', 'went on' then
      return query select 'deal', moves.deal_id, (moves.at at time zone zone)::date, null::bigint
      from private.report_moves(from_day, to_day, owner, service_line) as moves
      join public.deal_stages as source on source.id = moves.from_stage join public.deal_stages as target on target.id = moves.to_stage
      where moves.from_kind = 'open' and moves.from_stage = key::uuid
        and (figure = 'left stage' or moves.to_kind = 'won' or moves.to_kind = 'open' and target.sort > source.sort);
    when 'passed', 'passed won' then
      return query select 'deal', passed.id, deals.closed_on, coalesce(deals.base_minor, 0)
      from private.report_passed(from_day, to_day, owner, service_line) as passed join public.deals on deals.id = passed.id
      where passed.stage_id = key::uuid and (figure = 'passed' or passed.kind = 'won');
    when 'as of' then
      return query select 'deal', board.id, from_day, board.base_minor
      from private.report_as_of(from_day, owner, service_line) as board where key is null or board.stage_id = key::uuid;
    when 'as of weighted' then
      return query select 'deal', board.id, from_day, board.weighted_minor
      from private.report_as_of(from_day, owner, service_line) as board where key is null or board.stage_id = key::uuid;
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
  figure text, from_day date default null, to_day date default null, owner uuid default null, service_line text default null,
  key text default null, most int default 100, skipping int default 0
)
returns table (
  record text, id uuid, name text, detail text, day date, minor bigint, amount_minor bigint, currency text, place int, of_count int, of_minor bigint
)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with counted as materialized (
    select each.*, row_number() over (order by each.day desc nulls last, each.minor desc nulls last, each.id) as place
    from private.report_counted(report_rows.figure, report_rows.from_day, report_rows.to_day, report_rows.owner, report_rows.service_line, report_rows.key) as each
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

grant execute on function private.report_counted, public.report_rows to authenticated, service_role;
