// Random documents through the database and through the independent implementation: not one cent may differ.
import fc from "fast-check";
import { expect } from "vitest";
import type { Sql } from "#server/platform/database/sql.ts";
import { type ExactLine, exactTotals } from "./exact-totals.ts";

const rates = [0, 1, 5000, 7000, 9975, 19_000, 21_000, 5500, 8100, 100_000];
const tax = fc
  .constantFrom(...rates)
  .map((rate_pcm) => ({ name: "VAT", category: rate_pcm === 0 ? "Z" : "S", rate_pcm }));
const line = fc.record(
  {
    unit_minor: fc.oneof(fc.integer({ min: -99_999, max: 9_999_999 }), fc.integer({ min: 0, max: 900_000_000_000 })),
    quantity_milli: fc.constantFrom(1, 333, 500, 1000, 1333, 2750, 20_000, -1000),
    discount_bp: fc.constantFrom(0, 0, 777, 3333, 10_000),
    taxes: fc.oneof(
      tax.map((one) => [one]),
      fc.tuple(tax, tax).map(([one, other]) => [one, { ...other, name: "Second" }]),
      fc.constant([]),
    ),
  },
  { requiredKeys: ["unit_minor", "taxes"] },
);
const document = fc.record({
  currency: fc.constantFrom("EUR", "JPY", "KWD"),
  lines: fc.array(line, { minLength: 1, maxLength: 9 }),
  discount_bp: fc.constantFrom(0, 0, 250, 3333),
  withheld_pcm: fc.constantFrom(0, 0, 15_000, 10_210),
});

interface Answer {
  net_minor: number;
  tax_minor: number;
  total_minor: number;
  withheld_minor: number;
  payable_minor: number;
  taxes: { base_minor: number; tax_minor: number }[];
}

/** `count` documents, fifty to a statement. */
export async function compareDocuments(sql: Sql, count: number, seed: number): Promise<void> {
  const documents = fc.sample(document, { numRuns: count, seed });
  for (let from = 0; from < documents.length; from += 50) {
    const some = documents.slice(from, from + 50);
    const rows = await sql<{ answer: Answer }[]>`
      select public.document_totals(given -> 'lines', given ->> 'currency', jsonb_build_object('discount_bp', given -> 'discount_bp', 'withheld_pcm', given -> 'withheld_pcm')) as answer
      from jsonb_array_elements(${JSON.stringify(some)}::jsonb) with ordinality as each (given, place) order by place`;
    for (const [place, given] of some.entries()) {
      const exact = exactTotals(given.lines as ExactLine[], given);
      const { net_minor, tax_minor, total_minor, withheld_minor, payable_minor, taxes } = rows[place]!.answer;
      expect({
        given,
        net_minor,
        tax_minor,
        total_minor,
        withheld_minor,
        payable_minor,
        taxes: taxes.map((row) => [row.base_minor, row.tax_minor]),
      }).toEqual({
        given,
        net_minor: Number(exact.net),
        tax_minor: Number(exact.tax),
        total_minor: Number(exact.total),
        withheld_minor: Number(exact.withheld),
        payable_minor: Number(exact.payable),
        taxes: exact.rows.map(({ base, tax: amount }) => [Number(base), Number(amount)]),
      });
    }
  }
}
