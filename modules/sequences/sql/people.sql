-- What the screens of sequences ask for and do. Every function asks who calls.

create function private.sequence_to_change(sequence uuid) returns public.sequences
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.sequences;
begin
  perform private.require_may('sequences', 'edit');
  select * into kept from public.sequences where id = sequence for update;
  if kept.id is null then raise sqlstate 'PT404' using message = 'This sequence no longer exists.'; end if;
  return kept;
end
$$;

-- A sequence ------------------------------------------------------------------------------------------------------------------

-- {"id", "name", "about", "from_identity", "timezone", "window_start", "window_end", "weekdays", "holidays", "daily_cap", "owner_id",
-- "steps": [{"kind", "delay_days", "delay_business", "delay_minutes", "template_version_id", "task_title", "wait_for_task", "same_thread"}]}.
-- A key that is missing stays as it is. Steps of a version with people in it become a new version; the people keep theirs.
create function public.save_sequence(sequence jsonb, seen timestamptz default null) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.sequences;
  given jsonb := sequence;
  steps jsonb;
  before jsonb;
  into_version int;
begin
  perform private.require_may('sequences', 'edit');
  if given ->> 'id' is not null then
    select * into kept from public.sequences where id = (given ->> 'id')::uuid for update;
  end if;
  if seen is not null then
    if kept.id is null then raise sqlstate 'PT404' using message = 'This sequence no longer exists.'; end if;
    if kept.updated_at <> seen then raise sqlstate 'PT409' using message = 'Someone else saved this sequence after you opened it.'; end if;
  end if;
  if kept.status = 'archived' then raise sqlstate 'PT409' using message = 'This sequence is archived.'; end if;
  given := jsonb_build_object('status', 'draft', 'timezone', (select time_zone from public.office), 'window_start', '09:00', 'window_end', '17:00',
    'weekdays', '[1,2,3,4,5]'::jsonb, 'holidays', '[]'::jsonb, 'daily_cap', 20, 'owner_id', (select user_id from public.staff where user_id = auth.uid()))
    || coalesce(jsonb_strip_nulls(to_jsonb(kept)), '{}') || (given - 'steps' - 'status' - 'current_version' - 'created_at' - 'updated_at');
  if kept.id is null then
    insert into public.sequences (id, name, about, status, from_identity, timezone, window_start, window_end, weekdays, holidays, daily_cap, owner_id)
    select coalesce(filled.id, uuidv7()), coalesce(filled.name, ''), filled.about, 'draft', filled.from_identity, filled.timezone, filled.window_start, filled.window_end,
      filled.weekdays, filled.holidays, filled.daily_cap, filled.owner_id
    from jsonb_populate_record(null::public.sequences, given) as filled
    returning * into kept;
  else
    update public.sequences set (name, about, from_identity, timezone, window_start, window_end, weekdays, holidays, daily_cap, owner_id) = (
      select filled.name, filled.about, filled.from_identity, filled.timezone, filled.window_start, filled.window_end, filled.weekdays, filled.holidays,
        filled.daily_cap, filled.owner_id from jsonb_populate_record(null::public.sequences, given) as filled)
    where id = kept.id;
  end if;

  if sequence -> 'steps' is null then return kept.id; end if;
  select coalesce(jsonb_agg(to_jsonb(step) - 'sequence_id' - 'version' order by step.no), '[]') into steps
  from (
    select listed.place::int as no, filled.kind, coalesce(filled.delay_days, 0) as delay_days, coalesce(filled.delay_business, false) as delay_business,
      coalesce(filled.delay_minutes, 0) as delay_minutes, case filled.kind when 'mail' then filled.template_version_id end as template_version_id,
      case filled.kind when 'task' then nullif(btrim(filled.task_title), '') end as task_title,
      filled.kind = 'task' and coalesce(filled.wait_for_task, false) as wait_for_task,
      filled.kind = 'mail' and coalesce(filled.same_thread, false) as same_thread
    from jsonb_array_elements(sequence -> 'steps') with ordinality as listed (step, place),
      jsonb_populate_record(null::public.sequence_steps, listed.step) as filled
  ) as step;
  select coalesce(jsonb_agg(to_jsonb(step) - 'sequence_id' - 'version' order by step.no), '[]') into before
  from public.sequence_steps as step where step.sequence_id = kept.id and step.version = kept.current_version;
  if steps = before then return kept.id; end if;
  if jsonb_array_length(steps) = 0 and kept.status = 'active' then
    raise exception 'A sequence that runs has at least one step.' using errcode = 'check_violation';
  end if;
  into_version := case
    when kept.current_version is null then 1
    when exists (select from public.enrolments where sequence_id = kept.id and version = kept.current_version) then kept.current_version + 1
    else kept.current_version end;
  delete from public.sequence_steps where sequence_id = kept.id and version = into_version;
  insert into public.sequence_steps (sequence_id, version, no, kind, delay_days, delay_business, delay_minutes, template_version_id, task_title, wait_for_task, same_thread)
  select kept.id, into_version, filled.no, filled.kind, filled.delay_days, filled.delay_business, filled.delay_minutes, filled.template_version_id,
    filled.task_title, filled.wait_for_task, filled.same_thread
  from jsonb_populate_recordset(null::public.sequence_steps, steps) as filled;
  update public.sequences set current_version = case when jsonb_array_length(steps) > 0 then into_version end where id = kept.id;
  return kept.id;
end
$$;

-- draft or paused -> active, active -> paused, any -> archived. Pausing holds everything; going on plans again, without a burst;
-- archiving ends what runs.
create function public.set_sequence_status(sequence uuid, status text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.sequences := private.sequence_to_change(sequence);
  one uuid;
begin
  if kept.status = set_sequence_status.status then return; end if;
  if set_sequence_status.status = 'active' and kept.status in ('draft', 'paused') then
    if kept.current_version is null then
      raise exception 'A sequence needs a step before it can run.' using errcode = 'check_violation';
    end if;
    update public.sequences set status = 'active' where id = kept.id;
    for one in select id from public.enrolments where sequence_id = kept.id and state = 'active' order by next_at nulls first, id for update loop
      perform private.resume_enrolment(one, private.sequence_clock());
    end loop;
  elsif set_sequence_status.status = 'paused' and kept.status = 'active' then
    update public.sequences set status = 'paused' where id = kept.id;
    perform private.hold_steps(kept.id, null, 'sequence_paused');
  elsif set_sequence_status.status = 'archived' then
    update public.sequences set status = 'archived' where id = kept.id;
    for one in select id from public.enrolments where sequence_id = kept.id and state in ('active', 'paused') order by id for update loop
      perform private.end_enrolment(one, 'stopped', 'sequence_archived', null);
    end loop;
  else
    raise sqlstate 'PT409' using message = format('A sequence that is %s cannot become %s.', kept.status, set_sequence_status.status);
  end if;
end
$$;

-- Enrolling -------------------------------------------------------------------------------------------------------------------

-- Why outreach to an address is refused: unsubscribe, hard_bounce, complaint, manual; null if it is not.
create function private.outreach_refused(address text) returns text
language sql stable security definer set search_path = ''
as $$
  select reason from public.suppressions where key_hmac = private.address_key(outreach_refused.address) and lifted_at is null
$$;

-- Everything against each of these people, at once: {"code", "message", "tags"}. Null when nothing is.
create function private.enrolment_refusals(of public.sequences, contact_ids uuid[])
returns table (contact_id uuid, name text, account_name text, email text, timezone text, first_at timestamptz, reasons jsonb)
language sql stable security definer set search_path = ''
as $$
  with needed as (
    select coalesce(array_agg(distinct need), '{}') as paths
    from public.sequence_steps join public.mail_template_versions on mail_template_versions.id = sequence_steps.template_version_id,
      unnest(mail_template_versions.needs) as need
    where sequence_steps.sequence_id = (of).id and sequence_steps.version = (of).current_version
  ), mails as (
    select exists (select from public.sequence_steps where sequence_id = (of).id and version = (of).current_version and kind = 'mail') as written
  ), first_step as (
    select sequence_steps as step from public.sequence_steps where sequence_id = (of).id and version = (of).current_version and no = 1
  ), asked as (
    select asked.id, min(asked.place) as place from unnest(contact_ids) with ordinality as asked (id, place) group by asked.id
  ), people as (
    select asked.id, asked.place, contacts.name, contacts.email, accounts.name as account_name, private.folded_address(contacts.email) as key,
      coalesce(zones.timezone, (of).timezone) as timezone,
      private.missing_values(private.merge_values(contacts.id), (select paths from needed)) as missing, contacts.id is null as gone,
      row_number() over (partition by private.folded_address(contacts.email) order by asked.place) as same
    from asked left join public.contacts on contacts.id = asked.id left join public.accounts on accounts.id = contacts.account_id
    left join private.contact_zones as zones on zones.contact_id = asked.id
  )
  select people.id, people.name, people.account_name, people.email, people.timezone,
    case when not people.gone and exists (select from first_step) then private.allowed_at(of, (select (step).kind from first_step), people.key, people.timezone,
      private.after_delay(of, (select step from first_step), people.timezone, private.sequence_clock())) end,
    (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('code', reason.code, 'message', reason.message, 'tags', reason.tags)) order by reason.place)
    from (values
      (1, 'NO_CONTACT', 'This contact no longer exists.', null, people.gone),
      (2, 'NO_ADDRESS', 'There is no e-mail address.', null, not people.gone and people.key is null and (select written from mails)),
      (3, upper(case private.outreach_refused(people.email) when 'hard_bounce' then 'bounced' when 'complaint' then 'complained'
          when 'unsubscribe' then 'unsubscribed' else 'suppressed' end),
        case private.outreach_refused(people.email) when 'hard_bounce' then 'Mail to this address bounced.' when 'complaint' then 'This person complained.'
          when 'unsubscribe' then 'This person unsubscribed.' else 'This address is on the stop list.' end,
        null, people.key is not null and private.outreach_refused(people.email) is not null),
      (4, 'ALREADY_ENROLLED', 'This person is in the sequence already.', null, exists (
        select from public.enrolments where enrolments.sequence_id = (of).id and enrolments.state in ('active', 'paused')
          and (enrolments.contact_id = people.id or enrolments.to_key = people.key))),
      (5, 'IN_OTHER_SEQUENCE', 'This person is in another sequence.', null, (select one_at_a_time from public.sequence_settings) and exists (
        select from public.enrolments where enrolments.sequence_id <> (of).id and enrolments.state = 'active'
          and (enrolments.contact_id = people.id or enrolments.to_key = people.key))),
      (6, 'SAME_ADDRESS', 'Someone else in this choice has the same address.', null, people.key is not null and people.same > 1),
      (7, 'NO_VERSION', 'The sequence has no steps.', null, (of).current_version is null),
      (8, 'NOT_RUNNING', 'The sequence does not run.', null, (of).status <> 'active'),
      (9, 'MISSING_TAGS', 'There is no value for ' || array_to_string(people.missing, ', ') || '.', to_jsonb(people.missing),
        not people.gone and cardinality(people.missing) > 0)
    ) as reason (place, code, message, tags, holds) where reason.holds)
  from people order by people.place
$$;

-- With `dry_run`, says for each person what is against it. Without, enrols all of them or no one: anyone who wants the others leaves the
-- refused ones out. `enrolled` is the enrolment's id.
create function public.enrol(sequence uuid, contact_ids uuid[], dry_run boolean default false)
returns table (contact_id uuid, name text, account_name text, email text, timezone text, first_at timestamptz, reasons jsonb, enrolled uuid)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  of public.sequences;
  me uuid := (select user_id from public.staff where user_id = auth.uid());
  one record;
  made public.enrolments;
  answer jsonb := '[]';
  taken jsonb := '{}';
  refused boolean;
begin
  perform private.require_may('sequences', 'send');
  if cardinality(contact_ids) > 1000 then raise exception 'At most 1,000 people at once.' using errcode = 'check_violation'; end if;
  select * into of from public.sequences where id = sequence for share;
  if of.id is null then raise sqlstate 'PT404' using message = 'This sequence no longer exists.'; end if;
  -- Two who enrol at once wait for each other; the second then sees what the first did.
  perform pg_advisory_xact_lock(hashtext('guidevane.enrol'));
  if not dry_run then
    -- Anyone who erases or deletes a person waits, or has done so.
    perform from public.contacts where id = any (contact_ids) order by id for key share;
  end if;
  select coalesce(jsonb_agg(to_jsonb(checked)), '[]'), coalesce(bool_or(checked.reasons is not null), false) into answer, refused
  from private.enrolment_refusals(of, contact_ids) as checked;
  if not dry_run and not refused then
    for one in select * from jsonb_to_recordset(answer) as checked (contact_id uuid, email text, timezone text, first_at timestamptz) loop
      insert into public.enrolments (sequence_id, version, contact_id, to_key, next_at, timezone, enrolled_by, enrolled_at, exclusive)
      values (of.id, of.current_version, one.contact_id, private.folded_address(one.email), one.first_at, one.timezone, me, private.sequence_clock(),
        (select one_at_a_time from public.sequence_settings))
      returning * into made;
      perform private.record_enrolment_event(made, 'enrolled', jsonb_build_object('version', made.version));
      taken := taken || jsonb_build_object(one.contact_id, made.id);
    end loop;
  end if;
  return query
    select checked.*, (taken ->> checked.contact_id::text)::uuid from jsonb_to_recordset(answer) as checked
      (contact_id uuid, name text, account_name text, email text, timezone text, first_at timestamptz, reasons jsonb);
end
$$;

-- People of a filter, at most 1,000: {"search", "account_id", "account_type", "industry", "role"}.
create function public.contacts_to_enrol(filter jsonb) returns table (id uuid, name text, account_name text, email text)
language sql stable set search_path = ''
as $$
  select contacts.id, contacts.name, accounts.name, contacts.email
  from public.contacts join public.accounts on accounts.id = contacts.account_id
  where (coalesce(filter ->> 'search', '') = '' or contacts.id in (select found.id from public.search_contacts(filter ->> 'search') as found))
    and (filter ->> 'account_id' is null or contacts.account_id = (filter ->> 'account_id')::uuid)
    and (filter ->> 'account_type' is null or accounts.type = filter ->> 'account_type')
    and (filter ->> 'industry' is null or lower(accounts.industry) = lower(filter ->> 'industry'))
    and (filter ->> 'role' is null or lower(contacts.role) = lower(filter ->> 'role'))
  order by contacts.name, contacts.id limit 1000
$$;

create function public.set_contact_zone(contact uuid, timezone text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('sequences', 'edit');
  if set_contact_zone.timezone is null then
    delete from private.contact_zones where contact_id = contact;
  else
    insert into private.contact_zones (contact_id, timezone) values (contact, set_contact_zone.timezone)
    on conflict (contact_id) do update set timezone = excluded.timezone;
  end if;
end
$$;

-- Running enrolments ----------------------------------------------------------------------------------------------------------

create function public.pause_enrolments(ids uuid[], until timestamptz default null) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one public.enrolments;
  paused int := 0;
begin
  perform private.require_may('sequences', 'edit');
  for one in select * from public.enrolments where id = any (ids) and state = 'active' order by id for update loop
    update public.enrolments set state = 'paused', paused_until = until where id = one.id;
    perform private.hold_steps(null, one.id, 'enrolment_paused');
    perform private.record_enrolment_event(one, 'paused', jsonb_strip_nulls(jsonb_build_object('until', until)));
    paused := paused + 1;
  end loop;
  return paused;
end
$$;

create function public.resume_enrolments(ids uuid[]) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one uuid;
  resumed int := 0;
begin
  perform private.require_may('sequences', 'edit');
  for one in select id from public.enrolments where id = any (ids) and state = 'paused' order by id for update loop
    perform private.resume_enrolment(one, private.sequence_clock());
    resumed := resumed + 1;
  end loop;
  return resumed;
end
$$;

create function public.stop_enrolments(ids uuid[], why text default null) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one uuid;
  stopped int := 0;
begin
  perform private.require_may('sequences', 'edit');
  for one in select id from public.enrolments where id = any (ids) and state in ('active', 'paused') order by id for update loop
    perform private.end_enrolment(one, 'stopped', coalesce(nullif(btrim(why), ''), 'stopped_by_hand'), private.actor_name());
    stopped := stopped + 1;
  end loop;
  return stopped;
end
$$;

-- "They replied": what inbound mail would have done.
create function public.they_replied(contact uuid) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address text;
begin
  perform private.require_may('sequences', 'edit');
  select coalesce(contacts.email, (select to_key from public.enrolments where contact_id = contact and to_key is not null order by id desc limit 1))
  into address from public.contacts where id = contact;
  return private.stop_sequences_for(address, 'replied', 'Noted by hand');
end
$$;

-- A task that a sequence waits for is deleted: the sequence goes on as if it were done, or stops.
create function public.drop_sequence_task(task uuid, go_on boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  run public.step_runs;
begin
  perform private.require_may('sequences', 'edit');
  perform from public.tasks where id = task for update;
  select * into run from public.step_runs where task_id = task and done_at is null;
  if run.enrolment_id is not null then
    perform from public.enrolments where id = run.enrolment_id for update;
    if go_on then perform private.step_done(run.enrolment_id, run.step_no, private.sequence_clock());
    else perform private.end_enrolment(run.enrolment_id, 'stopped', 'task_deleted', private.actor_name());
    end if;
  end if;
  perform set_config('guidevane.task_decided', task::text, true);
  delete from public.tasks where id = task;
  perform set_config('guidevane.task_decided', '', true);
end
$$;

-- Moves people to the newest version: they go on after as many steps as they have behind them. With `dry_run` only says what would be.
create function public.move_to_newest(sequence uuid, ids uuid[] default null, dry_run boolean default true)
returns table (enrolment_id uuid, contact_id uuid, name text, from_version int, to_version int, step_no int, next_step text, next_at timestamptz, reasons jsonb)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  of public.sequences := private.sequence_to_change(sequence);
  one record;
  step public.sequence_steps;
  last_run public.step_runs;
  missing text[];
begin
  for one in
    select enrolments.*, contacts.name from public.enrolments join public.contacts on contacts.id = enrolments.contact_id
    where enrolments.sequence_id = of.id and enrolments.version <> of.current_version and enrolments.state in ('active', 'paused')
      and (ids is null or enrolments.id = any (ids))
    order by contacts.name, enrolments.id for update of enrolments
  loop
    select * into step from public.sequence_steps as steps where steps.sequence_id = of.id and steps.version = of.current_version and steps.no = one.step_no + 1;
    select * into last_run from public.step_runs as runs where runs.enrolment_id = one.id and runs.step_no = one.step_no;
    select private.missing_values(private.merge_values(one.contact_id), coalesce(array_agg(distinct need), '{}')) into missing
    from public.sequence_steps as steps join public.mail_template_versions as texts on texts.id = steps.template_version_id, unnest(texts.needs) as need
    where steps.sequence_id = of.id and steps.version = of.current_version and steps.no > one.step_no;
    enrolment_id := one.id; contact_id := one.contact_id; name := one.name; from_version := one.version; to_version := of.current_version;
    step_no := one.step_no;
    next_step := coalesce(step.task_title, (
      select templates.name from public.mail_template_versions as texts join public.mail_templates as templates on templates.id = texts.template_id
      where texts.id = step.template_version_id));
    next_at := case when one.next_at is not null and step.no is not null then
      private.next_slot(of, one.timezone, greatest(private.sequence_clock(), private.after_delay(of, step, one.timezone, coalesce(last_run.done_at, one.enrolled_at)))) end;
    reasons := case when cardinality(missing) > 0 then jsonb_build_array(jsonb_build_object('code', 'MISSING_TAGS', 'tags', missing,
      'message', 'There is no value for ' || array_to_string(missing, ', ') || '.')) end;
    if not dry_run and reasons is null then
      update public.enrolments as moved set version = of.current_version, next_at = move_to_newest.next_at where moved.id = one.id;
      perform private.record_enrolment_event((select enrolments from public.enrolments where id = one.id), 'moved to newest',
        jsonb_build_object('version', jsonb_build_array(one.version, of.current_version)));
      -- The newest version may have no further step; one at work ends its own step first.
      if step.no is null and one.next_at is not null then perform private.end_enrolment(one.id, 'finished', null, null); end if;
    end if;
    return next;
  end loop;
end
$$;

grant execute on function public.save_sequence, public.set_sequence_status, public.enrol, public.contacts_to_enrol, public.set_contact_zone,
  public.pause_enrolments, public.resume_enrolments, public.stop_enrolments, public.they_replied, public.drop_sequence_task, public.move_to_newest
  to authenticated, service_role;
