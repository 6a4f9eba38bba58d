// A brief as PDF. Laying out pages is work for the processor, so a thread of its own does it, one brief at a time.
import { Worker } from "node:worker_threads";
import type { Brief } from "#domain/brief.ts";
import { ExportRefused } from "./export-files.ts";

export type BriefPdf = (brief: Brief) => Promise<Uint8Array>;

const worker = new URL("./brief-pdf-worker.ts", import.meta.url);

/** `seconds` is how long one brief may take. */
export function createBriefPdf({ seconds = 30 } = {}): BriefPdf {
  let last: Promise<unknown> = Promise.resolve();
  return (brief) => {
    const made = last.then(() => make(brief, seconds));
    last = made.catch(() => undefined);
    return made;
  };
}

/** The thread ends with its brief: what the layout has kept in memory goes with it. */
async function make(brief: Brief, seconds: number): Promise<Uint8Array> {
  const thread = new Worker(worker, { workerData: brief, resourceLimits: { maxOldGenerationSizeMb: 512 } });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const tooLong = () => reject(new ExportRefused(400, "The brief is too long for a PDF. Shorten the notes."));
      timer = setTimeout(tooLong, seconds * 1000);
      thread.once("message", resolve);
      thread.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLong() : reject(error),
      );
      thread.once("exit", () => reject(new Error("The PDF thread ended without a PDF")));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
