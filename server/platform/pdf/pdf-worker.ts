// The thread that lays out documents, one after the other, as they are asked for.
import { parentPort } from "node:worker_threads";
import { renderToBuffer } from "@react-pdf/renderer";
import type { PdfDocument } from "./pdf-document.ts";
import { paper } from "./pdf-layout.ts";
import { drawable } from "./pdf-letters.ts";

async function render(given: PdfDocument): Promise<Uint8Array> {
  const { drawn, families } = await drawable({ ...given, files: [] });
  return new Uint8Array(await renderToBuffer(paper(drawn, families)));
}

parentPort?.on("message", (document: PdfDocument) => {
  render(document).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    (pdf) => parentPort?.postMessage({ pdf, heap: process.memoryUsage().heapUsed }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    (error: unknown) => parentPort?.postMessage({ error: String(error), heap: 0 }),
  );
});
