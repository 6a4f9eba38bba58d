-- Booking pages, who can be booked when, meetings, and what is occupied: two constraints of one table keep a person from being booked twice
-- and from being booked over an entry of a calendar.
create extension if not exists btree_gist with schema extensions;

insert into public.modules (key) values ('meetings');
insert into public.role_grants (role_id, area, action)
select roles.id, 'meetings', action
from (values ('partner', '{read,add,edit,delete,send}'), ('sales', '{read,add,edit,send}'), ('reader', '{read}')) as preset (key, actions)
join public.roles on roles.key = preset.key, unnest(preset.actions::text[]) as action;

create table public.booking_pages (
  id uuid primary key default uuidv7(),
  slug text not null unique constraint "slug has 2 to 60 small letters, digits and hyphens"
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) between 2 and 60),
  title text not null constraint "title has 1 to 120 characters" check (char_length(title) between 1 and 120),
  about text not null default '' constraint "about has at most 600 characters" check (char_length(about) <= 600),
  minutes int not null default 30 constraint "a meeting lasts 5 to 480 minutes" check (minutes between 5 and 480),
  -- Times begin every so many minutes from opening; filled with the length.
  step int not null constraint "step is 5 to 120 minutes" check (step between 5 and 120),
  buffer_before int not null default 0 constraint "the buffer before is at most 240 minutes" check (buffer_before between 0 and 240),
  buffer_after int not null default 0 constraint "the buffer after is at most 240 minutes" check (buffer_after between 0 and 240),
  notice_minutes int not null default 240 constraint "notice is at most 30 days" check (notice_minutes between 0 and 43200),
  horizon_days int not null default 60 constraint "horizon is 1 to 365 days" check (horizon_days between 1 and 365),
  who text not null default 'one' constraint "who is one, any or all" check (who in ('one', 'any', 'all')),
  -- On pages of any: the owner of a person or company we know comes first.
  owner_first boolean not null default true,
  max_per_day int constraint "at most 1 to 100 a day" check (max_per_day between 1 and 100),
  max_per_week int constraint "at most 1 to 500 a week" check (max_per_week between 1 and 500),
  visibility text not null default 'public' constraint "visibility is public, unlisted or clients" check (visibility in ('public', 'unlisted', 'clients')),
  place text not null default 'video' constraint "place is video, phone, address or theirs" check (place in ('video', 'phone', 'address', 'theirs')),
  -- Where, in words: our address.
  place_detail text constraint "the place has at most 300 characters" check (char_length(place_detail) <= 300),
  -- [{"key", "label", "kind": line|text|choice|phone, "required", "choices"}]
  questions jsonb not null default '[]' constraint "at most 8 questions" check (jsonb_typeof(questions) = 'array' and jsonb_array_length(questions) <= 8),
  approval boolean not null default false,
  -- Until a request that waits for approval expires; at its start in any case.
  approval_hours int not null default 24 constraint "a request waits 1 to 240 hours" check (approval_hours between 1 and 240),
  price_minor bigint constraint "a price is above zero" check (price_minor > 0),
  currency text constraint "currency is a code of three letters" check (currency ~ '^[A-Z]{3}$'),
  unpaid text not null default 'release' constraint "unpaid is release or keep" check (unpaid in ('release', 'keep')),
  change_until int not null default 240 constraint "changes end at most 30 days before" check (change_until between 0 and 43200),
  max_moves int not null default 5 constraint "at most 20 moves" check (max_moves between 0 and 20),
  -- Minutes before the start.
  reminders int[] not null default '{1440}' constraint "at most 3 reminders" check (cardinality(reminders) <= 3 and 0 < all (reminders) and 20160 >= all (reminders)),
  show_at_most int constraint "at least one time a day is shown" check (show_at_most between 1 and 100),
  service_line text,
  -- Of the contact page: the booking of this subject.
  subject text unique constraint "subject has 1 to 200 characters" check (char_length(subject) between 1 and 200),
  state text not null default 'draft' constraint "state of a booking page" check (state in ('draft', 'live', 'paused', 'archived')),
  created_by uuid references public.staff (user_id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint "an unlisted page has a slug of 12 characters or more" check (visibility <> 'unlisted' or char_length(slug) >= 12),
  constraint "a price has a currency" check ((price_minor is null) = (currency is null))
);
alter table public.booking_pages enable row level security;

create table public.booking_page_people (
  page_id uuid not null references public.booking_pages (id) on delete cascade,
  staff_id uuid not null references public.staff (user_id) on delete cascade,
  weight int not null default 1 constraint "weight is 1 to 100" check (weight between 1 and 100),
  -- Newcomers begin with the mean of the others; counts for as long as those minutes would.
  base_minutes int not null default 0 constraint "base minutes are not negative" check (base_minutes >= 0),
  joined_at timestamptz not null default now(),
  primary key (page_id, staff_id)
);
create index booking_page_people_staff_idx on public.booking_page_people (staff_id);
alter table public.booking_page_people enable row level security;

-- One row for each person who can be booked. Bookings lock these rows, in the order of their ids.
create table public.availability (
  staff_id uuid primary key references public.staff (user_id) on delete cascade,
  zone text not null,
  max_per_day int constraint "a person has at most 1 to 100 a day" check (max_per_day between 1 and 100),
  max_per_week int constraint "a person has at most 1 to 500 a week" check (max_per_week between 1 and 500),
  -- {code} is replaced by 12 random characters for each meeting.
  video_link text constraint "the video link is an https address" check (video_link ~ '^https://[^\s<>"]+$' and char_length(video_link) <= 500),
  works_on_holidays boolean not null default false,
  updated_at timestamptz not null default now()
);
alter table public.availability enable row level security;

create table public.availability_hours (
  id uuid primary key default uuidv7(),
  staff_id uuid not null references public.availability (staff_id) on delete cascade,
  -- Hours of their own on this page, in place of the usual ones.
  page_id uuid references public.booking_pages (id) on delete cascade,
  weekday int not null constraint "weekday is 1 (Monday) to 7" check (weekday between 1 and 7),
  opens time not null,
  -- Counted from the midnight before opening: 26:00 is two in the morning.
  closes interval not null,
  constraint "hours close after they open, within a day" check (closes > opens::interval and closes <= opens::interval + interval '24 hours')
);
create index availability_hours_staff_idx on public.availability_hours (staff_id);
create index availability_hours_page_idx on public.availability_hours (page_id) where page_id is not null;
alter table public.availability_hours enable row level security;

create table public.availability_days (
  staff_id uuid not null references public.availability (staff_id) on delete cascade,
  day date not null,
  -- [{"opens": "09:00", "closes": "12:00"}]; none: away. In place of the weekday's hours.
  ranges jsonb not null default '[]' constraint "ranges are a list of at most 8" check (jsonb_typeof(ranges) = 'array' and jsonb_array_length(ranges) <= 8),
  primary key (staff_id, day)
);
alter table public.availability_days enable row level security;

create table public.meetings (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity,
  reference text not null default '',
  source text not null constraint "source of a meeting" check (source in ('booking', 'hand', 'mail', 'calendar', 'provider')),
  page_id uuid references public.booking_pages (id) on delete set null,
  -- The first host, whose record it is; all of them are people of the meeting.
  host_id uuid references public.staff (user_id) on delete set null,
  title text not null constraint "a title has 1 to 200 characters" check (char_length(title) between 1 and 200),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- What the host's clock showed when it was booked: zone data can change.
  local_start timestamp not null,
  zone text not null,
  guest_zone text,
  guest_locale text constraint "a locale has at most 35 characters" check (char_length(guest_locale) <= 35),
  place text not null default 'video' constraint "place of a meeting" check (place in ('video', 'phone', 'address', 'theirs')),
  -- The address, the number to call, or the video link.
  place_detail text constraint "the place has at most 500 characters" check (char_length(place_detail) <= 500),
  state text not null constraint "state of a meeting"
    check (state in ('requested', 'awaiting_payment', 'confirmed', 'declined', 'expired', 'released', 'cancelled', 'met', 'no_show')),
  ics_uid text not null,
  recurrence_id text not null default '',
  sequence int not null default 0 constraint "sequence is not negative" check (sequence >= 0),
  -- Of a foreign meeting: who alone may change it.
  organizer_key text,
  moves int not null default 0,
  answers jsonb not null default '{}',
  contact_id uuid references public.contacts (id) on delete set null,
  account_id uuid references public.accounts (id) on delete set null,
  deal_id uuid,
  provider text,
  provider_uid text,
  submission uuid unique,
  -- {"rule", "candidates": [{"staff_id", "minutes", "weight", "load"}]}
  assigned_because jsonb,
  cancelled_by text constraint "cancelled by guest, host or provider" check (cancelled_by in ('guest', 'host', 'provider')),
  cancel_reason text constraint "a reason has at most 1000 characters" check (char_length(cancel_reason) <= 1000),
  -- Requests expire, unpaid meetings are released.
  answer_by timestamptz,
  -- Signals of spam: nothing is occupied or mailed until a person accepts it.
  held_because text[] not null default '{}',
  -- What the host is asked, and until when it waits: {"ask": "declined" | "zone" | "deleted" | "moved", ...}
  question jsonb,
  -- A request for payment, where the page has a price.
  payment_id uuid,
  -- The host's task.
  task_id uuid,
  -- What spam signals keep for later, such as the company's host.
  sender jsonb,
  created_by uuid references public.staff (user_id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- That it was held has been told to what counts meetings.
  held_told_at timestamptz,
  erased_at timestamptz,
  constraint "a meeting ends after it starts" check (ends_at > starts_at),
  constraint "a uid and its recurrence are one meeting" unique (ics_uid, recurrence_id),
  constraint "a provider's uid is one meeting" unique (provider, provider_uid)
);
create index meetings_starts_idx on public.meetings (starts_at);
create index meetings_host_idx on public.meetings (host_id, starts_at);
create index meetings_page_idx on public.meetings (page_id, starts_at);
create index meetings_contact_idx on public.meetings (contact_id, starts_at desc) where contact_id is not null;
create index meetings_account_idx on public.meetings (account_id, starts_at desc) where account_id is not null;
create index meetings_deal_idx on public.meetings (deal_id) where deal_id is not null;
create index meetings_waiting_idx on public.meetings (answer_by) where state in ('requested', 'awaiting_payment');
create index meetings_ending_idx on public.meetings (ends_at) where state = 'confirmed' and held_told_at is null;
create index meetings_question_idx on public.meetings (starts_at) where question is not null;
create index meetings_payment_idx on public.meetings (payment_id) where payment_id is not null;
alter table public.meetings enable row level security;

create table public.meeting_people (
  id uuid primary key default uuidv7(),
  meeting_id uuid not null references public.meetings (id) on delete cascade,
  role text not null constraint "role in a meeting" check (role in ('host', 'guest', 'other')),
  staff_id uuid references public.staff (user_id) on delete set null,
  contact_id uuid references public.contacts (id) on delete set null,
  name text not null default '' constraint "a name has at most 200 characters" check (char_length(name) <= 200),
  address text not null default '' constraint "an address has at most 320 characters" check (char_length(address) <= 320),
  address_key text not null default '',
  phone text constraint "a number has at most 50 characters" check (char_length(phone) <= 50),
  answer text not null default 'needs_action' constraint "answer to a meeting" check (answer in ('needs_action', 'accepted', 'declined', 'tentative')),
  answer_sequence int not null default 0
);
create index meeting_people_meeting_idx on public.meeting_people (meeting_id);
create unique index meeting_people_host_idx on public.meeting_people (meeting_id, staff_id) where staff_id is not null;
create index meeting_people_staff_idx on public.meeting_people (staff_id) where staff_id is not null;
create index meeting_people_contact_idx on public.meeting_people (contact_id) where contact_id is not null;
create index meeting_people_address_idx on public.meeting_people (address_key) where address_key <> '';
alter table public.meeting_people enable row level security;

-- Ours alone: in no view of a client, in no file and no mail.
create table public.meeting_notes (
  id uuid primary key default uuidv7(),
  meeting_id uuid not null references public.meetings (id) on delete cascade,
  staff_id uuid references public.staff (user_id) on delete set null,
  body text not null constraint "a note has 1 to 10000 characters" check (char_length(body) between 1 and 10000),
  created_at timestamptz not null default now()
);
create index meeting_notes_meeting_idx on public.meeting_notes (meeting_id);
alter table public.meeting_notes enable row level security;

-- Each mail of a meeting: its key is meeting, sequence and kind, and each has a link of its own.
create table public.meeting_mails (
  id uuid primary key default uuidv7(),
  meeting_id uuid not null references public.meetings (id) on delete cascade,
  sequence int not null,
  kind text not null constraint "kind of a meeting's mail" check (char_length(kind) between 1 and 60),
  -- The person of meeting_people who gets it.
  person_id uuid references public.meeting_people (id) on delete cascade,
  outbox_id uuid,
  created_at timestamptz not null default now(),
  constraint "a mail of a meeting is written once" unique (meeting_id, sequence, kind, person_id)
);
alter table public.meeting_mails enable row level security;

create table public.calendars (
  id uuid primary key default uuidv7(),
  staff_id uuid not null references public.staff (user_id) on delete cascade,
  kind text not null constraint "kind of a calendar" check (kind in ('caldav', 'google', 'microsoft', 'ics')),
  name text not null constraint "a calendar's name has 1 to 200 characters" check (char_length(name) between 1 and 200),
  -- Where it is, without secrets. Of a subscription the address itself is a secret.
  address text not null default '' constraint "an address of a calendar has at most 2000 characters" check (char_length(address) <= 2000),
  username text not null default '' constraint "a user name has at most 320 characters" check (char_length(username) <= 320),
  reads boolean not null default true,
  writes boolean not null default false,
  write_details boolean not null default true,
  count_tentative boolean not null default true,
  count_all_day boolean not null default true,
  count_unanswered boolean not null default false,
  sync_token text,
  ctag text,
  etag text,
  state text not null default 'new' constraint "state of a calendar"
    check (state in ('new', 'checking', 'live', 'waiting', 'signed_out', 'paused', 'removed')),
  reason text,
  failures int not null default 0,
  last_good_at timestamptz,
  compared_at timestamptz,
  next_try_at timestamptz not null default now(),
  lease_until timestamptz,
  lease_by text,
  when_stale text not null default 'closed' constraint "a stale calendar is closed, last known or left out"
    check (when_stale in ('closed', 'last_known', 'left_out')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index calendars_staff_idx on public.calendars (staff_id);
create unique index calendars_writes_idx on public.calendars (staff_id) where writes and state <> 'removed';
create index calendars_due_idx on public.calendars (next_try_at) where state in ('new', 'checking', 'live', 'waiting');
alter table public.calendars enable row level security;

create table private.calendar_secrets (
  calendar_id uuid primary key references public.calendars (id) on delete cascade,
  key_id text not null,
  nonce bytea not null,
  sealed bytea not null
);

-- No title, place or people are stored of what others write into a calendar.
create table public.calendar_entries (
  calendar_id uuid not null references public.calendars (id) on delete cascade,
  href text not null,
  etag text,
  uid text not null default '',
  primary key (calendar_id, href)
);
alter table public.calendar_entries enable row level security;

create table public.calendar_copies (
  meeting_id uuid not null references public.meetings (id) on delete cascade,
  staff_id uuid not null references public.staff (user_id) on delete cascade,
  calendar_id uuid references public.calendars (id) on delete set null,
  href text,
  etag text,
  sequence int not null default 0,
  state text not null default 'wanted' constraint "state of a copy" check (state in ('wanted', 'there', 'failed', 'changed', 'gone')),
  reason text,
  updated_at timestamptz not null default now(),
  primary key (meeting_id, staff_id)
);
create index calendar_copies_staff_idx on public.calendar_copies (staff_id);
create index calendar_copies_calendar_idx on public.calendar_copies (calendar_id, href);
alter table public.calendar_copies enable row level security;

-- When people are taken, buffers included. What is ours overlaps nothing; entries of calendars may overlap each other, and one that came
-- after a meeting is late.
create table public.occupied (
  id uuid primary key default uuidv7(),
  staff_id uuid not null references public.staff (user_id) on delete cascade,
  during tstzrange not null constraint "a time that is occupied begins and ends" check (not isempty(during) and lower(during) is not null and upper(during) is not null),
  kind text not null constraint "kind of what occupies" check (kind in ('meeting', 'reserved', 'block', 'calendar')),
  ours int not null generated always as (case when kind in ('meeting', 'reserved') then 1 else 0 end) stored,
  late boolean not null default false,
  meeting_id uuid references public.meetings (id) on delete cascade,
  calendar_id uuid references public.calendars (id) on delete cascade,
  entry_uid text,
  entry_href text,
  -- Of reservations.
  page_id uuid references public.booking_pages (id) on delete cascade,
  starts_at timestamptz,
  expires_at timestamptz,
  form_key text,
  network_key text,
  constraint "a meeting occupies as a meeting" check ((kind = 'meeting') = (meeting_id is not null)),
  constraint "a reservation has a form and an end" check ((kind = 'reserved') = (form_key is not null and expires_at is not null)),
  constraint "what is ours is never late" check (not late or kind in ('block', 'calendar')),
  constraint one_at_a_time exclude using gist (staff_id with =, during with &&) where (ours = 1),
  constraint calendar_counts exclude using gist (staff_id with =, during with &&, ours with <>) where (not late)
);
create index occupied_meeting_idx on public.occupied (meeting_id) where meeting_id is not null;
create index occupied_calendar_idx on public.occupied (calendar_id, entry_href) where calendar_id is not null;
create index occupied_form_idx on public.occupied (form_key) where form_key is not null;
create index occupied_network_idx on public.occupied (network_key) where network_key is not null;
create index occupied_expires_idx on public.occupied (expires_at) where expires_at is not null;
create index occupied_late_idx on public.occupied (staff_id) where late;
alter table public.occupied enable row level security;

create index meeting_mails_outbox_idx on public.meeting_mails (outbox_id) where outbox_id is not null;
create index meeting_mails_person_idx on public.meeting_mails (person_id) where person_id is not null;
