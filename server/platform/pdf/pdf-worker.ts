// The thread that lays out documents, one after the other, as they are asked for.
import { isDeepStrictEqual } from "node:util";
import { parentPort } from "node:worker_threads";
import { renderToBuffer } from "@react-pdf/renderer";
import type { PdfDocument } from "./pdf-document.ts";
import { type PagesOfLines, paper } from "./pdf-layout.ts";
import { drawable } from "./pdf-letters.ts";

const maxRounds = 6;

async function render(given: PdfDocument): Promise<Uint8Array> {
  const { drawn, families } = await drawable({ ...given, files: [] });
  let seen: PagesOfLines = new Map();
  let pdf = await renderToBuffer(paper(drawn, families, { known: null, seen }));
  // Sums are carried over where lines go on on a further page: which ones do is known once they were laid out. What is carried takes room, so
  // that it is laid out until no line has moved.
  if ([...seen.values()].every((pages) => pages[0] === pages.at(-1))) return new Uint8Array(pdf);
  for (let round = 1; round < maxRounds; round += 1) {
    const known = seen;
    seen = new Map();
    pdf = await renderToBuffer(paper(drawn, families, { known, seen }));
    if (isDeepStrictEqual(seen, known)) return new Uint8Array(pdf);
  }
  // No sum rather than a wrong one.
  const blocks = drawn.blocks.map((block) => (block.kind === "lines" ? { ...block, carried: undefined } : block));
  return new Uint8Array(await renderToBuffer(paper({ ...drawn, blocks } as PdfDocument, families)));
}

parentPort?.on("message", (document: PdfDocument) => {
  render(document).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    (pdf) => parentPort?.postMessage({ pdf, heap: process.memoryUsage().heapUsed }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    (error: unknown) => parentPort?.postMessage({ error: String(error), heap: 0 }),
  );
});
