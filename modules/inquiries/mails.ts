// The words of receipts, of questions for consent and of the team's chat. No mail repeats what was typed: no one has proved yet that the address is the sender's,
// and a form that mails words of strangers to strangers is a weapon.
import { z } from "zod";
import { colours } from "#content/colours.gen.ts";
import { type ConsentPurpose, consentWordings } from "#content/consents.ts";
import { site } from "#content/site.ts";
import { answerDayText } from "#domain/answer-day.ts";
import type { Firm } from "#server/platform/firm.ts";
import { mail, type MailWords, type ModuleMails } from "#server/platform/outbox/mails.ts";
import { escapeHtml } from "#server/platform/safe-text.ts";

interface Words {
  subject: string;
  paragraphs: string[];
  action: string;
  /** Filled when the mail leaves. */
  link: "{{sender_page}}" | "{{confirm_page}}";
  after: string;
}

function compose({ subject, paragraphs, action, link, after }: Words, { signature }: Firm): MailWords {
  const font = "font-family:Georgia,'Times New Roman',serif";
  const sans = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif";
  const paragraph = (text: string) =>
    `<p style="${sans};font-size:16px;line-height:1.58;margin:0 0 14px">${escapeHtml(text)}</p>`;
  return {
    subject,
    text: [...paragraphs, `${action}:\n${link}`, after, signature].join("\n\n"),
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:${colours.nil.ground};color:${colours.paper.ink}">
<div style="max-width:34rem;margin:0 auto;padding:32px 16px">
<div style="background:${colours.paper.ground};padding:36px 32px;border-radius:0 0 40px 0">
<p style="${font};font-size:22px;margin:0 0 24px">${escapeHtml(site.name)}</p>
<h1 style="${font};font-size:30px;line-height:1.1;font-weight:400;margin:0 0 16px">${escapeHtml(subject)}</h1>
${paragraphs.map(paragraph).join("\n")}
<p style="margin:28px 0"><a href="${link}" style="${sans};display:inline-block;padding:13px 22px;background:${colours.paper.accent};color:${colours.paper["on-accent"]};text-decoration:none;font-weight:600;border-radius:3px 3px 16px 3px">${escapeHtml(action)}</a></p>
<p style="${sans};font-size:13px;line-height:1.45;margin:0;padding-top:16px;border-top:1px solid ${colours.nil.ground}">${escapeHtml(after)}<br><br>${escapeHtml(signature).replaceAll("\n", "<br>")}</p>
</div>
</div>
</body>
</html>`,
  };
}

/** "2026-11-17T17:00", on the office's clock. */
const moment = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
const dayOf = (at: string) => answerDayText(at.slice(0, 10));

const questions: Record<ConsentPurpose, { subject: string; action: string }> = {
  newsletter: { subject: "Confirm that you want our articles", action: "Confirm by one click" },
  manifesto: { subject: "Confirm that you want the manifesto", action: "Confirm by one click" },
};
const purposes = z.enum(Object.keys(consentWordings) as [ConsentPurpose, ...ConsentPurpose[]]);

export const mails = {
  receipt: mail(z.object({ reference: z.string(), answer_by: moment }), ({ reference, answer_by: by }, firm) =>
    compose(
      {
        subject: "We have your message",
        paragraphs: [
          `Thank you for writing to us. We answer by ${dayOf(by)}.`,
          `Your message has the number ${reference}. You can read, correct or erase it on its page.`,
        ],
        action: "Open your message",
        link: "{{sender_page}}",
        after: `If you did not write to us, someone else typed your address. Open the page and erase it, or write to ${firm.email}.`,
      },
      firm,
    ),
  ),
  question: mail(z.object({ purpose: purposes, wording: z.string() }), ({ purpose, wording }, firm) =>
    compose(
      {
        subject: questions[purpose].subject,
        paragraphs: [
          `Someone asked for this with your address: “${wording}”`,
          "We send nothing until you confirm. The link is good for seven days.",
        ],
        action: questions[purpose].action,
        link: "{{confirm_page}}",
        after: "If it was not you, ignore this mail. Nothing follows.",
      },
      firm,
    ),
  ),
  /** In the chat: what it is about and by when it is to be answered. */
  team: mail(
    z.object({
      reference: z.string(),
      quarantined: z.boolean(),
      subject: z.string().nullable(),
      answer_by: moment.nullable(),
    }),
    ({ reference, quarantined, subject, answer_by: by }) => ({
      subject: `${quarantined ? "Waiting for a check:" : "New message"} ${reference}`,
      text: [
        ...(quarantined ? ["Others may have come in the same hour: the inbox has them all."] : []),
        subject ?? "No subject",
        ...(by === null ? [] : [`Answer by ${dayOf(by)}, ${by.slice(11)}`]),
      ].join("\n"),
    }),
  ),
} satisfies ModuleMails;
