-- Calendars at Google and Microsoft: the sign-in that is under way, and the calendars that are made for our meetings.

-- One row from the moment someone is sent to the service until their calendars are chosen: the verifier, then what the service gave for the code.
create table private.calendar_sign_ins (
  -- Of the state that comes back with the code; the state itself is known to the browser alone.
  state_key text primary key,
  staff_id uuid not null references public.staff (user_id) on delete cascade,
  kind text not null constraint "service of a sign-in" check (kind in ('google', 'microsoft')),
  stage text not null default 'sent' constraint "stage of a sign-in" check (stage in ('sent', 'taken', 'signed in')),
  key_id text not null,
  nonce bytea not null,
  sealed bytea not null,
  expires_at timestamptz not null
);
create index calendar_sign_ins_staff_idx on private.calendar_sign_ins (staff_id);

alter table public.calendars add column made_by_us boolean not null default false,
  add constraint "a calendar that was made for our meetings makes no one busy" check (not (made_by_us and reads)),
  add constraint "at Google and Microsoft our meetings go into a calendar of their own" check (kind not in ('google', 'microsoft') or made_by_us or not writes);

-- Deleted there and put back: made once more under another name.
alter table public.calendar_copies add column times_made int not null default 0;
