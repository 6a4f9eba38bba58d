// A full fortnight of meetings for `npm run demo`: three booking pages, colleagues with hours, meetings behind and before today.
import type { Sql } from "#server/platform/database/sql.ts";
import { bookSample, tellSampleMeetings } from "../../server/sample-firm/meetings.ts";

const pages = [
  {
    slug: "ai-consultation",
    title: "Book Your AI Consultation",
    about: "Thirty minutes by video, no slides. Tell us the decision in front of you.",
    minutes: 30,
    who: "any",
    subject: "AI Consult",
    questions: [{ key: "decide", label: "What do you have to decide?", kind: "text", required: false, choices: [] }],
  },
  {
    slug: "team-consultation",
    title: "Team consultation",
    about: "An hour for the people who will do it.",
    minutes: 60,
    who: "any",
    subject: "Workshop Inquiry",
  },
  {
    slug: "keynote",
    title: "Book the keynote",
    about: "Date, place and audience. We confirm within a day.",
    minutes: 30,
    who: "one",
    subject: "Speaking Engagement",
    approval: true,
  },
] as const;
const busy = [
  [0, "12:00", "13:00"],
  [0, "14:00", "15:00"],
  [1, "11:30", "12:30"],
  [2, "09:30", "10:30"],
  [2, "16:00", "17:00"],
  [4, "14:00", "15:30"],
  [7, "12:00", "13:00"],
  [8, "14:00", "15:00"],
  [9, "11:30", "12:30"],
  [11, "13:30", "15:00"],
] as const;
const times = ["09:00", "10:30", "13:00", "14:30", "15:30"];

export async function fillWithMeetings(sql: Sql): Promise<void> {
  await sql`update public.modules set live = true where key in ('meetings', 'timeline')`;
  // Who signs in to the demo first: their week is the one that is seen.
  const staff = await sql<{ id: string }[]>`
    select user_id as id from public.staff where active order by user_id in (select id from auth.users) desc, name limit 3`;
  for (const [place, { id }] of staff.entries()) {
    await sql`insert into public.availability (staff_id, zone, video_link)
      select ${id}, time_zone, ${`https://rooms.guidevane.example/{code}?host=${place + 1}`} from public.office on conflict do nothing`;
    await sql`insert into public.availability_hours (staff_id, weekday, opens, closes)
      select ${id}, weekday, '09:00', '17:00' from generate_series(1, 5) as weekday
      where not exists (select from public.availability_hours where staff_id = ${id})`;
  }
  const ids: string[] = [];
  for (const page of pages) {
    const given = { ...page, step: 30, notice_minutes: 120, state: "live", service_line: null };
    const [row] = await sql<{ id: string }[]>`
      insert into public.booking_pages (slug, title, about, minutes, step, notice_minutes, who, subject, approval, questions, state)
      select slug, title, about, minutes, step, notice_minutes, who, subject, coalesce(approval, false), coalesce(questions, '[]'), state
      from jsonb_populate_record(null::public.booking_pages, ${JSON.stringify(given)}::jsonb)
      on conflict (slug) do nothing returning id`;
    if (!row) return;
    ids.push(row.id);
    const people = page.who === "one" ? staff.slice(0, 1) : staff;
    for (const { id } of people)
      await sql`insert into public.booking_page_people (page_id, staff_id) values (${row.id}, ${id})`;
  }
  const guests = await sql<{ name: string; email: string }[]>`
    select distinct on (account_id) name, email from public.contacts where email is not null order by account_id, id limit 40`;
  const made: string[] = [];
  let next = 0;
  for (let day = -7; day <= 9; day += 1)
    for (const [slot, clock] of times.entries()) {
      const guest = guests[next % Math.max(1, guests.length)];
      if (!guest || (day + slot) % 4 === 0) continue;
      next += 1;
      const place = (day + 70 + slot) % ids.length;
      const page = ids[place]!;
      const id = await bookSample(sql, {
        page,
        day,
        clock,
        guest,
        // What waits for a word of ours was asked for just now.
        bookedDaysBefore: "approval" in pages[place]! && day >= 0 ? 0 : 3,
      });
      if (id) made.push(id);
    }
  await sql.begin((within) => tellSampleMeetings(within, made, 1));
  await sql`delete from public.outbox where origin_kind = 'meeting_mail'
    and origin_id in (select meeting_mails.id from public.meeting_mails join public.meetings on meetings.id = meeting_id where starts_at < now())`;
  // What else is in the calendars: around what is booked.
  for (const [day, from, until] of busy)
    await sql`
      insert into public.occupied (staff_id, during, kind)
      select people.id, entry.during, 'block'
      from unnest(${staff.map(({ id }) => id)}::uuid[]) with ordinality as people (id, place), public.office,
        lateral (select date_trunc('week', now() at time zone time_zone)::date + ${day}::int + (people.place - 1)::int as day) as at,
        lateral (select tstzrange((at.day + ${from}::time) at time zone time_zone, (at.day + ${until}::time) at time zone time_zone) as during) as entry
      where not exists (select from public.occupied as ours where ours.staff_id = people.id and ours.during && entry.during)`;
}
