// A brief as PDF. Laying out pages is work for the processor, so its own thread does it, one brief at a time.
import { Worker } from "node:worker_threads";
import type { Brief } from "#domain/brief.ts";
import { processorTimeOf, TooMuchWork, workLimit } from "#server/platform/pdf/work-limit.ts";
import { ExportRefused } from "./export-files.ts";

export type BriefPdf = (brief: Brief) => Promise<Uint8Array>;

const worker = new URL("./brief-pdf-worker.ts", import.meta.url);

/** `seconds` of the processor is what one brief may take. */
export function createBriefPdf({ seconds = 30, processorTime = processorTimeOf } = {}): BriefPdf {
  let last: Promise<unknown> = Promise.resolve();
  return (brief) => {
    const made = last.then(() => make(brief, { seconds, processorTime }));
    last = made.catch(() => undefined);
    return made;
  };
}

/** The thread ends with its brief: what the layout has kept in memory goes with it. */
async function make(brief: Brief, limits: Parameters<typeof workLimit>[1]): Promise<Uint8Array> {
  const thread = new Worker(worker, { workerData: brief, resourceLimits: { maxOldGenerationSizeMb: 512 } });
  const limit = workLimit(thread, limits);
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const tooLong = () => reject(new ExportRefused(400, "The brief is too long for a PDF. Shorten the notes."));
      limit.over.catch((error: unknown) => (error instanceof TooMuchWork ? tooLong() : reject(error)));
      thread.once("message", resolve);
      thread.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLong() : reject(error),
      );
      thread.once("exit", () => reject(new Error("The PDF thread ended without a PDF")));
    });
  } finally {
    limit.stop();
    await thread.terminate();
  }
}
