// The catalogue for `npm run demo`: what the firm sells, two templates, an offer with choices and payments, and two retainers. Made by the same
// functions as by hand.
import type { Sql } from "#server/platform/database/sql.ts";

const services = [
  ["ADV-01", "Advisory day", "day", "DAY", "RLCT", 240_000, null, "A day with two of us, and a written result"],
  ["RLCT-01", "Claims reading, one week", "week", "WEE", "RLCT", 520_000, null, "One of your cases, read to the end"],
  [
    "PUB-01",
    "Archive index",
    "week",
    "WEE",
    "Publisher",
    610_000,
    null,
    "An index in which each answer names its page",
  ],
  [
    "PUB-02",
    "Publishing desk",
    "piece",
    "C62",
    "Publisher",
    3_800_000,
    null,
    "The tool, built beside two of your people",
  ],
  ["WRK-01", "Faculty day", "day", "DAY", "Workshops", 450_000, null, "Up to thirty people, and their questions"],
  ["WRK-02", "Seat in a series", "seat", "C62", "Workshops", 38_000, null, "Four evenings, in one place"],
  ["CARE-01", "Care for the desk", "month", "MON", "Publisher", 180_000, 1, "Tests each week, answers within a day"],
  ["CARE-02", "Yearly review", "year", "ANN", "RLCT", 960_000, 12, "What changed, and what should"],
] as const;

export async function fillWithCatalogue(sql: Sql): Promise<void> {
  const [admin] = await sql<{ user_id: string }[]>`
    select user_id from public.staff where user_id in (select user_id from public.user_roles) limit 1`;
  const accounts = await sql<{ id: string; contact: string }[]>`
    select accounts.id, person.id as contact from public.accounts
    join lateral (select id from public.contacts where account_id = accounts.id and email is not null order by created_at, id limit 1) as person on true
    where accounts.type = 'Customer' order by accounts.name limit 3`;
  if (!admin || accounts.length < 2) return;
  await sql.begin(async (within) => {
    const claims = JSON.stringify({ role: "authenticated", sub: admin.user_id });
    await within`select set_config('request.jwt.claims', ${claims}, true)`;
    await within`set local session_replication_role = replica`;
    await within`update public.modules set live = true where key in ('catalogue', 'proposals', 'retainers', 'deals', 'tasks')`;
    await within`set local session_replication_role = origin`;
    for (const [code, name, unit, unitCode, line, price, every, description] of services)
      await within`
        insert into public.services (code, name, unit, unit_code, service_line, currency, unit_minor, from_on, every_months, description)
        values (${code}, ${name}, ${unit}, ${unitCode}, ${line}, 'USD', ${price}, public.office_today() - 320, ${every}, ${description})`;
    // A price of last month, and one in euros.
    await within`
      insert into public.service_prices (service_id, currency, from_on, unit_minor)
      select id, 'EUR', public.office_today() - 320, round(unit_minor * 0.92) from public.services where service_line = 'Publisher'
      union all select id, 'USD', public.office_today() - 20, unit_minor + 20000 from public.services where code in ('ADV-01', 'WRK-01')`;
    const found = await within<{ id: string; code: string }[]>`select id, code from public.services`;
    const idOf = (code: string) => found.find((each) => each.code === code)!.id;
    const line = (code: string | null, title: string, more: object = {}) => ({
      service_id: code === null ? null : idOf(code),
      title,
      description: services.find(([each]) => each === code)?.[7] ?? "",
      unit: services.find(([each]) => each === code)?.[2] ?? "",
      quantity_milli: 1000,
      unit_minor: services.find(([each]) => each === code)?.[5] ?? 0,
      discount_bp: 0,
      tax_bp: 0,
      optional: false,
      selected: true,
      group_key: null,
      qty_min_milli: null,
      qty_max_milli: null,
      every_months: services.find(([each]) => each === code)?.[6] ?? null,
      ...more,
    });
    const part = (label: string, due: string, more: object) => ({
      label,
      due,
      due_on: null,
      due_days: null,
      share_bp: null,
      amount_minor: null,
      is_rest: false,
      ...more,
    });
    const desk = {
      title: "A publishing desk for {{ account.name }}",
      intro:
        "Dear {{ contact.first_name }}, your editors look for the same facts again and again. The desk finds them, and says where each one stands.",
      sections: [
        {
          key: "how-we-begin",
          heading: "How we begin",
          text: "With reading, not with writing: six weeks in your own archive.",
        },
        {
          key: "how-we-work",
          heading: "How we work",
          text: "Beside two of your people, in weekly steps that you can see.",
        },
      ],
      terms: "## How we end\nEither side may stop at the end of a phase with two weeks' notice.",
      items: [
        line("PUB-01", "Archive index", { quantity_milli: 6000 }),
        line("PUB-02", "Publishing desk, in the cloud", { group_key: "way" }),
        line(null, "Publishing desk, in your own rooms", {
          unit_minor: 4_600_000,
          group_key: "way",
          selected: false,
          description: "On two machines that you own",
        }),
        line("WRK-02", "Seat in a series", { quantity_milli: 8000, qty_min_milli: 4000, qty_max_milli: 30_000 }),
        line("WRK-01", "A faculty day", { optional: true, selected: false }),
        line("CARE-01", "Care for the desk"),
      ],
      groups: [{ key: "way", title: "Where the desk runs" }],
      schedule: [
        part("On acceptance", "accepted", { share_bp: 3000 }),
        part("When the index stands", "milestone", { share_bp: 4000 }),
        part("At the end", "days_after", { due_days: 120, is_rest: true }),
      ],
      currency: "USD",
      deposit_bp: 0,
      payment_days: 14,
    };
    const workshop = {
      ...desk,
      title: "A faculty day at {{ account.name }}",
      sections: [{ key: "the-day", heading: "The day", text: "Questions in the morning, your own cases after lunch." }],
      items: [line("WRK-01", "Faculty day"), line("ADV-01", "Advisory day", { optional: true, selected: false })],
      groups: [],
      schedule: [],
      deposit_bp: 3000,
    };
    for (const [name, words] of [
      ["Publishing desk", desk],
      ["Faculty day", workshop],
    ] as const)
      await within`select private.save_proposal_template(${JSON.stringify({ name, ...words })}::jsonb, null, ${admin.user_id})`;

    // One that is with its client, with everything to choose.
    const first = accounts[0]!;
    const [made] = await within<{ id: string }[]>`
      select public.create_proposal(${JSON.stringify({ account: first.id, contact: first.contact })}::jsonb) as id`;
    const { sections: _letter, currency: _currency, ...words } = desk;
    const draft = {
      ...words,
      title: "A publishing desk",
      intro: desk.intro.replace("{{ contact.first_name }}", "colleague"),
      body: desk.sections.map(({ heading, text }) => `## ${heading}\n${text}`).join("\n\n"),
      items: desk.items.map((item) => ({ ...item, tax_bp: 1900 })),
    };
    await within`select public.save_proposal(${made!.id}, ${JSON.stringify(draft)}::jsonb)`;
    await within`select public.send_proposal(${made!.id})`;
    await within`
      select private.ask_about_proposal(${made!.id}, ${JSON.stringify({
        kind: "question",
        version: 1,
        typed_name: "A client",
        comments: [{ section: "offer", words: "Can the seats be shared by two people?" }],
        nonce: "demo",
      })}::jsonb)`;

    // Two retainers: one in its tenth month, one that is paused next quarter.
    for (const [at, title, every, minor] of [
      [0, "Care for the desk", 1, 180_000],
      [1, "Advisory, one day a quarter", 3, 720_000],
    ] as const) {
      const [kept] = await within<{ record: { id: string } }[]>`
        select public.save_retainer(jsonb_build_object('title', ${title}::text, 'account_id', ${accounts[at]!.id}::text, 'contact_id', ${accounts[at]!.contact}::text,
          'currency', 'USD', 'every_months', ${every}::int, 'anchor_on', date_trunc('month', public.office_today() + interval '1 month')::date,
          'starts_on', date_trunc('month', public.office_today() + interval '1 month')::date,
          'lines', ${JSON.stringify([{ title, unit_minor: minor, quantity_milli: 1000, unit: every === 1 ? "month" : "quarter" }])}::jsonb)) as record`;
      await within`select public.start_retainer(${kept!.record.id})`;
      if (at === 0)
        await within`select public.set_retainer_price(${kept!.record.id}, (date_trunc('month', public.office_today()) + interval '6 months')::date,
          ${JSON.stringify([{ title, unit_minor: 195_000, quantity_milli: 1000, unit: "month" }])}::jsonb)`;
      else
        await within`select public.pause_retainer(${kept!.record.id}, (date_trunc('month', public.office_today()) + interval '4 months')::date,
          ((date_trunc('month', public.office_today()) + interval '7 months') - interval '1 day')::date, 'Parental leave')`;
    }
  });
}
