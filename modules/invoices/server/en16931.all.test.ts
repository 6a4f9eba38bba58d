// Invoices of every kind in every format against the rules of EN 16931 and of XRechnung.
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { eInvoicesForTests, variants } from "../testing/e-invoices.ts";
import { readInvoice } from "../testing/en16931/read.ts";
import { brokenRules } from "../testing/en16931/rules.ts";

const { sql } = await testDatabase();
const { kinds, xmlAs, house } = await eInvoicesForTests(sql);

test(
  "invoices 17, audit-4 I1 to I3: 63 invoices of 21 kinds keep every rule of EN 16931 and of XRechnung in each format, and come to what was issued",
  { timeout: 1_800_000 },
  async () => {
    const found: unknown[] = [];
    let files = 0;
    for (const [kind, make] of Object.entries(kinds))
      for (const variant of variants) {
        const id = await make(variant);
        const bill = await house.find(id);
        const sign = bill.type === "credit" ? -1 : 1;
        const [row] = await sql<{ digits: number }[]>`
          select minor_digits as digits from public.currencies where code = (select currency from public.invoices where id = ${id})`;
        const minor = (text: string | undefined) => Math.round(Number(text) * 10 ** row!.digits);
        for (const format of ["ubl", "facturx", "xrechnung"]) {
          const read = readInvoice(await xmlAs(format, id));
          const rules = brokenRules(read, { german: format === "xrechnung" });
          if (rules.length > 0) found.push([kind, variant, format, rules]);
          expect([minor(read.net), minor(read.tax), minor(read.gross), read.number]).toEqual([
            sign * bill.totals.net_minor,
            sign * bill.totals.tax_minor,
            sign * bill.total_minor,
            bill.number,
          ]);
          files += 1;
        }
      }
    expect([Object.keys(kinds).length, files]).toEqual([21, 189]);
    expect(found).toEqual([]);
  },
);
