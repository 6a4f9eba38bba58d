// A client's statement as PDF, in the client's language, and as CSV.
import { csvLine } from "#domain/csv-text.ts";
import { exactMoney, plainMoney } from "#domain/money.ts";
import { formatLongDay } from "#domain/days.ts";
import { firmLine, type Firm } from "#server/platform/firm.ts";
import type { PdfBlock, PdfDocument } from "#server/platform/pdf/pdf-document.ts";
import { moveWords } from "../cash.ts";

/** private.statement_of */
export interface StatementFacts {
  name: string;
  street: string | null;
  postal_code: string | null;
  city: string | null;
  country: string | null;
  from: string;
  to: string;
  currencies: readonly {
    currency: string;
    opening_minor: number;
    asked_minor: number;
    paid_minor: number;
    closing_minor: number;
    rows: readonly {
      day: string;
      what: string;
      number: string | null;
      title: string | null;
      asked_minor: number;
      paid_minor: number;
      balance_minor: number;
    }[];
  }[];
}

const moveOf = (what: string) => moveWords[what] ?? what;

export function statementCsv(facts: StatementFacts): string {
  const lines = [["day", "what", "number", "title", "currency", "asked_for", "paid", "balance"]];
  for (const { currency, opening_minor, asked_minor, paid_minor, closing_minor, rows } of facts.currencies) {
    const money = (minor: number) => plainMoney(minor, currency);
    lines.push([facts.from, "Opening balance", "", "", currency, "", "", money(opening_minor)]);
    for (const row of rows)
      lines.push([
        row.day,
        moveOf(row.what),
        row.number ?? "",
        row.title ?? "",
        currency,
        money(row.asked_minor),
        money(row.paid_minor),
        money(row.balance_minor),
      ]);
    lines.push([
      facts.to,
      "Closing balance",
      "",
      "",
      currency,
      money(asked_minor),
      money(paid_minor),
      money(closing_minor),
    ]);
  }
  return `\uFEFF${lines.map((line) => csvLine(line)).join("")}`;
}

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "code" });
const countryOf = (code: string | null) => (code && /^[A-Z]{2}$/.test(code) ? countries.of(code) : code);

export function statementPdf(facts: StatementFacts, firm: Firm): PdfDocument {
  const address = [
    facts.name,
    facts.street,
    [facts.postal_code, facts.city].filter(Boolean).join(" "),
    countryOf(facts.country),
  ]
    .filter(Boolean)
    .join("\n");
  const blocks: PdfBlock[] = [
    ...(firm.logo ? [{ kind: "logo" as const, src: firm.logo }] : []),
    { kind: "title", text: "Statement of account" },
    {
      kind: "facts",
      facts: [
        ["For", address],
        ["Days", `${formatLongDay(facts.from)} to ${formatLongDay(facts.to)}`],
        ["From", firmLine(firm)],
      ],
    },
  ];
  if (facts.currencies.length === 0)
    blocks.push({ kind: "text", text: "Nothing happened in this time, and nothing stood before." });
  for (const each of facts.currencies) {
    const money = (minor: number) => exactMoney(minor, each.currency);
    if (facts.currencies.length > 1) blocks.push({ kind: "heading", text: each.currency });
    blocks.push(
      {
        kind: "table",
        columns: [
          { label: "Day", alignEnd: false },
          { label: "What", alignEnd: false },
          { label: "Asked for", alignEnd: true },
          { label: "Paid", alignEnd: true },
          { label: "Balance", alignEnd: true },
        ],
        rows: [
          [formatLongDay(facts.from), "Opening balance", "", "", money(each.opening_minor)],
          ...each.rows.map((row) => [
            formatLongDay(row.day),
            [moveOf(row.what), row.number, row.title].filter(Boolean).join(" "),
            row.asked_minor === 0 ? "" : money(row.asked_minor),
            row.paid_minor === 0 ? "" : money(row.paid_minor),
            money(row.balance_minor),
          ]),
        ],
      },
      {
        kind: "totals",
        level: true,
        rows: [
          { term: "Opening balance", value: money(each.opening_minor) },
          { term: "Asked for, less credit", value: money(each.asked_minor) },
          { term: "Paid, less what went back", value: money(-each.paid_minor) },
          { term: `Closing balance, ${formatLongDay(facts.to)}`, value: money(each.closing_minor), grand: true },
        ],
      },
    );
  }
  return {
    title: `Statement of ${facts.name}, ${facts.to}`,
    author: firm.legalName,
    mark: facts.name,
    foot: firm.legalName,
    date: `${facts.to}T00:00:00Z`,
    blocks,
  };
}
