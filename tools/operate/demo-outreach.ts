// Texts, sequences with people in every state, and an outbox for `npm run demo`. Nothing of it ever leaves: SAFE holds it, or it is
// a row about the past.
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";

interface Text {
  name: string;
  purpose: "outreach" | "transactional";
  subject: string;
  body: string;
  tags: string[];
  needs?: string[];
}

const way = "\n\nIf you would rather not hear from us: {{ unsubscribe_url }}";
const texts: readonly Text[] = [
  {
    name: "First answer, consulting",
    purpose: "transactional",
    subject: 'Re: {{ inquiry.subject | default: "your message" }}, and a date',
    body: 'Dear {{ contact.first_name }},\n\nYes. We can help with {{ deal.name | default: "this" }}. Before that we would need three offers and thirty minutes with the person who signs.\n\nTwo dates that suit us are on {{ booking_url }}.\n\n{{ sender.name }}\nGuidevane',
    tags: ["inquiry.subject", "contact.first_name", "deal.name", "booking_url", "sender.name"],
  },
  {
    name: "Not our work",
    purpose: "transactional",
    subject: "Re: your message",
    body: "Dear {{ contact.first_name }},\n\nthank you for asking. This is not what we do best, and we would rather say so at once.\n\n{{ sender.name }}",
    tags: ["contact.first_name", "sender.name"],
  },
  {
    name: "Proposal goes out",
    purpose: "outreach",
    subject: "Did it arrive?",
    body: `Dear {{ contact.first_name }},\n\nlast week we sent a proposal for {{ deal.name | default: "your project" }}. Did it arrive, and does it say what **{{ account.name }}** needs?\n\n{{ sender.first_name }}${way}`,
    tags: ["contact.first_name", "deal.name", "account.name", "sender.first_name", "unsubscribe_url"],
  },
  {
    name: "Proposal, one week left",
    purpose: "outreach",
    subject: "One week left",
    body: `Dear {{ contact.first_name }},\n\nour proposal is good for one more week. A short no is as welcome as a yes.\n\n{{ sender.first_name }}${way}`,
    tags: ["contact.first_name", "sender.first_name", "unsubscribe_url"],
  },
  {
    name: "After the manifesto",
    purpose: "outreach",
    subject: "What {{ account.name }} could begin with",
    body: `Dear {{ contact.first_name }},\n\nas {{ contact.title }} you will have your own list. Ours begins with three things:\n\n- one process that everyone complains about\n- one person who may decide\n- one afternoon\n\n{{ sender.first_name }}${way}`,
    tags: ["account.name", "contact.first_name", "contact.title", "sender.first_name", "unsubscribe_url"],
    needs: ["contact.title"],
  },
];

interface SequenceRow {
  name: string;
  about: string;
  status: "active" | "paused" | "draft";
  steps: readonly (readonly [kind: "mail" | "task", words: string, days: number])[];
  /** How many people stand where. */
  people: Partial<Record<State, number>>;
}
type State = "waiting" | "finished" | "replied" | "stopped" | "paused";

const sequences: readonly SequenceRow[] = [
  {
    name: "Open proposals",
    about: "Follow up until an answer",
    status: "active",
    steps: [
      ["mail", "Proposal goes out", 3],
      ["task", "Call, do not write", 5],
      ["mail", "Proposal, one week left", 7],
    ],
    people: { waiting: 11, finished: 4, replied: 9, stopped: 1 },
  },
  {
    name: "After the manifesto",
    about: "Two mails in four weeks",
    status: "active",
    steps: [
      ["mail", "After the manifesto", 1],
      ["mail", "Proposal goes out", 14],
    ],
    people: { waiting: 21, finished: 14, replied: 6, stopped: 3, paused: 2 },
  },
  {
    name: "Quiet customers",
    about: "Once a quarter",
    status: "paused",
    steps: [
      ["mail", "After the manifesto", 2],
      ["task", "Ask how it goes", 60],
    ],
    people: { waiting: 6, finished: 12, replied: 2 },
  },
  {
    name: "Conference week",
    about: "Ends December 6",
    status: "draft",
    steps: [["task", "Write to the speakers", 1]],
    people: {},
  },
];

const messages: readonly (readonly [
  state: string,
  subject: string,
  hoursAgo: number,
  code: string | null,
  detail?: string,
])[] = [
  ["held", "Re: Board date December 18", 2, "safe_mode"],
  ["held", "Friendly reminder", 5, "safe_mode"],
  ["held", "The AI manifesto, as you asked", 26, "safe_mode"],
  ["uncertain", "Your call on Thursday, 10:30", 30, "server_stopped"],
  ["failed", "Style sheet, first pages", 50, "provider", "No such mailbox"],
  ["cancelled", "Interview questions", 55, "cancelled_by_hand"],
  ["delivered", "Re: Recall drill in Swedish", 70, null],
  ["sent", "Re: Triage pilot", 90, null],
  ["suppressed", "One week left", 95, "unsubscribed"],
];

const hour = 3_600_000;
type Within = Sql | TransactionSql;

export async function fillWithOutreach(sql: Sql): Promise<void> {
  const [admin] = await sql<
    { user_id: string; name: string }[]
  >`select user_id, name from public.staff order by created_at limit 1`;
  const contacts = await sql<{ id: string; account_id: string; email: string; name: string }[]>`
    select id, account_id, email, name from public.contacts where email is not null order by created_at desc, id`;
  if (!admin || contacts.length === 0) return;
  await sql.begin(async (within) => {
    // As staff would have done it, and without waking anything.
    await within`select set_config('guidevane.actor', 'Noor', true), set_config('guidevane.batch', 'yes', true),
      set_config('request.jwt.claims', '{"role": "service_role"}', true)`;
    const versions = new Map<string, string>();
    for (const text of texts) versions.set(text.name, await addText(within, text, admin.user_id));
    let from = 0;
    for (const sequence of sequences) {
      await addSequence(within, sequence, { versions, owner: admin.user_id, contacts: contacts.slice(from) });
      from += Object.values(sequence.people).reduce((sum, count) => sum + count, 0);
    }
    await addMessages(within, contacts.slice(from), admin.user_id);
  });
}

async function addText(within: Within, text: Text, editor: string): Promise<string> {
  const template = within.json({
    key: text.name.toLowerCase().replaceAll(/[^a-z]+/g, "-"),
    name: text.name,
    purpose: text.purpose,
    subject: text.subject,
    body_text: text.body,
    body_html: null,
    tags: text.tags,
    needs: text.needs ?? [],
  });
  const [row] = await within<{ id: string }[]>`
    select private.save_mail_template(${template}::jsonb, null, ${editor}) ->> 'version_id' as id`;
  return row!.id;
}

interface Around {
  versions: ReadonlyMap<string, string>;
  owner: string;
  contacts: readonly { id: string; email: string }[];
}

async function addSequence(
  within: Within,
  sequence: SequenceRow,
  { versions, owner, contacts }: Around,
): Promise<void> {
  const steps = sequence.steps.map(([kind, words, days]) => ({
    kind,
    delay_days: days,
    delay_business: true,
    ...(kind === "mail" ? { template_version_id: versions.get(words) } : { task_title: words, wait_for_task: true }),
  }));
  const given = within.json({ name: sequence.name, about: sequence.about, owner_id: owner, steps });
  const [row] = await within<{ id: string }[]>`select public.save_sequence(${given}::jsonb) as id`;
  if (sequence.status !== "draft") await within`select public.set_sequence_status(${row!.id}, 'active')`;
  let at = 0;
  for (const [state, count] of Object.entries(sequence.people) as [State, number][])
    for (let n = 0; n < count; n += 1) {
      const contact = contacts[at++];
      if (!contact) return;
      const ended = state !== "waiting" && state !== "paused";
      const steps_done = state === "finished" ? steps.length : ended ? 1 : n % 2;
      await within`
        insert into public.enrolments (sequence_id, version, contact_id, to_key, state, step_no, next_at, timezone, stop_reason, enrolled_by,
          exclusive, enrolled_at, ended_at)
        select id, current_version, ${contact.id}, lower(${contact.email}), ${state === "waiting" ? "active" : state}, ${steps_done},
          case when not ${ended} then private.next_slot(sequences, timezone, ${new Date(Date.now() + (n + 1) * 20 * hour)}) end, timezone, ${state === "stopped" ? "Deal moved to Negotiation" : null},
          ${owner}, true, ${new Date(Date.now() - (n + 9) * 24 * hour)}, ${ended ? new Date(Date.now() - (n + 1) * 24 * hour) : null}
        from public.sequences where id = ${row!.id}`;
    }
  if (sequence.status === "paused") await within`select public.set_sequence_status(${row!.id}, 'paused')`;
}

async function addMessages(
  within: Within,
  contacts: readonly { id: string; account_id: string; email: string; name: string }[],
  writer: string,
): Promise<void> {
  for (const [index, [state, subject, hoursAgo, code, detail = null]] of messages.entries()) {
    const contact = contacts[index];
    if (!contact) return;
    const then = new Date(Date.now() - hoursAgo * hour);
    const left = ["sent", "delivered"].includes(state);
    const text = `Dear ${contact.name.split(" ")[0]},\n\nYes. Noor can sit in on both half days. Before that we would need the three offers and thirty minutes with the person who signs.\n\nTwo dates that are free: Thursday 10:30 or Friday 09:00, your time.\n\nNoor Marchetti\nGuidevane`;
    await within`
      insert into public.outbox (class, dedupe_key, origin_kind, account_id, contact_id, to_address, subject, body_text, not_before, expires_at,
        state, gate_code, gate_detail, attempts, provider, created_at, created_by, sent_at, delivered_at, finished_at)
      values ('transactional', ${`demo:${index}`}, 'mail', ${contact.account_id}, ${contact.id}, ${contact.email}, ${subject}, ${text}, ${then},
        ${new Date(then.getTime() + 7 * 24 * hour)}, ${state}, ${code}, ${detail}, ${state === "failed" ? 3 : left ? 1 : 0},
        ${left || state === "uncertain" ? "smtp" : null}, ${then}, ${writer}, ${left ? then : null}, ${state === "delivered" ? then : null},
        ${state === "held" ? null : then})`;
  }
}
