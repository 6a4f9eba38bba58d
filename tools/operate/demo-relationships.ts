// A year of talks and meetings for `npm run demo`: ties of every strength, some that go cold, introductions, and suggestions to decide.
import type { Sql } from "#server/platform/database/sql.ts";

/** Which company's which person, with whom of us: days ago of talks and of meetings. */
interface DemoTie {
  company: string;
  person: number;
  colleague: number;
  talks?: readonly number[];
  meetings?: readonly number[];
}

const every = (step: number, from: number, count: number) => Array.from({ length: count }, (_, n) => from + n * step);

const ties: readonly DemoTie[] = [
  // Close now.
  { company: "Castelline", person: 0, colleague: 0, talks: every(16, 4, 12), meetings: [9, 38, 90] },
  { company: "Castelline", person: 1, colleague: 0, talks: every(30, 12, 5), meetings: [38] },
  { company: "Castelline", person: 1, colleague: 1, talks: every(60, 20, 3) },
  { company: "Castelline", person: 0, colleague: 2, meetings: [38, 90] },
  { company: "Norrfall", person: 0, colleague: 1, talks: every(21, 6, 9), meetings: [13, 70] },
  { company: "Norrfall", person: 1, colleague: 2, talks: [25, 60] },
  { company: "Ostrey & Reed", person: 0, colleague: 0, talks: every(24, 10, 6), meetings: [31] },
  { company: "Quillon Press", person: 0, colleague: 2, talks: every(28, 15, 6), meetings: [22, 64, 120] },
  { company: "Pellworth", person: 0, colleague: 1, talks: [44] },
  { company: "Arcadine", person: 0, colleague: 0, talks: every(40, 18, 4), meetings: [48] },
  // Going cold.
  { company: "Fennimark", person: 0, colleague: 0, talks: every(12, 150, 12) },
  { company: "Tarnwick", person: 0, colleague: 1, talks: every(14, 158, 8), meetings: [171] },
  { company: "Lumenroe", person: 0, colleague: 2, talks: every(20, 165, 5) },
  { company: "Veldhaven", person: 0, colleague: 2, talks: every(26, 128, 4) },
  { company: "Meridel", person: 0, colleague: 0, talks: every(18, 140, 4) },
];

/** Two companies' people at one table, often enough to know each other. */
const tables: readonly (readonly [company: string, other: string, days: readonly number[]])[] = [
  ["Ostrey & Reed", "Quillon Press", [22, 64, 120]],
  ["Castelline", "Norrfall", [13, 38, 70]],
];

export async function fillWithRelationships(sql: Sql): Promise<void> {
  await sql`update public.modules set live = true where key = 'relationships'`;
  const staff = (
    await sql<{ user_id: string }[]>`select user_id from public.staff where active order by created_at, name`
  ).map((one) => one.user_id);
  const people = new Map<string, string[]>();
  for (const row of await sql<{ company: string; id: string }[]>`
    select accounts.name as company, contacts.id from public.contacts join public.accounts on accounts.id = contacts.account_id order by contacts.name, contacts.id`)
    people.set(row.company, [...(people.get(row.company) ?? []), row.id]);
  const personOf = (company: string, place: number) => {
    const all = people.get(company) ?? [];
    return all[Math.min(place, all.length - 1)];
  };
  const colleague = (place: number) => staff[place % staff.length]!;

  for (const { company, person, colleague: place, talks = [], meetings = [] } of ties) {
    const contact = personOf(company, person);
    if (!contact) continue;
    await sql`insert into public.talks (contact_id, staff_id, day) select ${contact}, ${colleague(place)}, public.office_today() - ago from unnest(${[...talks]}::int[]) as ago`;
    for (const ago of meetings)
      await sql`select private.count_meeting(jsonb_build_object('id', gen_random_uuid(), 'at', now() - make_interval(days => ${ago}::int),
        'people', jsonb_build_array(jsonb_build_object('contact_id', ${contact}::text), jsonb_build_object('staff_id', ${colleague(place)}::text))))`;
  }
  for (const [company, other, days] of tables) {
    const [one, two] = [personOf(company, 0), personOf(other, 0)];
    if (!one || !two) continue;
    for (const ago of days)
      await sql`select private.count_meeting(jsonb_build_object('id', gen_random_uuid(), 'at', now() - make_interval(days => ${ago}::int),
        'people', jsonb_build_array(jsonb_build_object('contact_id', ${one}::text), jsonb_build_object('contact_id', ${two}::text), jsonb_build_object('staff_id', ${colleague(0)}::text))))`;
  }
  await introduce(sql, colleague(0));
  for (;;) {
    const [done] = await sql<{ more: boolean }[]>`select private.mine_a_step() as more`;
    if (!done?.more) break;
  }
  await suggest(sql, colleague(0), personOf);
}

/** People of won deals were introduced by people of other companies, so that introducers have something to show. */
const introduce = (sql: Sql, by: string) => sql`
  with won as (
    select distinct on (part.contact_id) part.contact_id, deals.closed_on, contacts.account_id, row_number() over (order by exists (
        select from public.payment_requests as request join public.payments on payments.request_id = request.id where request.deal_id = deals.id) desc, part.contact_id) as no
    from public.deals join public.deal_contacts as part on part.deal_id = deals.id join public.contacts on contacts.id = part.contact_id
    where deals.stage_kind = 'won' order by part.contact_id, deals.closed_on
  ), introducers as (
    select first.id, first.account_id, row_number() over (order by first.name) as no from (
      select distinct on (accounts.name) contacts.id, contacts.account_id, accounts.name
      from public.contacts join public.accounts on accounts.id = contacts.account_id where accounts.name in ('Castelline', 'Norrfall', 'Ostrey & Reed', 'Arcadine')
        and not exists (select from won where won.contact_id = contacts.id)
      order by accounts.name, contacts.name) as first
  )
  insert into public.introductions (contact_id, by_contact, staff_id, on_day, source, made_by)
  select won.contact_id, introducers.id, ${by}, won.closed_on - 40, 'hand', ${by}
  from won join introducers on introducers.no = (array[1, 1, 2, 1, 3, 4])[1 + (won.no % 6)::int] and introducers.account_id <> won.account_id
  where won.no <= 8
  on conflict do nothing`;

/** What only mail would tell: the demo has it said. */
async function suggest(sql: Sql, by: string, personOf: (company: string, place: number) => string | undefined) {
  const [introducer, met, mover] = [personOf("Castelline", 0), personOf("Sabler", 0), personOf("Ironquay", 0)];
  if (introducer && met)
    await sql`select private.suggest('introduced', ${met}, ${introducer}, '', 'known writes to unseen and us', jsonb_build_array(
      jsonb_build_object('code', 'wrote to both', 'staff_id', ${by}::text, 'on', public.office_today() - 9),
      jsonb_build_object('code', 'new person answered', 'on', public.office_today() - 7)))`;
  if (mover)
    await sql`select private.suggest_job_change(${mover}, 'demo', 'automatic answer says so',
      jsonb_build_object('code', 'automatic answer', 'words', 'I no longer work at Ironquay. For anything about the yard, please write to the office.', 'on', public.office_today() - 2))`;
  // The same phone, written down twice.
  await sql`
    with known as (select account_id, name, phone from public.contacts where id = ${personOf("Ironquay", 1) ?? null} and phone is not null)
    insert into public.contacts (account_id, name, phone) select account_id, regexp_replace(name, '^(.)[^ ]* ', '\\1. '), phone from known`;
  for (;;) {
    const [done] = await sql<{ more: boolean }[]>`select private.mine_a_step() as more`;
    if (!done?.more) break;
  }
}
