// The words of mails about payments: the address of the page, made when the mail leaves, and no amount.
import { z } from "zod";
import { formatLongDay } from "#domain/days.ts";
import { mail, type ModuleMails } from "#server/platform/outbox/mails.ts";

/** private.mail_of_request */
const request = z.object({
  number: z.string(),
  title: z.string(),
  name: z.string(),
  due_on: z.string(),
  /** The number of the invoice that it is part of. */
  invoice: z.string().nullish(),
});
type Request = z.infer<typeof request>;

const about = (subject: (facts: Request) => string, words: (facts: Request, due: string) => string) =>
  mail(request, (facts, { signature }) => ({
    subject: subject(facts),
    text: `Hello ${facts.name},\n\n${words(facts, formatLongDay(facts.due_on))}\n\n{{payment_page}}\n\n${signature}\n`,
  }));

/** In a subject, and within a sentence. */
const short = ({ number, invoice }: Request) => (invoice ? `invoice ${invoice}` : number);
const full = ({ number, invoice }: Request) => (invoice ? `invoice ${invoice}, ${number}` : number);
const named = ({ number, title, invoice }: Request) => `${invoice ? `Invoice ${invoice}` : number}: ${title}`;
const reminder = (facts: Request) => `Reminder: ${short(facts)}`;

export const mails = {
  request: about(named, (facts, due) =>
    facts.invoice
      ? `Here is our invoice ${facts.invoice} for “${facts.title}”. Please pay by ${due}. The invoice as a PDF, bank details and the ways to pay are on this page, which is yours alone:`
      : `Please pay “${facts.title}” (${facts.number}) by ${due}. Amount, bank details and the ways to pay are on this page, which is yours alone:`,
  ),
  request_again: about(
    named,
    (facts, due) => `Here is the page for “${facts.title}” (${full(facts)}), due ${due}, once more. It is yours alone:`,
  ),
  reminder: about(
    reminder,
    (facts, due) => `“${facts.title}” (${full(facts)}) is due on ${due}. Everything you need is on your page:`,
  ),
  overdue: about(
    reminder,
    (facts, due) =>
      `“${facts.title}” (${full(facts)}) was due on ${due} and is still open here. If it is on its way, thank you. Otherwise everything you need is on your page:`,
  ),
  receipt: about(
    (facts) => `Payment received: ${short(facts)}`,
    (facts) =>
      `Thank you: your payment for “${facts.title}” (${full(facts)}) has arrived. What was received and what is still open is on your page:`,
  ),
} satisfies ModuleMails;
