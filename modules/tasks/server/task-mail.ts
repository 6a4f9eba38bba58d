// A mail about tasks: a sentence, the tasks, a link to the list. Text and HTML say the same.
import type { Message } from "#server/platform/mail/mail.ts";
import { escapeHtml } from "#server/platform/safe-text.ts";

export interface ListedTask {
  title: string;
  /** "overdue since Nov 12", "today, 16:00". */
  due: string;
  about: string | null;
}

const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
const shortened = (text: string) => (text.length > 120 ? `${text.slice(0, 117)}...` : text);

export function taskMail(to: string, subject: string, lead: string, tasks: ListedTask[], link: string): Message {
  const lines = tasks.map(({ title, due, about }) => `${oneLine(title)} (${due}${about ? `, ${oneLine(about)}` : ""})`);
  return {
    to,
    subject: shortened(oneLine(subject)),
    text: `${lead}\n\n${lines.map((line) => `- ${line}`).join("\n")}\n\n${link}\n`,
    html: `<p>${escapeHtml(lead)}</p><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul><p><a href="${escapeHtml(link)}">Open the tasks</a></p>`,
    link,
  };
}
