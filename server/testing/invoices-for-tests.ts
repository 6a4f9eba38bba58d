// A firm that may issue, a client that may be invoiced, and the ways to draft, issue and bill.
import type { Sql, Value } from "#server/platform/database/sql.ts";
import { actAs, addUser } from "./act-as.ts";

export const vat19 = [{ name: "VAT", category: "S", rate_pcm: 19_000 }];
export const reverse = [
  { name: "VAT", category: "AE", rate_pcm: 0, reason_code: "VATEX-EU-AE", reason: "Reverse charge" },
];

export interface Issued {
  id: string;
  number: string;
  type: string;
  issued_on: string;
  total_minor: number;
  payable_minor: number;
  withheld_minor: number;
  totals: {
    net_minor: number;
    tax_minor: number;
    taxes: { base_minor: number; tax_minor: number; rate_pcm: number }[];
  };
}

export async function invoicesHouse(sql: Sql) {
  await sql`update public.modules set live = true where key in ('payments', 'invoices', 'tasks', 'proposals')`;
  await sql`update public.firm set legal_name = 'Guidevane Advisory GmbH', street = 'Speicherstraße 14', postal_code = '20457', city = 'Hamburg', country = 'DE',
    vat_id = 'DE123456788', email = 'office@guidevane.test', bank_holder = 'Guidevane Advisory GmbH', bank_name = 'Hanse Bank', bank_account = 'DE89 3704 0044 0532 0130 00', bank_bic = 'COBADEFFXXX'`;
  await sql`update public.office set currency = 'EUR'`;
  const userId = await addUser(sql, { admin: true });
  const admin = { role: "authenticated" as const, userId };
  const [account] = await sql<
    { id: string }[]
  >`insert into public.accounts (name, type) values ('Norrfall & Söhne', 'Customer') returning id`;
  const accountId = account!.id;
  const [contact] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email) values (${accountId}, 'Ada Lind', 'ada@norrfall.example') returning id`;
  await sql`insert into public.billing_profiles (account_id, legal_name, street, postal_code, city, country, vat_id, buyer_reference)
    values (${accountId}, 'Norrfall & Söhne KG', 'Am Markt 1', '28195', 'Bremen', 'DE', 'DE136695976', '04011000-12345-34')`;
  const as = <T>(work: Parameters<typeof actAs<T>>[2]) => actAs(sql, admin, work);
  const rpc = async <T = unknown>(name: string, args: Record<string, Value>): Promise<T> => {
    const keys = Object.keys(args);
    const rows = await as((tx) =>
      tx.unsafe(
        `select public.${name}(${keys.map((key, n) => `${key} => $${n + 1}`).join(", ")}) as answer`,
        keys.map((key) =>
          typeof args[key] === "object" && args[key] !== null ? JSON.stringify(args[key]) : args[key]!,
        ),
      ),
    );
    return (rows as unknown as { answer: T }[])[0]!.answer;
  };
  const today = async () => (await sql<{ day: string }[]>`select public.office_today()::text as day`)[0]!.day;
  const draft = (fields: object = {}) =>
    rpc<string>("new_invoice_draft", {
      asked: {
        account_id: accountId,
        contact_id: contact!.id,
        title: "Advice in November",
        currency: "EUR",
        supply_from: "2026-11-01",
        lines: [{ description: "Advice", unit_minor: 100_000, taxes: vat19 }],
        ...fields,
      } as unknown as Value,
    });
  const issue = (id: string, on: string | null = null) => rpc<string>("issue_invoice", { draft: id, on_day: on });
  const find = async (id: string): Promise<Issued> => {
    const [row] = await sql<Issued[]>`
      select id, number, type, issued_on::text, total_minor::float8 as total_minor, payable_minor::float8 as payable_minor, withheld_minor::float8 as withheld_minor, totals
      from public.invoices where id = ${id}`;
    return row!;
  };
  const issued = async (fields: object = {}) => find(await issue(await draft(fields)));
  const standing = async (id: string) =>
    (
      await sql<{ state: string; open_minor: number; received_minor: number; credited_minor: number }[]>`
      select state, open_minor::float8 as open_minor, received_minor::float8 as received_minor, credited_minor::float8 as credited_minor from private.invoice_standings(array[${id}::uuid])`
    )[0]!;
  const requestsOf = (id: string) => sql<
    { id: string; number: string; amount_minor: number; state: string; due_on: string }[]
  >`
    select id, number, amount_minor::float8 as amount_minor, state, due_on::text from public.payment_requests where invoice_id = ${id} order by due_on, number`;
  const pay = async (request: string, minor: number) =>
    rpc("record_payment", {
      request,
      entry: crypto.randomUUID(),
      amount_minor: minor,
      received_on: await today(),
      method: "bank",
    });

  let n = 0;
  /** An accepted proposal, as its answer froze it. */
  async function accepted(
    items: object[],
    options: { discount_bp?: number; deposit_bp?: number; currency?: string; schedule?: object[]; deal?: string } = {},
  ): Promise<string> {
    n += 1;
    const { discount_bp = 0, deposit_bp = 0, currency = "EUR", schedule = [], deal = null } = options;
    const lines = items.map((item, place) => ({
      position: place + 1,
      title: `Part ${place + 1}`,
      description: "",
      unit: "",
      quantity_milli: 1000,
      discount_bp: 0,
      tax_bp: 0,
      optional: false,
      selected: true,
      ...item,
    }));
    const content = JSON.stringify({ items: lines, discount_bp, deposit_bp, schedule });
    const [row] = await sql<{ id: string }[]>`
      with made as (
        insert into public.proposals (number, account_id, contact_id, deal_id, state, timezone, currency, decided_at)
        values (${`P-2099-${n}`}, ${accountId}, ${contact!.id}, ${deal}, 'accepted', 'UTC', ${currency}, now()) returning id),
      version as (
        insert into public.proposal_versions (proposal_id, no, title, consent_text, discount_bp, deposit_bp) select id, 1, 'Desk', 'Yes', ${discount_bp}, ${deposit_bp} from made returning id, proposal_id)
      insert into public.proposal_decisions (proposal_id, version_id, content_sha256, content, kind, typed_name, consent_text, total_minor, deposit_minor, decided_at)
      select proposal_id, id, 'x', ${content}::jsonb, 'accepted', 'Ada Lind', 'Yes', (totals ->> 'total_minor')::bigint, (totals ->> 'deposit_minor')::bigint, now()
      from version, public.document_totals(${JSON.stringify(lines)}::jsonb, ${currency}, ${JSON.stringify({ discount_bp, deposit_bp })}::jsonb) as totals
      returning proposal_id as id`;
    return row!.id;
  }
  const bill = async (proposal: string, asked: object, more: object = { supply_from: "2026-11-01" }) => {
    const id = await rpc<string>("bill_proposal", { proposal, asked: asked as unknown as Value });
    if (Object.keys(more).length > 0) await rpc("save_invoice_draft", { draft: id, changes: more as unknown as Value });
    return find(await issue(id));
  };
  return {
    sql,
    admin,
    accountId,
    contactId: contact!.id,
    as,
    rpc,
    today,
    draft,
    issue,
    find,
    issued,
    standing,
    requestsOf,
    pay,
    accepted,
    bill,
  };
}
