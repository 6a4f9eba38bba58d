// The same cents in the database, on the printed invoice, in the e-invoice and in what is asked for: ten thousand random documents, each worked
// out once more in whole numbers by what shares nothing with the database.
import fc from "fast-check";
import { expect, test } from "vitest";
import { plainMoney } from "#domain/money.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import type { InvoiceLine, InvoiceTotals } from "../invoice.ts";
import { type ExactLine, exactTotals } from "../testing/exact-totals.ts";
import { invoicesHouse } from "#server/testing/invoices-for-tests.ts";
import { CannotBeSaid, eInvoice } from "./e-invoice.ts";
import { invoiceDocument, type PrintedInvoice } from "./invoice-document.ts";

const { sql } = await testDatabase();
const house = await invoicesHouse(sql);
const count = 10_000;
const digits: Record<string, number> = { EUR: 2, JPY: 0, KWD: 3 };
const tax = fc.constantFrom(0, 1, 5000, 7000, 9975, 19_000, 21_000).map((rate) => ({
  name: "VAT",
  category: rate === 0 ? "Z" : "S",
  rate_pcm: rate,
}));
const document = fc.record({
  currency: fc.constantFrom("EUR", "EUR", "JPY", "KWD"),
  discount_bp: fc.constantFrom(0, 0, 250, 3333),
  withheld_pcm: fc.constantFrom(0, 0, 15_000, 10_210),
  lines: fc.array(
    fc.record({
      unit_minor: fc.oneof(fc.integer({ min: -99_999, max: 9_999_999 }), fc.integer({ min: 0, max: 900_000_000_000 })),
      quantity_milli: fc.constantFrom(1, 333, 500, 1000, 1333, 2750, 20_000),
      discount_bp: fc.constantFrom(0, 0, 777, 3333),
      taxes: fc.oneof(
        { weight: 4, arbitrary: tax.map((one) => [one]) },
        { weight: 1, arbitrary: fc.tuple(tax, tax).map(([one, other]) => [one, { ...other, name: "Second" }]) },
      ),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});

/** "-€1,250.50" is -125050: every digit counts, and every decimal of the currency is there. */
function minor(text: string, currency: string): number {
  const plain = text.replaceAll(/[^\d.-]/g, "");
  const [whole = "", fraction = ""] = plain.replace("-", "").split(".");
  if (!/^\d+$/.test(whole) || fraction.length !== digits[currency]) throw new Error(`no amount: ${text}`);
  return (plain.startsWith("-") ? -1 : 1) * Number(whole + fraction);
}
/** Every value of a key in the e-invoice, wherever it is. */
function every(value: unknown, key: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => every(one, key));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === key ? [String(one)] : every(one, key)));
}

test(
  "invoices 6, 16, 17: ten thousand random documents have the same cents in the database, in whole numbers, in print and in the e-invoice",
  { timeout: 1_200_000 },
  async () => {
    const documents = fc.sample(document, { numRuns: count, seed: 20_261_213 });
    const different: unknown[] = [];
    const equal = (where: string, given: unknown, shown: unknown, exact: unknown) => {
      if (JSON.stringify(shown) !== JSON.stringify(exact)) different.push({ where, given, shown, exact });
    };
    let said = 0;
    for (let from = 0; from < count; from += 250) {
      const some = documents.slice(from, from + 250);
      const rows = await sql<{ totals: InvoiceTotals }[]>`
      select public.document_totals(given -> 'lines', given ->> 'currency', jsonb_build_object('discount_bp', given -> 'discount_bp', 'withheld_pcm', given -> 'withheld_pcm')) as totals
      from jsonb_array_elements(${JSON.stringify(some)}::jsonb) with ordinality as each (given, place) order by place`;
      for (const [place, given] of some.entries()) {
        const { totals } = rows[place]!;
        const { currency, lines } = given;
        const exact = exactTotals(lines as ExactLine[], given);
        const whole = [exact.net, exact.tax, exact.total, exact.withheld, exact.payable].map(Number);
        const { withheld_minor: withheld = 0, payable_minor: payable = totals.total_minor } = totals;
        equal("database", given, [totals.net_minor, totals.tax_minor, totals.total_minor, withheld, payable], whole);

        const bill = {
          number: "I-2026-001",
          type: "invoice",
          title: "Advice",
          issued_on: "2026-12-13",
          due_on: "2026-12-27",
          currency,
          minor_digits: digits[currency],
          lines: lines as InvoiceLine[],
          totals,
          options: {},
          seller: { legal_name: "Guidevane", country: "DE", email: "office@guidevane.test", vat_id: "DE123456788" },
          buyer: { legal_name: "Norrfall", country: "DE", email: "office@norrfall.example" },
          supply_from: "2026-12-01",
          supply_to: null,
          withheld_minor: withheld,
          payable_minor: payable,
          office_currency: null,
          rate: null,
          rate_day: null,
          tax_office_minor: null,
          language: "en",
          format: "ubl",
          buyer_reference: null,
          note: null,
          reason: null,
          corrects: null,
          requests: [],
        } as PrintedInvoice & { minor_digits: number };
        const { blocks } = invoiceDocument(bill);
        const sums = blocks.find((block) => block.kind === "totals")!.rows.map(({ value }) => minor(value, currency));
        const discount = totals.document_discount_minor ?? 0;
        equal("print", given, sums, [
          ...(discount === 0 ? [] : [Number(exact.net) + discount, -discount]),
          Number(exact.net),
          ...exact.rows.map((row) => Number(row.tax)),
          Number(exact.total),
          ...(withheld === 0 ? [] : [-Number(exact.withheld), Number(exact.payable)]),
        ]);
        const printed = blocks.find((block) => block.kind === "lines")!;
        const nets = printed.rows.map(({ cells }) => minor(cells.at(-1)!, currency));
        equal("lines", given, nets.reduce((sum, net) => sum + net, 0) - discount, Number(exact.net));
        equal(
          "carried",
          given,
          minor(printed.carried!.after.at(-1)!, currency),
          nets.reduce((sum, net) => sum + net, 0),
        );

        let invoice: object;
        try {
          invoice = eInvoice(bill);
        } catch (error) {
          // Two taxes a line, three decimals: it cannot be said, and is not.
          if (!(error instanceof CannotBeSaid)) throw error;
          equal("refused", given, lines.some(({ taxes }) => taxes.length > 1) || currency === "KWD", true);
          continue;
        }
        said += 1;
        equal(
          "e-invoice",
          given,
          ["cbc:TaxExclusiveAmount", "cbc:TaxInclusiveAmount", "cbc:PayableAmount"].map((key) => every(invoice, key)),
          [
            [plainMoney(Number(exact.net), currency)],
            [plainMoney(Number(exact.total), currency)],
            [plainMoney(Number(exact.total), currency)],
          ],
        );
        const rowsOfTax = exact.rows.map((row) => plainMoney(Number(row.tax), currency)).toSorted();
        equal("tax of the e-invoice", given, every(invoice, "cbc:TaxAmount").slice(1).toSorted(), rowsOfTax);
      }
    }
    expect(different.slice(0, 3)).toEqual([]);
    expect(said).toBeGreaterThan(2000);
  },
);

test(
  "invoices 6, 13: three hundred random invoices ask for exactly what is payable, and their rows of tax come to their tax",
  { timeout: 1_200_000 },
  async () => {
    const documents = fc
      .sample(document, { numRuns: 700, seed: 13 })
      .filter(
        ({ currency, lines, withheld_pcm: withheld, discount_bp: less }) =>
          currency === "EUR" &&
          exactTotals(lines as ExactLine[], { withheld_pcm: withheld, discount_bp: less }).payable > 0n,
      )
      .slice(0, 300);
    for (const given of documents) {
      const exact = exactTotals(given.lines as ExactLine[], given);
      const bill = await house.issued({
        ...given,
        lines: given.lines.map((line) => ({ description: "Advice", ...line })),
      });
      const [row] = await sql<{ asked: number; tax: number }[]>`
      select (select sum(amount_minor)::float8 from public.payment_requests where invoice_id = ${bill.id}) as asked,
        (select sum(tax_minor)::float8 from public.invoice_tax_rows where invoice_id = ${bill.id}) as tax`;
      expect([bill.total_minor, bill.payable_minor, row!.asked, row!.tax]).toEqual(
        [exact.total, exact.payable, exact.payable, exact.tax].map(Number),
      );
    }
  },
);
