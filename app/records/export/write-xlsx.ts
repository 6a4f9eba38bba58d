// A spreadsheet from a thread that is loaded when one is asked for, and ended when it is done or no longer wanted.
import type { SheetRequest } from "./xlsx-worker.ts";

interface Answer {
  file?: Blob;
  error?: string;
}

export async function writeXlsx(request: SheetRequest, signal: AbortSignal): Promise<Blob> {
  const thread = new Worker(new URL("./xlsx-worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  const failed = () => reject(new Error("The spreadsheet could not be written."));
  const cancel = () => reject(new Error("Cancelled"));
  thread.addEventListener("message", ({ data }: MessageEvent<Answer>) => (data.file ? resolve(data.file) : failed()));
  thread.addEventListener("error", failed);
  signal.addEventListener("abort", cancel);
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    thread.postMessage(request);
    return await promise;
  } finally {
    signal.removeEventListener("abort", cancel);
    thread.terminate();
  }
}
