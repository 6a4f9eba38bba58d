// Payments in the client's area: what is open and paid, invoices and receipts as PDF, the way to pay. The account number is shown in full
// only after a fresh code.
import { formatLongDay } from "#domain/days.ts";
import { exactMoney } from "#domain/money.ts";
import {
  type Client,
  type ClientPage,
  type ClientSection,
  type ClientVisit,
  companyOf,
  counted,
  type HomeRow,
} from "#server/platform/clients/client-area.ts";
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import { type Firm, readFirm } from "#server/platform/firm.ts";
import { gateClosed } from "#server/platform/outbox/gate-closed.ts";
import { html, icon, type Markup } from "#server/platform/pages/document-page.ts";
import type { MakePdf } from "#server/platform/pdf/pdf.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import { contentDisposition } from "#server/platform/safe-text.ts";
import { type CheckoutParts, startCheckout } from "./checkout.ts";
import { statementFile, statementOf, statementPage, statementPath, statementPdf } from "./client-statement.ts";
import { paymentPdf } from "./invoice-pdf.ts";
import { issuedFile } from "./issued-file.ts";
import { issuedNames, payBody, type PaymentFacts, pdfName } from "./pay-page.ts";
import { payStyle } from "./pay-style.ts";

interface Row {
  id: string;
  account_id: string;
  number: string;
  title: string;
  currency: string;
  amount_minor: number;
  received_minor: number;
  open_minor: number;
  state: PaymentFacts["state"];
  due_on: string;
  paid_on: string | null;
}

interface SectionParts {
  sql: Sql;
  pdf: MakePdf;
  storage: Storage;
  checkout: () => CheckoutParts | null;
  refusals: Readonly<Record<string, string>>;
  /** To the provider's page, from one of ours, and back to `to`. */
  onward(url: string, reference: string, to: string): Promise<Response>;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isDue = ({ open_minor: open, state }: Row) => open > 0 && state !== "refunded";

const list = (tx: TransactionSql) => tx<Row[]>`
  select id, account_id, number, title, currency, amount_minor::float8 as amount_minor, received_minor::float8 as received_minor,
    open_minor::float8 as open_minor, state, due_on::text, paid_on::text
  from private.client_requests order by open_minor > 0 desc, due_on desc, number desc limit 300`;

/** The last four characters: enough to compare, not to pay by. */
const masked = (account: string) => `•••• ${account.replaceAll(/\s/g, "").slice(-4)}`;
const firmFor = async (sql: Sql, { confirmed }: Client): Promise<Firm> => {
  const firm = await readFirm(sql);
  return confirmed || !firm.bank
    ? firm
    : { ...firm, bank: { ...firm.bank, account: masked(firm.bank.account), bic: null } };
};

const said = (row: Row) =>
  row.state === "refunded"
    ? "Paid back"
    : isDue(row)
      ? `${row.state === "overdue" ? "Was due" : "Due"} on ${formatLongDay(row.due_on)}${row.received_minor > 0 ? `, ${exactMoney(row.open_minor, row.currency)} open` : ""}`
      : `Paid${row.paid_on ? ` on ${formatLongDay(row.paid_on)}` : ""}`;

const homeRow = (row: Row, client: Client): HomeRow => ({
  title: row.title,
  href: `/client/payments/${row.id}`,
  aside: html`<span class="amt">${exactMoney(row.amount_minor, row.currency)}</span>`,
  text: html`${companyOf(client, row.account_id)}${said(row)}.
    <a href="/client/payments/${row.id}/${pdfName}">${isDue(row) ? "PDF" : "Receipt"}</a>`,
});

/** To scale: what was paid of what was asked for, in the currency of most requests. */
function bar(rows: readonly Row[]): Markup | undefined {
  const currency = rows[0]?.currency;
  const alike = rows.filter((row) => row.currency === currency && row.state !== "refunded");
  const asked = alike.reduce((sum, row) => sum + row.amount_minor, 0);
  const paid = Math.min(
    alike.reduce((sum, row) => sum + row.received_minor, 0),
    asked,
  );
  if (!currency || asked === 0) return undefined;
  const words = `${exactMoney(paid, currency)} of ${exactMoney(asked, currency)} paid`;
  return html`<div class="cl-pay">
    <span class="paid-bar" role="img" aria-label="${words}"
      ><i style="width:${((100 * paid) / asked).toFixed(1)}%"></i
    ></span>
    <p><span>${exactMoney(paid, currency)} paid</span><span>${exactMoney(asked - paid, currency)} open</span></p>
  </div>`;
}

export function clientSection(parts: SectionParts): ClientSection {
  const { sql, pdf, storage, checkout } = parts;
  const find = async (visit: ClientVisit): Promise<PaymentFacts | null> => {
    const id = visit.params.id ?? "";
    if (!uuid.test(id)) return null;
    const [row] = await visit.ask(
      (tx) => tx<{ facts: PaymentFacts | null }[]>`select private.client_request(${id}) as facts`,
    );
    return row?.facts ?? null;
  };
  const opened = (visit: ClientVisit, facts: PaymentFacts) =>
    visit.client.viewer
      ? undefined
      : visit.ask(
          (tx) => tx`
            select private.client_opened(account_id, ${`Request ${facts.number}`}) from private.client_requests where id = ${visit.params.id ?? ""}`,
        );

  async function page(
    visit: ClientVisit,
    problem: { status: number; text: string } | null = null,
  ): Promise<ClientPage | null> {
    const facts = await find(visit);
    if (!facts) return null;
    if (visit.request.method === "GET") await opened(visit, facts);
    const ready = checkout();
    const cards = ready !== null && !(await gateClosed(sql, ready.publishing));
    const confirm = visit.client.confirmed ? undefined : `/client/confirm?next=${visit.path}`;
    return {
      title: facts.title,
      bare: true,
      style: payStyle,
      ...(problem && { status: problem.status }),
      body: html`${payBody(facts, { path: visit.path, token: visit.formToken, confirm }, { cards, firm: await firmFor(sql, visit.client) })}
      ${
        problem
          ? html`<div class="wrap">
              <p class="note bad" role="alert">${icon("warning")}<span>${problem.text}</span></p>
            </div>`
          : ""
      }`,
    };
  }

  return {
    key: "payments",
    area: "payments",
    name: "Payments",
    place: 2,
    async home(client, tx) {
      const rows = await list(tx);
      const more = bar(rows);
      return {
        todo: rows.filter(isDue).map((row) => ({
          day: row.due_on,
          due: `${row.state === "overdue" ? "Was due" : "Due"} ${formatLongDay(row.due_on)}`,
          more: row.number,
          title: `Pay: ${row.title}`,
          text: `${companyOf(client, row.account_id)}${exactMoney(row.open_minor, row.currency)}, by bank transfer${checkout() ? " or card" : ""}.`,
          action: { label: "See how to pay", href: `/client/payments/${row.id}` },
        })),
        all: rows.length > 1 ? `All ${rows.length}` : "Open",
        empty: "Here is what we ask you to pay, with invoices and receipts.",
        rows: rows.slice(0, 3).map((row) => homeRow(row, client)),
        ...(more && { more }),
      };
    },
    pages: [
      {
        method: "GET",
        path: "",
        async handle(visit) {
          const rows = await visit.ask(list);
          return {
            title: "Payments",
            lead:
              rows.length === 0
                ? "Here is what we ask you to pay, with invoices and receipts."
                : `${counted(rows.filter(isDue).length, "request")} open, ${rows.filter((row) => !isDue(row)).length} settled.`,
            body: html`<div data-field="paper">
              <div class="wrap cl-body">
                <div class="cl-sec">
                  <ul class="cl-rows">
                    ${rows.map((row) => {
                      const { title, href, aside, text } = homeRow(row, visit.client);
                      return html`<li>
                        <b dir="auto"><a href="${href}">${title}</a></b
                        >${aside}<span class="s">${row.number}. ${text}</span>
                      </li>`;
                    })}
                  </ul>
                  ${bar(rows) ?? ""}
                  ${
                    visit.client.companies.some(({ scope }) => scope === "all")
                      ? html`<p class="cl-more">
                          <a href="/client/payments${statementPath}">Statement of the year</a>
                        </p>`
                      : ""
                  }
                </div>
              </div>
            </div>`,
          };
        },
      },
      {
        method: "GET",
        path: statementPath,
        async handle(visit) {
          const statement = await statementOf(visit);
          return statement && statementPage(statement, visit.client);
        },
      },
      {
        method: "GET",
        path: statementFile,
        async handle(visit) {
          const statement = await statementOf(visit);
          if (!statement) return null;
          return new Response(Buffer.from(await pdf(statementPdf(statement, await readFirm(sql)))), {
            headers: {
              "Content-Type": "application/pdf",
              "Content-Disposition": contentDisposition("attachment", `Statement ${statement.year}.pdf`),
            },
          });
        },
      },
      { method: "GET", path: "/:id", handle: (visit) => page(visit) },
      {
        method: "POST",
        path: "/:id",
        async handle(visit) {
          const facts = await find(visit);
          if (!facts) return null;
          if (visit.version !== facts.version)
            return page(visit, { status: 409, text: "Something has changed. Please look again." });
          const ready = checkout();
          if (visit.form.how !== "card" || !ready) return page(visit, { status: 403, text: parts.refusals.safe ?? "" });
          const begun = await startCheckout(ready, visit.params.id ?? "");
          if ("refused" in begun) return page(visit, { status: 409, text: parts.refusals[begun.refused] ?? "" });
          return parts.onward(begun.url, `Request ${facts.number}`, visit.path);
        },
      },
      ...(["pdf", "xml"] as const).map((kind) => ({
        method: "GET" as const,
        path: `/:id/${issuedNames[kind]}`,
        async handle(visit: ClientVisit) {
          const facts = await find(visit);
          if (facts) await opened(visit, facts);
          return issuedFile(storage, facts, kind);
        },
      })),
      {
        method: "GET",
        path: `/:id/${pdfName}`,
        async handle(visit) {
          const facts = await find(visit);
          if (!facts) return null;
          await opened(visit, facts);
          return new Response(Buffer.from(await pdf(paymentPdf(facts, await firmFor(sql, visit.client)))), {
            headers: {
              "Content-Type": "application/pdf",
              "Content-Disposition": contentDisposition("attachment", `${facts.invoice?.number ?? facts.number}.pdf`),
            },
          });
        },
      },
    ],
  };
}
