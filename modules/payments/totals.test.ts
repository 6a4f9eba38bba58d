// What documents come to. The golden table was worked out apart from the database, with exact fractions; anyone who changes a rounding
// rule sees here which cents move.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";

interface Totals {
  subtotal_minor: number;
  discount_minor: number;
  net_minor: number;
  tax_minor: number;
  total_minor: number;
  deposit_minor: number;
  rest_minor: number;
  minor_digits: number;
  taxes: { name: string; bp: number; base_minor: number; tax_minor: number }[];
  lines: { position: number; counted: boolean; net_minor: number; tax_minor: number; total_minor: number }[];
}
interface Golden {
  why: string;
  currency: string;
  items: object[];
  options: object;
  expect: Omit<Totals, "rest_minor" | "minor_digits" | "lines"> & { lines: { net_minor: number; tax_minor: number }[] };
}

const { sql } = await testDatabase();
const golden = JSON.parse(
  readFileSync(new URL("./testing/golden-totals.json", import.meta.url), "utf8"),
) as readonly Golden[];
const totals = async (items: unknown, currency = "USD", options: object = {}) => {
  const [row] = await sql<{ totals: Totals }[]>`
    select public.document_totals(${JSON.stringify(items)}::jsonb, ${currency}, ${JSON.stringify(options)}::jsonb) as totals`;
  return row!.totals;
};
const totalOf = (of: readonly { net_minor: number; tax_minor: number }[]) =>
  of.reduce((sum, line) => sum + line.net_minor + line.tax_minor, 0);

test("payments 1: the golden table of 200 documents, each to the cent", async () => {
  expect(golden).toHaveLength(200);
  for (const { why, currency, items, options, expect: expected } of golden) {
    const { lines, ...answer } = await totals(items, currency, options);
    expect({
      why,
      ...answer,
      lines: lines.map(({ net_minor, tax_minor }) => ({ net_minor, tax_minor })),
    }).toMatchObject({
      why,
      ...expected,
    });
  }
});

describe("by hand", () => {
  test.each([
    ["19 % of 138.66", "EUR", [{ unit_minor: 13866, tax_bp: 1900 }], 2635, 16501],
    [
      "5 % and 9.975 %",
      "CAD",
      [
        {
          unit_minor: 10000,
          taxes: [
            { name: "GST", bp: 500 },
            { name: "QST", bp: 997.5 },
          ],
        },
      ],
      1498,
      11498,
    ],
    ["21 % with 15 % withheld", "EUR", [{ unit_minor: 100000, taxes: [{ bp: 2100 }, { bp: -1500 }] }], 6000, 106000],
    ["discount before tax", "EUR", [{ unit_minor: 10000, discount_bp: 1000, tax_bp: 1900 }], 1710, 10710],
    ["yen", "JPY", [{ unit_minor: 1980, quantity_milli: 3000, tax_bp: 1000 }], 594, 6534],
    ["dinar", "KWD", [{ unit_minor: 12345, tax_bp: 500 }], 617, 12962],
    ["half away from zero", "USD", [{ unit_minor: -50, tax_bp: 100 }], -1, -51],
  ] as const)("payments 1: %s", async (_, currency, items, tax, total) => {
    expect(await totals(items, currency)).toMatchObject({ tax_minor: tax, total_minor: total });
  });

  test("payments 1: cents that are missing go to the lines with the largest remainders, so that lines add up", async () => {
    const { lines, tax_minor } = await totals(
      [33, 33, 34, 49].map((unit_minor) => ({ unit_minor, tax_bp: 100 })),
      "EUR",
    );
    expect(tax_minor).toBe(1);
    expect(lines.map((line) => line.tax_minor)).toEqual([0, 0, 0, 1]);
  });

  test("payments 1: a deposit is a share, rounded once, or an amount; the rest is what it leaves", async () => {
    const items = [{ unit_minor: 101 }];
    expect(await totals(items, "USD", { deposit_bp: 5000 })).toMatchObject({ deposit_minor: 51, rest_minor: 50 });
    expect(await totals(items, "USD", { deposit_minor: 40 })).toMatchObject({ deposit_minor: 40, rest_minor: 61 });
  });
});

const item = fc.record(
  {
    unit_minor: fc.integer({ min: -50_000, max: 5_000_000 }),
    quantity_milli: fc.integer({ min: 1, max: 50_000 }),
    discount_bp: fc.integer({ min: 0, max: 10_000 }),
    tax_bp: fc.constantFrom(0, 500, 700, 997.5, 1900, 2100),
    optional: fc.boolean(),
    selected: fc.boolean(),
  },
  { requiredKeys: ["unit_minor"] },
);

test("payments 1: whatever the lines are, they add up, taxes are of their bases, and a credit is the exact negative", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { maxLength: 12 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      async (items, discount_bp, deposit_bp) => {
        const answer = await totals(items, "EUR", { discount_bp, deposit_bp });
        const counted = answer.lines.filter((line) => line.counted);
        expect(totalOf(counted)).toBe(answer.total_minor);
        expect(answer.subtotal_minor - answer.discount_minor + answer.tax_minor).toBe(answer.total_minor);
        expect(answer.deposit_minor + answer.rest_minor).toBe(answer.total_minor);
        for (const tax of answer.taxes) {
          expect(Math.abs(tax.tax_minor - (tax.base_minor * tax.bp) / 10_000)).toBeLessThanOrEqual(0.5 + 1e-6);
        }
        // A line's tax is never a whole cent away from its own exact tax.
        for (const line of counted) {
          const bp = items[line.position - 1]!.tax_bp ?? 0;
          expect(Math.abs(line.tax_minor - (line.net_minor * bp) / 10_000)).toBeLessThan(1);
        }
        const negative = await totals(
          items.map((each) => ({ ...each, unit_minor: -each.unit_minor })),
          "EUR",
          { discount_bp },
        );
        expect(negative.lines.map((line) => 0 - line.total_minor)).toEqual(
          answer.lines.map((line) => line.total_minor),
        );
      },
    ),
    { numRuns: 150 },
  );
});

test("payments 1: what is no document is refused with a sentence that names the line", async () => {
  const cases: [unknown, string, object, string][] = [
    [[{ unit_minor: 1 }, { unit_minor: 1.5 }], "USD", {}, "Line 2: the price must be a whole number"],
    [[{ unit_minor: "100" }], "USD", {}, "Line 1: the price"],
    [[{}], "USD", {}, "Line 1: the price"],
    [[{ unit_minor: 1, tax_bp: 0.0001 }], "USD", {}, "Line 1: the tax rate"],
    [[{ unit_minor: 1, discount_bp: 10_001 }], "USD", {}, "Line 1: the discount"],
    [[{ unit_minor: 1 }], "ABC", {}, 'There is no currency "ABC"'],
    [{ unit_minor: 1 }, "USD", {}, "A document has a list"],
    [[{ unit_minor: 100 }], "USD", { deposit_minor: 101 }, "The deposit must be a whole number from 0 to 100"],
    [[{ unit_minor: 100 }], "USD", { discount_minor: 101 }, "The discount must be a whole number from 0 to 100"],
    [[{ unit_minor: 100 }], "USD", { deposit_minor: 1, deposit_bp: 1 }, "not both"],
    [[{ unit_minor: 9_000_000_000_000_000, quantity_milli: 2000 }], "USD", {}, "too large"],
  ];
  for (const [items, currency, options, words] of cases) {
    await expect(totals(items, currency, options), words).rejects.toThrow(words);
  }
});

test("payments 1: administrators call it, visitors do not", async () => {
  const ask = (userId: string) =>
    actAs(
      sql,
      { role: "authenticated", userId },
      (tx) => tx`select public.document_totals('[{"unit_minor": 100}]', 'USD')`,
    );
  await expect(ask(await addUser(sql, { admin: true }))).resolves.toHaveLength(1);
  await expect(ask(await addUser(sql, { admin: false }))).rejects.toThrow("There is no currency");
  await expect(actAs(sql, { role: "anon" }, (tx) => tx`select public.document_totals('[]', 'USD')`)).rejects.toThrow(
    "permission denied",
  );
});
