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

alter table public.sequence_settings enable row level security;
alter table public.sequences enable row level security;
alter table public.sequence_steps enable row level security;
alter table public.enrolments enable row level security;
alter table public.step_runs enable row level security;
create index step_runs_planned_idx on public.step_runs (planned_at) where outbox_id is not null;
