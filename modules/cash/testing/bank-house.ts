// A firm with an account, two clients, and files of its bank.
import { UnsecuredJWT } from "jose";
import type { Sql, TransactionSql, Value } from "#server/platform/database/sql.ts";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { server } from "../server.ts";
import { camt, type CamtOptions } from "./camt-files.ts";

export const ownIban = "DE89370400440532013000";
export const clientIban = "DE02120300000000202051";

export interface Listed {
  id: string;
  state: string;
  amount_minor: number;
  rest_minor: number;
  words: string;
  total_count: number;
  client_id: string | null;
  payout: { payments: number; sum_minor: number; fees_minor: number } | null;
  matches: { id: string; request: string; amount_minor: number; by: string; who: string; undone_at: string | null }[];
  suggestions: {
    certainty: string;
    reasons: string[];
    parts: { request: string; amount_minor: number; number: string; invoice: string | null; account_name: string }[];
  }[];
}
export interface Look {
  count: number;
  added: number;
  left_out: { reason: string; count: number }[];
  read_before: { file_name: string } | null;
  gaps: { kept_minor: number; opening_minor: number }[];
  csv: {
    question: string | null;
    columns: Record<string, number>;
    dayOrder: string | null;
    decimalMark: string | null;
    remembered: boolean;
  } | null;
}
export interface Taken {
  import: string;
  again: boolean;
  added: number;
  known: number;
  booked: number;
}

export async function bankHouse(sql: Sql) {
  await sql`update public.modules set live = true where key in ('payments', 'invoices', 'tasks', 'cash')`;
  await sql`update public.firm set legal_name = 'Guidevane Advisory GmbH', street = 'Speicherstraße 14', postal_code = '20457', city = 'Hamburg', country = 'DE',
    vat_id = 'DE123456788', bank_holder = 'Guidevane Advisory GmbH', bank_name = 'Hanse Bank', bank_account = 'DE89 3704 0044 0532 0130 00', bank_bic = 'COBADEFFXXX'`;
  await sql`update public.office set currency = 'EUR'`;
  const adminId = await addUser(sql, { admin: true });
  await sql`update auth.users set raw_user_meta_data = '{"name": "Noor"}' where id = ${adminId}`;
  const client = async (name: string) =>
    (
      await sql<{ id: string }[]>`insert into public.accounts (name, type) values (${name}, 'Customer') returning id`
    )[0]!.id;
  const norrfall = await client("Norrfall & Söhne GmbH");
  const fjord = await client("Fjord AB");
  await sql`insert into public.billing_profiles (account_id, legal_name, street, postal_code, city, country, vat_id) values
    (${norrfall}, 'Norrfall & Söhne GmbH', 'Am Markt 1', '28195', 'Bremen', 'DE', 'DE136695976'), (${fjord}, 'Fjord AB', 'Kaj 2', '11120', 'Stockholm', 'SE', null)`;
  const as = <T>(work: (tx: TransactionSql) => Promise<T>, userId = adminId) =>
    actAs(sql, { role: "authenticated", userId }, work);
  const call = async <T = unknown>(statement: string, ...values: Value[]): Promise<T> =>
    (await as((tx) => tx.unsafe<{ answer: T }[]>(`select ${statement} as answer`, values)))[0]!.answer;
  const today = (await sql<{ day: string }[]>`select public.office_today()::text as day`)[0]!.day;

  /** An invoice with its request: gross in cents. */
  const invoice = async (
    minor: number,
    {
      account = norrfall,
      currency = "EUR",
      lines = null,
    }: { account?: string; currency?: string; lines?: [number, number][] | null } = {},
  ) => {
    const items = (lines ?? [[minor, 0]]).map(([unit, rate]) => ({
      description: "Advice",
      unit_minor: unit,
      taxes: [
        rate === 0
          ? { name: "VAT", category: "Z", rate_pcm: 0, reason: "Zero" }
          : { name: "VAT", category: "S", rate_pcm: rate },
      ],
    }));
    const id = await call<string>(
      "public.new_payment_request($1::jsonb)",
      JSON.stringify({
        account_id: account,
        title: "Advice",
        currency,
        send: false,
        due_on: today,
        supply_from: today,
        items,
      }),
    );
    const [row] = await sql<{ id: string; number: string; invoice: string | null }[]>`
      select request.id, request.number, invoices.number as invoice from public.payment_requests as request left join public.invoices on invoices.id = invoice_id where request.id = ${id}`;
    return row!;
  };
  const standing = async (id: string) =>
    (
      await sql<{ state: string; open_minor: number; received_minor: number; credit_minor: number }[]>`
      select state, open_minor::float8 as open_minor, received_minor::float8 as received_minor, credit_minor::float8 as credit_minor from private.request_states(public.office_today(), array[${id}::uuid])`
    )[0]!;
  const lines = (filter: object = {}, userId = adminId) =>
    as(
      (tx) =>
        tx<
          Listed[]
        >`select *, amount_minor::float8 as amount_minor, rest_minor::float8 as rest_minor from public.bank_lines_list(${JSON.stringify(filter)}::jsonb, 500)`,
      userId,
    );

  const site = moduleSite(sql, "cash", server);
  const token = new UnsecuredJWT({ role: "authenticated" }).setSubject(adminId).encode();
  const post = async <T>(path: string, bytes: Uint8Array | string, how: object = {}) => {
    const response = await site.ask(
      `/api/cash/bank/${path}?how=${encodeURIComponent(JSON.stringify({ name: "statement.xml", ...how }))}`,
      {
        method: "POST",
        headers: { "content-type": "application/octet-stream", authorization: `Bearer ${token}` },
        body: bytes as BodyInit,
      },
    );
    return { status: response.status, body: (await response.json()) as T };
  };
  const look = (bytes: Uint8Array | string, how?: object) => post<Look & { message?: string }>("look", bytes, how);
  const take = (bytes: Uint8Array | string, how?: object) => post<Taken & { message?: string }>("take", bytes, how);
  const takeCamt = async (options: CamtOptions) => {
    const { status, body } = await take(camt(options));
    if (status !== 200) throw new Error(body.message);
    return body;
  };
  const match = (line: string, parts: { request: string; amount_minor: number }[]) =>
    call<number>("public.match_bank_line($1, $2::jsonb, array['number'])", line, JSON.stringify(parts));
  return {
    sql,
    site,
    adminId,
    norrfall,
    fjord,
    today,
    as,
    call,
    client,
    invoice,
    standing,
    lines,
    look,
    take,
    takeCamt,
    match,
  };
}
