// Reads a PDF back as a viewer does: its text, what is attached, and the code for a bank's app as a phone sees it.
import jsQr from "jsqr";
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";

/** What a PDF shows, and the code in it, read as a phone does. */
export async function readPdf(bytes: Uint8Array) {
  const file = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
  const pageTexts: string[] = [];
  let code: string | null = null;
  for (let page = 1; page <= file.numPages; page += 1) {
    const one = await file.getPage(page);
    const { items } = await one.getTextContent();
    pageTexts.push(
      items
        .map((item) => ("str" in item ? item.str : ""))
        .join(" ")
        .replaceAll(/\s+/g, " "),
    );
    const { fnArray, argsArray } = await one.getOperatorList();
    for (const [place, fn] of fnArray.entries())
      if (fn === OPS.constructPath) code ??= codeOf(argsArray[place] as unknown[]);
  }
  const attachments: { name: string; content: Uint8Array }[] = [];
  for (const name of (await file.getAttachments())?.keys() ?? [])
    attachments.push({ name, content: (await file.getAttachmentContent(name)) as Uint8Array });
  const metadata = await file.getMetadata();
  return { text: pageTexts.join(" "), pageTexts, code, attachments, metadata, pages: file.numPages };
}

/** The squares of a path, painted and read as a phone does. */
function codeOf(args: unknown[]): string | null {
  const numbers = [...(args[1] as ArrayLike<unknown>[])].flatMap((part) =>
    part ? Array.from(part as ArrayLike<number>) : [],
  );
  // [moveTo, x, y, lineTo, x, y, lineTo, x, y, lineTo, x, y, close]: a run of dark squares each.
  const runs: [number, number, number][] = [];
  for (let at = 0; at + 12 < numbers.length + 1 && numbers[at] === 0; at += 13)
    runs.push([numbers[at + 1]!, numbers[at + 2]!, numbers[at + 4]! - numbers[at + 1]!]);
  return paintedCode(runs);
}

/** The code on a page: the runs of its path, "M4 0h7v1h-7z". */
export const codeOfPage = (html: string): string | null =>
  paintedCode(
    [...html.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].map(([, x, y, width]) => [Number(x), Number(y), Number(width)]),
  );

function paintedCode(runs: readonly [x: number, y: number, width: number][]): string | null {
  if (runs.length < 50) return null;
  const size = Math.max(...runs.map(([x, , width]) => x + width));
  const scale = 4;
  const side = (size + 8) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [x, y, width] of runs)
    for (let dy = 0; dy < scale; dy += 1)
      for (let dx = 0; dx < width * scale; dx += 1) {
        const at = (((y + 4) * scale + dy) * side + (x + 4) * scale + dx) * 4;
        pixels[at] = pixels[at + 1] = pixels[at + 2] = 0;
      }
  return jsQr(pixels, side, side)?.data ?? null;
}
