// The list of invoices as a file: what the filter shows, newest first; amounts are plain decimals.
import { plainMoney } from "#domain/money.ts";
import { exportFile } from "#app/records/csv/save-file.ts";
import { csvLine } from "#domain/csv-text.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import { formatCount } from "#domain/formats.ts";
import { looks, types } from "./invoice-words.ts";
import type { InvoiceFilter, InvoiceRow } from "./invoices-data.ts";

const maxRows = 10_000;

const headings = [
  "Number",
  "Type",
  "Corrects",
  "What for",
  "Account",
  "Issued",
  "Due",
  "Status",
  "Currency",
  "Net",
  "Tax",
  "Total",
  "Withheld",
  "Payable",
  "Credited",
  "Received",
  "Open",
];

export const invoiceLines = (rows: readonly InvoiceRow[]): string[] => [
  csvLine(headings),
  ...rows.map((row) =>
    csvLine([
      row.number,
      types[row.type],
      row.corrects ?? "",
      row.title,
      row.account_name,
      row.issued_on,
      row.type === "credit" ? "" : row.due_on,
      looks[row.state][0],
      row.currency,
      ...[
        row.net_minor,
        row.tax_minor,
        row.total_minor,
        row.withheld_minor,
        row.payable_minor,
        row.credited_minor,
        row.received_minor,
        row.open_minor,
      ].map((minor) => plainMoney(minor, row.currency)),
    ]),
  ),
];

export async function exportInvoices(filter: InvoiceFilter): Promise<void> {
  try {
    const rows = rowsOf<InvoiceRow>(
      await call("invoice_list", { filter: filter as Record<string, string>, at_most: maxRows, skip: 0 }),
    );
    await exportFile("invoices", "invoices.csv", invoiceLines(rows));
    if ((rows[0]?.total_count ?? 0) > maxRows)
      toast({ title: `The file holds the first ${formatCount(maxRows)} invoices`, tone: "notice" });
  } catch (error) {
    toast({ title: "Failed to export invoices", text: messageOf(error as Error), tone: "danger" });
  }
}
