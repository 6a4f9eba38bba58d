// The words of the module's mail: text and HTML from the same sentences.
import type { Message } from "#server/platform/mail/mail.ts";
import { escapeHtml } from "#server/platform/safe-text.ts";

export function leaseMail(to: string, title: string, link: string): Message {
  const sentence = `Your lease "${title}" is ready to read:`;
  return {
    to,
    subject: `Your lease: ${title}`,
    text: `${sentence}\n\n${link}\n`,
    html: `<p>${escapeHtml(sentence)}</p><p><a href="${link}">Read the lease</a></p>`,
    link,
  };
}
