-- Who of us knows whom, and how well: counted from days with contact. Ties follow from evidence and can be counted again at any time.
insert into public.modules (key) values ('relationships');

insert into public.role_grants (role_id, area, action)
select roles.id, 'relationships', action
from (values ('partner', '{read,edit,export}'), ('sales', '{read,edit}'), ('reader', '{read}')) as preset (key, actions)
join public.roles on roles.key = preset.key, unnest(preset.actions::text[]) as action;

-- A person of whom nothing is counted.
alter table public.contacts add column no_mining boolean not null default false;
create index contacts_no_mining_idx on public.contacts (id) where no_mining;

-- Evidence: one row for each kind, direction and day of a pair. No foreign keys: it follows its contact by triggers, is no part of a deletion
-- that is brought back, and is counted again from its sources instead.
create table private.tie_days (
  contact_id uuid not null,
  staff_id uuid not null,
  day date not null,
  kind text not null constraint "kinds of evidence" check (kind in
    ('mail', 'round', 'meeting', 'talk', 'inquiry', 'answer', 'accepted', 'proposal', 'opened', 'introduced')),
  -- From them to us.
  inward boolean not null,
  n int not null constraint "evidence is counted from 1" check (n > 0),
  primary key (contact_id, staff_id, day, kind, inward)
);

-- Two contacts on the same mail or in the same meeting.
create table private.pair_days (
  a_id uuid not null,
  b_id uuid not null,
  day date not null,
  kind text not null constraint "kinds of days together" check (kind in ('mail', 'meeting')),
  n int not null constraint "days together are counted from 1" check (n > 0),
  primary key (a_id, b_id, day, kind),
  constraint "a pair has one order" check (a_id < b_id)
);
create index pair_days_other_idx on private.pair_days (b_id, a_id);

-- How it is counted. Versions are added, never changed; the next one is counted beside the live one until it is complete.
create table public.relationship_settings (
  version int primary key,
  half_life int not null constraint "half-life is 30 to 365 days" check (half_life between 30 and 365),
  weights jsonb not null,
  -- Whether the last lines of kept mail may say where someone works now.
  reads_signatures boolean not null default true,
  state text not null default 'building' constraint "states of a version" check (state in ('building', 'live', 'old')),
  -- The last contact whose ties are counted by it.
  built_to uuid,
  made_by uuid references public.staff (user_id),
  made_at timestamptz not null default clock_timestamp(),
  live_at timestamptz
);
create unique index relationship_settings_state_idx on public.relationship_settings (state) where state <> 'old';
create index relationship_settings_made_by_idx on public.relationship_settings (made_by) where made_by is not null;
alter table public.relationship_settings enable row level security;
insert into public.relationship_settings (version, half_life, weights, state, live_at) values (1, 90,
  '{"mail": 1, "round": 0.3, "meeting": 3, "talk": 2, "inquiry": 1, "answer": 1, "accepted": 3, "proposal": 0.5, "opened": 0.3, "introduced": 3}', 'live', now());

-- Derived from tie_days and one version of the settings. All evidence fades alike, so the sums are kept as of January 1, 2020, and hold on any day.
create table private.ties (
  contact_id uuid not null,
  staff_id uuid not null,
  version int not null references public.relationship_settings (version) on delete cascade,
  mass_in float8 not null,
  mass_out float8 not null,
  -- Days with contact, and items on them that are mails.
  days int not null,
  mails int not null,
  -- The middle one of the gaps between days, in days.
  usual_gap int,
  first_on date not null,
  last_on date not null,
  last_in date,
  last_out date,
  -- The strength on the last day with contact.
  was smallint not null,
  -- The first day on which it is no longer good.
  cold_on date,
  -- The first day of an unusual silence.
  silent_on date,
  primary key (contact_id, staff_id, version)
);
create index ties_version_idx on private.ties (version, staff_id);
create index ties_cold_idx on private.ties (version, was desc, contact_id) where cold_on is not null or silent_on is not null;

-- What a transaction changed of ties, until it is committed. Without a colleague: everything of that contact is counted again.
create table private.tie_changes (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  contact_id uuid,
  staff_id uuid,
  -- A mail that was filed or found in a further mailbox.
  mail_id uuid
);
create index tie_changes_transaction_idx on private.tie_changes (transaction);

-- One row: whether the server allows it (CRM_REL_MINING), and how far all evidence is counted.
create table private.relationship_mining (
  id boolean primary key default true constraint "there is one state of mining" check (id),
  is_on boolean not null default true,
  -- Null when everything is counted; otherwise the last contact that is.
  counting_from uuid,
  counted_at timestamptz
);
insert into private.relationship_mining (counting_from) values ('00000000-0000-0000-0000-000000000000');

-- Contacts and companies that changed, and mails that came, which are to be compared, in small steps.
create table private.records_to_compare (
  kind text not null constraint "contacts, companies and mails are compared" check (kind in ('contacts', 'accounts', 'mails')),
  id uuid not null,
  primary key (kind, id)
);

-- By what two records are recognized as one: 'phone:4955501770'.
create table private.compared_signs (
  kind text not null,
  id uuid not null,
  sign text not null,
  primary key (kind, id, sign)
);
create index compared_signs_sign_idx on private.compared_signs (sign, id);

-- A conversation that a person noted.
create table public.talks (
  id uuid primary key default uuidv7(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  staff_id uuid not null references public.staff (user_id),
  day date not null,
  note_id uuid references public.notes (id) on delete cascade,
  made_at timestamptz not null default clock_timestamp()
);
create index talks_contact_idx on public.talks (contact_id);
create index talks_staff_idx on public.talks (staff_id);
create index talks_note_idx on public.talks (note_id) where note_id is not null;
alter table public.talks enable row level security;

-- Meetings as their module told of them.
create table private.meetings_held (
  meeting_id uuid not null,
  contact_id uuid not null references public.contacts (id) on delete cascade,
  staff_id uuid not null,
  day date not null,
  primary key (meeting_id, contact_id, staff_id)
);
create index meetings_held_contact_idx on private.meetings_held (contact_id);

create table public.introductions (
  id uuid primary key default uuidv7(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  by_contact uuid references public.contacts (id) on delete cascade,
  by_staff uuid references public.staff (user_id),
  -- The one of us who was introduced.
  staff_id uuid references public.staff (user_id),
  on_day date not null,
  source text not null constraint "an introduction is entered or suggested" check (source in ('hand', 'suggestion')),
  made_by uuid references public.staff (user_id),
  made_at timestamptz not null default clock_timestamp(),
  constraint "a contact or a colleague introduces" check (num_nonnulls(by_contact, by_staff) = 1),
  constraint "A person cannot introduce themselves." check (by_contact <> contact_id),
  constraint "introduced once by each contact" unique (contact_id, by_contact),
  constraint "introduced once by each colleague" unique (contact_id, by_staff)
);
create index introductions_by_contact_idx on public.introductions (by_contact) where by_contact is not null;
create index introductions_by_staff_idx on public.introductions (by_staff) where by_staff is not null;
create index introductions_staff_idx on public.introductions (staff_id) where staff_id is not null;
create index introductions_made_by_idx on public.introductions (made_by) where made_by is not null;
alter table public.introductions enable row level security;

-- Where someone worked before.
create table public.contact_jobs (
  id uuid primary key default uuidv7(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  account_id uuid references public.accounts (id) on delete set null,
  company text not null constraint "company has 1 to 200 characters" check (char_length(company) between 1 and 200),
  title text constraint "title has at most 200 characters" check (char_length(title) <= 200),
  from_on date,
  until_on date,
  source text not null constraint "a job is entered or suggested" check (source in ('hand', 'suggestion')),
  made_at timestamptz not null default clock_timestamp()
);
create index contact_jobs_contact_idx on public.contact_jobs (contact_id);
create index contact_jobs_account_idx on public.contact_jobs (account_id) where account_id is not null;
alter table public.contact_jobs enable row level security;

-- What the records and the evidence suggest. `one_id` and `other_id` are contacts or companies; a refused key stays for good.
create table public.suggestions (
  id uuid primary key default uuidv7(),
  kind text not null constraint "kinds of suggestions" check (kind in
    ('same_person', 'other_company', 'know_each_other', 'new_contact', 'further_address', 'two_companies', 'job_change', 'introduced')),
  one_id uuid not null,
  other_id uuid not null default '00000000-0000-0000-0000-000000000000',
  detail text not null default '' constraint "detail has at most 400 characters" check (char_length(detail) <= 400),
  rule text not null,
  -- Facts in order, each with a code; screens have the words.
  evidence jsonb not null default '[]' constraint "evidence is a list" check (jsonb_typeof(evidence) = 'array'),
  -- Counted up when the evidence changes: a person accepts what they read.
  revision int not null default 1,
  state text not null default 'open' constraint "states of a suggestion" check (state in ('open', 'accepted', 'refused', 'gone')),
  found_at timestamptz not null default clock_timestamp(),
  decided_by uuid references public.staff (user_id),
  decided_at timestamptz,
  unique (kind, one_id, other_id, detail)
);
create index suggestions_open_idx on public.suggestions (kind, found_at desc, id) where state = 'open';
create index suggestions_refused_idx on public.suggestions (decided_at desc) where state = 'refused';
create index suggestions_one_idx on public.suggestions (one_id);
create index suggestions_other_idx on public.suggestions (other_id);
create index suggestions_decided_by_idx on public.suggestions (decided_by) where decided_by is not null;
alter table public.suggestions enable row level security;

-- "Not now", for everyone, until a day.
create table public.tie_snoozes (
  contact_id uuid not null references public.contacts (id) on delete cascade,
  staff_id uuid not null references public.staff (user_id),
  until_on date not null,
  made_by uuid references public.staff (user_id),
  primary key (contact_id, staff_id)
);
create index tie_snoozes_staff_idx on public.tie_snoozes (staff_id);
create index tie_snoozes_made_by_idx on public.tie_snoozes (made_by) where made_by is not null;
alter table public.tie_snoozes enable row level security;

create type private.evidence as (contact_id uuid, staff_id uuid, day date, kind text, inward boolean, n int);
