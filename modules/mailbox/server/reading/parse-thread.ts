// The thread in which mail is parsed, as strangers wrote it (server/platform/parsing).
import { answerTasks } from "#server/platform/parsing/answer-tasks.ts";
import { cleanHtml } from "./clean-html.ts";
import { type RawHeaders, readHeaders } from "./headers.ts";
import { readBounce, readCalendar } from "./reports.ts";
import { decodePart, type PartBytes, readPage, readWords } from "./words.ts";

const tasks = {
  headers: (messages: RawHeaders[]) => Promise.all(messages.map(readHeaders)),
  words: ({ plain, html }: { plain: PartBytes | null; html: PartBytes | null }) => readWords(plain, html),
  page: (html: PartBytes) => readPage(html),
  cleanHtml,
  bounce: async ({ status, original }: { status: PartBytes; original: PartBytes | null }) =>
    readBounce(await decodePart(status), original ? await decodePart(original) : ""),
  calendar: async (parts: PartBytes[]) => (await Promise.all(parts.map(decodePart))).flatMap(readCalendar),
};
export type MailTasks = typeof tasks;

answerTasks(tasks);
