// Lines that go on on further pages: below each page stands what its lines and those before come to, and above the next the same again.
import { expect } from "vitest";
import type { PdfDocument } from "#server/platform/pdf/pdf-document.ts";
import { readPdf } from "./read-pdf.ts";

/** Sixty lines below so many facts, which decide where on its page the first one begins. */
export async function expectCarriedSums(pdf: (document: PdfDocument) => Promise<Uint8Array>, facts: number) {
  const rows = Array.from({ length: 60 }, (_, place) => ({
    title: `Day ${place + 1}`,
    cells: ["€1.00", "1", "19 %", `€${place + 1}.00`],
  }));
  const sumOf = (count: number) => (count * (count + 1)) / 2;
  const { pageTexts } = await readPdf(
    await pdf({
      title: "Offer",
      author: "Guidevane",
      mark: "Guidevane",
      foot: "Offer",
      date: "2026-11-18T00:00:00Z",
      blocks: [
        { kind: "facts", facts: Array.from({ length: facts }, (_, place) => [`Fact ${place}`, "Some"] as const) },
        {
          kind: "lines",
          head: ["What", "Price", "Quantity", "Tax", "Net"],
          rows,
          carried: {
            forward: "Carried forward",
            brought: "Brought forward",
            after: rows.map((_, place) => `€${sumOf(place + 1)}`),
          },
        },
      ],
    }),
  );
  let placed = 0;
  for (const [page, text] of pageTexts.entries()) {
    const words = text.replaceAll(/\s+/g, " ");
    const before = placed;
    placed += words.match(/Day \d+/g)?.length ?? 0;
    const said = (phrase: string) => new RegExp(`${phrase} €(\\d+)`).exec(words)?.[1];
    const where = `${facts} facts, page ${page + 1}`;
    expect(said("Carried forward"), where).toBe(placed < rows.length ? String(sumOf(placed)) : undefined);
    expect(said("Brought forward"), where).toBe(page > 0 ? String(sumOf(before)) : undefined);
  }
  expect(placed).toBe(rows.length);
}
