// How much a thread may work for one document: counted in the processor's time, not by the clock, because on a busy machine a short
// document waits long for its turn.
import type { Worker } from "node:worker_threads";

export class TooMuchWork extends Error {}

/** Seconds of the processor that a thread has used. */
export async function processorTimeOf(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage();
  return (user + system) / 1_000_000;
}

/** A thread that used no processor at all for so long will not answer any more. */
const maxIdleMs = 120_000;

interface Limit {
  seconds: number;
  processorTime?: typeof processorTimeOf;
  /** How often it looks. */
  everyMs?: number;
}

/** `over` rejects once the thread has worked for too long. */
export function workLimit(
  thread: Worker,
  { seconds, processorTime = processorTimeOf, everyMs = 1000 }: Limit,
): { over: Promise<never>; stop: () => void } {
  const over = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  let idleLooks = 0;
  let last = -1;
  let start: number | null = null;
  let stopped = false;
  const look = async () => {
    const used = await processorTime(thread);
    if (stopped) return;
    start ??= used;
    idleLooks = used - last < 0.001 ? idleLooks + 1 : 0;
    last = used;
    if (used - start > seconds) over.reject(new TooMuchWork());
    else if (idleLooks * everyMs > maxIdleMs) over.reject(new Error("The thread does not answer"));
    else timer = setTimeout(again, everyMs);
  };
  const again = () =>
    void look().catch(() => {
      // A thread that only starts, or has ended, cannot be asked; its end is told by an event.
      if (!stopped) timer = setTimeout(again, everyMs);
    });
  again();
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
  };
  return { over: over.promise, stop };
}
