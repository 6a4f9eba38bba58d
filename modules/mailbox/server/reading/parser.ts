// Asks the thread that parses mail. A message on which it works too long, or of which it dies, is one that cannot be read; the next ones can.
import { createParserThread, type ParserThread } from "#server/platform/parsing/parser-thread.ts";
import type { CleanHtml } from "./clean-html.ts";
import type { RawHeaders, ReadHeaders } from "./headers.ts";
import type { MailTasks } from "./parse-thread.ts";
import type { Bounce, CalendarPart } from "./reports.ts";
import { type PartBytes, unreadable, type Words } from "./words.ts";

export interface MailParser {
  /** Without those that cannot be read. */
  headers(messages: RawHeaders[]): Promise<ReadHeaders[]>;
  words(plain: PartBytes | null, html: PartBytes | null): Promise<Words>;
  /** Null: it cannot be read. */
  cleanHtml(html: string): Promise<CleanHtml | null>;
  bounce(status: PartBytes, original: PartBytes | null): Promise<Bounce | null>;
  calendar(parts: PartBytes[]): Promise<CalendarPart[]>;
}

/** `seconds`: of the processor, for one task. */
export const createMailThread = ({ seconds = 5 }: { seconds?: number } = {}): ParserThread<MailTasks> =>
  createParserThread({ program: new URL("./parse-thread.ts", import.meta.url), seconds, memoryMb: 128 });

/** The one thread of a process, for all mailboxes. */
const mailThread = createMailThread();

/** `origin`: the mailbox, or who looks at a mail. */
export function mailParser(origin: string, thread: ParserThread<MailTasks> = mailThread): MailParser {
  const headers = (messages: RawHeaders[]) => thread.ask(origin, "headers", messages);
  return {
    async headers(messages) {
      if (messages.length === 0) return [];
      try {
        return await headers(messages);
      } catch {
        if (messages.length === 1) return [];
        const each: ReadHeaders[] = [];
        for (const message of messages) each.push(...(await headers([message]).catch(() => [])));
        return each;
      }
    },
    async words(plain, html) {
      const words = await thread.ask(origin, "words", { plain, html }).catch(() => unreadable);
      // By itself: a page that is too much for the cleaner does not cost the mail its text.
      const page = html && !words.unreadable ? await thread.ask(origin, "page", html).catch(() => null) : null;
      return { ...words, html: page?.html ?? null, is_cut: words.is_cut || (html !== null && (page?.isCut ?? true)) };
    },
    cleanHtml: (html) => thread.ask(origin, "cleanHtml", html).catch(() => null),
    bounce: (status, original) => thread.ask(origin, "bounce", { status, original }).catch(() => null),
    calendar: (parts) => thread.ask(origin, "calendar", parts).catch(() => []),
  };
}
