create table public.tasks (
  id uuid primary key default uuidv7(),
  title text not null constraint "title has 1 to 300 characters" check (char_length(title) between 1 and 300),
  notes text constraint "notes have at most 20000 characters" check (char_length(notes) <= 20000),
  kind text not null default 'todo' constraint "kind is reply, call, mail, meeting or todo"
    check (kind in ('reply', 'call', 'mail', 'meeting', 'todo')),
  priority text not null default 'medium' constraint "priority is low, medium or high" check (priority in ('low', 'medium', 'high')),
  -- The day; with an hour, the office's day of that moment (a trigger fills it).
  due_on date,
  due_at timestamptz,
  remind_at timestamptz,
  -- A task of nobody is everybody's: it stands in everyone's own list until someone takes it.
  assignee_id uuid default auth.uid() references public.staff (user_id) on delete restrict,
  created_by uuid default auth.uid() references public.staff (user_id) on delete restrict,
  done_at timestamptz,
  done_by uuid references public.staff (user_id) on delete restrict,
  -- Always filled from the person, so that the company's page shows the tasks of its people.
  account_id uuid references public.accounts (id) on delete cascade,
  contact_id uuid references public.contacts (id) on delete cascade,
  deal_id uuid,
  inquiry_id uuid,
  -- 'person', or the part of the server that made it: 'inquiry'.
  source text not null default 'person' constraint "source has 1 to 50 characters" check (char_length(source) between 1 and 50),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint "a task is about one person, deal or inquiry at most" check (num_nonnulls(contact_id, deal_id, inquiry_id) <= 1),
  constraint "only a task that is done was done by someone" check (done_at is not null or done_by is null),
  constraint "a task with an hour has a day" check (due_at is null or due_on is not null)
);

create index tasks_open_idx on public.tasks (assignee_id, due_on, priority) where done_at is null;
create index tasks_account_idx on public.tasks (account_id) where done_at is null;
create index tasks_contact_idx on public.tasks (contact_id) where done_at is null;
create index tasks_deal_idx on public.tasks (deal_id) where done_at is null;
create index tasks_inquiry_idx on public.tasks (inquiry_id) where inquiry_id is not null;
create index tasks_done_idx on public.tasks (done_at desc) where done_at is not null;
create index tasks_remind_idx on public.tasks (remind_at) where done_at is null and remind_at is not null;

-- For the cascade: what is done counts there too.
create index tasks_done_account_idx on public.tasks (account_id) where done_at is not null and account_id is not null;
create index tasks_done_contact_idx on public.tasks (contact_id) where done_at is not null and contact_id is not null;

-- What the server sent ------------------------------------------------------------------------------------------------------
-- Rows are the truth: a reminder and a digest are sent by whoever writes the row, so once, however many servers run.

create table private.task_reminders (
  task_id uuid not null references public.tasks (id) on delete cascade,
  remind_at timestamptz not null,
  sent_at timestamptz not null default now(),
  primary key (task_id, remind_at)
);

create table private.task_digests (
  user_id uuid not null references public.staff (user_id) on delete cascade,
  day date not null,
  -- None is sent when there is nothing to say; the row still says that the day was looked at.
  tasks int not null,
  at timestamptz not null default now(),
  primary key (user_id, day)
);

alter table public.tasks enable row level security;
