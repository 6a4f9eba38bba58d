// One database with a company, a person and an administrator, the module's doors on it, and a stand-in for Stripe.
import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql, Value } from "#server/platform/database/sql.ts";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { type ModuleSite, moduleSite } from "#server/testing/module-site.ts";
import type { StripeStandIn } from "#server/testing/stripe-stand-in.ts";
import { serverWith } from "../server.ts";

export interface Row {
  id: string;
  number: string;
  title: string;
  state: string;
  amount_minor: number;
  received_minor: number;
  open_minor: number;
  credit_minor: number;
  currency: string;
  bucket: string | null;
  days_late: number;
  processing: boolean;
  paid_on: string | null;
}

export const setBank = (sql: Sql) => sql`
  update public.firm set bank_holder = 'Guidevane Advisory LLC', bank_name = 'Skagen Handelsbank, Bergen',
    bank_account = 'NO93 8601 1117 947', bank_bic = 'SKHBNO22'`;

export async function paymentsForTests(sql: Sql) {
  await sql`update public.modules set live = true where key in ('payments', 'tasks')`;
  await setBank(sql);
  const noorId = await addUser(sql, { admin: true });
  await sql`update auth.users set raw_user_meta_data = '{"name": "Noor"}' where id = ${noorId}`;
  const [account] = await sql<{ id: string }[]>`
    insert into public.accounts (name, type) values ('Norrfall <b>&</b> Co', 'Customer') returning id`;
  const accountId = account!.id;
  const [contact] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email) values (${accountId}, 'Maren Oduya', 'maren@norrfall.example') returning id`;
  const contactId = contact!.id;

  const as = <T>(work: (tx: TransactionSql) => Promise<T>, userId = noorId) =>
    actAs(sql, { role: "authenticated", userId }, work);
  /** A function's answer, asked for as an administrator. */
  const call = async <T>(statement: string, ...values: Value[]): Promise<T> => {
    const [first] = await as((tx) => tx.unsafe<{ answer: T }[]>(`select ${statement} as answer`, values));
    return first!.answer;
  };
  const ask = async (fields: object = {}): Promise<string> => {
    const asked = {
      account_id: accountId,
      contact_id: contactId,
      title: "Deposit for the publishing desk",
      amount_minor: 44_400_00,
      currency: "USD",
      ...fields,
    };
    return call<string>("public.new_payment_request($1::jsonb)", JSON.stringify(asked));
  };
  const list = (filter: object = {}) =>
    as((tx) => tx<Row[]>`select * from public.payment_list(${JSON.stringify(filter)}::jsonb, 10000)`);
  const row = async (id: string, asOf?: string) => (await list({ id, ...(asOf && { as_of: asOf }) }))[0]!;
  const record = (
    id: string,
    amount: number,
    on?: string,
    more: { method?: string; reference?: string; entry?: string; receipt?: boolean } = {},
  ) =>
    call<string>(
      "public.record_payment($1, $2, $3, coalesce($4::date, public.office_today()), $5, $6, $7)",
      id,
      more.entry ?? randomUUID(),
      amount,
      on ?? null,
      more.method ?? "bank",
      more.reference ?? null,
      more.receipt ?? false,
    );
  const money = (id: string) => sql<{ kind: string; amount_minor: number; provider_id: string | null }[]>`
    select kind, amount_minor, provider_id from public.payments where request_id = ${id} order by created_at, id`;
  const tasks = async () =>
    (await sql<{ title: string }[]>`select title from public.tasks order by title`).map(({ title }) => title);
  const today = async () => (await sql<{ day: string }[]>`select public.office_today()::text as day`)[0]!.day;
  /** The one in every number. */
  const year = (await today()).slice(0, 4);

  /** Everything but people: each test begins with nothing asked for. */
  async function empty(): Promise<void> {
    await sql`alter table public.payments disable trigger payments_stay`;
    await sql`alter table public.invoices disable trigger invoices_stay`;
    for (const table of [
      "payments",
      "checkout_sessions",
      "payment_requests",
      "invoices",
      "tasks",
      "outbox",
      "payment_checks",
    ])
      await sql.unsafe(`delete from public.${table}`);
    await sql`delete from private.inbound_events`;
    await sql`delete from private.access_links`;
    await sql`delete from private.number_series`;
    await sql`alter table public.payments enable trigger payments_stay`;
    await sql`alter table public.invoices enable trigger invoices_stay`;
    await sql`update public.accounts set archived_at = null`;
  }
  return { noorId, accountId, contactId, as, call, ask, list, row, record, money, tasks, today, year, empty };
}

/** The doors as a visitor finds them, each time from another network. */
export function visitors(
  sql: Sql,
  standIn: StripeStandIn | null,
  settings: Record<string, string> = {},
  now?: () => Date,
) {
  const site: ModuleSite = moduleSite(sql, "payments", serverWith(now && { now }), {
    settings: {
      AUTO_PUBLISH: "true",
      ...standIn?.settings,
      ...settings,
    },
    ...(now && { now }),
  });
  let visitor = 0;
  const from = () => `198.${18 + (visitor >> 16)}.${(visitor >> 8) & 255}.${(visitor += 1) & 255}`;
  const pageOf = async (request: string) => {
    const { token } = await site.links.issue({ kind: "payment", subjectId: request });
    return `/pay/${token}`;
  };
  const look = async (path: string) => {
    const response = await site.ask(path, { from: from() });
    return { status: response.status, html: await response.text(), headers: response.headers };
  };
  const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  /** Opens the page and presses "Pay by card". */
  const payByCard = async (path: string) => {
    const { html } = await look(path);
    const body = new URLSearchParams({ version: hidden(html, "version"), nonce: hidden(html, "nonce"), how: "card" });
    const response = await site.ask(path, { method: "POST", from: from(), body });
    const text = await response.text();
    const url = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(text)?.[1];
    return {
      status: response.status,
      html: text,
      headers: response.headers,
      url,
      session: url?.split("/").at(-1) ?? "",
    };
  };
  /** Sends events as Stripe does, and then does the work they leave. */
  const deliver = async (events: readonly Parameters<StripeStandIn["sign"]>[0][]) => {
    const statuses = await Promise.all(
      events.map(async (event) => {
        const { body, headers } = standIn!.sign(event);
        return (await site.ask("/api/webhooks/stripe", { method: "POST", body, headers })).status;
      }),
    );
    await work();
    return statuses;
  };
  const work = () => run("inbound-events");
  const run = async (name: string) => {
    const job = site.jobs.get(name)!;
    const due = await job.findDue(100);
    await Promise.all(due.map((key) => job.run(key, new AbortController().signal)));
    return due.length;
  };
  return { site, from, pageOf, look, hidden, payByCard, deliver, work, run };
}
