// The words of notices to clients. The address of the area is no secret: who opens it signs in.
import { z } from "zod";
import { formatLongDay } from "#domain/days.ts";
import { mail, type ModuleMails } from "#server/platform/outbox/mails.ts";

const to = { name: z.string(), company: z.string(), from: z.string().nullable() };
const signed = (from: string | null, signature: string) => `${from ? `${from}\n` : ""}${signature}\n`;

export const mails = {
  /** private.welcome_client */
  welcome: mail(z.object({ ...to, welcome: z.string() }), ({ name, company, from, welcome }, { signature }) => ({
    subject: `Your proposals, payments and documents in one place`,
    text: `Hello ${name},\n\n${welcome ? `${welcome}\n\n` : ""}Proposals, payments, documents and messages of ${company} are in your own area from today. You sign in with this address and a code that we send you; there is no password:\n\n{{client_area}}\n\n${signed(from, signature)}`,
  })),
  /** public.answer_client */
  message: mail(z.object({ ...to, words: z.string() }), ({ name, company, from, words }, { signature }) => ({
    subject: `A message for ${company}`,
    text: `Hello ${name},\n\n${words}\n\nThe whole thread is in your area. An answer to this mail lands there, too:\n\n{{client_area}}\n\n${signed(from, signature)}`,
  })),
  /** public.ask_client_for_file */
  please_send: mail(
    z.object({ ...to, title: z.string(), due_on: z.string() }),
    ({ name, from, title, due_on: due }, { signature }) => ({
      subject: `Please send: ${title}`,
      text: `Hello ${name},\n\nPlease send us ${title}, by ${formatLongDay(due)}. The place for it is in your area:\n\n{{client_area}}\n\n${signed(from, signature)}`,
    }),
  ),
} satisfies ModuleMails;
