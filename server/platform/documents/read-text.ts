// The words of stored files, read in a thread with a limit of work: null for a file that cannot be read, is too large or takes too long.
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { workLimit } from "../pdf/work-limit.ts";

const maxBytes = 50 * 1024 * 1024;
const maxSeconds = 20;

export interface TextReader {
  read(file: { size: number; open: () => Promise<Readable> }): Promise<string | null>;
  close(): Promise<void>;
}

export function createTextReader(): TextReader {
  let thread: Worker | null = null;
  const close = async () => {
    const ending = thread;
    thread = null;
    await ending?.terminate();
  };
  return {
    close,
    async read({ size, open }) {
      if (size > maxBytes) return null;
      const bytes = await buffer(await open());
      thread ??= new Worker(new URL("./file-text-worker.ts", import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: 512 },
      });
      const working = thread;
      const waiting = Promise.withResolvers<{ text: string | null }>();
      working.once("message", waiting.resolve).once("error", waiting.reject);
      const limit = workLimit(working, { seconds: maxSeconds });
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
        working.postMessage(bytes);
        return (await Promise.race([waiting.promise, limit.over])).text;
      } catch {
        await close();
        return null;
      } finally {
        limit.stop();
        working.removeListener("message", waiting.resolve).removeListener("error", waiting.reject);
      }
    },
  };
}
