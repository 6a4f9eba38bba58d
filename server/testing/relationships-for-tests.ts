// Ties on a throwaway database: colleagues, companies, people, and contact on any day between them.
import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import { actAs, addUser, type Who } from "./act-as.ts";

export interface Tie {
  contact_id: string;
  staff_id: string | null;
  staff_name: string;
  staff_left: boolean;
  strength: number;
  given_in: number;
  given_out: number;
  days: number;
  mails: number;
  last_in: string | null;
  last_out: string | null;
  cold_on: string | null;
}

export interface Day {
  kind: string;
  inward: boolean;
  /** Days before today. */
  ago: number;
  n?: number;
}

export async function relationshipsForTests(sql: Sql) {
  await sql`update public.modules set live = true where key in ('relationships', 'timeline', 'tasks', 'outbox')`;
  const colleague = async (name: string) => {
    const id = await addUser(sql, { admin: true });
    await sql`update public.staff set name = ${name} where user_id = ${id}`;
    return id;
  };
  const [noor, dana] = [await colleague("Noor Marchetti"), await colleague("Dana Roth")];
  const who = (userId: string): Who => ({ role: "authenticated", userId });
  const as = <T>(user: string, work: (tx: TransactionSql) => Promise<T>) => actAs(sql, who(user), work);
  const company = async (name: string, domain: string | null = null) => {
    const [row] = await sql<{ id: string }[]>`
      insert into public.accounts (name, domain) values (${name}, ${domain}) returning id`;
    return row!.id;
  };
  const person = async (name: string, account: string, email: string | null = null, phone: string | null = null) => {
    const [row] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email, phone) values (${account}, ${name}, ${email}, ${phone}) returning id`;
    return row!.id;
  };
  /** As the triggers write it. */
  const contactDays = async (contact: string, staff: string, days: readonly Day[]) => {
    await sql`select private.count_evidence(array(
      select row(${contact}, ${staff}, public.office_today() - (day ->> 'ago')::int, day ->> 'kind', (day ->> 'inward')::boolean, coalesce((day ->> 'n')::int, 1))::private.evidence
      from jsonb_array_elements(${JSON.stringify(days)}::text::jsonb) as day))`;
  };
  const bothWays = (kind: string, ago: number): Day[] => [
    { kind, inward: true, ago },
    { kind, inward: false, ago },
  ];
  /** One person with one colleague, who had contact on these days: the tie that follows. */
  const tie = async (days: readonly Day[], staff = noor) => {
    const contact = await person("Someone", await company(`Company ${randomUUID()}`));
    await contactDays(contact, staff, days);
    return { contact, staff };
  };
  const tiesOf = (contact: string, { by = noor, on = null as string | null } = {}) =>
    as(by, (tx) => tx<Tie[]>`select * from public.ties_of_contact(${contact}, ${on}::date)`);
  const strength = async (contact: string, on: string | null = null) =>
    (await tiesOf(contact, { on }))[0]?.strength ?? null;
  /** Everything that waits for the background, until there is nothing. */
  const settle = async () => {
    for (;;) {
      const [done] = await sql<{ more: boolean }[]>`select private.mine_a_step() as more`;
      if (!done!.more) return;
    }
  };
  const day = async (ahead: number) =>
    (await sql<{ day: string }[]>`select (public.office_today() + ${ahead}::int)::text as day`)[0]!.day;
  await settle();
  return {
    noor,
    dana,
    who,
    as,
    colleague,
    company,
    person,
    contactDays,
    bothWays,
    tie,
    tiesOf,
    strength,
    settle,
    day,
  };
}

export type RelationshipsForTests = Awaited<ReturnType<typeof relationshipsForTests>>;
