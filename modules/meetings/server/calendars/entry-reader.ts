// Reads calendars in a thread, each entry within its time. One that takes longer counts at the dates it names; the next is read by a
// new thread.
import { createParserThread } from "#server/platform/parsing/parser-thread.ts";
import type { BusyRules, BusyTimes } from "./busy-times.ts";
import type { CalendarTasks } from "./calendar-thread.ts";
import type { FileEntry } from "./entries.ts";

export interface ReadEntry extends BusyTimes {
  /** The first date it names. */
  start: number | null;
}

export interface CalendarReading {
  entry(ics: string, rules: BusyRules): Promise<ReadEntry>;
  /** The entries of a whole file. */
  file(ics: string): Promise<FileEntry[]>;
}

export interface EntryReader {
  /** Of one calendar. */
  reading(calendar: string): CalendarReading;
  close(): Promise<void>;
}

interface ReaderLimits {
  /** Of the processor's time: a busy machine makes no entry slow. */
  entrySeconds?: number;
  fileSeconds?: number;
  /** After so many slow entries of one calendar, the others count at their dates without being tried. */
  slowEntries?: number;
}

export function createEntryReader({
  entrySeconds = 0.5,
  fileSeconds = 10,
  slowEntries = 10,
}: ReaderLimits = {}): EntryReader {
  const program = new URL("calendar-thread.ts", import.meta.url);
  const entries = createParserThread<CalendarTasks>({ program, seconds: entrySeconds, memoryMb: 128 });
  // Every line of a file once, in linear time: what it needs follows from its size.
  const lines = createParserThread<CalendarTasks>({ program, seconds: fileSeconds, memoryMb: 256 });
  return {
    reading(calendar) {
      let slow = 0;
      return {
        async entry(ics, rules) {
          if (slow < slowEntries)
            try {
              return await entries.ask(calendar, "entry", { ics, rules });
            } catch {
              slow += 1;
            }
          return lines.ask(calendar, "dated", { ics, rules });
        },
        file: (ics) => lines.ask(calendar, "file", ics),
      };
    },
    close: async () => void (await Promise.all([entries.close(), lines.close()])),
  };
}
