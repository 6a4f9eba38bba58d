// Reads entries in a thread, each within its time. One that takes longer gets one more chance alone, then counts at the dates
// it names, and the next is read by a new thread.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type BusyRules, type BusyTimes, datedTimes } from "./busy-times.ts";

export type ReadEntry = (ics: string, rules: BusyRules) => Promise<BusyTimes>;

export interface EntryReader {
  /** For the entries of one calendar. */
  reading(): ReadEntry;
  close(): Promise<void>;
}

/** A busy machine makes one entry slow; ten slow entries in one calendar are the calendar's doing. */
const secondChance = { ms: 2000, times: 10 };

interface ReaderLimits {
  limitMs?: number;
  secondChances?: number;
}

export function createEntryReader({
  limitMs = 200,
  secondChances = secondChance.times,
}: ReaderLimits = {}): EntryReader {
  let thread: Promise<Worker> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const start = async (): Promise<Worker> => {
    const worker = new Worker(new URL("busy-times-worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 128 },
      // The reader writes about what it cannot read, with names of people and links: that is not for our log.
      stdout: true,
      stderr: true,
    });
    worker.unref();
    worker.on("error", () => {
      thread = null;
    });
    await once(worker, "message");
    return worker;
  };

  /** Null: not within `ms`. */
  async function within(ms: number, ics: string, rules: BusyRules): Promise<BusyTimes | null> {
    thread ??= start();
    const worker = await thread;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), ms);
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
      worker.postMessage({ ics, rules });
      const [answer] = (await once(worker, "message", { signal: stop.signal })) as [BusyTimes];
      return answer;
    } catch {
      thread = null;
      await worker.terminate();
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  async function readOne(ics: string, rules: BusyRules, mayTryAgain: () => boolean): Promise<BusyTimes> {
    const answer = await within(limitMs, ics, rules);
    if (answer) return answer;
    const again = mayTryAgain() ? await within(Math.max(limitMs, secondChance.ms), ics, rules) : null;
    return again ?? datedTimes(ics, rules);
  }

  return {
    reading() {
      let chances = secondChances;
      return (ics, rules) => {
        // One after another: the time of one is not spent on another.
        const next = last.then(() => readOne(ics, rules, () => chances-- > 0));
        last = next.catch(() => undefined);
        return next;
      };
    },
    async close() {
      const worker = await thread?.catch(() => null);
      thread = null;
      await worker?.terminate();
    },
  };
}
