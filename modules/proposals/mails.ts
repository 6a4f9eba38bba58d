// The words of mails about proposals. To the client: the address of the page, made when the mail leaves, and no amount.
import { z } from "zod";
import { formatLongDay } from "#domain/days.ts";
import { mail, type ModuleMails } from "#server/platform/outbox/mails.ts";

/** private.proposal_mail_facts */
const toClient = z.object({
  number: z.string(),
  title: z.string(),
  name: z.string(),
  valid_until: z.string().nullable(),
  /** Null for someone without a name: the company signs alone. */
  signer: z.string().nullable(),
  house: z.string(),
});
type Client = z.infer<typeof toClient>;

const letter = ({ name, signer, house }: Client, words: string, ending: string | null = null) =>
  [
    `Dear ${name},`,
    words,
    "{{proposal_page}}",
    ...(ending === null ? [] : [ending]),
    signer === null ? house : `${signer}\n${house}`,
  ].join("\n\n");

const lastDay = ({ valid_until: day }: Client) =>
  day === null ? null : `It can be accepted until the end of ${formatLongDay(day)}.`;

const toOwner = z.object({ number: z.string() });

export const mails = {
  sent: mail(toClient, (facts) => ({
    subject: `Proposal ${facts.number}: ${facts.title}`,
    text: letter(
      facts,
      `Our proposal “${facts.title}” is ready. You can read it, download it as a PDF and answer it here:`,
      lastDay(facts),
    ),
  })),
  reminder: mail(toClient, (facts) => ({
    subject: `A reminder: proposal ${facts.number}`,
    text: letter(facts, `Our proposal “${facts.title}” still waits for your answer, whichever it is:`, lastDay(facts)),
  })),
  accepted: mail(toClient, (facts) => ({
    subject: `You have accepted proposal ${facts.number}`,
    text: letter(
      facts,
      `Thank you. You have accepted “${facts.title}”. The page shows what was agreed, and has the signed PDF:`,
    ),
  })),
  declined: mail(toClient, (facts) => ({
    subject: `You have declined proposal ${facts.number}`,
    text: letter(
      facts,
      `You have declined “${facts.title}”. Thank you for saying so. The page stays readable for your records:`,
    ),
  })),
  answered: mail(toClient, (facts) => ({
    subject: `An answer about proposal ${facts.number}`,
    text: letter(
      facts,
      `We have answered your question about “${facts.title}”. The answer is on the page, and the offer is open as before:`,
      lastDay(facts),
    ),
  })),
  owner_accepted: mail(toOwner.extend({ title: z.string(), by: z.string().nullable() }), ({ number, title, by }) => ({
    subject: `Proposal ${number} was accepted`,
    text: `${by ?? "The client"} accepted “${title}”.`,
  })),
  owner_declined: mail(
    toOwner.extend({ title: z.string(), reason: z.string().nullable() }),
    ({ number, title, reason }) => ({
      subject: `Proposal ${number} was declined`,
      text: `“${title}” was declined.${reason === null ? "" : `\n\nThe reason: ${reason}`}`,
    }),
  ),
  owner_asked_again: mail(toOwner, ({ number }) => ({
    subject: `Proposal ${number} was asked for again`,
    text: `The client asks for a new day for ${number}.`,
  })),
  owner_change_asked: mail(toOwner, ({ number }) => ({
    subject: `A change of proposal ${number} is asked for`,
    text: `The client asks for a change of ${number}. Its comments wait for an answer in the new draft.`,
  })),
  owner_question_asked: mail(toOwner, ({ number }) => ({
    subject: `A question about proposal ${number}`,
    text: `The client asks about ${number}. The offer stays open; the question waits for an answer.`,
  })),
} satisfies ModuleMails;
