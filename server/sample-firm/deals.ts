// A made-up year of deals: each begins in the first stage and moves on by its own days, as staff would have moved it.
import { currentMillis } from "#domain/clock.ts";
import type { Statements } from "#server/platform/database/sql.ts";

const works = [
  ["operations review", "RLCT"],
  ["triage pilot", "RLCT"],
  ["literacy series", "Workshops"],
  ["publishing desk", "Publisher"],
  ["claims reading room", "RLCT"],
  ["faculty day", "Workshops"],
  ["backlist assistant", "Publisher"],
  ["dispatch session", "Workshops"],
] as const;
const roles = ["Brings it", "Decides", "Uses it"];
const steps = [
  "Call about the scope",
  "Send two references",
  "Review security answers",
  "Book the venue",
  "Agree on the test set",
];
const path = ["new", "discovery", "proposal", "negotiation"] as const;
const day = 86_400_000;

/** At a fixed place in a list, spread so that neighbours differ. */
const pick = <T>(list: readonly T[], at: number, step: number): T => list[(at * step) % list.length] as T;

interface Around {
  companies: readonly { id: string; name: string }[];
  /** Who owns them, in turn. */
  owners: readonly string[];
  count: number;
  /** Of most of them, and of one in ten. */
  currencies: readonly [most: string, some: string];
}

export async function addDeals(
  within: Statements,
  { companies, owners: people, count, currencies }: Around,
): Promise<void> {
  const stages = await within<{ key: string; id: string }[]>`select key, id from public.deal_stages`;
  const reasons = await within<
    { id: string; needs_note: boolean }[]
  >`select id, needs_note from public.close_reasons where kind = 'lost' order by sort`;
  const stageOf = (key: string) => stages.find((stage) => stage.key === key)?.id ?? "";
  const now = currentMillis();
  const made: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const company = pick(companies, at, 7);
    const [work, service] = pick(works, at, 3);
    // Two of three have ended; what is open began lately.
    const ended = at % 3 > 0;
    const begun = now - (ended ? 40 + ((at * 37) % 320) : 2 + ((at * 11) % 60)) * day - (at % 9) * 3_600_000;
    const moves = ended ? 4 : at % 4;
    const times = Array.from({ length: moves }, (_, n) => begun + (n + 1) * (2 + ((at * 5 + n * 3) % 9)) * day)
      .filter((time) => time < now)
      .toSorted((one, other) => one - other);
    const [deal] = await within<{ id: string }[]>`
        insert into public.deals (name, account_id, stage_id, amount_minor, currency, expected_close, owner_id, service_line, created_at, updated_at, stage_since)
        values (${`${company.name} ${work}`}, ${company.id}, ${stageOf("new")}, ${at % 11 === 5 && !ended ? null : (9 + ((at * 17) % 140)) * 100_000},
          ${currencies[at % 10 === 4 ? 1 : 0]}, public.office_today() + ${ended ? -20 : ((at * 13) % 110) - 12}::int, ${pick(people, at, 5)}, ${service},
          ${new Date(begun)}, ${new Date(begun)}, ${new Date(begun)}) returning id`;
    const id = deal?.id ?? "";
    made.push(id);
    for (const [n, time] of times.entries()) {
      const last = ended && n === times.length - 1;
      const won = at % 5 < 3;
      const reason = pick(reasons, at, 2);
      await within`
          update public.deals set stage_id = ${stageOf(last ? (won ? "won" : "lost") : (path[n + 1] ?? "negotiation"))}, stage_since = ${new Date(time)},
            close_reason_id = ${last && !won ? reason.id : null}, close_note = ${last && !won && reason.needs_note ? "Harrow & Co" : null}
          where id = ${id}`;
    }
    await within`
        insert into public.deal_contacts (deal_id, contact_id, role, is_primary)
        select ${id}, id, (${roles}::text[])[place], place = 1
        from (select id, row_number() over (order by created_at, id) as place from public.contacts where account_id = ${company.id}) as known
        where place <= ${1 + (at % 3)}`;
    if (!ended && at % 4 !== 1)
      await within`
          insert into public.tasks (title, due_on, deal_id, assignee_id, source)
          values (${pick(steps, at, 3)}, public.office_today() + ${(at % 12) - 1}::int, ${id}, ${pick(people, at, 5)}, 'person')`;
  }
  // Everything was written a moment ago; the history tells it when it happened.
  await within`
      update public.events set at = told.at
      from (
        select events.id, coalesce(stage_events.at, deals.created_at) as at
        from (select id, deal_id, row_number() over (partition by deal_id order by id) as n from public.events where record_type = 'deal') as events
        join public.deals on deals.id = events.deal_id
        left join (select deal_id, at, row_number() over (partition by deal_id order by id) as n from public.deal_stage_events) as stage_events
          on stage_events.deal_id = events.deal_id and stage_events.n = events.n
        where deals.id = any (${made})
      ) as told where events.id = told.id`;
  await within`
      update public.events set at = deals.created_at from public.deals
      where events.record_type = 'deal_contact' and events.deal_id = deals.id and deals.id = any (${made})`;
  await within`
      update public.events set at = made.created_at
      from (
        select id, created_at from public.accounts where id = any (${companies.map(({ id }) => id)})
        union all select id, created_at from public.contacts where account_id = any (${companies.map(({ id }) => id)})
      ) as made
      where events.record_id = made.id and events.kind = 'created' and events.record_type in ('account', 'contact')`;
}
