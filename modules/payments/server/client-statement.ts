// The statement of a company, for its people: what was open before, what was asked for and paid in a year, and what is open after it.
import { formatLongDay } from "#domain/days.ts";
import { exactMoney } from "#domain/money.ts";
import type { Client, ClientPage, ClientVisit, Company } from "#server/platform/clients/client-area.ts";
import type { TransactionSql } from "#server/platform/database/sql.ts";
import { type Firm, firmLine } from "#server/platform/firm.ts";
import { html, icon, type Markup } from "#server/platform/pages/document-page.ts";
import type { PdfDocument } from "#server/platform/pdf/pdf-document.ts";
import { kinds } from "../payment.ts";

interface Move {
  day: string;
  what: keyof typeof kinds;
  number: string | null;
  title: string | null;
  currency: string;
  asked_minor: number;
  paid_minor: number;
  balance_minor: number;
}
export interface Statement {
  company: Company;
  companies: readonly Company[];
  year: number;
  since: string;
  until: string;
  moves: Move[];
}

export const statementPath = "/statement";
export const statementFile = "/statement.pdf";

/** Null: it is not this client's, who sees all of a company or nothing of its statement. */
export async function statementOf(visit: ClientVisit): Promise<Statement | null> {
  const { client, query } = visit;
  const companies = client.companies.filter(({ scope }) => scope === "all");
  const company = companies.find(({ accountId }) => accountId === query.get("company")) ?? companies[0];
  const thisYear = Number(client.today.slice(0, 4));
  const year = /^20\d\d$/.test(query.get("year") ?? "") ? Number(query.get("year")) : thisYear;
  if (!company || year > thisYear) return null;
  const [since, until] = [`${year}-01-01`, year === thisYear ? client.today : `${year}-12-31`];
  const moves = await visit.ask((tx) => movesOf(tx, company, since, until));
  return { company, companies, year, since, until, moves };
}

const movesOf = (tx: TransactionSql, { accountId }: Company, since: string, until: string) => tx<Move[]>`
  select day::text, what, number, title, currency, asked_minor::float8 as asked_minor, paid_minor::float8 as paid_minor, balance_minor::float8 as balance_minor
  from private.client_statement(${accountId}, ${since}, ${until})`;

/** Each currency by itself, with what is open at its end. */
const byCurrency = (moves: readonly Move[]): [currency: string, moves: Move[], open: number][] =>
  [...Map.groupBy(moves, ({ currency }) => currency)].map(([currency, rows]) => [
    currency,
    rows,
    rows.at(-1)?.balance_minor ?? 0,
  ]);

const head = ["Day", "What", "Asked for", "Paid", "Open"];
const cellsOf = (move: Move): string[] => {
  const money = (minor: number) => (minor === 0 ? "" : exactMoney(minor, move.currency));
  return [
    move.what === "before" ? "" : formatLongDay(move.day),
    move.what === "before" ? "Open before" : [kinds[move.what], move.number, move.title].filter(Boolean).join(" "),
    money(move.asked_minor),
    money(move.paid_minor),
    exactMoney(move.balance_minor, move.currency),
  ];
};
const lead = ({ moves, until }: Statement) =>
  moves.length === 0
    ? `Nothing was asked for or paid up to ${formatLongDay(until)}.`
    : `${byCurrency(moves)
        .map(([currency, , open]) => exactMoney(open, currency))
        .join(" and ")} open on ${formatLongDay(until)}.`;

const addressOf = (path: string, { company, year }: Pick<Statement, "company" | "year">) =>
  `${path}?company=${company.accountId}&year=${year}`;

export function statementPage(statement: Statement, { today }: Client): ClientPage {
  const { companies, company, year, moves } = statement;
  const place = "/client/payments";
  const ways: Markup[] = [
    ...companies
      .filter((each) => companies.length > 1 && each !== company)
      .map((each) => html`<a href="${addressOf(place + statementPath, { company: each, year })}">${each.name}</a>`),
    html`<a href="${addressOf(place + statementPath, { company, year: year - 1 })}">${year - 1}</a>`,
    ...(year < Number(today.slice(0, 4))
      ? [html`<a href="${addressOf(place + statementPath, { company, year: year + 1 })}">${year + 1}</a>`]
      : []),
  ];
  return {
    title: `Statement ${year}`,
    lead: `${companies.length > 1 ? `${company.name}. ` : ""}${lead(statement)}`,
    style: statementStyle,
    body: html`<div data-field="paper">
      <div class="wrap cl-body">
        ${byCurrency(moves).map(
          ([currency, rows]) =>
            html`<div class="cl-moves">
              <table>
                <caption class="vh">
                  ${currency}
                </caption>
                <thead>
                  <tr>
                    ${head.map((term, at) => html`<th scope="col" ${at > 1 ? html` class="num"` : ""}>${term}</th>`)}
                  </tr>
                </thead>
                <tbody>
                  ${rows.map(
                    (move) =>
                      html`<tr>
                        ${cellsOf(move).map((cell, at) => html`<td dir="auto" ${at > 1 ? html` class="num"` : ""} data-term="${head[at]}">${cell}</td>`)}
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>`,
        )}
        <p class="cl-act">
          ${
            moves.length > 0
              ? html`<a class="link" href="${addressOf(place + statementFile, statement)}" download
                  >${icon("download")}Statement as PDF</a
                >`
              : ""
          }
          ${ways}
        </p>
      </div>
    </div>`,
  };
}

export function statementPdf(statement: Statement, firm: Firm): PdfDocument {
  const { company, year, since, until, moves } = statement;
  return {
    title: `Statement ${year}, ${company.name}`,
    author: firm.legalName,
    mark: `Statement ${year}`,
    foot: firm.legalName,
    date: `${until}T00:00:00Z`,
    blocks: [
      ...(firm.logo ? [{ kind: "logo" as const, src: firm.logo }] : []),
      { kind: "title", text: `Statement ${year}` },
      {
        kind: "facts",
        facts: [
          ["For", company.name],
          ["From", firmLine(firm)],
          ["Days", `${formatLongDay(since)} to ${formatLongDay(until)}`],
        ],
      },
      ...byCurrency(moves).flatMap(([currency, rows, open]) => [
        {
          kind: "table" as const,
          columns: head.map((label, at) => ({ label, alignEnd: at > 1 })),
          rows: rows.map(cellsOf),
        },
        {
          kind: "totals" as const,
          rows: [{ term: `Open on ${formatLongDay(until)}`, value: exactMoney(open, currency), grand: true as const }],
        },
      ]),
    ],
  };
}

const statementStyle = `
.cl-moves{max-width:60rem}.cl-moves table{width:100%;border-collapse:collapse;font-size:.9375rem}.cl-moves th,.cl-moves td{padding:.625rem .5rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
.cl-moves :is(th,td):first-child{padding-left:0}.cl-moves :is(th,td):last-child{padding-right:0}.cl-moves th{color:var(--muted);font-weight:500}.cl-moves .num{text-align:right;white-space:nowrap}.cl-moves td:last-child{font-weight:620}.cl-act{align-items:center;gap:.75rem 1.5rem}
@media (max-width:40rem){.cl-moves thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.cl-moves tr{display:grid;grid-template-columns:1fr auto;gap:.125rem 1rem;padding-block:.75rem;border-bottom:1px solid var(--line)}.cl-moves td{padding:0;border:0;text-align:left!important}.cl-moves td:nth-child(-n+2){grid-column:1/-1}.cl-moves td.num{grid-column:1/-1;display:flex;justify-content:space-between}.cl-moves td.num::before{content:attr(data-term);color:var(--muted);font-weight:400}.cl-moves td:empty{display:none}}
`;
