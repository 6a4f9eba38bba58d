// A mail to a colleague that lists something: a sentence, lines, a link. Text and HTML say the same.
import { escapeHtml } from "../safe-text.ts";
import type { Message } from "./mail.ts";

export interface ListMail {
  to: string;
  subject: string;
  lead: string;
  /** Each becomes one line. */
  lines: readonly string[];
  /** Where the list is, and what the link says. */
  link: string;
  open: string;
  /** Another link below, such as one to be told less. */
  after?: { link: string; text: string };
}

const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
const shortened = (text: string) => (text.length > 120 ? `${text.slice(0, 117)}...` : text);

export function listMail({ to, subject, lead, lines, link, open, after }: ListMail): Message {
  const clean = lines.map(oneLine);
  const anchor = (address: string, words: string) => `<p><a href="${escapeHtml(address)}">${escapeHtml(words)}</a></p>`;
  return {
    to,
    subject: shortened(oneLine(subject)),
    text: `${lead}\n\n${clean.map((line) => `- ${line}`).join("\n")}\n\n${link}\n${after ? `\n${after.text}: ${after.link}\n` : ""}`,
    html: `<p>${escapeHtml(lead)}</p><ul>${clean.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>${anchor(link, open)}${after ? anchor(after.link, after.text) : ""}`,
    link,
  };
}
