// Asks the thread that parses mail. A message on which it works too long, or of which it dies, is one that cannot be read; the next ones can.
import { Worker } from "node:worker_threads";
import { workLimit } from "#server/platform/pdf/work-limit.ts";
import type { RawHeaders, ReadHeaders } from "./headers.ts";
import type { ParseTask } from "./parse-thread.ts";
import type { Bounce, CalendarPart } from "./reports.ts";
import type { PartBytes, Words } from "./words.ts";

export interface MailParser {
  /** Without those that cannot be read. */
  headers(messages: RawHeaders[]): Promise<ReadHeaders[]>;
  words(plain: PartBytes | null, html: PartBytes | null): Promise<Words>;
  bounce(status: PartBytes, original: PartBytes | null): Promise<Bounce | null>;
  calendar(parts: PartBytes[]): Promise<CalendarPart[]>;
  close(): Promise<void>;
}

/** Of the processor, for one task. */
const maxSeconds = 5;

export function createMailParser({ seconds = maxSeconds }: { seconds?: number } = {}): MailParser {
  let thread: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function close(): Promise<void> {
    const ending = thread;
    thread = null;
    await ending?.terminate();
  }

  async function run(task: ParseTask): Promise<unknown> {
    if (closed) throw new Error("The parser is closed");
    thread ??= new Worker(new URL("./parse-thread.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    const working = thread;
    // An idle thread keeps no process alive.
    working.unref();
    const waiting = Promise.withResolvers<{ answer?: unknown; failed?: true }>();
    const ended = () => waiting.reject(new Error("The thread ended"));
    working.once("message", waiting.resolve).once("error", waiting.reject).once("exit", ended);
    const limit = workLimit(working, { seconds });
    try {
      working.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
      working.postMessage(task);
      const told = await Promise.race([waiting.promise, limit.over]);
      if (told.failed) throw new Error("It cannot be read");
      return told.answer;
    } catch (error) {
      await close();
      throw error;
    } finally {
      limit.stop();
      working.unref();
      working.off("message", waiting.resolve).off("error", waiting.reject).off("exit", ended);
    }
  }

  /** One at a time. */
  const ask = <T>(task: ParseTask): Promise<T> => {
    const next = last.then(() => run(task)) as Promise<T>;
    last = next.catch(() => undefined);
    return next;
  };

  return {
    async headers(messages) {
      if (messages.length === 0) return [];
      try {
        return await ask<ReadHeaders[]>({ task: "headers", messages });
      } catch {
        if (messages.length === 1) return [];
        const each: ReadHeaders[] = [];
        for (const message of messages)
          each.push(...(await ask<ReadHeaders[]>({ task: "headers", messages: [message] }).catch(() => [])));
        return each;
      }
    },
    words: (plain, html) =>
      ask<Words>({ task: "words", plain, html }).catch(() => ({
        snippet: "",
        text: "",
        html: null,
        answer: "",
        is_cut: false,
        unreadable: true,
      })),
    bounce: (status, original) => ask<Bounce | null>({ task: "bounce", status, original }).catch(() => null),
    calendar: (parts) => ask<CalendarPart[]>({ task: "calendar", parts }).catch(() => []),
    async close() {
      closed = true;
      await close();
    },
  };
}
