// The list and a statement as lines of a file: amounts as plain decimals, so that they can be added up elsewhere.
import { plainMoney } from "#domain/money.ts";
import { csvLine } from "#domain/csv-text.ts";
import { buckets, kinds, type PaymentRequest, type StatementRow, stateNames } from "./payment.ts";

export const requestLines = (rows: readonly PaymentRequest[]): string[] => [
  csvLine([
    "Number",
    "Request",
    "Account",
    "Contact",
    "Status",
    "Issued",
    "Due",
    "Currency",
    "Amount",
    "Received",
    "Open",
    "Credit",
    "Age",
  ]),
  ...rows.map((row) =>
    csvLine([
      row.number ?? "",
      row.title,
      row.account_name,
      row.contact_name ?? "",
      stateNames[row.state],
      row.issued_on ?? "",
      row.due_on,
      row.currency,
      ...[row.amount_minor, row.received_minor, row.open_minor, row.credit_minor].map((minor) =>
        plainMoney(minor, row.currency),
      ),
      buckets.find(({ id }) => id === row.bucket)?.name ?? "",
    ]),
  ),
];

export const statementLines = (rows: readonly StatementRow[]): string[] => [
  csvLine(["Day", "What", "Number", "Text", "Currency", "Asked for", "Paid", "Balance"]),
  ...rows.map((row) =>
    csvLine([
      row.day,
      kinds[row.what],
      row.number ?? "",
      row.title ?? "",
      row.currency,
      ...[row.asked_minor, row.paid_minor, row.balance_minor].map((minor) => plainMoney(minor, row.currency)),
    ]),
  ),
];
