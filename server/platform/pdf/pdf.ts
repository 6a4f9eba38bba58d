// Documents as PDF. Laying out pages is work for the processor, so a thread does it, one document at a time. The thread stays warm
// for the next one and ends when no one asks for a while, after many documents, or when it has grown: what the layout kept in
// memory goes with it.
import { Worker } from "node:worker_threads";
import { embedFiles } from "./embed-files.ts";
import type { PdfDocument } from "./pdf-document.ts";
import { processorTimeOf, TooMuchWork, workLimit } from "./work-limit.ts";

export type MakePdf = (document: PdfDocument) => Promise<Uint8Array>;

const maxDocuments = 200;
const maxBytes = 300 * 1024 * 1024;

interface Answer {
  pdf?: Uint8Array;
  error?: string;
  heap: number;
}

interface Limits {
  /** Of the processor's time, not of the clock: on a busy machine a short document may wait long for its turn. */
  seconds?: number;
  /** How long the thread waits for the next document. */
  idleSeconds?: number;
  /** Seconds of the processor that a thread has used. */
  processorTime?: (thread: Worker) => Promise<number>;
  /** What the thread runs. */
  program?: URL;
}

export function createPdf({
  seconds = 30,
  idleSeconds = 60,
  processorTime = processorTimeOf,
  program = new URL("./pdf-worker.ts", import.meta.url),
}: Limits = {}): MakePdf & { close(): Promise<void> } {
  let thread: Worker | null = null;
  let made = 0;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const end = async () => {
    clearTimeout(idle);
    const ending = thread;
    thread = null;
    made = 0;
    await ending?.terminate();
  };

  async function make(document: PdfDocument): Promise<Uint8Array> {
    clearTimeout(idle);
    thread ??= new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    const working = thread;
    working.ref();
    const waiting = Promise.withResolvers<Answer>();
    const failed = (error: Error) => waiting.reject(error);
    const limit = workLimit(working, { seconds, processorTime });
    working.once("message", waiting.resolve).once("error", failed).once("exit", failed);
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
      working.postMessage(document);
      const { pdf, error, heap } = await Promise.race([
        waiting.promise,
        limit.over.catch((reason: unknown) => {
          throw reason instanceof TooMuchWork ? new Error("The document is too long for a PDF") : reason;
        }),
      ]);
      made += 1;
      if (made >= maxDocuments || heap > maxBytes) await end();
      if (!pdf) throw new Error(error ?? "The PDF thread made no PDF");
      return embedFiles(pdf, document.files ?? []);
    } catch (error) {
      await end();
      throw error;
    } finally {
      limit.stop();
      working.removeListener("message", waiting.resolve).removeListener("error", failed).removeListener("exit", failed);
      if (thread) {
        // Neither the thread nor its timer keeps the process from ending.
        thread.unref();
        idle = setTimeout(() => void end(), idleSeconds * 1000).unref();
      }
    }
  }

  const queued: MakePdf = (document) => {
    const next = last.then(() => make(document));
    last = next.catch(() => undefined);
    return next;
  };
  return Object.assign(queued, { close: () => last.then(end) });
}

/** The one thread of a process: whoever asks for a document waits for those before it, and no second one fills the memory. */
export const makePdf: MakePdf = createPdf();
