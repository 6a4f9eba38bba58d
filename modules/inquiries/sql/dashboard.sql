-- The promise to answer in time, and what the dashboard shows of inquiries.

-- Without its own search path it is inlined, as what the reports count is.
create function private.was_promised(inquiry public.inquiries) returns boolean
language sql stable
as $$
  select case inquiry.state when 'answered' then true when 'new' then inquiry.due_at <= now() when 'held' then inquiry.due_at <= now() when 'closed' then inquiry.closed_at > inquiry.due_at else false end
$$;

-- Messages whose answer was due in a period, or was given before it was due (private.was_promised). An answer counts from the moment
-- its mail left.
create function private.report_promised(from_day date, to_day date, owner uuid)
returns table (id uuid, received_at timestamptz, due_at timestamptz, answered_at timestamptz, kept boolean)
language sql stable
as $$
  select inquiries.id, inquiries.received_at, inquiries.due_at, inquiries.answered_at,
    inquiries.answered_at is not null and inquiries.answered_at <= inquiries.due_at
  from public.inquiries
  where inquiries.state in ('new', 'held', 'answered', 'closed') and private.was_promised(inquiries)
    and inquiries.due_at >= (select private.office_moment(report_promised.from_day, '00:00'))
    and (report_promised.to_day is null or inquiries.due_at < (select private.office_moment(report_promised.to_day + 1, '00:00')))
    and (report_promised.owner is null or inquiries.assignee_id = report_promised.owner)
    and (select private.report_period(report_promised.from_day, report_promised.to_day))
$$;

-- The promise on the dashboard and the one in the report are the same rows.
create function public.promise_rows(days int default 90, mine boolean default false)
returns table (id uuid, reference text, name text, company text, received_at timestamptz, due_at timestamptz, answered_at timestamptz, kept boolean)
language sql stable set search_path = ''
as $$
  select inquiries.id, inquiries.reference, inquiries.name, inquiries.company, inquiries.received_at, inquiries.due_at,
    inquiries.answered_at, promised.kept
  from private.report_promised(public.office_today() - days, null, case when mine then (select auth.uid()) end) as promised
  join public.inquiries on inquiries.id = promised.id
  order by inquiries.due_at desc, inquiries.id
$$;

create function private.dashboard_inquiries(mine boolean) returns jsonb
language sql stable set search_path = ''
as $$
  with waiting as materialized (
    select inquiries.id, inquiries.reference, inquiries.kind, inquiries.state, inquiries.name, inquiries.email, inquiries.company,
      inquiries.received_at, inquiries.due_at, inquiries.answered_at, inquiries.answer_id, staff.name as assignee_name
    from public.inquiries left join public.staff on staff.user_id = inquiries.assignee_id
    where inquiries.state = 'new' and (not mine or inquiries.assignee_id = (select auth.uid()))
  ), first_ones as (
    select * from waiting order by due_at, received_at, id limit 5
  )
  select jsonb_build_object(
    'waiting', (select count(*)::int from waiting),
    'late', (select count(*)::int from waiting where due_at < now()),
    'oldest_due_at', (select min(due_at) from waiting),
    -- Quarantined messages are no one's yet: anyone who looks sees all of them.
    'held', (select count(*)::int from public.inquiries where inquiries.state = 'held'),
    'held_late', (select count(*)::int from public.inquiries where inquiries.state = 'held' and inquiries.due_at < now()),
    'rows', (select coalesce(jsonb_agg(to_jsonb(first_ones) || jsonb_build_object('last_reply', public.last_reply(inquiries)) order by first_ones.due_at, first_ones.received_at, first_ones.id), '[]')
      from first_ones join public.inquiries on inquiries.id = first_ones.id),
    'promise', (select jsonb_build_object('kept', count(*) filter (where kept)::int, 'of', count(*)::int) from public.promise_rows(90, mine)))
$$;

select private.register_hook('dashboard: inquiries', 'private.dashboard_inquiries(boolean)', 'inquiries');

grant execute on function private.report_promised, public.promise_rows, private.was_promised, private.dashboard_inquiries
  to authenticated, service_role;
