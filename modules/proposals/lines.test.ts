// A client can check each line with a pencil: on the page, in the PDF and in our own summary.
import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { testDatabase } from "#server/testing/test-database.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { expect, test } from "vitest";
import { LinesTable } from "./page/lines-table.tsx";
import { findPage, type ShownProposal } from "./server/find-page.ts";
import { proposalDocument } from "./server/proposal-pdf.ts";
import { renderPage } from "./server/proposal-page.ts";

const { sql } = await testDatabase();
const { sent } = await proposalsForTests(sql);
const item = (more: object) => ({
  title: "Reading",
  description: "",
  unit: "",
  tax_bp: 0,
  discount_bp: 0,
  optional: false,
  selected: true,
  ...more,
});
const offer = async (currency: string) => {
  const { id } = await sent({
    currency,
    discount_bp: 500,
    deposit_bp: 0,
    items: [
      item({ quantity_milli: 2500, unit: "days", unit_minor: 120_000, discount_bp: 1000, tax_bp: 1900 }),
      item({ title: "Desk", quantity_milli: 1000, unit_minor: 50_000 }),
    ],
  });
  return (await findPage(sql, id, { at: new Date() })) as ShownProposal;
};
const words = (markup: string) =>
  [...markup.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, inner]) =>
    inner!.replaceAll(/<[^>]*>|\s+/g, " ").trim(),
  );

test.each([
  [
    "USD",
    ["$1,200.00", "2.5 days", "10%, -$300.00", "19%", "$2,700.00", "$500.00", "1", "", "0%", "$500.00"],
    ["$3,200.00", "-$160.00", "$3,040.00"],
  ],
  [
    "JPY",
    ["¥120,000", "2.5 days", "10%, -¥30,000", "19%", "¥270,000", "¥50,000", "1", "", "0%", "¥50,000"],
    ["¥320,000", "-¥16,000", "¥304,000"],
  ],
])(
  "a line has unit price, quantity, discount and net, and the discount on the whole stands apart, with every decimal of %s",
  async (currency, cells, sums) => {
    const shown = await offer(currency);
    const page = await renderPage(shown, { token: "t", path: "/p/t", preview: false });
    const table = page.slice(page.indexOf('<table class="offer">'), page.indexOf("</table>"));
    const head = ["Item", "Unit price", "Quantity", "Discount", "Tax rate", "Net"];
    const expected = [...head, "Reading", ...cells.slice(0, 5), "Desk", ...cells.slice(5)];
    expect(words(table)).toEqual(expected);
    for (const sum of sums) expect(page).toContain(`>${sum}</dd>`);
    expect(page).toContain("Discount on the whole, 5%");

    const { blocks } = proposalDocument(shown, []);
    const lines = blocks.find((block) => block.kind === "lines")!;
    expect([...lines.head, ...lines.rows.flatMap((row) => [row.title, ...row.cells])]).toEqual(expected);
    expect(
      blocks
        .find((block) => block.kind === "totals")!
        .rows.map(({ value }) => value)
        .slice(0, 3),
    ).toEqual(sums);

    const { items, totals } = shown.content;
    expect(words(renderToStaticMarkup(createElement(LinesTable, { items, totals })))).toEqual(expected);
  },
);

test("without a discount on any line there is no column for it", async () => {
  const { id } = await sent({ items: [item({ quantity_milli: 1000, unit_minor: 100 })] });
  const shown = (await findPage(sql, id, { at: new Date() })) as ShownProposal;
  expect(proposalDocument(shown, []).blocks.find((block) => block.kind === "lines")).toMatchObject({
    head: ["Item", "Unit price", "Quantity", "Tax rate", "Net"],
  });
});
