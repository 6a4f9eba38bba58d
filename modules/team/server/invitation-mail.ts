// The words of the mail to an invited colleague: text and HTML from the same sentences.
import type { Message } from "#server/platform/mail/mail.ts";
import { escapeHtml } from "#server/platform/safe-text.ts";

interface Invited {
  to: string;
  name: string;
  role: string;
  /** Who invites; null for the server. */
  by: string | null;
  firm: string;
  hours: number;
  /** The role asks for a second factor. */
  asks: boolean;
  link: string;
}

export function invitationMail({ to, name, role, by, firm, hours, asks, link }: Invited): Message {
  const sentences = [
    `Hello ${name},`,
    `${by ?? firm} invites you to the back office of ${firm}, as ${role}.`,
    `The link works once, for ${hours} hours, and only for who can read this mailbox: it asks for a code that we send here.${asks ? " This role asks for a second factor, which you set up at the end." : ""}`,
  ];
  return {
    to,
    subject: `${by ?? firm} invites you to ${firm}`.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " "),
    text: `${sentences.join("\n\n")}\n\n${link}\n\nIf you did not expect this, do nothing: the invitation ends by itself.\n`,
    html: `${sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join("")}<p><a href="${escapeHtml(link)}">Join ${escapeHtml(firm)}</a></p><p>If you did not expect this, do nothing: the invitation ends by itself.</p>`,
    link,
  };
}
