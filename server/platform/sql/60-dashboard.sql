-- The owner's dashboard: one function, one answer. Its figures come from the functions that the lists behind them use, so a figure
-- and its rows cannot differ. A module that is off is null; a part that fails says so and leaves the others alone.

-- What tasks are told of inquiries, now that there are any.
create function private.account_of_inquiry(inquiry uuid) returns uuid
language sql stable set search_path = ''
as $$
  select account_id from public.inquiries where id = inquiry
$$;

create function private.name_of_inquiry(inquiry uuid) returns text
language sql stable set search_path = ''
as $$
  select reference from public.inquiries where id = inquiry
$$;

-- The tasks of an inquiry follow it to another company, as those of a person do.
create function private.tasks_follow_inquiry() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  batch text := coalesce(current_setting('guidevane.batch', true), '');
begin
  perform set_config('guidevane.batch', gen_random_uuid()::text, true);
  update public.tasks set account_id = new.account_id
  where inquiry_id = new.id and new.account_id is not null and account_id is distinct from new.account_id;
  perform set_config('guidevane.batch', batch, true);
  return null;
end
$$;

create trigger tasks_follow_inquiry after update of account_id on public.inquiries for each row
  when (new.account_id is distinct from old.account_id) execute function private.tasks_follow_inquiry();

-- Without a search path of its own it is inlined, as what the reports count is.
create function private.was_promised(inquiry public.inquiries) returns boolean
language sql stable
as $$
  select case inquiry.state when 'answered' then true when 'new' then inquiry.due_at <= now() when 'held' then inquiry.due_at <= now() when 'closed' then inquiry.closed_at > inquiry.due_at else false end
$$;

-- Parts ---------------------------------------------------------------------------------------------------------------------

create function private.dashboard_tasks(mine boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'overdue', counts.overdue, 'today', counts.today,
    'open', counts.overdue + counts.today + counts.tomorrow + counts.week + counts.later + counts.undated,
    'rows', (select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from public.task_list(mine, in_groups => array['overdue', 'today'], most => 8) as listed))
  from public.task_counts(mine) as counts
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
    -- Quarantined messages are nobody's yet: whoever looks sees all of them.
    'held', (select count(*)::int from public.inquiries where inquiries.state = 'held'),
    'held_late', (select count(*)::int from public.inquiries where inquiries.state = 'held' and inquiries.due_at < now()),
    'rows', (select coalesce(jsonb_agg(to_jsonb(first_ones) || jsonb_build_object('last_reply', public.last_reply(inquiries)) order by first_ones.due_at, first_ones.received_at, first_ones.id), '[]')
      from first_ones join public.inquiries on inquiries.id = first_ones.id),
    'promise', (select jsonb_build_object('kept', count(*) filter (where kept)::int, 'of', count(*)::int) from public.promise_rows(90, mine)))
$$;

-- `parts` asks for some of them again: 'tasks', 'inquiries', 'deals', 'sequences', 'contacts'. A module's part is asked for only while it is live.
create function public.owner_dashboard(mine boolean default false, parts text[] default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb := (
    select jsonb_build_object('today', public.office_today(), 'clock', to_char(now() at time zone time_zone, 'HH24:MI'), 'zone', time_zone)
    from public.office);
  part text;
  figure jsonb;
begin
  if not public.may('office', 'read') then raise insufficient_privilege; end if;
  foreach part in array array['deals', 'tasks', 'inquiries', 'sequences', 'contacts'] loop
    continue when parts is not null and part <> all (parts);
    begin
      figure := case
        when part = 'contacts' then jsonb_build_object('count', (select count(*)::int from public.contacts))
        when not exists (select from public.modules where key = part and live) then 'null'
        when part = 'deals' then private.dashboard_deals(mine)
        when part = 'tasks' then private.dashboard_tasks(mine)
        when part = 'sequences' then private.dashboard_sequences(mine)
        else private.dashboard_inquiries(mine) end;
    exception when others then
      figure := jsonb_build_object('error', sqlerrm);
    end;
    answer := answer || jsonb_build_object(part, figure);
  end loop;
  return answer;
end
$$;

grant execute on function private.account_of_inquiry(uuid), private.name_of_inquiry(uuid),
  private.was_promised(public.inquiries), private.dashboard_tasks(boolean), private.dashboard_inquiries(boolean),
  public.owner_dashboard(boolean, text[]) to authenticated, service_role;
