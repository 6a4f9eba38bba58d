// What the list calls the pages: by the outline of the PDF if it has one, else by the largest line at the top of the page.
import type { PDFDocumentProxy } from "pdfjs-dist";

type Outline = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>;

/** A piece of text on a page, as pdf.js has it: transform[5] is how far up it stands. */
export interface TextPiece {
  str: string;
  height: number;
  transform: number[];
}

const maxTitle = 80;
const maxEntries = 500;
const clean = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
const shortened = (text: string) => (text.length > maxTitle ? `${text.slice(0, maxTitle - 1).trimEnd()}…` : text);

/** The first of the largest lines, when it is larger than what most of the page is set in; else null. */
export function headingOf(pieces: readonly TextPiece[]): string | null {
  const lines: { text: string; height: number; up: number }[] = [];
  for (const { str, height, transform } of pieces) {
    if (height <= 0 || str.trim() === "") continue;
    const up = transform[5] ?? 0;
    const last = lines.at(-1);
    if (last && Math.abs(last.up - up) < height / 2 && Math.abs(last.height - height) < 1) last.text += ` ${str}`;
    else lines.push({ text: str, height, up });
  }
  const letters = new Map<number, number>();
  for (const { text, height } of lines)
    letters.set(Math.round(height), (letters.get(Math.round(height)) ?? 0) + text.length);
  const [usual] = [...letters].sort(([, one], [, other]) => other - one)[0] ?? [0];
  const largest = Math.max(0, ...lines.map(({ height }) => height));
  if (largest < usual * 1.15) return null;
  const heading = clean(lines.find(({ height }) => height > largest - 1)?.text ?? "");
  return /\p{L}{2}/u.test(heading) ? shortened(heading) : null;
}

export async function pageOf(pdf: PDFDocumentProxy, target: unknown): Promise<number | null> {
  const place = typeof target === "string" ? await pdf.getDestination(target) : target;
  const page: unknown = Array.isArray(place) ? place[0] : null;
  if (typeof page === "number") return page + 1;
  const isReference = typeof page === "object" && page !== null && "num" in page && "gen" in page;
  return isReference ? (await pdf.getPageIndex(page as { num: number; gen: number })) + 1 : null;
}

/** Titles by number of page; a page without one is not in it. A broken outline is none. */
export async function outlineTitles(pdf: PDFDocumentProxy): Promise<Map<number, string>> {
  const titles = new Map<number, string>();
  let left = maxEntries;
  const take = async (entries: Outline): Promise<void> => {
    for (const { title, dest, items } of entries ?? []) {
      if (left === 0) return;
      left -= 1;
      const number = await pageOf(pdf, dest).catch(() => null);
      const words = clean(title);
      if (number !== null && words !== "" && !titles.has(number)) titles.set(number, shortened(words));
      await take(items as Outline);
    }
  };
  await pdf.getOutline().then(take, () => undefined);
  return titles;
}
