// The words of mails that SQL decides on: a row of the outbox has a kind ("proposals.sent") and facts; the module's `mails.ts` has
// one entry for each kind, which composes the words.
import type { z } from "zod";
import { type Firm, firmOf } from "../firm.ts";

export interface MailWords {
  subject: string;
  text: string;
  /** Without it, the page is made of the text. */
  html?: string;
  /** An invitation (RFC 5545) that goes with it. */
  calendar?: { ics: string; method: "REQUEST" | "CANCEL" };
}

/** Throws when the facts are not those it is composed from. The firm is who writes. */
export type ComposeMail = (facts: unknown, firm?: Firm) => MailWords;
/** What a module's `mails.ts` exports as `mails`. */
export type ModuleMails = Readonly<Record<string, ComposeMail>>;
/** Of all modules, by "<module>.<kind>". */
export type Mails = Readonly<Record<string, ComposeMail>>;

export const mail =
  <Facts>(schema: z.ZodType<Facts>, words: (facts: Facts, firm: Firm) => MailWords): ComposeMail =>
  (facts, firm = firmOf()) =>
    words(schema.parse(withoutTags(facts)), firm);

/** A tag in what people typed is no tag: only the words around it have tags, which are filled when the mail leaves. */
function withoutTags(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(/\{(?=[{%])/g, "{ ").replaceAll(/(?<=[}%])\}/g, " }");
  if (Array.isArray(value)) return value.map(withoutTags);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutTags(item)]));
}
