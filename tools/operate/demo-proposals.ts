// Proposals for `npm run demo`: drafts, some with clients, some answered; each on a deal, made by the same functions as by hand.
import { loadModuleMails } from "#server/module-servers.ts";
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import { composeMails } from "#server/platform/outbox/compose.ts";

const letters = [
  [
    "A publishing desk that reads its own archive",
    "your editors looked for the same forty facts again and again. The desk we propose finds them in your own archive and says where each one stands.",
  ],
  [
    "A reading room for claims",
    "your team reads each file three times. The room we propose reads along, and marks what it has not understood.",
  ],
  [
    "A literacy series for four teams",
    "the questions of the first day were good ones. The series answers them at the desk, not in a hall.",
  ],
  [
    "A review of the night dispatch",
    "nobody could say how the notes of a shift are used. We would follow one note for a week, and then decide with you.",
  ],
  [
    "A pilot for the backlist",
    "the backlist sells without being read. The pilot reads two hundred titles and says what it finds.",
  ],
] as const;

const items = (at: number, amount: number) => [
  {
    title: "Reading, phase 1",
    description: "An index in which each answer names its page",
    unit: "weeks",
    quantity_milli: 6000,
    unit_minor: Math.round(amount * 0.06),
    tax_bp: at % 3 === 0 ? 1900 : 0,
  },
  {
    title: "Building, phase 2",
    description: "The tool, built beside two of your people",
    unit: "weeks",
    quantity_milli: 8000,
    unit_minor: Math.round(amount * 0.065),
    tax_bp: at % 3 === 0 ? 1900 : 0,
  },
  {
    title: "Hand-over",
    description: "Style sheet, tests, two teaching days",
    unit_minor: Math.round(amount * 0.12),
    tax_bp: at % 3 === 0 ? 1900 : 0,
  },
  { title: "A third teaching day", unit_minor: 180_000, optional: true, selected: false },
];

interface Deal {
  id: string;
  amount_minor: number | null;
  contact: string | null;
  name: string | null;
}

async function write(within: TransactionSql, deal: Deal, at: number): Promise<string> {
  const [title, reason] = letters[at % letters.length]!;
  const [made] = await within<{ id: string }[]>`
    select public.create_proposal(${JSON.stringify({ deal: deal.id, contact: deal.contact })}::jsonb) as id`;
  const draft = {
    title,
    intro: `Dear ${(deal.name ?? "colleague").split(" ")[0]}, in the discovery week ${reason}`,
    body: "We would begin with reading, not with writing. If phase 1 shows that there is too little to stand on, we stop there and you pay for six weeks.",
    terms:
      "## What is not in it\nLicences of the model vendor. Training for other departments.\n\n## How we end\nYou own the index, the prompts and the tests from the day they are written. Either side may stop at the end of a phase with two weeks' notice.",
    items: items(at, deal.amount_minor ?? 4_000_000),
    discount_bp: at % 4 === 1 ? 500 : 0,
  };
  await within`select public.save_proposal(${made!.id}, ${JSON.stringify(draft)}::jsonb)`;
  return made!.id;
}

async function answer(within: TransactionSql, id: string, kind: "accepted" | "declined", name: string): Promise<void> {
  const [page] = await within<{ version: number; sha256: string }[]>`
    select (page ->> 'version')::int as version, page ->> 'sha256' as sha256
    from (select private.proposal_page(${id}, '{"chosen": []}'::jsonb, now()) as page) as shown`;
  const told = {
    kind,
    version: page!.version,
    sha256: page!.sha256,
    chosen: [],
    typed_name: name,
    consent: true,
    reason: kind === "declined" ? "The budget goes to the archive building this year." : null,
  };
  await within`select private.answer_proposal(${id}, ${JSON.stringify(told)}::jsonb)`;
}

export async function fillWithProposals(sql: Sql): Promise<void> {
  const [admin] = await sql<
    { user_id: string }[]
  >`select user_id from public.staff where user_id in (select user_id from public.user_roles) limit 1`;
  const deals = await sql<Deal[]>`
    select deals.id, deals.amount_minor, person.contact_id as contact, contacts.name
    from public.deals join public.deal_stages as stage on stage.id = deals.stage_id
    join lateral (select contact_id from public.deal_contacts where deal_id = deals.id order by is_primary desc limit 1) as person on true
    join public.contacts on contacts.id = person.contact_id and contacts.email is not null
    where stage.key in ('proposal', 'negotiation') and deals.currency = 'USD' and deals.archived_at is null
    order by deals.id limit 12`;
  if (!admin || deals.length === 0) return;
  const mails = await loadModuleMails();
  await sql.begin(async (within) => {
    const claims = JSON.stringify({ role: "authenticated", sub: admin.user_id });
    await within`select set_config('request.jwt.claims', ${claims}, true)`;
    await within`update private.proposal_house set name = 'Guidevane Advisory LLC'`;
    // What an acceptance brings about depends on what is on; the demo switches everything on at its end.
    const switchAll = async (live: boolean) => {
      await within`set local session_replication_role = replica`;
      await within`update public.modules set live = ${live} where key in ('deals', 'tasks', 'payments', 'proposals')`;
      await within`set local session_replication_role = origin`;
    };
    await switchAll(true);
    for (const [at, deal] of deals.entries()) {
      const id = await write(within, deal, at);
      // Every fourth stays a draft; of the others some were read, and some answered.
      if (at % 4 === 3) continue;
      await within`select public.send_proposal(${id})`;
      const link = crypto.randomUUID();
      // The mail of one in three is held, as SAFE does; the others have left.
      await composeMails(within, mails);
      if (at % 4 !== 2)
        await within`update public.outbox set state = 'delivered', gate_code = null, sent_at = now(), delivered_at = now(), finished_at = now()
          where origin_kind = 'proposal' and origin_id = ${id} and dedupe_key like '%:sent:1'`;
      if (at % 4 !== 2) await within`select private.proposal_was_seen(${id}, ${link}, 'fetched', now())`;
      if (at % 4 === 0) await within`select private.proposal_was_seen(${id}, ${link}, 'viewed', now())`;
      if (at % 6 === 1) await answer(within, id, "accepted", deal.name ?? "A client");
      if (at === 8) await answer(within, id, "declined", deal.name ?? "A client");
    }
    await switchAll(false);
  });
}
