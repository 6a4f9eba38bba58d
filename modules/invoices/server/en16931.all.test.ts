// Invoices of every kind in every format against the rules of EN 16931.
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { eInvoicesForTests } from "../testing/e-invoices.ts";
import { readInvoice } from "../testing/en16931/read.ts";
import { brokenRules } from "../testing/en16931/rules.ts";

const { sql } = await testDatabase();
const { kinds, xmlAs, house } = await eInvoicesForTests(sql);

test(
  "invoices 17: invoices of every kind keep the rules of EN 16931 in each format, and come to what was issued",
  { timeout: 600_000 },
  async () => {
    const found: unknown[] = [];
    for (const [kind, make] of Object.entries(kinds)) {
      const id = await make();
      const bill = await house.find(id);
      const sign = bill.type === "credit" ? -1 : 1;
      const minor = (text: string | undefined) => Math.round(Number(text) * 100);
      for (const format of ["ubl", "facturx", "xrechnung"]) {
        // Type 386 is none that XRechnung knows.
        if (format === "xrechnung" && bill.type === "deposit") continue;
        const read = readInvoice(await xmlAs(format, id));
        const rules = brokenRules(read, { german: format === "xrechnung" });
        if (rules.length > 0) found.push([kind, format, rules]);
        expect([minor(read.net), minor(read.tax), minor(read.gross), read.number]).toEqual([
          sign * bill.totals.net_minor,
          sign * bill.totals.tax_minor,
          sign * bill.total_minor,
          bill.number,
        ]);
      }
    }
    expect(found).toEqual([]);
  },
);
