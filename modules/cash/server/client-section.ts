// The statement in the client's area: of a company of which the client may see everything, year by year, also as PDF.
import { formatLongDay } from "#domain/days.ts";
import { exactMoney } from "#domain/money.ts";
import type { ClientSection, ClientVisit, Company } from "#server/platform/clients/client-area.ts";
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import { readFirm } from "#server/platform/firm.ts";
import { html } from "#server/platform/pages/document-page.ts";
import type { MakePdf } from "#server/platform/pdf/pdf.ts";
import { contentDisposition } from "#server/platform/safe-text.ts";
import { moveWords } from "../cash.ts";
import { type StatementFacts, statementPdf } from "./statement-files.ts";

const yearOf = (today: string, asked: string | null) =>
  asked && /^20\d\d$/.test(asked) && asked <= today.slice(0, 4) ? asked : today.slice(0, 4);
const daysOf = (year: string, today: string) => ({
  from: `${year}-01-01`,
  to: year === today.slice(0, 4) ? today : `${year}-12-31`,
});

async function statementOf(tx: TransactionSql, account: string, year: string, today: string) {
  const { from, to } = daysOf(year, today);
  const [row] = await tx<{ facts: StatementFacts | null }[]>`
    select private.client_statement(${account}, ${from}, ${to}) as facts`;
  return row?.facts ?? null;
}

const whole = (companies: readonly Company[]) => companies.filter(({ scope }) => scope === "all");

/** "€1,190.00 open" of each currency, or that nothing is. */
const standing = ({ currencies }: StatementFacts) =>
  currencies
    .filter(({ closing_minor }) => closing_minor !== 0)
    .map(({ closing_minor, currency }) =>
      closing_minor > 0
        ? `${exactMoney(closing_minor, currency)} open`
        : `${exactMoney(-closing_minor, currency)} in your favour`,
    )
    .join(", ") || "Nothing is open";

export function clientSection(sql: Sql, pdf: MakePdf): ClientSection {
  const asked = async (visit: ClientVisit) => {
    const { today } = visit.client;
    const companies = whole(visit.client.companies);
    const company = companies.find(({ accountId }) => accountId === visit.query.get("company")) ?? companies[0];
    if (!company) return null;
    const year = yearOf(today, visit.query.get("year"));
    const facts = await visit.ask((tx) => statementOf(tx, company.accountId, year, today));
    return facts && { facts, company, companies, year };
  };
  return {
    key: "statement",
    name: "Statement",
    place: 3,
    async home(client, tx) {
      const rows = [];
      for (const { accountId, name } of whole(client.companies)) {
        const facts = await statementOf(tx, accountId, client.today.slice(0, 4), client.today);
        if (!facts || facts.currencies.length === 0) continue;
        rows.push({
          title: `Statement of ${name}`,
          href: `/client/statement?company=${accountId}`,
          aside: client.today.slice(0, 4),
          text: `${standing(facts)}.`,
        });
      }
      return { todo: [], rows, all: "Open", empty: "Here is what was asked for and what was paid, with the balance." };
    },
    pages: [
      {
        method: "GET",
        path: "",
        async handle(visit) {
          const found = await asked(visit);
          if (!found)
            return {
              title: "Statement",
              lead: "Statements are shown to those who see everything of their company.",
              body: html``,
            };
          const { facts, company, companies, year } = found;
          const address = (of: string, more: string) => `?company=${of}&year=${more}`;
          const thisYear = Number(visit.client.today.slice(0, 4));
          return {
            title: "Statement",
            lead: `${company.name}, ${formatLongDay(facts.from)} to ${formatLongDay(facts.to)}. ${standing(facts)}.`,
            body: html`<div data-field="paper">
              <div class="wrap cl-body">
                <p>
                  ${[thisYear - 2, thisYear - 1, thisYear].map((each) =>
                    String(each) === year
                      ? html`<b aria-current="page">${each}</b> `
                      : html`<a href="${address(company.accountId, String(each))}">${each}</a> `,
                  )}
                  <a href="/client/statement/statement.pdf${address(company.accountId, year)}">PDF</a>
                </p>
                ${
                  companies.length > 1
                    ? html`<p>
                        ${companies.map(
                          ({ accountId, name }) => html`<a href="${address(accountId, year)}">${name}</a> `,
                        )}
                      </p>`
                    : ""
                }
                ${facts.currencies.length === 0 ? html`<p>Nothing happened in this time, and nothing stood before.</p>` : ""}
                ${facts.currencies.map(
                  (each) =>
                    html`<section class="cl-sec" aria-label="${each.currency}">
                      <ul class="cl-rows">
                        <li>
                          <b>Opening balance</b><span class="amt">${exactMoney(each.opening_minor, each.currency)}</span
                          ><span class="s">${formatLongDay(facts.from)}</span>
                        </li>
                        ${each.rows.map(
                          (row) =>
                            html`<li>
                              <b dir="auto"
                                >${[moveWords[row.what] ?? row.what, row.title].filter(Boolean).join(": ")}</b
                              ><span class="amt"
                                >${exactMoney(row.asked_minor === 0 ? -row.paid_minor : row.asked_minor, each.currency)}</span
                              ><span class="s"
                                >${[row.number, formatLongDay(row.day)].filter(Boolean).join(", ")}. Balance
                                ${exactMoney(row.balance_minor, each.currency)}</span
                              >
                            </li>`,
                        )}
                        <li>
                          <b>Closing balance</b><span class="amt">${exactMoney(each.closing_minor, each.currency)}</span
                          ><span class="s">${formatLongDay(facts.to)}</span>
                        </li>
                      </ul>
                    </section>`,
                )}
              </div>
            </div>`,
          };
        },
      },
      {
        method: "GET",
        path: "/statement.pdf",
        async handle(visit) {
          const found = await asked(visit);
          if (!found) return null;
          const bytes = await pdf(statementPdf(found.facts, await readFirm(sql)));
          return new Response(Buffer.from(bytes), {
            headers: {
              "Content-Type": "application/pdf",
              "Content-Disposition": contentDisposition("attachment", `Statement ${found.year}.pdf`),
            },
          });
        },
      },
    ],
  };
}
