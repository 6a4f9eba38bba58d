-- Sequences: mails and tasks that follow one another. Rows say what is due; a job of the server (modules/sequences/server) sweeps
-- them, renders and writes. Every moment is computed here, in one place: days by local clocks, then moved into the window.

-- Tables --------------------------------------------------------------------------------------------------------------------

create table public.sequence_settings (
  id boolean primary key default true constraint "there is one row of settings" check (id),
  -- Nobody is in two sequences at the same time.
  one_at_a_time boolean not null default true,
  -- A reply, a booking or an accepted proposal ends the sequences of everyone in the company, not only of that address.
  stop_whole_account boolean not null default false,
  -- Mails of all sequences to one domain in a day.
  domain_cap int not null default 10 constraint "at least one mail a day to a domain" check (domain_cap between 1 and 1000)
);
insert into public.sequence_settings default values;

create table public.sequences (
  id uuid primary key default uuidv7(),
  name text not null constraint "name has 1 to 200 characters" check (char_length(name) between 1 and 200),
  about text constraint "about has at most 300 characters" check (char_length(about) <= 300),
  status text not null default 'draft' constraint "status of a sequence" check (status in ('draft', 'active', 'paused', 'archived')),
  from_identity text constraint "sender has at most 320 characters" check (char_length(from_identity) <= 320 and from_identity !~ '[[:cntrl:]]'),
  timezone text not null,
  window_start time not null default '09:00',
  window_end time not null default '17:00',
  -- 1 is Monday, 7 Sunday.
  weekdays smallint[] not null default '{1,2,3,4,5}'
    constraint "weekdays are one or more of Monday to Sunday" check (cardinality(weekdays) > 0 and weekdays <@ '{1,2,3,4,5,6,7}'),
  -- Beside the office's.
  holidays date[] not null default '{}' constraint "at most 366 holidays" check (cardinality(holidays) <= 366),
  daily_cap int not null default 20 constraint "cap is 1 to 10000 mails a day" check (daily_cap between 1 and 10000),
  current_version int,
  owner_id uuid default auth.uid() references public.staff (user_id) on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint "the window opens before it closes" check (window_start < window_end)
);
create index sequences_owner_idx on public.sequences (owner_id) where owner_id is not null;

create table public.sequence_steps (
  sequence_id uuid not null references public.sequences (id) on delete cascade,
  version int not null,
  no int not null constraint "steps are counted from 1" check (no between 1 and 50),
  kind text not null constraint "a step is a mail or a task" check (kind in ('mail', 'task')),
  -- After the step before it was done; of the first, after enrolling.
  delay_days int not null default 0 constraint "a step waits 0 to 365 days" check (delay_days between 0 and 365),
  delay_business boolean not null default false,
  delay_minutes int not null default 0 constraint "and less than a day" check (delay_minutes between 0 and 1439),
  template_version_id uuid references public.mail_template_versions (id) on delete restrict,
  task_title text constraint "title has 1 to 300 characters" check (char_length(task_title) between 1 and 300),
  wait_for_task boolean not null default false,
  -- As an answer below the mail before it.
  same_thread boolean not null default false,
  primary key (sequence_id, version, no),
  constraint "a mail has a text, a task a title" check (
    (kind = 'mail') = (template_version_id is not null) and (kind = 'task') = (task_title is not null) and (kind = 'task' or not wait_for_task))
);
create index sequence_steps_template_idx on public.sequence_steps (template_version_id) where template_version_id is not null;

create table public.enrolments (
  id uuid primary key default uuidv7(),
  sequence_id uuid not null references public.sequences (id) on delete cascade,
  version int not null,
  contact_id uuid not null references public.contacts (id) on delete cascade,
  -- The folded address: what replies and bounces are found by. Follows the contact's address; null once erased.
  to_key text,
  state text not null default 'active' constraint "state of an enrolment" check (state in
    ('active', 'paused', 'finished', 'replied', 'booked', 'unsubscribed', 'bounced', 'accepted', 'stopped', 'failed')),
  -- The last step that was begun; 0 before the first.
  step_no int not null default 0,
  -- When the next one is due. Null while a step is at work (a mail on its way, a task that is waited for) and at the end.
  next_at timestamptz,
  -- The contact's zone, if it is known; else the sequence's.
  timezone text not null,
  paused_until timestamptz,
  stop_reason text,
  stop_event text,
  enrolled_by uuid references public.staff (user_id),
  -- "One at a time" was on.
  exclusive boolean not null,
  enrolled_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint "what has ended has its time" check ((ended_at is null) = (state in ('active', 'paused'))),
  constraint "only an active one is due" check (next_at is null or state in ('active', 'paused'))
);
create unique index enrolments_open_idx on public.enrolments (sequence_id, contact_id) where state in ('active', 'paused');
create unique index enrolments_exclusive_idx on public.enrolments (contact_id) where state = 'active' and exclusive;
create index enrolments_due_idx on public.enrolments (next_at) where state = 'active' and next_at is not null;
create index enrolments_resume_idx on public.enrolments (paused_until) where state = 'paused' and paused_until is not null;
create index enrolments_at_work_idx on public.enrolments (id) where state in ('active', 'paused') and next_at is null;
create index enrolments_key_idx on public.enrolments (to_key);
create index enrolments_contact_idx on public.enrolments (contact_id, id desc);
create index enrolments_sequence_idx on public.enrolments (sequence_id, state, id);

create table public.step_runs (
  enrolment_id uuid not null references public.enrolments (id) on delete cascade,
  step_no int not null,
  outbox_id uuid references public.outbox (id) on delete set null,
  task_id uuid references public.tasks (id) on delete set null,
  planned_at timestamptz not null,
  done_at timestamptz,
  left_before_stop boolean not null default false,
  -- A step is planned once, whoever sweeps and however often.
  primary key (enrolment_id, step_no)
);
create index step_runs_outbox_idx on public.step_runs (outbox_id) where outbox_id is not null;
create index step_runs_task_idx on public.step_runs (task_id) where task_id is not null;

-- Where someone's clock stands, as far as anyone knows. Not a column of contacts: without this module nobody would ask.
create table private.contact_zones (
  contact_id uuid primary key references public.contacts (id) on delete cascade,
  timezone text not null
);

create function private.check_timezone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from pg_catalog.pg_timezone_names where name = new.timezone) then
    raise check_violation using message = format('There is no time zone called "%s"', new.timezone);
  end if;
  return new;
end
$$;
create trigger sequences_timezone before insert or update of timezone on public.sequences for each row execute function private.check_timezone();
create trigger contact_zones_timezone before insert or update on private.contact_zones for each row execute function private.check_timezone();
create trigger sequences_tidy before insert or update on public.sequences for each row execute function private.tidy();
create trigger sequences_touch before update on public.sequences for each row execute function private.touch_updated_at();

-- Frozen once anyone is enrolled in it.
create function private.steps_stay() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_step public.sequence_steps := case tg_op when 'INSERT' then new else old end;
begin
  if exists (select from public.enrolments where sequence_id = old_step.sequence_id and version = old_step.version)
    and exists (select from public.sequences where id = old_step.sequence_id) then
    raise exception 'Version % has people in it and is not changed any more.', old_step.version using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger sequence_steps_stay before insert or update or delete on public.sequence_steps for each row execute function private.steps_stay();

-- The clock of everything below. A test brings its own for one transaction; the API cannot.
create function private.sequence_clock() returns timestamptz
language sql stable set search_path = ''
as $$
  select coalesce(nullif(current_setting('guidevane.now', true), '')::timestamptz, now())
$$;

-- Time ----------------------------------------------------------------------------------------------------------------------

-- The instant at which clocks in a zone show this. Clocks that skip it give the end of what they skip; of an hour that comes twice
-- it is the second, so a step that was planned for it runs once.
create function private.local_instant(local timestamp, zone text) returns timestamptz
language sql stable set search_path = ''
as $$
  select case when guess at time zone zone = local then guess else (
    select min(at) from generate_series(date_trunc('hour', guess) - interval '3 hours', guess + interval '3 hours', interval '15 minutes') as at
    where at at time zone zone > local) end
  from (select local at time zone zone as guess) as guessed
$$;

create function private.is_sending_day(day date, of public.sequences) returns boolean
language sql stable set search_path = ''
as $$
  select extract(isodow from day)::smallint = any ((of).weekdays) and day <> all ((of).holidays)
    and not exists (select from public.office_holidays where office_holidays.day = is_sending_day.day)
$$;

-- The first moment at or after `after` inside the window.
create function private.next_slot(of public.sequences, zone text, after timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  first_day date := (after at time zone zone)::date;
  opens timestamptz;
begin
  for n in 0 .. 800 loop
    continue when not private.is_sending_day(first_day + n, of);
    opens := private.local_instant(first_day + n + of.window_start, zone);
    if after <= opens then return opens; end if;
    if after < private.local_instant(first_day + n + of.window_end, zone) then return after; end if;
  end loop;
  raise exception 'The window of "%" does not open within two years.', of.name using errcode = 'check_violation';
end
$$;

-- `since` plus the delay of a step, by local clocks: nine o'clock stays nine o'clock when clocks change.
create function private.after_delay(of public.sequences, step public.sequence_steps, zone text, since timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  local timestamp := since at time zone zone;
  day date := local::date;
  left_over int := step.delay_days;
begin
  if left_over = 0 then return since + make_interval(mins => step.delay_minutes); end if;
  if step.delay_business then
    for n in 1 .. 1500 loop
      exit when left_over = 0;
      day := day + 1;
      if private.is_sending_day(day, of) then left_over := left_over - 1; end if;
    end loop;
  else
    day := day + left_over;
  end if;
  return private.local_instant(day + local::time, zone) + make_interval(mins => step.delay_minutes);
end
$$;

-- Mails that count ------------------------------------------------------------------------------------------------------------
-- One outreach mail a day to an address, counting all sequences and what people sent by hand. Tests to oneself do not count.

create function private.folded_address(address text) returns text
language sql immutable set search_path = ''
as $$
  select lower(btrim(address))
$$;

-- Mails of sequences that are planned on a day: of one sequence, or to one domain.
create function private.planned_on(of_sequence uuid, to_domain text, zone text, at timestamptz) returns int
language sql stable set search_path = ''
as $$
  select count(*)::int from public.step_runs join public.enrolments on enrolments.id = step_runs.enrolment_id
  where step_runs.outbox_id is not null and step_runs.planned_at between at - interval '2 days' and at + interval '2 days'
    and (step_runs.planned_at at time zone zone)::date = (at at time zone zone)::date
    and (of_sequence is null or enrolments.sequence_id = of_sequence) and (to_domain is null or split_part(enrolments.to_key, '@', 2) = to_domain)
$$;

-- Whether a mail to this address may be planned for this moment: null, or the rule that is against it.
create function private.cap_against(of public.sequences, key text, zone text, at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select case
    when exists (
      select from public.outbox
      where outbox.to_key = key and outbox.state not in ('cancelled', 'expired', 'suppressed', 'failed')
        and (outbox.state <> 'held' or outbox.gate_reason not in ('The sequence is paused', 'The person is paused in the sequence'))
        and (outbox.class = 'outreach' or (outbox.created_by is not null and outbox.origin_kind <> 'template_test'))
        and (greatest(outbox.not_before, outbox.created_at) at time zone zone)::date = (at at time zone zone)::date
    ) then 'contact'
    when private.planned_on((of).id, null, (of).timezone, at) >= (of).daily_cap then 'sequence'
    when private.planned_on(null, split_part(key, '@', 2), (of).timezone, at) >= (select domain_cap from public.sequence_settings) then 'domain'
  end
$$;
create index step_runs_planned_idx on public.step_runs (planned_at) where outbox_id is not null;

-- The first moment at which a step may be done. Caps shift to the next day, and never drop.
create function private.allowed_at(of public.sequences, kind text, key text, zone text, after timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  slot timestamptz := private.next_slot(of, zone, after);
begin
  for n in 1 .. 400 loop
    exit when kind <> 'mail' or private.cap_against(of, key, zone, slot) is null;
    slot := private.next_slot(of, zone, private.local_instant((slot at time zone zone)::date + 1 + time '00:00', zone));
  end loop;
  return slot;
end
$$;

-- What happens to an enrolment ----------------------------------------------------------------------------------------------

create function private.tell_enrolment(told public.enrolments, verb text, changes jsonb default '{}') returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, changes)
  select verb, auth.uid(), private.actor_name(), 'sequence', told.sequence_id, sequences.name, contacts.account_id, told.contact_id,
    -- As every change is told: what it was, what it is.
    (select jsonb_object_agg(key, case jsonb_typeof(value) when 'array' then value else jsonb_build_array(null, value) end) from jsonb_each(changes))
  from public.sequences, public.contacts where sequences.id = told.sequence_id and contacts.id = told.contact_id
$$;

-- Cancels what has not been handed over. A row that someone else has in hand at this moment is left alone: whoever claims asks for the
-- enrolment that we hold first, so this is the end of a handing over, or a sweep that gives the row back to the next claim.
create function private.cancel_steps(enrolment uuid, why text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  row_id uuid;
begin
  for row_id in
    select outbox.id from public.outbox join public.step_runs on step_runs.outbox_id = outbox.id
    where step_runs.enrolment_id = enrolment and (outbox.state in ('held', 'queued') or (outbox.state = 'sending' and outbox.phase = 'claimed'))
    order by outbox.id for update of outbox skip locked
  loop
    perform private.cancel_outbox(row_id, why);
  end loop;
  update public.step_runs set left_before_stop = true
  from public.outbox where outbox.id = step_runs.outbox_id and step_runs.enrolment_id = enrolment and outbox.state = 'sending';
end
$$;

-- Ends an enrolment that the caller has locked.
create function private.end_enrolment(enrolment uuid, into_state text, reason text, event text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told public.enrolments;
begin
  update public.enrolments
  set state = into_state, stop_reason = reason, stop_event = left(event, 300), ended_at = private.sequence_clock(), next_at = null, paused_until = null
  where id = enrolment and state in ('active', 'paused') returning * into told;
  if told.id is null then return; end if;
  perform private.cancel_steps(enrolment, case into_state when 'finished' then null else 'The sequence was stopped: ' || reason end)
  where into_state <> 'finished';
  perform private.tell_enrolment(told, into_state, jsonb_strip_nulls(jsonb_build_object('reason', reason, 'step', told.step_no)));
end
$$;

-- A step is done: the next one is due after its delay, or that was the last.
create function private.step_done(enrolment uuid, step int, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.enrolments;
  of public.sequences;
  next public.sequence_steps;
begin
  update public.step_runs set done_at = at where enrolment_id = enrolment and step_no = step and done_at is null;
  if not found then return; end if;
  select * into kept from public.enrolments where id = enrolment for update;
  if kept.state not in ('active', 'paused') or kept.step_no <> step then return; end if;
  select * into of from public.sequences where id = kept.sequence_id;
  select * into next from public.sequence_steps where sequence_id = kept.sequence_id and version = kept.version and no = step + 1;
  if next.no is null then
    perform private.end_enrolment(enrolment, 'finished', null, null);
    return;
  end if;
  update public.enrolments set next_at = private.next_slot(of, kept.timezone, private.after_delay(of, next, kept.timezone, at)) where id = enrolment;
end
$$;

-- Stopping --------------------------------------------------------------------------------------------------------------------

-- Ends every enrolment of an address, in the caller's transaction. `reason`: replied, booked, unsubscribed, bounced, complained,
-- accepted, or other words. Whoever opts out or bounces stops nobody else.
create function private.stop_sequences_for(address text, reason text, event text) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key text := private.folded_address(address);
  into_state text := case reason
    when 'reply' then 'replied' when 'replied' then 'replied' when 'booking' then 'booked' when 'booked' then 'booked'
    when 'unsubscribe' then 'unsubscribed' when 'unsubscribed' then 'unsubscribed' when 'complaint' then 'unsubscribed' when 'complained' then 'unsubscribed'
    when 'hard_bounce' then 'bounced' when 'bounced' then 'bounced' when 'accepted' then 'accepted' else 'stopped' end;
  whole_account boolean := into_state in ('replied', 'booked', 'accepted') and (select stop_whole_account from public.sequence_settings);
  one public.enrolments;
  stopped int := 0;
begin
  if coalesce(key, '') = '' then return 0; end if;
  for one in
    select enrolments.* from public.enrolments
    where (enrolments.state in ('active', 'paused')
        -- Its last mail may still wait.
        or exists (
          select from public.step_runs join public.outbox on outbox.id = step_runs.outbox_id
          where step_runs.enrolment_id = enrolments.id and outbox.state in ('held', 'queued', 'sending')))
      and (enrolments.to_key = key or (whole_account and enrolments.contact_id in (
        select colleagues.id from public.contacts as colleagues
        join public.contacts on contacts.account_id = colleagues.account_id
        join public.enrolments as theirs on theirs.contact_id = contacts.id and theirs.to_key = key)))
    order by enrolments.id for update of enrolments
  loop
    if one.state in ('active', 'paused') then
      perform private.end_enrolment(one.id, into_state, reason, event);
      stopped := stopped + 1;
    else
      perform private.cancel_steps(one.id, 'The sequence was stopped: ' || reason);
    end if;
  end loop;
  return stopped;
end
$$;

-- Asked by the gate of the outbox in the transactions that claim a message and hand it over: null, or why nobody wants it any more.
-- Locks the enrolment until that transaction ends, so a stop either comes before and is seen here, or waits and finds the mail gone.
create function private.outbox_wanted_sequence_step(id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.enrolments;
begin
  select * into kept from public.enrolments where enrolments.id = outbox_wanted_sequence_step.id for no key update;
  if kept.id is null then return 'The person is no longer in the sequence'; end if;
  if kept.state in ('active', 'paused', 'finished') then return null; end if;
  return 'The sequence was stopped: ' || coalesce(kept.stop_reason, kept.state);
end
$$;

-- When a message of a sequence may leave: inside its window, and not while the sequence or the person is paused.
create function private.outbox_window_sequence_step(id uuid, at timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select case when sequences.status = 'paused' or enrolments.state = 'paused' then at + interval '15 minutes'
    else private.next_slot(sequences, enrolments.timezone, at) end
  from public.enrolments join public.sequences on sequences.id = enrolments.sequence_id
  where enrolments.id = outbox_window_sequence_step.id
$$;

-- The delay after a task begins when it is done, if the step waits for it.
create function private.sequence_follows_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  run public.step_runs;
begin
  select * into run from public.step_runs where task_id = new.id and done_at is null;
  if run.enrolment_id is not null then perform private.step_done(run.enrolment_id, run.step_no, new.done_at); end if;
  return null;
end
$$;
create trigger sequence_follows_task after update of done_at on public.tasks for each row
  when (new.done_at is not null and old.done_at is null and new.source = 'sequence') execute function private.sequence_follows_task();

-- Deleting a task that a sequence waits for asks: whoever deletes it says how the sequence goes on (public.drop_sequence_task).
-- Whatever goes with its person or company goes without a word.
create function private.ask_before_task_goes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(current_setting('guidevane.task_decided', true), '') <> old.id::text
    and exists (select from public.contacts where id = old.contact_id)
    and exists (select from public.accounts where id = old.account_id)
    and exists (
      select from public.step_runs join public.enrolments on enrolments.id = step_runs.enrolment_id
      where step_runs.task_id = old.id and step_runs.done_at is null and enrolments.state in ('active', 'paused')) then
    raise sqlstate 'PT409' using message = 'A sequence waits for this task.', hint = 'Say whether the sequence goes on or stops.', detail = 'sequence-task';
  end if;
  return old;
end
$$;
create trigger ask_before_task_goes before delete on public.tasks for each row
  when (old.source = 'sequence' and old.done_at is null) execute function private.ask_before_task_goes();

-- Automatic answers -----------------------------------------------------------------------------------------------------------
-- They are no replies. One that names the day of return pauses until then.

create function private.day_of_return(words text, today date) returns date
language plpgsql immutable set search_path = ''
as $$
declare
  month constant text := '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[.]?';
  about constant text := '(?:until|till|back|return(?:ing|s)?|through|to)[^0-9\n]{0,40}?';
  found text[];
  day date;
begin
  words := lower(left(words, 5000));
  begin
    found := regexp_match(words, about || '([0-9]{4})-([0-9]{2})-([0-9]{2})');
    if found is not null then
      day := make_date(found[1]::int, found[2]::int, found[3]::int);
    else
      found := regexp_match(words, about || '([0-9]{1,2})(?:st|nd|rd|th)?[ ]+(?:of[ ]+)?' || month || '(?:,?[ ]+([0-9]{4}))?');
      if found is null then
        found := regexp_match(words, '(?:until|till|back|return(?:ing|s)?|through|to)[^0-9\n]{0,40}?' || month || '[ ]+([0-9]{1,2})(?:st|nd|rd|th)?(?:,?[ ]+([0-9]{4}))?');
        found := case when found is not null then array[found[2], found[1], found[3]] end;
      end if;
      if found is null then return null; end if;
      day := to_date(format('%s %s %s', found[1], found[2], coalesce(found[3], extract(year from today)::text)), 'DD Mon YYYY');
      if found[3] is null and day < today then day := day + interval '1 year'; end if;
    end if;
  exception when others then
    return null;
  end;
  return case when day between today and today + 120 then day end;
end
$$;

create function private.pause_for_automatic_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  back date := private.day_of_return(new.subject || E'\n' || new.body_text, public.office_today());
  one public.enrolments;
  until timestamptz;
begin
  if back is null then return null; end if;
  for one in
    select * from public.enrolments where to_key = new.from_key and state = 'active' order by id for update
  loop
    until := private.local_instant(back + time '00:00', one.timezone);
    update public.enrolments set state = 'paused', paused_until = until where id = one.id;
    perform private.hold_steps(null, one.id, 'The person is paused in the sequence');
    perform private.tell_enrolment(one, 'paused', jsonb_build_object('until', until, 'reason', 'An automatic answer'));
  end loop;
  return null;
end
$$;
create trigger pause_for_automatic_answer after insert on public.mail_replies for each row
  when (new.is_automatic) execute function private.pause_for_automatic_answer();

-- People --------------------------------------------------------------------------------------------------------------------

-- A person who gets another address is found by that one.
create function private.enrolments_follow_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.enrolments set to_key = private.folded_address(new.email) where contact_id = new.id and state in ('active', 'paused');
  return null;
end
$$;
create trigger enrolments_follow_contact after update of email on public.contacts for each row
  when (new.email is distinct from old.email) execute function private.enrolments_follow_contact();

-- Whoever goes, their mails stay here.
create function private.cancel_with_enrolment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.cancel_steps(old.id, 'The contact was deleted');
  return old;
end
$$;
create trigger cancel_with_enrolment before delete on public.enrolments for each row execute function private.cancel_with_enrolment();

create function private.erase_from_sequences(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one uuid;
begin
  for one in select id from public.enrolments where contact_id = contact order by id for update loop
    perform private.end_enrolment(one, 'stopped', 'The person was erased', null);
    perform private.cancel_steps(one, 'The person was erased');
  end loop;
  update public.enrolments set to_key = null, stop_event = null where contact_id = contact;
  delete from private.contact_zones where contact_id = contact;
end
$$;
select private.take_part('erase contact', 'private.erase_from_sequences(uuid)');

-- Two people become one: of two enrolments that cannot both go on, the one of the person who stays does.
create function private.merge_in_sequences(keep uuid, gone uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one uuid;
begin
  for one in
    select theirs.id from public.enrolments as theirs
    where theirs.contact_id = gone and theirs.state in ('active', 'paused') and exists (
      select from public.enrolments as ours
      where ours.contact_id = keep and ours.state in ('active', 'paused')
        and (ours.sequence_id = theirs.sequence_id or (ours.exclusive and theirs.exclusive and ours.state = 'active' and theirs.state = 'active')))
    order by theirs.id for update
  loop
    perform private.end_enrolment(one, 'stopped', 'The contact was merged', null);
  end loop;
  update public.enrolments set to_key = private.folded_address((select coalesce(kept.email, other.email) from public.contacts as kept, public.contacts as other
    where kept.id = keep and other.id = gone)) where contact_id = gone and state in ('active', 'paused');
  insert into private.contact_zones select keep, timezone from private.contact_zones where contact_id = gone on conflict do nothing;
end
$$;
select private.take_part('merge contacts', 'private.merge_in_sequences(uuid, uuid)');

-- Planning ------------------------------------------------------------------------------------------------------------------

-- What became of the mail of a step, as far as the sequence is concerned: null while it is on its way.
create function private.mail_is_done(message public.outbox) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when (message).state in ('queued', 'sending') then null
    -- What the safe mode holds would have been sent: the sequence goes on. What a pause holds waits.
    when (message).state = 'held' and (message).gate_reason in ('The sequence is paused', 'The person is paused in the sequence') then null
    else coalesce((message).sent_at, (message).finished_at, greatest((message).created_at, (message).not_before)) end
$$;

-- Enrolments that want something now: a step is due, a pause is over, or the mail of the last step has left.
create function private.due_enrolments(at timestamptz, most int) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select due.id from (
    select enrolments.id, coalesce(enrolments.next_at, enrolments.paused_until) as since
    from public.enrolments join public.sequences on sequences.id = enrolments.sequence_id and sequences.status = 'active'
    where (enrolments.state = 'active' and enrolments.next_at <= at) or (enrolments.state = 'paused' and enrolments.paused_until <= at)
    union all
    select enrolments.id, private.mail_is_done(outbox)
    from public.enrolments join public.step_runs on step_runs.enrolment_id = enrolments.id and step_runs.step_no = enrolments.step_no and step_runs.done_at is null
    join public.outbox on outbox.id = step_runs.outbox_id
    where enrolments.state in ('active', 'paused') and enrolments.next_at is null and private.mail_is_done(outbox) is not null
  ) as due
  order by due.since, due.id limit most
$$;

-- Takes up an enrolment that is due. Null: nothing to write now (not due, shifted by window or cap, a task that is made here). For a
-- mail, what it is rendered from; the caller renders it and calls write_step in the same transaction. One planner at a time: two
-- would count the same day and both find room.
create function private.take_step(enrolment uuid, at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.enrolments;
  of public.sequences;
  step public.sequence_steps;
  person public.contacts;
  text_of public.mail_template_versions;
  sent public.outbox;
  slot timestamptz;
  made uuid;
begin
  perform pg_advisory_xact_lock(hashtext('guidevane.sequences'));
  select * into kept from public.enrolments where id = enrolment for update;
  select * into of from public.sequences where id = kept.sequence_id for share;
  if kept.id is null then return null; end if;
  if kept.next_at is null and kept.state in ('active', 'paused') then
    select outbox.* into sent from public.step_runs join public.outbox on outbox.id = step_runs.outbox_id
    where step_runs.enrolment_id = kept.id and step_runs.step_no = kept.step_no and step_runs.done_at is null;
    if private.mail_is_done(sent) is not null then
      if sent.state in ('failed', 'suppressed', 'bounced', 'complained') then
        update public.step_runs set done_at = at where enrolment_id = kept.id and step_no = kept.step_no;
        perform private.end_enrolment(kept.id, 'failed', coalesce(sent.gate_reason, 'The mail could not be sent'), null);
      else
        perform private.step_done(kept.id, kept.step_no, private.mail_is_done(sent));
      end if;
      return null;
    end if;
  end if;
  if of.status <> 'active' then return null; end if;
  if kept.state = 'paused' and kept.paused_until <= at then
    perform private.resume_enrolment(kept.id, at);
    return null;
  end if;
  if kept.state <> 'active' or kept.next_at is null or kept.next_at > at then return null; end if;
  select * into step from public.sequence_steps where sequence_id = kept.sequence_id and version = kept.version and no = kept.step_no + 1;
  if step.no is null then
    perform private.end_enrolment(kept.id, 'finished', null, null);
    return null;
  end if;
  select * into person from public.contacts where id = kept.contact_id;
  if step.kind = 'mail' and person.email is null then
    perform private.end_enrolment(kept.id, 'failed', 'There is no address', null);
    return null;
  end if;
  slot := private.allowed_at(of, step.kind, kept.to_key, kept.timezone, at);
  if slot > at then
    update public.enrolments set next_at = slot where id = kept.id;
    return null;
  end if;
  if step.kind = 'task' then
    insert into public.tasks (title, kind, due_on, assignee_id, created_by, contact_id, source)
    values (step.task_title, 'todo', public.office_day(at), (select user_id from public.staff where user_id = coalesce(of.owner_id, kept.enrolled_by)),
      kept.enrolled_by, kept.contact_id, 'sequence')
    returning id into made;
    insert into public.step_runs (enrolment_id, step_no, task_id, planned_at) values (kept.id, step.no, made, at);
    update public.enrolments set step_no = step.no, next_at = null where id = kept.id;
    if not step.wait_for_task then perform private.step_done(kept.id, step.no, at); end if;
    return null;
  end if;
  select * into text_of from public.mail_template_versions where id = step.template_version_id;
  return jsonb_build_object(
    'enrolment_id', kept.id, 'step_no', step.no, 'version_id', text_of.id, 'subject', text_of.subject, 'body_text', text_of.body_text,
    'body_html', text_of.body_html, 'values', private.merge_values(kept.contact_id),
    'sender', coalesce((select name from public.staff where user_id = coalesce(of.owner_id, kept.enrolled_by)), ''),
    'from_identity', of.from_identity, 'to_address', person.email, 'contact_id', person.id, 'contact_name', person.name,
    'account_id', person.account_id,
    'thread', case when step.same_thread then (
      select jsonb_build_object('subject', outbox.subject, 'message_id', to_jsonb(outbox) ->> 'message_id')
      from public.step_runs join public.outbox on outbox.id = step_runs.outbox_id
      where step_runs.enrolment_id = kept.id and step_runs.step_no < step.no and outbox.state not in ('cancelled', 'suppressed', 'failed', 'expired')
      order by step_runs.step_no desc limit 1) end);
end
$$;

-- Writes the mail of a step that take_step gave, in the same transaction.
create function private.write_step(enrolment uuid, step int, version_id uuid, message jsonb, at timestamptz) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  put uuid;
begin
  put := private.put_in_outbox(message || jsonb_build_object(
    'channel', 'email', 'class', 'outreach', 'dedupe_key', format('sequence:%s:%s', enrolment, step),
    'origin_kind', 'sequence_step', 'origin_id', enrolment, 'not_before', at, 'expires_at', at + interval '7 days'));
  insert into public.step_runs (enrolment_id, step_no, outbox_id, planned_at) values (enrolment, step, put, at);
  insert into private.template_uses (outbox_id, version_id, used_at) values (put, version_id, at) on conflict do nothing;
  update public.enrolments set step_no = step, next_at = null where id = enrolment;
  -- In the safe mode a mail is written and held; the sequence goes on.
  if (select state from public.outbox where id = put) not in ('queued', 'sending') then perform private.step_done(enrolment, step, at); end if;
  return put;
end
$$;

-- A person or a sequence goes on: never at once what was missed, but from now.
create function private.resume_enrolment(enrolment uuid, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.enrolments;
  of public.sequences;
begin
  update public.enrolments set state = 'active', paused_until = null where id = enrolment and state = 'paused' returning * into kept;
  if kept.id is not null then perform private.tell_enrolment(kept, 'resumed'); end if;
  select * into kept from public.enrolments where id = enrolment;
  select * into of from public.sequences where id = kept.sequence_id;
  update public.enrolments set next_at = private.next_slot(of, kept.timezone, greatest(kept.next_at, at)) where id = enrolment and next_at is not null;
  perform private.give_back_steps(enrolment, at);
end
$$;

-- Mails that a pause held wait again, each at a moment that window and caps allow.
create function private.give_back_steps(enrolment uuid, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  waiting record;
begin
  for waiting in
    select outbox.id as outbox_id, enrolments.to_key, enrolments.timezone, sequences as of
    from public.step_runs join public.outbox on outbox.id = step_runs.outbox_id
    join public.enrolments on enrolments.id = step_runs.enrolment_id join public.sequences on sequences.id = enrolments.sequence_id
    where step_runs.enrolment_id = enrolment and outbox.state = 'held'
      and outbox.gate_reason in ('The sequence is paused', 'The person is paused in the sequence')
  loop
    -- It is no reason against itself.
    update public.step_runs set planned_at = '-infinity' where outbox_id = waiting.outbox_id;
    update public.step_runs set planned_at = private.allowed_at(waiting.of, 'mail', waiting.to_key, waiting.timezone, at) where outbox_id = waiting.outbox_id;
    update public.outbox set not_before = step_runs.planned_at, expires_at = step_runs.planned_at + interval '7 days',
      state = case when (select is_open from private.outbox_gate) then 'queued' else 'held' end,
      gate_reason = case when (select is_open from private.outbox_gate) then null else 'Safe mode: would have sent' end
    from public.step_runs where step_runs.outbox_id = outbox.id and outbox.id = waiting.outbox_id;
  end loop;
end
$$;

-- Holds what is on its way but not handed over.
create function private.hold_steps(of_sequence uuid, enrolment uuid, why text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox set state = 'held', gate_reason = why
  where id in (
    select outbox.id from public.outbox join public.step_runs on step_runs.outbox_id = outbox.id
    join public.enrolments on enrolments.id = step_runs.enrolment_id
    where outbox.state = 'queued' and (enrolments.sequence_id = of_sequence or enrolments.id = enrolment)
    order by outbox.id for update of outbox skip locked)
$$;

-- Who may -------------------------------------------------------------------------------------------------------------------

alter table public.sequence_settings enable row level security;
alter table public.sequences enable row level security;
alter table public.sequence_steps enable row level security;
alter table public.enrolments enable row level security;
alter table public.step_runs enable row level security;
revoke all on public.sequence_settings, public.sequences, public.sequence_steps, public.enrolments, public.step_runs from anon, authenticated, service_role;
revoke all on private.contact_zones from public, anon, authenticated, service_role;
grant select on public.sequence_settings, public.sequences, public.sequence_steps, public.enrolments, public.step_runs to authenticated, service_role;
grant update (one_at_a_time, stop_whole_account, domain_cap) on public.sequence_settings to authenticated, service_role;
create policy "staff see the settings of sequences" on public.sequence_settings for select to authenticated using ((select public.may('sequences', 'read')));
create policy "staff change the settings of sequences" on public.sequence_settings
  for update to authenticated using ((select public.may('sequences', 'edit'))) with check ((select public.may('sequences', 'edit')));
create policy "staff see sequences" on public.sequences for select to authenticated using ((select public.may('sequences', 'read')));
create policy "staff see steps" on public.sequence_steps for select to authenticated using ((select public.may('sequences', 'read')));
create policy "staff see enrolments" on public.enrolments for select to authenticated using ((select public.may('sequences', 'read')));
create policy "staff see runs of steps" on public.step_runs for select to authenticated using ((select public.may('sequences', 'read')));

revoke all on function private.check_timezone(), private.steps_stay(), private.sequence_clock(), private.local_instant(timestamp, text),
  private.is_sending_day(date, public.sequences), private.next_slot(public.sequences, text, timestamptz),
  private.after_delay(public.sequences, public.sequence_steps, text, timestamptz), private.folded_address(text),
  private.planned_on(uuid, text, text, timestamptz), private.cap_against(public.sequences, text, text, timestamptz), private.allowed_at(public.sequences, text, text, text, timestamptz),
  private.tell_enrolment(public.enrolments, text, jsonb), private.cancel_steps(uuid, text), private.end_enrolment(uuid, text, text, text),
  private.step_done(uuid, int, timestamptz), private.stop_sequences_for(text, text, text), private.outbox_wanted_sequence_step(uuid),
  private.outbox_window_sequence_step(uuid, timestamptz), private.mail_is_done(public.outbox), private.sequence_follows_task(), private.day_of_return(text, date), private.pause_for_automatic_answer(), private.ask_before_task_goes(), private.enrolments_follow_contact(),
  private.cancel_with_enrolment(), private.erase_from_sequences(uuid), private.merge_in_sequences(uuid, uuid),
  private.due_enrolments(timestamptz, int), private.take_step(uuid, timestamptz), private.write_step(uuid, int, uuid, jsonb, timestamptz),
  private.resume_enrolment(uuid, timestamptz), private.give_back_steps(uuid, timestamptz), private.hold_steps(uuid, uuid, text)
  from public, anon, authenticated, service_role;
