// A fortnight of meetings for `npm run demo`: three booking pages and a draft, hours, last week with its outcomes, this week and the next
// with what is booked, asked for, cancelled, and busy otherwise.
import { randomUUID } from "node:crypto";
import type { Sql } from "#server/platform/database/sql.ts";

const pages = [
  {
    slug: "ai-consultation",
    title: "AI consultation",
    about: "Half an hour about where a model would help you, and where it would not.",
    minutes: 30,
    who: "one",
    subject: "AI Consult",
    state: "live",
    before: 10,
    after: 15,
    questions: [{ key: "about", label: "What should we talk about?", kind: "text", required: true }],
  },
  {
    slug: "workshop-planning",
    title: "Workshop planning",
    about: "",
    minutes: 45,
    who: "any",
    subject: null,
    state: "live",
    before: 0,
    after: 15,
    questions: [],
  },
  {
    slug: "client-check-in",
    title: "Client check-in",
    about: "",
    minutes: 30,
    who: "any",
    subject: null,
    state: "live",
    before: 0,
    after: 0,
    questions: [],
  },
  {
    slug: "board-briefing-call",
    title: "Board briefing call",
    about: "",
    minutes: 20,
    who: "one",
    subject: null,
    state: "draft",
    before: 0,
    after: 0,
    questions: [],
  },
] as const;

/** Day of the fortnight (0 is Monday of this week), hour, page, and what became of it. */
const plan = [
  [-5, "10:00", 0, "met"],
  [-5, "14:00", 1, "met"],
  [-4, "09:30", 2, "met"],
  [-3, "11:00", 0, "no_show"],
  [-3, "15:00", 1, "met"],
  [0, "09:30", 0, "booked"],
  [0, "15:00", 2, "booked"],
  [1, "11:00", 0, "booked"],
  [1, "15:00", 1, "booked"],
  [2, "14:00", 0, "requested"],
  [2, "16:00", 2, "booked"],
  [3, "10:30", 0, "booked"],
  [4, "10:00", 1, "booked"],
  [4, "11:30", 0, "cancelled"],
  [7, "09:30", 0, "booked"],
  [7, "13:30", 2, "booked"],
  [8, "11:00", 1, "booked"],
  [9, "10:00", 0, "requested"],
  [9, "14:00", 0, "booked"],
  [10, "09:00", 2, "booked"],
  [11, "15:30", 0, "booked"],
] as const;

const busy = [
  [0, "13:00", "14:30"],
  [1, "12:00", "13:00"],
  [2, "09:00", "12:00"],
  [3, "09:00", "10:00"],
  [3, "14:00", "14:30"],
  [4, "13:00", "17:00"],
  [7, "10:30", "12:00"],
  [8, "13:00", "15:00"],
  [10, "11:00", "12:30"],
] as const;

const answers = [
  "May triage notes leave the ward, or must the model come to them?",
  "Our editors want one style sheet for three houses. Can a model keep to it?",
  "We have forty thousand letters and two people who read them.",
  "What would a first month cost, and what would we know after it?",
  "The board asks what happens to our archive.",
];

export async function fillWithMeetings(sql: Sql): Promise<void> {
  const staff = await sql<{ user_id: string; name: string; email: string }[]>`
    select user_id, name, coalesce(users.email, '') as email from public.staff left join auth.users on users.id = user_id where active order by staff.created_at, user_id limit 3`;
  const guests = await sql<{ id: string; account_id: string; name: string; email: string }[]>`
    select id, account_id, name, email from public.contacts where email is not null and account_id is not null order by created_at, id limit 12`;
  if (staff.length === 0 || guests.length === 0) return;
  for (const { user_id: id } of staff) {
    await sql`insert into public.availability (staff_id, zone, video_link) select ${id}, time_zone, 'https://meet.guidevane.example/{code}' from public.office on conflict do nothing`;
    await sql`
      insert into public.availability_hours (staff_id, weekday, opens, closes)
      select ${id}, weekday, opens::time, closes::interval from generate_series(1, 5) as weekday, (values ('09:00', '12:00'), ('13:30', '17:00')) as hours (opens, closes)
      where not (weekday = 5 and opens = '13:30')`;
  }
  const ids: string[] = [];
  for (const page of pages) {
    const [made] = await sql<{ id: string }[]>`
      insert into public.booking_pages (slug, title, about, minutes, step, buffer_before, buffer_after, who, subject, state, questions, horizon_days)
      values (${page.slug}, ${page.title}, ${page.about}, ${page.minutes}, 30, ${page.before}, ${page.after}, ${page.who}, ${page.subject}, ${page.state},
        ${JSON.stringify(page.questions)}, 30) returning id`;
    ids.push(made!.id);
    const people = page.who === "one" ? staff.slice(0, 1) : staff;
    for (const { user_id: id } of people)
      await sql`insert into public.booking_page_people (page_id, staff_id) values (${made!.id}, ${id})`;
  }
  for (const [day, from, until] of busy)
    await sql`
      insert into public.occupied (staff_id, during, kind)
      select ${staff[0]!.user_id}, tstzrange((monday + ${from}::time) at time zone time_zone, (monday + ${until}::time) at time zone time_zone), 'block'
      from public.office, lateral (select date_trunc('week', now() at time zone time_zone)::date + ${day}::int as monday) as at`;
  let no = 0;
  for (const [day, hour, of, wanted] of plan) {
    const guest = guests[no % guests.length]!;
    // The first page is one person's; the rest goes round.
    const host = of === 0 ? staff[0]! : staff[no % staff.length]!;
    const page = pages[of];
    no += 1;
    await sql.begin(async (within) => {
      const id = randomUUID();
      const [made] = await within<{ id: string }[]>`
        with at as (
          select (date_trunc('week', now() at time zone time_zone)::date + ${day}::int + ${hour}::time) at time zone time_zone as starts_at, time_zone from public.office)
        insert into public.meetings (id, source, page_id, host_id, title, starts_at, ends_at, local_start, zone, guest_zone, place, place_detail, state, ics_uid, answers,
          contact_id, account_id, assigned_because, answer_by, cancelled_by, created_at)
        select ${id}::uuid, 'booking', ${ids[of]!}::uuid, ${host.user_id}::uuid, ${page.title}, starts_at, starts_at + make_interval(mins => ${page.minutes}), starts_at at time zone time_zone,
          time_zone, null, 'video', ${`https://meet.guidevane.example/${id.slice(0, 8)}`}, case ${wanted}::text when 'booked' then 'confirmed' else ${wanted}::text end,
          ${`${id}@guidevane.example`}, ${JSON.stringify(of === 0 ? { about: answers[no % answers.length] } : {})}, ${guest.id}::uuid, ${guest.account_id}::uuid,
          ${JSON.stringify({ rule: page.who === "one" ? "only" : "load", chosen: host.user_id, candidates: [] })}::jsonb,
          case ${wanted}::text when 'requested' then least(starts_at, now() + interval '1 day') end, case ${wanted}::text when 'cancelled' then 'guest' end,
          least(starts_at, now()) - interval '3 days'
        from at where not (${wanted}::text = 'requested' and starts_at < now()) returning id`;
      if (!made) return;
      await within`
        insert into public.meeting_people (meeting_id, role, staff_id, contact_id, name, address, address_key, answer) values
          (${id}, 'host', ${host.user_id}, null, ${host.name}, ${host.email}, lower(${host.email}), 'accepted'),
          (${id}, 'guest', null, ${guest.id}, ${guest.name}, ${guest.email}, lower(${guest.email}), 'accepted')`;
      if (wanted !== "cancelled") {
        await within`update public.occupied set late = true from public.meetings
          where meetings.id = ${id} and occupied.staff_id = ${host.user_id} and occupied.kind = 'block' and occupied.during && tstzrange(meetings.starts_at - interval '15 minutes', meetings.ends_at + interval '15 minutes')`;
        await within`select private.occupy(meetings, ${[host.user_id]}) from public.meetings where id = ${id}`;
      }
      if (wanted === "met")
        await within`insert into public.meeting_notes (meeting_id, staff_id, body) values (${id}, ${host.user_id}, 'They send two samples; we answer within the week.')`;
    });
  }
}
