// Proposals on a throwaway database: a colleague, a company, a person, a deal, and the client's page without a browser.
import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import { composeAll } from "./outbox-for-tests.ts";
import { actAs, addUser, type Who } from "./act-as.ts";
import { dealsForTests } from "./deals-for-tests.ts";

export interface Draft {
  title?: string;
  valid_until?: string | null;
  timezone?: string;
  currency?: string;
  deposit_bp?: number;
  items?: Record<string, unknown>[];
  [field: string]: unknown;
}

export interface Record_ {
  id: string;
  number: string;
  state: string;
  shown_state: string;
  current_version: number;
  updated_at: string;
  version: { id: string; no: number; content_sha256: string | null; total_minor: number };
  totals: { total_minor: number; deposit_minor: number };
  decision: Record<string, unknown> | null;
  events: { kind: string; data: Record<string, unknown> }[];
  links: { id: string; ended: boolean }[];
  [field: string]: unknown;
}

export async function proposalsForTests(sql: Sql) {
  await sql`update public.modules set live = true where key in ('proposals', 'deals', 'tasks', 'payments', 'documents', 'timeline')`;
  await sql`update private.proposal_house set name = 'Guidevane Advisory LLC'`;
  const deals = await dealsForTests(sql);
  const { noor, noorId, account } = deals;
  const [contact] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email) values (${account}, 'Maren Oduya', 'maren@norrfall.example') returning id`;
  const person = contact!.id;
  const as = <T>(work: (tx: TransactionSql) => Promise<T>, who: Who = noor, on: Sql = sql) => actAs(on, who, work);
  const call = async <T>(name: string, args: Record<string, unknown>, who: Who = noor, on: Sql = sql): Promise<T> => {
    const keys = Object.keys(args);
    const [row] = await as(
      (tx) =>
        tx.unsafe<{ answer: T }[]>(
          `select public.${name}(${keys.map((key, place) => `${key} => $${place + 1}`).join(", ")}) as answer`,
          keys.map((key) => {
            const value = args[key];
            return typeof value === "object" && value !== null ? JSON.stringify(value) : (value as string | null);
          }),
        ),
      who,
      on,
    );
    return row!.answer;
  };
  const record = (id: string) => call<Record_>("proposal_record", { proposal: id });
  const usual: Draft = {
    title: "A publishing desk",
    intro: "Dear Maren, the desk finds what you look for.",
    body: "We begin with reading.",
    terms: "## How we end\nTwo weeks' notice.",
    dates: [{ day: "2027-01-13", title: "Start", text: "The index begins." }],
    deposit_bp: 3000,
    items: [
      {
        title: "Archive reading",
        description: "An index",
        unit: "weeks",
        quantity_milli: 6000,
        unit_minor: 900000,
        tax_bp: 1900,
      },
      { title: "Editing desk", unit_minor: 7600000, tax_bp: 1900 },
      { title: "Teaching", unit_minor: 150000, tax_bp: 1900, optional: true, selected: false },
      { title: "Night desk", unit_minor: 99999, tax_bp: 1900, optional: true, selected: true },
    ],
  };
  const draft = async (fields: Draft = {}, of: Record<string, unknown> = { account, contact: person }) => {
    const id = await call<string>("create_proposal", { of_record: of });
    return call<Record_>("save_proposal", { proposal: id, draft: { ...usual, ...fields } });
  };
  const sent = async (fields: Draft = {}, of?: Record<string, unknown>) => {
    const { id } = await draft(fields, of);
    const now = await call<Record_>("send_proposal", { proposal: id });
    await composeAll(sql);
    return now;
  };
  /** The mail of the current version has left, as after its release. */
  const leave = async (id: string, at = new Date()) => {
    await composeAll(sql);
    return sql`
      update public.outbox set state = 'sent', taken_at = ${at}, sent_at = ${at}, finished_at = ${at}
      where origin_kind = 'proposal' and origin_id = ${id} and dedupe_key like '%:sent:%' and state in ('held', 'queued')`;
  };
  interface Page {
    state: string;
    version: number;
    sha256: string;
    canonical: string;
    content: { totals: Record<string, number>; items: { title: string; selected: boolean; position: number }[] };
  }
  const page = async (
    id: string,
    chosen: number[] | null = null,
    at = new Date(),
    quantities: Record<string, number> = {},
  ): Promise<Page> => {
    const [row] = await sql<{ page: Page }[]>`
      select private.proposal_page(${id}, ${chosen && JSON.stringify({ chosen, quantities })}::jsonb, ${at}) as page`;
    return row!.page;
  };
  /** As a visitor who saw the page with these options. */
  const answer = async (
    id: string,
    more: Record<string, unknown> = {},
    { on = sql, at = new Date(), chosen = null as number[] | null, quantities = {} as Record<string, number> } = {},
  ): Promise<string> => {
    const seen = await page(id, chosen, at, quantities);
    const told = {
      kind: "accepted",
      version: seen.version,
      sha256: seen.sha256,
      chosen: seen.content?.items.flatMap(({ selected, position }) => (selected ? [position] : [])) ?? [],
      quantities,
      typed_name: "Maren Oduya",
      consent: true,
      link: randomUUID(),
      ip: "192.0.2.7",
      user_agent: "Test",
      ...more,
    };
    const [row] = await on<{ outcome: string }[]>`
      select private.answer_proposal(${id}, ${JSON.stringify(told)}::jsonb, ${at}) as outcome`;
    return row!.outcome;
  };
  /** As a visitor who writes on the page. */
  const ask = async (id: string, more: Record<string, unknown> = {}, { on = sql, at = new Date() } = {}) => {
    const told = {
      kind: "question",
      version: (await page(id, null, at)).version,
      typed_name: "Maren Oduya",
      comments: [{ section: "offer", words: "Why six weeks?" }],
      nonce: randomUUID(),
      ...more,
    };
    const [row] = await on<{ outcome: string }[]>`
      select private.ask_about_proposal(${id}, ${JSON.stringify(told)}::jsonb, ${at}) as outcome`;
    return row!.outcome;
  };
  const other: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
  return { ...deals, noorId, person, usual, as, call, record, draft, sent, leave, page, answer, ask, other };
}
