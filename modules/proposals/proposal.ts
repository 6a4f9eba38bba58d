// What a proposal is, for both sides: the content of a version as the database freezes it, and its words.
import * as z from "zod/mini";
import { formatLongDay, isDay } from "#domain/days.ts";

export const proposalItemSchema = z.object({
  position: z.number(),
  title: z.string(),
  description: z.string(),
  unit: z.string(),
  /** 1000 is one. */
  quantity_milli: z.number(),
  unit_minor: z.number(),
  discount_bp: z.number(),
  tax_bp: z.number(),
  /** The client may choose it; `selected` says whether it is. */
  optional: z.boolean(),
  selected: z.boolean(),
});
export type ProposalItem = z.output<typeof proposalItemSchema>;

/** What public.document_totals answers. */
export const totalsSchema = z.object({
  currency: z.string(),
  lines: z.array(
    z.object({
      position: z.number(),
      counted: z.boolean(),
      gross_minor: z.number(),
      /** The line's own discount, and what it comes to after that. Absent in what was frozen before lines had them. */
      line_discount_minor: z.optional(z.number()),
      line_net_minor: z.optional(z.number()),
      /** With its share of the discount on the whole. */
      discount_minor: z.number(),
      net_minor: z.number(),
    }),
  ),
  subtotal_minor: z.number(),
  discount_minor: z.number(),
  /** What the lines come to, and the discount on the whole. */
  lines_net_minor: z.optional(z.number()),
  document_discount_minor: z.optional(z.number()),
  net_minor: z.number(),
  taxes: z.array(z.object({ bp: z.number(), base_minor: z.number(), tax_minor: z.number() })),
  tax_minor: z.number(),
  total_minor: z.number(),
  deposit_minor: z.number(),
  rest_minor: z.number(),
});
export type Totals = z.output<typeof totalsSchema>;

export const proposalDateSchema = z.object({
  day: z.string(),
  title: z.string(),
  text: z.string(),
});
export type ProposalDate = z.output<typeof proposalDateSchema>;

/** Everything that a page shows; its JSON text is what is hashed. */
export interface ProposalContent {
  version: number;
  parties: {
    number: string;
    account: string;
    contact: string | null;
    email: string | null;
    from: string | null;
    house: string;
    currency: string;
    timezone: string;
    valid_until: string | null;
  };
  title: string;
  intro: string;
  body: string;
  terms: string;
  dates: ProposalDate[];
  tax_note: string;
  discount_bp: number;
  deposit_bp: number;
  payment_days: number;
  consent: string;
  items: ProposalItem[];
  totals: Totals;
}

/** "written": ready for the client, while no mail has left and no one has read its page. */
export const shownStates = [
  "draft",
  "written",
  "sent",
  "viewed",
  "expired",
  "accepted",
  "declined",
  "withdrawn",
  "revising",
] as const;
export type ShownState = (typeof shownStates)[number];

const decimal = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** "12.5%" of 1250 basis points. */
export const percent = (bp: number) => `${decimal.format(bp / 100)}%`;

/** "6 weeks", "1.5", "" for one piece without a unit. */
export function quantityWords(milli: number, unit: string): string {
  if (milli === 1000 && unit === "") return "";
  return `${decimal.format(milli / 1000)} ${unit}`.trim();
}

const withWeekday = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});
const atNoon = (day: string) => new Date(`${day}T12:00:00Z`);
/** "November 22, 2026". */
export const dayWords = formatLongDay;
/** "Mon, January 13". */
export const weekdayWords = (day: string) => (isDay(day) ? withWeekday.format(atNoon(day)) : day);

export type LetterPart = { kind: "heading" | "text"; text: string };

/** Paragraphs of a text that someone typed: parted by empty lines; a line that begins with "## " is a heading. */
export function letterParts(text: string): LetterPart[] {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n(?=## )|\n\s*\n/)
    .flatMap((block): LetterPart[] => {
      const [first = "", ...rest] = block.trim().split("\n");
      const heading = /^##\s+(.+)$/.exec(first)?.[1];
      if (heading === undefined) return block.trim() === "" ? [] : [{ kind: "text", text: block.trim() }];
      const below = rest.join("\n").trim();
      return [{ kind: "heading", text: heading }, ...(below ? [{ kind: "text" as const, text: below }] : [])];
    });
}

/** "Tax, 19%", for each rate; the word about tax, such as "reverse charge", where there is one. */
export function taxRows({ totals, tax_note: note }: Pick<ProposalContent, "totals" | "tax_note">) {
  if (totals.taxes.length === 0) return [{ term: note ? `Tax, ${note}` : "Tax", minor: 0 }];
  return totals.taxes.map(({ bp, tax_minor: minor }) => ({
    term: `Tax, ${percent(bp)}${note ? `, ${note}` : ""}`,
    minor,
  }));
}
