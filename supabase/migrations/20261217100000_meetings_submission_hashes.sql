-- Who sends a booking again with its submission gets to its page: what is kept of it is a hash, and no column of a meeting.
create table private.booking_submissions (
  submission_hash bytea primary key,
  meeting_id uuid not null references public.meetings (id) on delete cascade
);

create index booking_submissions_meeting_idx on private.booking_submissions (meeting_id);
alter table private.booking_submissions enable row level security;

insert into private.booking_submissions (submission_hash, meeting_id)
select sha256(convert_to(submission::text, 'UTF8')), id from public.meetings where submission is not null;

alter table public.meetings drop column submission;

-- Reservations last ten minutes; from now on they know their form by its hash.
delete from public.occupied where kind = 'reserved';
