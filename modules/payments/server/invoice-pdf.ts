// The invoice of a request for print, or its receipt once the money is there: the same figures as on the page.
import { site } from "#content/site.ts";
import { formatLongDay } from "#domain/days.ts";
import { exactMoney } from "#domain/money.ts";
import { firmLine, type Firm } from "#server/platform/firm.ts";
import { codeRows } from "#server/platform/pdf/bank-code.ts";
import type { PdfBlock, PdfDocument } from "#server/platform/pdf/pdf-document.ts";
import { bankCodeOf } from "./bank-code.ts";
import { linesOfInvoice, sumsOfInvoice } from "./invoice-sheet.ts";
import { type PaymentFacts, transferFacts } from "./pay-page.ts";

export function paymentPdf(facts: PaymentFacts, firm: Firm): PdfDocument {
  const { currency, invoice } = facts;
  const isPaid = facts.state === "paid" || facts.state === "overpaid";
  const money = (minor: number) => exactMoney(minor, currency);
  const lines: PdfBlock = invoice
    ? { kind: "lines", ...linesOfInvoice(invoice) }
    : { kind: "rows", rows: [{ title: facts.title, value: money(facts.amount_minor) }] };
  const sums = invoice ? sumsOfInvoice(invoice) : ([["Total", facts.amount_minor]] as const);
  const blocks: PdfBlock[] = [
    ...(firm.logo ? [{ kind: "logo" as const, src: firm.logo }] : []),
    { kind: "title", text: facts.title },
    {
      kind: "facts",
      facts: [
        [invoice ? "Invoice" : "Request", invoice?.number ?? facts.number],
        ["For", [facts.company, facts.person].filter(Boolean).join(", ")],
        ["Issued", formatLongDay(invoice?.issued_on ?? facts.issued_on)],
        ["Due", formatLongDay(facts.due_on)],
        ["From", firmLine(firm)],
        ...(firm.taxNumber ? [["Tax number", firm.taxNumber] as const] : []),
      ],
    },
    lines,
    {
      kind: "totals",
      level: true,
      rows: sums.map(([term, minor], place) => ({
        term,
        value: money(minor),
        ...(place === sums.length - 1 && { grand: true }),
      })),
    },
  ];
  if (facts.received_minor > 0)
    blocks.push({
      kind: "text",
      text: `${money(facts.received_minor)} received${isPaid && facts.paid_on ? ` on ${formatLongDay(facts.paid_on)}` : ""}. ${isPaid ? "Paid." : `${money(facts.open_minor)} is open.`}`,
    });
  if (!isPaid && facts.open_minor > 0 && firm.bank) {
    const way: [string, string][] = [...transferFacts(firm.bank), ["Reference", facts.number]];
    const code = bankCodeOf(facts, firm.bank);
    if (code) blocks.push({ kind: "code", rows: codeRows(code), title: "By bank transfer", facts: way });
    else blocks.push({ kind: "heading", text: "By bank transfer" }, { kind: "facts", facts: way });
  }
  return {
    title: `${invoice?.number ?? facts.number} ${facts.title}`,
    author: firm.legalName,
    mark: invoice?.number ?? facts.number,
    foot: site.name,
    date: `${invoice?.issued_on ?? facts.issued_on}T00:00:00Z`,
    blocks,
  };
}
