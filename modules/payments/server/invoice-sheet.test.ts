// The invoice below the page of its request.
import { expect, test } from "vitest";
import { invoiceSheet } from "./invoice-sheet.ts";
import type { Invoice } from "./pay-page.ts";

const invoice: Invoice = {
  number: "I-2026-001",
  title: "Advice",
  issued_on: "2026-11-19",
  currency: "EUR",
  lines: [{ description: "Advice", quantity_milli: 2500, unit: "days", unit_minor: 100_000 }],
  totals: {
    subtotal_minor: 250_000,
    discount_minor: 0,
    net_minor: 250_000,
    total_minor: 297_500,
    taxes: [{ name: "VAT", bp: 1900, tax_minor: 47_500 }],
    lines: [{ gross_minor: 250_000, line_net_minor: 250_000 }],
  },
};
const wordsOf = (markup: unknown) =>
  String(markup)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

test("invoices 10: what was taken back stands below the total, and what is left of it; quantities have their unit", () => {
  const plain = wordsOf(invoiceSheet(invoice));
  expect(plain).toContain("2.5 days");
  expect(plain).toContain("Total €2,975.00");
  expect(plain).not.toContain("Credit note");
  const credited = wordsOf(invoiceSheet(invoice, [{ number: "C-2026-001", total_minor: -1250 }]));
  expect(credited).toMatch(/Total €2,975\.00 Credit note C-2026-001 -€12\.50 Total after credit €2,962\.50/);
});
