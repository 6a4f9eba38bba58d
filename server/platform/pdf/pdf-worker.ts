// The thread that lays out documents, one after the other, as they are asked for.
import { parentPort } from "node:worker_threads";
import { renderToBuffer } from "@react-pdf/renderer";
import type { PdfDocument } from "./pdf-document.ts";
import { type PagesOfLines, paper } from "./pdf-layout.ts";
import { drawable } from "./pdf-letters.ts";

async function render(given: PdfDocument): Promise<Uint8Array> {
  const { drawn, families } = await drawable({ ...given, files: [] });
  const seen: PagesOfLines = new Map();
  const once = await renderToBuffer(paper(drawn, families, { known: null, seen }));
  // Sums are carried over where lines go on on a further page: which ones do is known once they were laid out.
  const goesOn = [...seen.values()].some((pages) => pages[0] !== pages.at(-1));
  if (!goesOn) return new Uint8Array(once);
  return new Uint8Array(await renderToBuffer(paper(drawn, families, { known: seen, seen: new Map() })));
}

parentPort?.on("message", (document: PdfDocument) => {
  render(document).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    (pdf) => parentPort?.postMessage({ pdf, heap: process.memoryUsage().heapUsed }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    (error: unknown) => parentPort?.postMessage({ error: String(error), heap: 0 }),
  );
});
