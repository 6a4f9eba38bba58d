// Taxes as documents carry them: up to two a line, in thousandths of a percent, with a category; what is withheld; and parts of documents.
// The golden cases are in testing/golden.md.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { compareDocuments } from "./testing/random-documents.ts";

const { sql } = await testDatabase();
const digits: Record<string, number> = { JPY: 0, KWD: 3 };
const tables = readFileSync(new URL("./testing/golden.md", import.meta.url), "utf8")
  .split("\n## ")
  .slice(1)
  .map((part) =>
    part
      .split("\n")
      .filter((line) => line.startsWith("| ") && !line.startsWith("| currency"))
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  );

/** "1000.00" is 100000, without passing through a fraction. */
function minor(text: string, currency: string): number {
  const [whole = "", part = ""] = text.split(".");
  return Number(whole + part.padEnd(digits[currency] ?? 2, "0"));
}
const pcm = (percent: string) => Number((Number(percent) * 1000).toFixed(0));
const linesOf = (cell: string, currency: string) =>
  cell.split(";").map((line) => {
    const [net = "", rates = ""] = line.split("@").map((word) => word.trim());
    return {
      unit_minor: minor(net, currency),
      taxes: (rates === "" ? [] : rates.split(" + ")).map((rate, place) => ({
        name: place === 0 ? "VAT" : "Second",
        category: Number(rate) === 0 ? "Z" : "S",
        rate_pcm: pcm(rate),
      })),
    };
  });

test("invoices 6: the golden documents, each to the cent, with rates in thousandths of a percent", async () => {
  expect(tables[0]).toHaveLength(11);
  for (const [
    currency = "",
    lines = "",
    discount = "",
    withheld = "",
    taxes = "",
    total = "",
    payable = "",
  ] of tables[0]!) {
    const [row] = await sql<{ totals: Record<string, unknown> }[]>`
      select public.document_totals(${JSON.stringify(linesOf(lines, currency))}::jsonb, ${currency},
        ${JSON.stringify({ discount_minor: minor(discount, currency), withheld_pcm: pcm(withheld) })}::jsonb) as totals`;
    const answer = row!.totals;
    expect({ why: lines, ...answer }).toMatchObject({
      why: lines,
      total_minor: minor(total, currency),
      payable_minor: minor(payable, currency),
    });
    expect(
      (answer["taxes"] as { base_minor: number; rate_pcm: number; tax_minor: number }[]).map((tax) => [
        tax.base_minor,
        tax.rate_pcm,
        tax.tax_minor,
      ]),
    ).toEqual(
      taxes.split(";").map((tax) => {
        const [base = "", rate = "", amount = ""] = tax.split(/ x | = /).map((word) => word.trim());
        return [minor(base, currency), pcm(rate), minor(amount, currency)];
      }),
    );
  }
});

test("invoices 7: parts of documents: tax is taken out of what is to be paid, and nothing is lost", async () => {
  expect(tables[1]).toHaveLength(5);
  for (const [currency = "", lines = "", discount = "", gross = "", parts = ""] of tables[1]!) {
    const [row] = await sql<{ part: { unit_minor: number; taxes: { amount_minor: number }[] }[] }[]>`
      select public.document_part(${JSON.stringify(linesOf(lines, currency))}::jsonb, ${currency},
        ${JSON.stringify({ discount_minor: minor(discount, currency) })}::jsonb, ${minor(gross, currency)}) as part`;
    const given = row!.part.map((line) => [line.unit_minor, ...line.taxes.map((tax) => tax.amount_minor)]);
    expect(given, lines).toEqual(
      parts.split(";").map((part) => part.split("+").map((each) => minor(each.trim(), currency))),
    );
    // As lines of an invoice they come to the very amount, and to no other tax.
    const [back] = await sql<{ total: number }[]>`
      select (public.document_totals(${JSON.stringify(row!.part)}::jsonb, ${currency}) ->> 'total_minor')::float8 as total`;
    expect(back!.total).toBe(minor(gross, currency));
  }
});

test("invoices 6: a rule of tax has at most two parts, and what cannot be is refused with a sentence", async () => {
  const add = (parts: object, place = "home", from = "2026-01-01") =>
    sql`insert into public.tax_rules (class_id, place, from_on, parts) select id, ${place}, ${from}, ${JSON.stringify(parts)}::jsonb from public.tax_classes`;
  const vat = { name: "VAT", category: "S", rate_pcm: 9975 };
  await add([vat]);
  await add([{ name: "VAT", rate_pcm: 19_001 }], "home", "2027-01-01");
  await expect(add([vat, vat, vat], "outside")).rejects.toThrow("at most two taxes");
  await expect(add([{ rate_pcm: 0.5 }], "outside")).rejects.toThrow("whole number");
  await expect(add([{ rate_pcm: 100_001 }], "outside")).rejects.toThrow("from 0 to 100000");
  await expect(add([{ category: "AE", rate_pcm: 1 }], "outside")).rejects.toThrow("is of the category S");
  await expect(add([{ category: "X", rate_pcm: 0 }], "outside")).rejects.toThrow("is no category of tax");
  const rows = await sql<{ parts: { rate_pcm: number }[] | null }[]>`
    select private.taxes_for(null, 'home', day::date) as parts from unnest(array['2025-12-31', '2026-12-31', '2027-01-01']) as day`;
  expect(rows.map(({ parts }) => parts?.[0]?.rate_pcm)).toEqual([undefined, 9975, 19_001]);
});

test("invoices 6: where a buyer is, for tax", async () => {
  const place = async (seller: string, buyer: string | null, vat: string | null) =>
    (await sql<{ place: string }[]>`select private.buyer_place(${seller}, ${buyer}, ${vat}) as place`)[0]!.place;
  expect(await place("DE", "DE", "DE123456789")).toBe("home");
  expect(await place("DE", "FR", "FR32123456789")).toBe("eu_business");
  expect(await place("DE", "FR", " ")).toBe("eu_consumer");
  expect(await place("DE", "CH", "CHE123456789")).toBe("outside");
  expect(await place("US", "FR", "FR32123456789")).toBe("outside");
  expect(await place("DE", null, null)).toBe("home");
});

test("invoices 6: random documents, to the cent as an independent implementation has them", async () => {
  await compareDocuments(sql, 400, 20_261_129);
});
