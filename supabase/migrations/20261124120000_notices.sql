-- What is new for a colleague: one line for each act that concerns them, what they chose to be told of, and the records they follow.
insert into public.modules (key) values ('notices');

create table public.notices (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- What people choose by, and what happened: 'record' and 'won'.
  kind text not null,
  what text not null,
  record_type text not null,
  record_id uuid not null,
  -- Further records of the same act.
  others uuid[] not null default '{}',
  -- What belongs together: the company, or else the record.
  about_id uuid not null,
  -- The entry of the history that has the words; without one the record has them.
  event_id bigint,
  actor_id uuid,
  -- False: chosen by mail only.
  on_screen boolean not null default true,
  -- As chosen when it was written.
  mail text not null constraint "a notice is mailed never, at once or daily" check (mail in ('never', 'at_once', 'daily')),
  at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  mailed_at timestamptz,
  pushed_at timestamptz
);
create index notices_user_idx on public.notices (user_id, id desc);
create index notices_unread_idx on public.notices (user_id, id desc) where read_at is null;
create index notices_unmailed_idx on public.notices (mail, at) where mailed_at is null and read_at is null and mail <> 'never';
create index notices_unpushed_idx on public.notices (at) where pushed_at is null and read_at is null;
create index notices_old_idx on public.notices (read_at) where read_at is not null;
alter table public.notices enable row level security;

create table public.notice_choices (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  screen boolean not null,
  mail text not null constraint "mail is never, at once or daily" check (mail in ('never', 'at_once', 'daily')),
  primary key (user_id, kind)
);
alter table public.notice_choices enable row level security;

create table public.follows (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  record_type text not null constraint "records that can be followed" check (record_type in ('account', 'contact', 'deal', 'inquiry')),
  record_id uuid not null,
  at timestamptz not null default now(),
  primary key (user_id, record_id)
);
create index follows_record_idx on public.follows (record_id);
alter table public.follows enable row level security;

-- One row: what the team's chat is told of, and whether clients are named there.
create table public.notice_chat (
  id boolean primary key default true constraint "there is one chat" check (id),
  kinds text[] not null default '{}',
  with_names boolean not null default false
);
insert into public.notice_chat default values;
alter table public.notice_chat enable row level security;

-- Browsers that show notices while no window is open.
create table private.push_browsers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  endpoint text not null unique constraint "an endpoint has at most 1000 characters" check (char_length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  -- Whether a line may name records where anyone can see the screen.
  with_names boolean not null default false,
  created_at timestamptz not null default now()
);
create index push_browsers_user_idx on private.push_browsers (user_id);

-- The pair that push services know this installation by. Made at the first need.
create table private.push_keys (
  id boolean primary key default true constraint "there is one pair" check (id),
  public_key text not null,
  private_key text not null
);

-- The mail of a day, sent or not needed.
create table private.notice_days (
  user_id uuid not null references auth.users (id) on delete cascade,
  day date not null,
  primary key (user_id, day)
);

create type private.news as (
  user_id uuid, kind text, what text, record_type text, record_id uuid, about_id uuid, event_id bigint, actor_id uuid
);

-- The day's mail leaves when the office opens.
alter table public.office add column opens_at time not null default '09:00';
