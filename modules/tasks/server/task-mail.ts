// A mail about tasks: a sentence, the tasks, a link to the list.
import { listMail } from "#server/platform/mail/list-mail.ts";
import type { Message } from "#server/platform/mail/mail.ts";

export interface ListedTask {
  title: string;
  /** "overdue since Nov 12", "today, 16:00". */
  due: string;
  about: string | null;
}

export const taskMail = (to: string, subject: string, lead: string, tasks: ListedTask[], link: string): Message =>
  listMail({
    to,
    subject,
    lead,
    lines: tasks.map(({ title, due, about }) => `${title} (${due}${about ? `, ${about}` : ""})`),
    link,
    open: "Open the tasks",
  });
