// A made-up year of inquiries for `npm run demo`: two of three deals began with one, the others came to nothing. Most were answered in
// time, as the reports then say.
import { randomUUID } from "node:crypto";
import type { Subject } from "#content/subjects.ts";
import type { Sql } from "#server/platform/database/sql.ts";

interface Asked {
  subject: Subject;
  message: string;
}

const byService: Record<string, readonly Asked[]> = {
  RLCT: [
    {
      subject: "AI Consult",
      message: "Two vendors promise the same thing. We need to know which of them measures it.",
    },
    {
      subject: "Implementation Strategy",
      message: "The pilot works in one office. We would like to know what a second one needs.",
    },
    {
      subject: "Build Inquiry",
      message: "Some 400 claims a day are read by hand. Half of them are the same twelve questions.",
    },
    {
      subject: "Strategic Consulting",
      message: "Our board asks for a plan by the end of the quarter. Could we talk before it is written?",
    },
  ],
  Workshops: [
    {
      subject: "Workshop Inquiry",
      message: "A day for twelve department heads. Three of them have used such a tool at work.",
    },
    {
      subject: "Education Inquiry",
      message: "We would like a short series rather than one long day. Is that possible on Fridays?",
    },
    { subject: "AI Training Inquiry", message: "Twenty people in two groups, in our own rooms, before the summer." },
    {
      subject: "Speaking Engagement",
      message: "Forty minutes at our annual meeting, and questions after. The hall seats 300.",
    },
  ],
  Publisher: [
    { subject: "BookDev Strategy Session", message: "The manuscript is done and has 700 pages. It should have 300." },
    { subject: "Development Inquiry", message: "Our backlist has 2,000 titles and no index. Where would you begin?" },
    {
      subject: "Custom Tool Development",
      message: "Editors ask the same of every typescript. A tool could ask it first.",
    },
  ],
};
const unanswered: readonly Asked[] = [
  { subject: "AI Tools Guide", message: "Please send the guide. We are a school, and three teachers would read it." },
  { subject: "Bootable Early Access", message: "We run our own machines and would try it on two of them." },
  {
    subject: "GPT Extender Lite Support",
    message: "The export ends after the first 200 messages. Is there a setting?",
  },
  { subject: "Bavl Feedback", message: "In the third line the verb is read as a noun." },
];
const hour = 3_600_000;
const day = 24 * hour;

interface Known {
  deal_id: string | null;
  service_line: string | null;
  begun: Date;
  account_id: string;
  account: string;
  contact_id: string | null;
  contact: string | null;
  email: string | null;
  owner_id: string | null;
}

export async function fillWithYearOfInquiries(sql: Sql): Promise<void> {
  const fromDeals = await sql<Known[]>`
    select deals.id as deal_id, deals.service_line, deals.created_at as begun, accounts.id as account_id, accounts.name as account,
      contacts.id as contact_id, contacts.name as contact, contacts.email, deals.owner_id
    from public.deals join public.accounts on accounts.id = deals.account_id
    left join public.deal_contacts on deal_contacts.deal_id = deals.id and is_primary
    left join public.contacts on contacts.id = deal_contacts.contact_id
    where deals.inquiry_id is null order by deals.created_at, deals.id`;
  const others = await sql<Known[]>`
    select null as deal_id, null as service_line, now() - (row_number() over (order by contacts.id)) * interval '9 days' - interval '5 hours' as begun,
      accounts.id as account_id, accounts.name as account, contacts.id as contact_id, contacts.name as contact, contacts.email,
      (select user_id from public.staff order by name limit 1) as owner_id
    from public.contacts join public.accounts on accounts.id = contacts.account_id
    where contacts.email is not null order by contacts.id limit 36`;
  const rows = [...fromDeals.filter((_, at) => at % 3 < 2), ...others].filter(({ email }) => email !== null);
  await sql.begin(async (within) => {
    await within`select set_config('guidevane.actor', 'Website', true)`;
    for (const [at, row] of rows.entries()) {
      const texts = byService[row.service_line ?? ""] ?? unanswered;
      const { subject, message } = texts[at % texts.length]!;
      const received = new Date(row.begun.getTime() - hour * (1 + (at % 5)));
      // One of nine took too long, one of thirteen had nothing to answer.
      const took = at % 9 === 4 ? (5 + (at % 4)) * day : (2 + ((at * 7) % 30)) * hour;
      const answered = new Date(received.getTime() + took);
      const isClosed = row.deal_id === null && at % 13 === 6;
      if (answered.getTime() > Date.now()) continue;
      const [made] = await within<{ id: string }[]>`
        insert into public.inquiries (id, kind, received_at, updated_at, subject_key, subject_text, name, email, company, message, state, due_at,
          answered_at, answered_by, assignee_id, contact_id, account_id, deal_id)
        select ${randomUUID()}, 'contact', ${received}, ${answered}, subjects.key, subjects.label, ${row.contact}, ${row.email}, ${row.account},
          ${message}, ${isClosed ? "closed" : "answered"}, public.business_deadline(${received}, 2), ${isClosed ? null : answered},
          ${isClosed ? null : row.owner_id}, ${row.owner_id}, ${row.contact_id}, ${row.account_id}, ${row.deal_id}
        from public.subjects where label = ${subject} returning id`;
      if (row.deal_id)
        await within`
          update public.deals set inquiry_id = ${made!.id}, subject_key = (select subject_key from public.inquiries where id = ${made!.id})
          where id = ${row.deal_id}`;
    }
    // Everything was written a moment ago; the history tells it when it happened.
    await within`
      update public.events set at = inquiries.received_at from public.inquiries
      where events.record_type = 'inquiry' and events.record_id = inquiries.id`;
  });
}
