// Meetings as guests book them, by the very function that books real ones. What is behind today has been said: most were held.
import { randomUUID } from "node:crypto";
import type { Statements } from "#server/platform/database/sql.ts";

export interface SampleBooking {
  page: string;
  /** Counted from today at the office; the clock is the office's. */
  day: number;
  clock: string;
  guest: { name: string; email: string };
  answers?: Record<string, string>;
  /** How long before it was asked for; what is to come, so long ago. */
  bookedDaysBefore: number;
}

/** The meeting's id, or null where no one is free. */
export async function bookSample(
  within: Statements,
  { page, day, clock, guest, answers = {}, bookedDaysBefore }: SampleBooking,
): Promise<string | null> {
  const [at] = await within<{ starts: Date; booked: Date }[]>`
    select starts, least(now(), starts) - make_interval(days => ${bookedDaysBefore}) as booked
    from public.office, lateral (select (public.office_today() + ${day}::int + ${clock}::time) at time zone time_zone as starts) as given`;
  const given = {
    submission: randomUUID(),
    page,
    starts_at: at!.starts,
    guest_zone: "America/New_York",
    guest_locale: "en-US",
    name: guest.name,
    email: guest.email,
    answers,
    form: randomUUID(),
    held_because: [],
    sender: {},
  };
  const [row] = await within<{ id: string | null }[]>`
    select private.book_meeting(${JSON.stringify(given)}::jsonb, ${at!.booked}) ->> 'meeting' as id`;
  return row!.id;
}

/** Says of those that are over how they were, but for the last days; of all, the history tells when it happened. */
export async function tellSampleMeetings(within: Statements, ids: readonly string[], unsaidDays = 0): Promise<void> {
  await within`select private.suppress_history(true)`;
  const over = await within<{ id: string; state: string }[]>`
    update public.meetings set state = case when place.n % 6 = 5 then 'no_show' else 'met' end, answer_by = null, held_told_at = ends_at
    from (select id, row_number() over (order by starts_at) as n from public.meetings where id = any (${ids}) and (
      (state = 'confirmed' and ends_at < now() - make_interval(days => ${unsaidDays})) or (state = 'requested' and ends_at < now()))) as place
    where meetings.id = place.id returning meetings.id, meetings.state`;
  for (const { id, state } of over) {
    await within`select count(answer) from public.meetings, lateral private.call_hooks('made task changes', jsonb_build_object('id', task_id, 'done', true)::text) as answer
      where id = ${id}`;
    if (state === "met") await within`select private.tell_meeting_held(meetings) from public.meetings where id = ${id}`;
    await within`select private.record_meeting_event(${id}, ${state === "met" ? "met" : "no-show"})`;
  }
  await within`select private.suppress_history(false)`;
  await within`
    insert into public.meeting_notes (meeting_id, staff_id, body, created_at)
    select id, host_id, 'They send two samples; we answer within the week.', ends_at from public.meetings where id = any (${over.map(({ id }) => id)}) and state = 'met'
    order by starts_at desc limit 3`;
  await within`
    update public.events set at = case events.kind when 'created' then meetings.created_at else meetings.ends_at end
    from public.meetings where record_type = 'meeting' and record_id = meetings.id and meetings.id = any (${ids})`;
  await within`
    update public.events set at = meetings.created_at
    from public.meetings where record_type = 'task' and record_id = meetings.task_id and events.kind = 'created' and meetings.id = any (${ids})`;
}

const decisions = [
  "Which of three vendors reads our contracts.",
  "Whether the pilot goes on after the summer.",
  "Who of us has to learn what, and by when.",
];

/** For the sample firm: one page that only its address leads to, with hours of its own. It takes no one's real time, and no mail is left. */
export async function addMeetings(within: Statements, { owner }: { owner: string }): Promise<void> {
  await within`insert into public.availability (staff_id, zone) select ${owner}, time_zone from public.office on conflict do nothing`;
  const [row] = await within<{ id: string }[]>`
    insert into public.booking_pages (slug, title, about, minutes, step, notice_minutes, visibility, questions, state, created_by)
    values (${`sample-${randomUUID().slice(0, 13)}`}, 'A first talk', 'Thirty minutes by video. A page of the sample firm.', 30, 30, 0, 'unlisted',
      '[{"key": "decide", "label": "What do you have to decide?", "kind": "text"}]', 'live', ${owner}) returning id`;
  const page = row!.id;
  await within`insert into public.booking_page_people (page_id, staff_id) values (${page}, ${owner})`;
  await within`
    insert into public.availability_hours (staff_id, page_id, weekday, opens, closes)
    select ${owner}, ${page}, weekday, '09:00', '17:00' from generate_series(1, 5) as weekday`;
  const guests = await within<{ name: string; email: string }[]>`
    select distinct on (account_id) name, email from public.contacts
    where email is not null and id in (select private.sample_ids('public.contacts')) order by account_id, created_at, id`;
  const ids: string[] = [];
  // A third of these are weekends.
  for (const day of [-12, -9, -8, -6, -5, -2, -1, 1, 2, 5, 6, 8, 9]) {
    const guest = guests[ids.length % guests.length];
    if (!guest) break;
    const id = await bookSample(within, {
      page,
      day,
      clock: day % 2 === 0 ? "10:00" : "14:30",
      guest,
      answers: { decide: decisions[ids.length % decisions.length]! },
      bookedDaysBefore: 3,
    });
    if (id) ids.push(id);
  }
  await tellSampleMeetings(within, ids);
  await within`delete from public.occupied where meeting_id = any (${ids})`;
  await within`delete from public.calendar_copies where meeting_id = any (${ids})`;
  await within`delete from public.outbox where (jsonb_build_object('id', id)) in (select key from private.sample_rows where place = 'public.outbox')`;
}
