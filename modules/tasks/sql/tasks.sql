-- Tasks: what is to be done, by whom and when, on a record or on none. Groups ("Overdue", "Today" ...) are computed when someone
-- looks, by the office's day: nothing is stored that midnight would make wrong.

create function private.complete_task_row() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.due_at is not null then new.due_on := public.office_day(new.due_at); end if;
  if new.contact_id is not null then
    new.account_id := (select account_id from public.contacts where id = new.contact_id);
  elsif new.deal_id is not null then
    new.account_id := coalesce((select max(answer)::uuid from private.call_hooks('account of deal', new.deal_id::text) as answer), new.account_id);
  elsif new.inquiry_id is not null then
    new.account_id := coalesce((select max(answer)::uuid from private.call_hooks('account of inquiry', new.inquiry_id::text) as answer), new.account_id);
  end if;
  return new;
end
$$;

create trigger tasks_complete_row before insert or update on public.tasks for each row execute function private.complete_task_row();

create trigger tasks_tidy before insert or update on public.tasks for each row execute function private.tidy();

create trigger tasks_touch before update on public.tasks for each row execute function private.touch_updated_at();

-- The tasks of a person who changes company go along. That is no news of the tasks: the person's own entry tells it.
create function private.tasks_follow_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  batch text := coalesce(current_setting('guidevane.batch', true), '');
begin
  perform set_config('guidevane.batch', gen_random_uuid()::text, true);
  update public.tasks set account_id = new.account_id where contact_id = new.id and account_id is distinct from new.account_id;
  perform set_config('guidevane.batch', batch, true);
  return null;
end
$$;

create trigger tasks_follow_contact after update of account_id on public.contacts for each row
  when (new.account_id is distinct from old.account_id) execute function private.tasks_follow_contact();

-- An office that moves to another time zone keeps the moments; the days of open tasks follow.
create function private.tasks_follow_office() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  batch text := coalesce(current_setting('guidevane.batch', true), '');
begin
  perform set_config('guidevane.batch', gen_random_uuid()::text, true);
  update public.tasks set due_on = public.office_day(due_at)
  where done_at is null and due_at is not null and due_on <> public.office_day(due_at);
  perform set_config('guidevane.batch', batch, true);
  return null;
end
$$;

create trigger tasks_follow_office after update of time_zone on public.office for each row
  when (new.time_zone is distinct from old.time_zone) execute function private.tasks_follow_office();

select private.register_types('tasks', 'task');

select private.keep_history(
  'public.tasks', 'task', 'title',
  'account_id=account_id', 'contact_id=contact_id', 'deal_id=deal_id', 'inquiry_id=inquiry_id', 'task_id=id'
);

select private.enable_trash('tasks', area => 'tasks', title => 'title', record_type => 'task');

select private.tell_owners('task', 'public.tasks', 'assignee_id');

-- Anyone who is erased leaves no words in tasks either. (Merging moves tasks by their foreign keys.)
select private.empty_with_contact('public.tasks', 'contact_id', 'title = ''Erased'', notes = null');

-- Facts of records: the next open task, and calls, meetings and mails that were done.
select private.tell_facts('next step', 'tasks', array['accounts', 'contacts', 'deals'], $query$
  select distinct on ($id) $id, title, due_on, created_at, id from public.tasks
  where $id = any (ids) and done_at is null order by $id, due_on, created_at, id
$query$);

select private.tell_facts('last contact', 'tasks', array['accounts', 'contacts', 'deals'], $query$
  select distinct on ($id) $id, done_at, case tasks.kind when 'reply' then 'mail' else tasks.kind end from public.tasks
  where $id = any (ids) and done_at is not null and tasks.kind in ('reply', 'call', 'mail', 'meeting') order by $id, done_at desc
$query$);

select private.feed_facts('tasks', 'public.tasks', '$row.title, $row.due_on, $row.done_at, $row.kind, $row.account_id, $row.contact_id, $row.deal_id',
  'contacts', 'contact_id', 'deals', 'deal_id', 'accounts', 'account_id');

-- Groups ----------------------------------------------------------------------------------------------------------------
-- A day is over when the office's day is; an hour when it has struck. The week ends on Sunday, and tomorrow is only tomorrow.

create function private.task_group(due_on date, due_at timestamptz, today date) returns text
language sql stable
as $$
  select case
    when due_on is null then 'undated'
    when due_on < today or due_at <= now() then 'overdue'
    when due_on = today then 'today'
    when due_on = today + 1 then 'tomorrow'
    when due_on <= today + 7 - extract(isodow from today)::int then 'week'
    else 'later' end
$$;

-- Inquiries and deals whose tasks are shown with a person's or deal's own.
create function private.work_of_record(record uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(select answer::uuid from private.call_hooks('work of record', record::text) as answer)
$$;

grant execute on function private.work_of_record to authenticated, service_role;

-- Lists -----------------------------------------------------------------------------------------------------------------

-- One page of tasks as the screens show them, in their order: open ones with their group, then those done today. Names come
-- along, and hours as the office's clocks show them, because a browser may stand in another zone.
create function public.task_list(
  mine boolean default false,
  of_priority text default null,
  in_groups text[] default null,
  of_account uuid default null,
  of_contact uuid default null,
  of_inquiry uuid default null,
  of_deal uuid default null,
  most int default 200,
  skipping int default 0
)
returns table (
  id uuid, title text, notes text, kind text, priority text, due_on date, due_at timestamptz, due_time text, remind_at timestamptz,
  remind_before int, assignee_id uuid, assignee_name text, done_at timestamptz, done_time text, done_by_name text,
  account_id uuid, account_name text, contact_id uuid, contact_name text, deal_id uuid, deal_name text, inquiry_id uuid, inquiry_name text,
  source text, created_at timestamptz, updated_at timestamptz, task_group text, today date
)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with office as materialized (
    select public.office_today() as today, time_zone, (select auth.uid()) as me,
      public.office_today()::timestamp at time zone time_zone as midnight
    from public.office
  ), found as materialized (
    select tasks.*, office.today, private.task_group(tasks.due_on, tasks.due_at, office.today) as task_group
    from office, public.tasks
    where tasks.done_at is null
      and (not mine or tasks.assignee_id = office.me or tasks.assignee_id is null)
      and (of_priority is null or tasks.priority = of_priority)
      and (of_account is null or tasks.account_id = of_account)
      and (of_contact is null or tasks.contact_id = of_contact or tasks.inquiry_id = any ((select private.work_of_record(of_contact))::uuid[])
        or tasks.deal_id = any ((select private.work_of_record(of_contact))::uuid[]))
      and (of_inquiry is null or tasks.inquiry_id = of_inquiry)
      and (of_deal is null or tasks.deal_id = of_deal or tasks.inquiry_id = any ((select private.work_of_record(of_deal))::uuid[]))
      and (in_groups is null or private.task_group(tasks.due_on, tasks.due_at, office.today) = any (private.no_more_than(100, in_groups)))
    union all
    select tasks.*, office.today, 'done'
    from office, public.tasks
    where tasks.done_at >= office.midnight
      and (in_groups is null or 'done' = any (private.no_more_than(100, in_groups)))
      and (not mine or tasks.assignee_id = office.me or tasks.assignee_id is null or tasks.done_by = office.me)
      and (of_priority is null or tasks.priority = of_priority)
      and (of_account is null or tasks.account_id = of_account)
      and (of_contact is null or tasks.contact_id = of_contact or tasks.inquiry_id = any ((select private.work_of_record(of_contact))::uuid[])
        or tasks.deal_id = any ((select private.work_of_record(of_contact))::uuid[]))
      and (of_inquiry is null or tasks.inquiry_id = of_inquiry)
      and (of_deal is null or tasks.deal_id = of_deal or tasks.inquiry_id = any ((select private.work_of_record(of_deal))::uuid[]))
  ), page as (
    select * from found
    order by
      array_position(array['overdue', 'today', 'tomorrow', 'week', 'later', 'undated', 'done'], task_group),
      case when task_group = 'done' then extract(epoch from done_at) end desc,
      due_on, due_at nulls last, array_position(array['high', 'medium', 'low'], priority), created_at, id
    limit least(greatest(most, 0), 1000) offset greatest(skipping, 0)
  )
  select page.id, page.title, page.notes, page.kind, page.priority, page.due_on, page.due_at,
    to_char(page.due_at at time zone office.time_zone, 'HH24:MI'), page.remind_at,
    (extract(epoch from page.due_at - page.remind_at) / 60)::int,
    page.assignee_id, assignee.name, page.done_at, to_char(page.done_at at time zone office.time_zone, 'HH24:MI'), doer.name,
    -- Looked up one by one: a join would read every company and person for a page of tasks.
    page.account_id, (select accounts.name from public.accounts where accounts.id = page.account_id),
    page.contact_id, (select contacts.name from public.contacts where contacts.id = page.contact_id),
    page.deal_id, case when page.deal_id is not null then (select max(answer) from private.call_hooks('name of deal', page.deal_id::text) as answer) end, page.inquiry_id,
    case when page.inquiry_id is not null then (select max(answer) from private.call_hooks('name of inquiry', page.inquiry_id::text) as answer) end,
    page.source, page.created_at, page.updated_at, page.task_group, page.today
  from office cross join page
  left join public.staff as assignee on assignee.user_id = page.assignee_id
  left join public.staff as doer on doer.user_id = page.done_by
  order by
    array_position(array['overdue', 'today', 'tomorrow', 'week', 'later', 'undated', 'done'], page.task_group),
    case when page.task_group = 'done' then extract(epoch from page.done_at) end desc,
    page.due_on, page.due_at nulls last, array_position(array['high', 'medium', 'low'], page.priority), page.created_at, page.id
$$;

-- How many there are of each: the heads of the list, and the count in the sidebar (overdue and today, mine).
create function public.task_counts(mine boolean default true, of_priority text default null)
returns table (overdue int, today int, tomorrow int, week int, later int, undated int, done int)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with office as materialized (
    select public.office_today() as today, public.office_today()::timestamp at time zone time_zone as midnight, (select auth.uid()) as me
    from public.office
  ), grouped as (
    select private.task_group(tasks.due_on, tasks.due_at, office.today) as task_group, count(*)::int as count
    from office, public.tasks
    where tasks.done_at is null
      and (not mine or tasks.assignee_id = office.me or tasks.assignee_id is null)
      and (of_priority is null or tasks.priority = of_priority)
    group by 1
    union all
    select 'done', count(*)::int
    from office, public.tasks
    where tasks.done_at >= office.midnight
      and (not mine or tasks.assignee_id = office.me or tasks.assignee_id is null or tasks.done_by = office.me)
      and (of_priority is null or tasks.priority = of_priority)
  )
  select coalesce(sum(count) filter (where task_group = 'overdue'), 0)::int,
    coalesce(sum(count) filter (where task_group = 'today'), 0)::int,
    coalesce(sum(count) filter (where task_group = 'tomorrow'), 0)::int,
    coalesce(sum(count) filter (where task_group = 'week'), 0)::int,
    coalesce(sum(count) filter (where task_group = 'later'), 0)::int,
    coalesce(sum(count) filter (where task_group = 'undated'), 0)::int,
    coalesce(sum(count) filter (where task_group = 'done'), 0)::int
  from grouped
$$;

-- Work ------------------------------------------------------------------------------------------------------------------

-- Adds a task, or saves one that was read at `seen`. The id is chosen by the browser: sending twice makes one task. Hours
-- are the office's; `remind_before` is in minutes before the hour.
create function public.save_task(task jsonb, seen timestamptz default null) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  of_id uuid := (task ->> 'id')::uuid;
  due timestamptz := case when task ->> 'due_time' is not null
    then private.office_moment((task ->> 'due_on')::date, (task ->> 'due_time')::time) end;
  remind timestamptz := due - make_interval(mins => (task ->> 'remind_before')::int);
  other public.tasks;
begin
  if seen is null then
    insert into public.tasks (id, title, notes, kind, priority, due_on, due_at, remind_at, assignee_id, account_id, contact_id, inquiry_id, deal_id)
    values (of_id, coalesce(task ->> 'title', ''), task ->> 'notes', coalesce(task ->> 'kind', 'todo'), coalesce(task ->> 'priority', 'medium'),
      (task ->> 'due_on')::date, due, remind,
      case when task ? 'assignee_id' then (task ->> 'assignee_id')::uuid else auth.uid() end,
      (task ->> 'account_id')::uuid, (task ->> 'contact_id')::uuid, (task ->> 'inquiry_id')::uuid, (task ->> 'deal_id')::uuid)
    on conflict (id) do nothing;
    return of_id;
  end if;
  update public.tasks set title = coalesce(task ->> 'title', ''), notes = task ->> 'notes', kind = coalesce(task ->> 'kind', tasks.kind),
    priority = coalesce(task ->> 'priority', tasks.priority), due_on = (task ->> 'due_on')::date, due_at = due, remind_at = remind,
    assignee_id = (task ->> 'assignee_id')::uuid, account_id = (task ->> 'account_id')::uuid, contact_id = (task ->> 'contact_id')::uuid,
    deal_id = case when task ? 'deal_id' then (task ->> 'deal_id')::uuid when task ->> 'contact_id' is null then tasks.deal_id end
  where id = of_id and updated_at = seen;
  if found then return of_id; end if;
  select * into other from public.tasks where id = of_id;
  if other.id is null then raise sqlstate 'PT404' using message = 'This task no longer exists.'; end if;
  raise sqlstate 'PT409' using message = 'Someone else saved this task after you opened it. Close it to see theirs.';
end
$$;

-- Anyone who ticks second is told who was first: `first` is false, and the name is theirs.
create function public.complete_tasks(ids uuid[])
returns table (id uuid, first boolean, done_at timestamptz, done_by uuid, done_by_name text)
language plpgsql volatile set search_path = ''
as $$
declare
  mine uuid[];
begin
  with completed as (
    update public.tasks set done_at = now(), done_by = auth.uid()
    where tasks.id = any (private.no_more_than(10000, ids)) and tasks.done_at is null returning tasks.id
  )
  select coalesce(array_agg(completed.id), '{}') into mine from completed;
  return query
    select tasks.id, tasks.id = any (mine), tasks.done_at, tasks.done_by, staff.name
    from public.tasks left join public.staff on staff.user_id = tasks.done_by
    where tasks.id = any (private.no_more_than(10000, ids));
end
$$;

create function public.complete_task(id uuid)
returns table (task_id uuid, first boolean, done_at timestamptz, done_by uuid, done_by_name text)
language sql volatile set search_path = ''
as $$
  select * from public.complete_tasks(array[complete_task.id])
$$;

create function public.reopen_tasks(ids uuid[]) returns setof uuid
language sql volatile set search_path = ''
as $$
  update public.tasks set done_at = null, done_by = null where id = any (private.no_more_than(10000, ids)) and done_at is not null returning id
$$;

-- To another day, or to none of `to_day` and `no_day`: the next working day. The hour stays, and a reminder keeps its distance.
-- The answer says where each went and where it was, so that it can be taken back.
create function public.snooze_tasks(ids uuid[], to_day date default null, no_day boolean default false)
returns table (id uuid, due_on date, task_group text, was_due_on date, was_due_at timestamptz, was_remind_at timestamptz)
language plpgsql volatile set search_path = ''
as $$
declare
  day date := case when not no_day then coalesce(to_day, public.next_work_day(public.office_today())) end;
  zone text := (select time_zone from public.office);
  today date := public.office_today();
begin
  return query
    with old as (
      select tasks.id, tasks.due_on, tasks.due_at, tasks.remind_at from public.tasks
      where tasks.id = any (private.no_more_than(10000, ids)) and tasks.done_at is null order by tasks.id for update
    ), moved as (
      select old.*, (day + (old.due_at at time zone zone)::time) at time zone zone as moved_at from old
    )
    update public.tasks set
      due_on = day,
      due_at = moved.moved_at,
      remind_at = case when moved.moved_at is not null then moved.moved_at - (moved.due_at - moved.remind_at) end
    from moved where tasks.id = moved.id
    returning tasks.id, tasks.due_on, private.task_group(tasks.due_on, tasks.due_at, today), moved.due_on, moved.due_at, moved.remind_at;
end
$$;

create function public.snooze_task(id uuid, to_day date default null)
returns table (task_id uuid, due_on date, task_group text, was_due_on date, was_due_at timestamptz, was_remind_at timestamptz)
language sql volatile set search_path = ''
as $$
  select * from public.snooze_tasks(array[snooze_task.id], to_day)
$$;

-- Puts tasks back to where they were before a snooze, one entry each: {"id", "due_on", "due_at", "remind_at"}.
create function public.restore_task_days(days jsonb) returns setof uuid
language sql volatile set search_path = ''
as $$
  update public.tasks set due_on = old.due_on, due_at = old.due_at, remind_at = old.remind_at
  from jsonb_to_recordset(days) as old (id uuid, due_on date, due_at timestamptz, remind_at timestamptz)
  where tasks.id = old.id
  returning tasks.id
$$;

create function public.reassign_tasks(ids uuid[], assignee uuid) returns setof uuid
language sql volatile set search_path = ''
as $$
  update public.tasks set assignee_id = assignee where id = any (private.no_more_than(10000, ids)) and done_at is null and assignee_id is distinct from assignee
  returning id
$$;

grant select, insert, update, delete on public.tasks to authenticated;

grant all on public.tasks to service_role;

select private.allow('public.tasks', 'tasks', adds => 'add', edits => 'edit', deletes => 'delete');

-- Finding. A task is on the page of its record.
select private.enable_search('tasks', area => 'tasks', title => 'title', searched => array['title', 'notes'], through => array['contact_id', 'account_id']);

select private.show_when_found('tasks', 'tasks', $query$
  select record.id, record.title, case when record.done_at is not null then 'done' else to_char(record.due_on, 'Mon FMDD, YYYY') end,
    case when record.deal_id is not null then 'deals' when record.contact_id is not null then 'contacts' when record.account_id is not null then 'accounts' end,
    coalesce(record.deal_id, record.contact_id, record.account_id), best.place
  from unnest($1::uuid[]) with ordinality as best (id, place) join public.tasks as record on record.id = best.id
$query$);

create function private.dashboard_tasks(mine boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'overdue', counts.overdue, 'today', counts.today,
    'open', counts.overdue + counts.today + counts.tomorrow + counts.week + counts.later + counts.undated,
    'rows', (select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from public.task_list(mine, in_groups => array['overdue', 'today'], most => 8) as listed))
  from public.task_counts(mine) as counts
$$;

select private.register_hook('dashboard: tasks', 'private.dashboard_tasks(boolean)', 'tasks');

grant execute on function private.task_group, public.task_list, public.task_counts, public.save_task, public.complete_tasks, public.complete_task,
  public.reopen_tasks, public.snooze_tasks, public.snooze_task, public.restore_task_days, public.reassign_tasks, private.dashboard_tasks
  to authenticated, service_role;

select private.announce_changes('public.tasks', 'tasks');

select private.hand_over_with('tasks', 'public.tasks', 'assignee_id', company => 'account_id', still_open => 'done_at is null');

-- For functions that give someone else something to do. With an `id` of their own they can change it later, and asking again opens the same
-- one; due today unless they say when.
create function private.make_task(task jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.tasks (id, title, kind, assignee_id, source, due_on, account_id, contact_id, deal_id, inquiry_id)
  values (coalesce((task ->> 'id')::uuid, uuidv7()), task ->> 'title', task ->> 'kind', (task ->> 'assignee_id')::uuid, task ->> 'source',
    coalesce((task ->> 'due_on')::date, public.office_today()), (task ->> 'account_id')::uuid, (task ->> 'contact_id')::uuid, (task ->> 'deal_id')::uuid,
    (task ->> 'inquiry_id')::uuid)
  on conflict (id) do update set title = excluded.title, due_on = excluded.due_on, done_at = null, done_by = null
$$;

-- A task that was made with an id follows what it was made for, while nobody has done it: {"id", "due_on", "assignee_id"}, or "done", or "drop".
create function private.change_made_task(task jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was text;
begin
  if (task ->> 'drop')::boolean then
    -- Taken back, not deleted by anybody: not in the trash.
    was := private.skip_trash();
    delete from public.tasks where id = (task ->> 'id')::uuid and done_at is null;
    perform private.keep_again(was);
  else
    update public.tasks set due_on = coalesce((task ->> 'due_on')::date, due_on), assignee_id = coalesce((task ->> 'assignee_id')::uuid, assignee_id),
      account_id = coalesce((task ->> 'account_id')::uuid, account_id), contact_id = coalesce((task ->> 'contact_id')::uuid, contact_id),
      done_at = case when (task ->> 'done')::boolean then now() end
    where id = (task ->> 'id')::uuid and done_at is null;
  end if;
end
$$;

select private.register_hook('made task changes', 'private.change_made_task(jsonb)');

select private.register_hook('make task', 'private.make_task(jsonb)', 'tasks');

-- What the morning's mail begins with. Answers that are promised come from the inquiries themselves.
create function private.tasks_due_today(person uuid, day date) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('sort', 'task', 'title', tasks.title, 'about', coalesce(contacts.name, accounts.name),
    'late', tasks.due_on < day, 'hour', to_char(tasks.due_at at time zone office.time_zone, 'HH24:MI'))
  from public.office, public.tasks
  left join public.accounts on accounts.id = tasks.account_id
  left join public.contacts on contacts.id = tasks.contact_id
  where tasks.done_at is null and tasks.due_on <= day and (tasks.assignee_id = person or tasks.assignee_id is null)
    and not (tasks.kind = 'reply' and tasks.inquiry_id is not null)
  order by tasks.due_on, tasks.due_at nulls last, tasks.created_at
$$;

select private.register_hook('due today', 'private.tasks_due_today(uuid, date)', 'tasks');
