// The words of mails about payments: the address of the page, made when the mail leaves, and no amount.
import { z } from "zod";
import { formatLongDay } from "#domain/days.ts";
import { mail, type ModuleMails } from "#server/platform/outbox/mails.ts";

/** private.mail_of_request */
const request = z.object({ number: z.string(), title: z.string(), name: z.string(), due_on: z.string() });
type Request = z.infer<typeof request>;

const about = (subject: (facts: Request) => string, words: (facts: Request, due: string) => string) =>
  mail(request, (facts, { signature }) => ({
    subject: subject(facts),
    text: `Hello ${facts.name},\n\n${words(facts, formatLongDay(facts.due_on))}\n\n{{payment_page}}\n\n${signature}\n`,
  }));

const named = ({ number, title }: Request) => `${number}: ${title}`;
const reminder = ({ number }: Request) => `Reminder: ${number}`;

export const mails = {
  request: about(
    named,
    ({ title, number }, due) =>
      `Please pay “${title}” (${number}) by ${due}. Amount, bank details and the ways to pay are on this page, which is yours alone:`,
  ),
  request_again: about(
    named,
    ({ title, number }, due) =>
      `Here is the page for “${title}” (${number}), due ${due}, once more. It is yours alone:`,
  ),
  reminder: about(
    reminder,
    ({ title, number }, due) => `“${title}” (${number}) is due on ${due}. Everything you need is on your page:`,
  ),
  overdue: about(
    reminder,
    ({ title, number }, due) =>
      `“${title}” (${number}) was due on ${due} and is still open here. If it is on its way, thank you. Otherwise everything you need is on your page:`,
  ),
  receipt: about(
    ({ number }) => `Payment received: ${number}`,
    ({ title, number }) =>
      `Thank you: your payment for “${title}” (${number}) has arrived. What was received and what is still open is on your page:`,
  ),
} satisfies ModuleMails;
