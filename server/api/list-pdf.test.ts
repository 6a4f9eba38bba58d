import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { maxPdfRows } from "#domain/list-pdf.ts";
import { makePdf as pdf } from "../platform/pdf/pdf.ts";
import { listPdfRoutes } from "./list-pdf.ts";

const routes = listPdfRoutes(pdf, () => new Date("2026-11-18T00:00:00Z"));
const columns = [
  { label: "Name", alignEnd: false },
  { label: "City", alignEnd: false },
  { label: "Value", alignEnd: true },
];
const post = (body: unknown) => routes.request("/list.pdf", { method: "POST", body: JSON.stringify(body) });

async function pagesOf(answer: Response) {
  const file = await getDocument({ data: new Uint8Array(await answer.arrayBuffer()), verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: file.numPages }, async (_, index) => {
      const page = await file.getPage(index + 1);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
      return { text, width: page.getViewport({ scale: 1 }).width };
    }),
  );
}

test("records 13: a PDF has the title, the sentence, the columns on each page, every row, page numbers, and all scripts", async () => {
  const rows = Array.from({ length: 120 }, (_, n) => [
    `Company ${n + 1}`,
    n === 7 ? "東京 קריה Łódź" : "Lund",
    `$${n}`,
  ]);
  const answer = await post({ title: "accounts", sentence: 'Accounts; found by "x"; newest first.', columns, rows });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const pages = await pagesOf(answer);
  expect(pages.length).toBeGreaterThan(2);
  expect(pages[0]!.width).toBeGreaterThan(800);
  expect(pages[0]!.text).toContain('Accounts; found by "x"; newest first.');
  for (const [index, { text }] of pages.entries()) {
    expect(text).toContain("Name");
    expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
  }
  const all = pages.map(({ text }) => text).join(" ");
  for (const [name] of rows) expect(all).toContain(name);
  for (const letter of "東京קריהŁódź") expect(all, letter).toContain(letter);
});

test("records 13: a list of many columns fits the sheet, and no entry is printed over the next", async () => {
  const entries = [
    "Norrfall operations review",
    "Workshops",
    "$1,113,000",
    "Nov 17, 2026",
    "ines.rasmussen@kestrel.example",
  ];
  const wide = Array.from({ length: 14 }, (_, n) => ({ label: `Column ${n}`, alignEnd: n % 5 === 2 }));
  const rows = Array.from({ length: 9 }, () => wide.map((_, n) => entries[n % entries.length]!));
  const answer = await post({ title: "deals", sentence: "Deals; open.", columns: wide, rows });
  const file = await getDocument({ data: new Uint8Array(await answer.arrayBuffer()), verbosity: 0 }).promise;
  const page = await file.getPage(1);
  const { items } = await page.getTextContent();
  const set = items.flatMap((item) =>
    "str" in item && item.str.trim() !== ""
      ? [{ text: item.str, x: item.transform[4], y: item.transform[5], width: item.width }]
      : [],
  );
  const over = set.flatMap((one) =>
    set
      .filter((other) => other.y === one.y && other.x > one.x && other.x < one.x + one.width - 0.1)
      .map((other) => `${one.text} | ${other.text}`),
  );
  expect(over).toEqual([]);
  expect(Math.max(...set.map(({ x, width }) => x + width))).toBeLessThanOrEqual(842 - 60);
});

test("records 13: what is no list, or too long, is refused with a sentence", async () => {
  expect((await post({ title: "accounts" })).status).toBe(400);
  const tooMany = Array.from({ length: maxPdfRows + 1 }, () => ["a", "b", "c"]);
  expect((await post({ title: "accounts", sentence: "", columns, rows: tooMany })).status).toBe(400);
  const large = await post({ title: "accounts", sentence: "", columns, rows: [["x".repeat(5_000_000)]] });
  expect([large.status, await large.json()]).toEqual([413, { code: 413, message: "This list is too long for a PDF" }]);
});
