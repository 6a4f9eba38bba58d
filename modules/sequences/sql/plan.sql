-- What the screens of sequences show: the list, the people, what came of each step, and the plan of the next days.

-- How people stand: active (a step is at work), waiting (the next one has its time), finished, replied, stopped.
create function private.shown_state(state text, next_at timestamptz) returns text
language sql immutable
as $$
  select case
    when state = 'active' then case when next_at is null then 'active' else 'waiting' end
    when state in ('finished', 'paused') then state
    when state in ('replied', 'booked', 'accepted') then 'replied'
    else 'stopped' end
$$;

create function public.sequence_list(archived boolean default false)
returns table (
  id uuid, name text, about text, status text, version int, steps int, active int, waiting int, paused int, finished int, replied int, stopped int, people int,
  owner_id uuid, owner_name text, updated_at timestamptz
)
language sql stable set search_path = ''
as $$
  select sequences.id, sequences.name, sequences.about, sequences.status, sequences.current_version,
    (select count(*)::int from public.sequence_steps where sequence_id = sequences.id and sequence_steps.version = sequences.current_version),
    coalesce(counts.active, 0), coalesce(counts.waiting, 0), coalesce(counts.paused, 0), coalesce(counts.finished, 0), coalesce(counts.replied, 0),
    coalesce(counts.stopped, 0), coalesce(counts.people, 0), sequences.owner_id, staff.name, sequences.updated_at
  from public.sequences
  left join public.staff on staff.user_id = sequences.owner_id
  left join lateral (
    select count(*) filter (where shown = 'active')::int as active, count(*) filter (where shown = 'waiting')::int as waiting,
      count(*) filter (where shown = 'paused')::int as paused, count(*) filter (where shown = 'finished')::int as finished,
      count(*) filter (where shown = 'replied')::int as replied, count(*) filter (where shown = 'stopped')::int as stopped, count(*)::int as people
    from (select private.shown_state(enrolments.state, enrolments.next_at) as shown from public.enrolments where enrolments.sequence_id = sequences.id) as each
  ) as counts on true
  where archived or sequences.status <> 'archived'
  order by array_position(array['active', 'paused', 'draft', 'archived'], sequences.status), sequences.name, sequences.id
$$;

-- The steps of the newest version, each with its text and what came of it in all versions that had this step at this place.
create function public.sequence_results(sequence uuid)
returns table (
  no int, kind text, delay_days int, delay_business boolean, delay_minutes int, template_version_id uuid, template_id uuid, template_name text,
  template_version int, newest_version_id uuid, subject text, task_title text, wait_for_task boolean, same_thread boolean,
  planned int, sent int, held int, uncertain int, failed int, cancelled int, replied int, made int, done int
)
language sql stable set search_path = ''
as $$
  select steps.no, steps.kind, steps.delay_days, steps.delay_business, steps.delay_minutes, steps.template_version_id, templates.id, templates.name,
    texts.version, (select newest.id from public.mail_template_versions as newest where newest.template_id = templates.id order by newest.version desc limit 1),
    texts.subject, steps.task_title, steps.wait_for_task, steps.same_thread,
    counts.planned, counts.sent, counts.held, counts.uncertain, counts.failed, counts.cancelled,
    -- Anyone who replied, booked or accepted after this step and before the next.
    (select count(*)::int from public.enrolments
      where enrolments.sequence_id = sequence and enrolments.step_no = steps.no and enrolments.state in ('replied', 'booked', 'accepted')),
    counts.made, counts.done
  from public.sequences
  join public.sequence_steps as steps on steps.sequence_id = sequences.id and steps.version = sequences.current_version
  left join public.mail_template_versions as texts on texts.id = steps.template_version_id
  left join public.mail_templates as templates on templates.id = texts.template_id
  cross join lateral (
    select count(*)::int as planned,
      count(*) filter (where outbox.state in ('sent', 'delivered', 'bounced', 'complained'))::int as sent,
      count(*) filter (where outbox.state in ('held', 'queued', 'sending'))::int as held,
      count(*) filter (where outbox.state = 'uncertain')::int as uncertain,
      count(*) filter (where outbox.state in ('failed', 'suppressed', 'expired', 'bounced'))::int as failed,
      count(*) filter (where outbox.state = 'cancelled')::int as cancelled,
      count(runs.step_no) filter (where steps.kind = 'task')::int as made,
      count(*) filter (where steps.kind = 'task' and (tasks.done_at is not null or (tasks.id is null and runs.done_at is not null)))::int as done
    from public.enrolments join public.step_runs as runs on runs.enrolment_id = enrolments.id and runs.step_no = steps.no
    left join public.outbox on outbox.id = runs.outbox_id
    left join public.tasks on tasks.id = runs.task_id
    where enrolments.sequence_id = sequence
  ) as counts
  where sequences.id = sequence
  order by steps.no
$$;

-- People of a sequence, of a contact or of a company, newest first.
create function public.sequence_people(
  sequence uuid default null, of_contact uuid default null, of_account uuid default null, shown text default null, most int default 50, skipping int default 0
)
returns table (
  enrolment_id uuid, sequence_id uuid, sequence_name text, sequence_status text, contact_id uuid, contact_name text, account_id uuid, account_name text, email text,
  state text, shown_state text, version int, is_newest boolean, step_no int, steps int, next_at timestamptz, next_day date, next_clock text, timezone text,
  next_kind text, next_title text, at_work text, paused_until timestamptz, stop_reason text, stop_event text, enrolled_at timestamptz, enrolled_by_name text, ended_at timestamptz
)
language sql stable set search_path = ''
as $$
  select enrolments.id, sequences.id, sequences.name, sequences.status, contacts.id, contacts.name, accounts.id, accounts.name, contacts.email, enrolments.state,
    private.shown_state(enrolments.state, enrolments.next_at), enrolments.version, enrolments.version = sequences.current_version, enrolments.step_no,
    (select count(*)::int from public.sequence_steps where sequence_steps.sequence_id = sequences.id and sequence_steps.version = enrolments.version),
    enrolments.next_at, (enrolments.next_at at time zone enrolments.timezone)::date, to_char(enrolments.next_at at time zone enrolments.timezone, 'HH24:MI'),
    enrolments.timezone, next.kind, coalesce(next.task_title, templates.name),
    case when enrolments.state <> 'active' or enrolments.next_at is not null then null
      when tasks.id is not null then 'task' when outbox.id is not null then 'mail' end,
    enrolments.paused_until, enrolments.stop_reason, enrolments.stop_event, enrolments.enrolled_at, staff.name, enrolments.ended_at
  from public.enrolments
  join public.sequences on sequences.id = enrolments.sequence_id
  join public.contacts on contacts.id = enrolments.contact_id
  join public.accounts on accounts.id = contacts.account_id
  left join public.staff on staff.user_id = enrolments.enrolled_by
  left join public.sequence_steps as next
    on next.sequence_id = sequences.id and next.version = enrolments.version and next.no = enrolments.step_no + 1 and enrolments.state in ('active', 'paused')
  left join public.mail_template_versions as texts on texts.id = next.template_version_id
  left join public.mail_templates as templates on templates.id = texts.template_id
  left join public.step_runs as runs on runs.enrolment_id = enrolments.id and runs.step_no = enrolments.step_no and runs.done_at is null
  left join public.tasks on tasks.id = runs.task_id
  left join public.outbox on outbox.id = runs.outbox_id
  where (sequence is null or enrolments.sequence_id = sequence)
    and (of_contact is null or enrolments.contact_id = of_contact)
    and (of_account is null or contacts.account_id = of_account)
    and (shown is null or private.shown_state(enrolments.state, enrolments.next_at) = shown)
  order by (enrolments.state in ('active', 'paused')) desc, enrolments.next_at nulls first, enrolments.id desc
  limit least(greatest(most, 0), 500) offset greatest(skipping, 0)
$$;

-- Every mail and task of the next days, as it would happen if no one answered: the rules of the planner, run ahead in a scratch table.
-- After a task that is waited for nothing can be said. `day` and `clock` are the person's.
create function public.sequence_plan(days int default 14, sequence uuid default null, of_contact uuid default null)
returns table (
  at timestamptz, day date, clock text, timezone text, enrolment_id uuid, sequence_id uuid, sequence_name text, contact_id uuid, contact_name text,
  account_name text, step_no int, kind text, title text, waits boolean
)
language plpgsql volatile security definer set search_path = '' set client_min_messages = warning
as $$
declare
  horizon timestamptz := private.sequence_clock() + make_interval(days => least(greatest(days, 1), 60));
  next record;
  of public.sequences;
  doing public.sequence_steps;
  slot timestamptz;
  domain_cap int := (select sequence_settings.domain_cap from public.sequence_settings);
  told int := 0;
begin
  perform private.require_may('sequences', 'read');
  create temp table if not exists sequence_ahead (
    enrolment uuid primary key, sequence uuid, version int, key text, zone text, contact uuid, step int, due timestamptz) on commit drop;
  create temp table if not exists sequence_told (moment timestamptz, enrolment uuid, sequence uuid, contact uuid, key text, zone text, step int, kind text, words text, waiting boolean)
    on commit drop;
  delete from pg_temp.sequence_ahead;
  delete from pg_temp.sequence_told;
  -- A mail on its way counts as done now; a task that is waited for has no end that anyone knows. All sequences take part: they share caps.
  insert into pg_temp.sequence_ahead
  select enrolments.id, enrolments.sequence_id, enrolments.version, enrolments.to_key, enrolments.timezone, enrolments.contact_id, enrolments.step_no + 1,
    greatest(enrolments.next_at, private.sequence_clock())
  from public.enrolments join public.sequences on sequences.id = enrolments.sequence_id and sequences.status = 'active'
  where enrolments.state = 'active' and (enrolments.next_at < horizon or enrolments.next_at is null and exists (
    select from public.step_runs as runs where runs.enrolment_id = enrolments.id and runs.step_no = enrolments.step_no and runs.done_at is null and runs.outbox_id is not null));
  update pg_temp.sequence_ahead set due = coalesce((
    select private.next_slot(sequences, ahead.zone, private.after_delay(sequences, steps, ahead.zone, private.sequence_clock()))
    from public.sequences, public.sequence_steps as steps, pg_temp.sequence_ahead as ahead
    where ahead.enrolment = sequence_ahead.enrolment and sequences.id = ahead.sequence and steps.sequence_id = ahead.sequence and steps.version = ahead.version and steps.no = ahead.step
  ), 'infinity') where due is null;
  create index on pg_temp.sequence_ahead (due, enrolment);
  create index on pg_temp.sequence_told (moment);
  loop
    select * into next from pg_temp.sequence_ahead as ahead order by ahead.due, ahead.enrolment limit 1;
    exit when next.enrolment is null or next.due > horizon or told >= 5000;
    if of.id is distinct from next.sequence then select * into of from public.sequences where sequences.id = next.sequence; end if;
    select * into doing from public.sequence_steps as steps where steps.sequence_id = next.sequence and steps.version = next.version and steps.no = next.step;
    if doing.no is null then
      delete from pg_temp.sequence_ahead as ahead where ahead.enrolment = next.enrolment;
      continue;
    end if;
    slot := private.allowed_at(of, doing.kind, next.key, next.zone, next.due);
    -- What this plan has already put on that day counts like what is written.
    if slot = next.due and doing.kind = 'mail' and (
      exists (select from pg_temp.sequence_told as told_row where told_row.key = next.key and told_row.kind = 'mail'
        and (told_row.moment at time zone next.zone)::date = (slot at time zone next.zone)::date)
      or (select count(*) from pg_temp.sequence_told as told_row where told_row.sequence = next.sequence and told_row.kind = 'mail'
        and (told_row.moment at time zone of.timezone)::date = (slot at time zone of.timezone)::date) + private.planned_on(of.id, null, of.timezone, slot) >= of.daily_cap
      or (select count(*) from pg_temp.sequence_told as told_row where split_part(told_row.key, '@', 2) = split_part(next.key, '@', 2) and told_row.kind = 'mail'
        and (told_row.moment at time zone of.timezone)::date = (slot at time zone of.timezone)::date)
        + private.planned_on(null, split_part(next.key, '@', 2), of.timezone, slot) >= domain_cap) then
      slot := private.next_slot(of, next.zone, private.local_instant((slot at time zone next.zone)::date + 1 + time '00:00', next.zone));
    end if;
    if slot > next.due then
      update pg_temp.sequence_ahead as ahead set due = slot where ahead.enrolment = next.enrolment;
      continue;
    end if;
    insert into pg_temp.sequence_told values (slot, next.enrolment, next.sequence, next.contact, next.key, next.zone, doing.no, doing.kind,
      coalesce(doing.task_title, (select templates.name from public.mail_template_versions as texts
        join public.mail_templates as templates on templates.id = texts.template_id where texts.id = doing.template_version_id)), doing.wait_for_task);
    told := told + 1;
    select * into doing from public.sequence_steps as steps where steps.sequence_id = next.sequence and steps.version = next.version and steps.no = next.step + 1
      and not doing.wait_for_task;
    if doing.no is null then
      delete from pg_temp.sequence_ahead as ahead where ahead.enrolment = next.enrolment;
    else
      update pg_temp.sequence_ahead as ahead set step = next.step + 1, due = private.next_slot(of, next.zone, private.after_delay(of, doing, next.zone, slot))
      where ahead.enrolment = next.enrolment;
    end if;
  end loop;
  return query
    select shown.moment, (shown.moment at time zone shown.zone)::date, to_char(shown.moment at time zone shown.zone, 'HH24:MI'), shown.zone, shown.enrolment, sequences.id,
      sequences.name, contacts.id, contacts.name, accounts.name, shown.step, shown.kind, shown.words, shown.waiting
    from pg_temp.sequence_told as shown join public.sequences on sequences.id = shown.sequence
    join public.contacts on contacts.id = shown.contact join public.accounts on accounts.id = contacts.account_id
    where (sequence_plan.sequence is null or shown.sequence = sequence_plan.sequence) and (of_contact is null or shown.contact = of_contact)
    order by shown.moment, contacts.name, shown.enrolment, shown.step;
end
$$;

-- The dashboard: sequences that run, and the people in them.
create function private.dashboard_sequences(mine boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'active', count(distinct sequences.id)::int,
    'enrolments', count(enrolments.id)::int,
    'waiting', count(enrolments.id) filter (where enrolments.next_at > now())::int)
  from public.sequences
  left join public.enrolments on enrolments.sequence_id = sequences.id and enrolments.state = 'active'
  where sequences.status = 'active' and (not mine or sequences.owner_id = (select auth.uid()))
$$;

select private.register_hook('dashboard: sequences', 'private.dashboard_sequences(boolean)', 'sequences');

grant execute on function private.shown_state, public.sequence_list, public.sequence_results, public.sequence_people, public.sequence_plan,
  private.dashboard_sequences to authenticated, service_role;
