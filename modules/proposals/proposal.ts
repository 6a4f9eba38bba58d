// What a proposal is, for both sides: the content of a version as the database freezes it, and its words.
import * as z from "zod/mini";
import { formatLongDay, isDay } from "#domain/days.ts";

const itemTaxSchema = z.object({
  name: z.string(),
  category: z.optional(z.string()),
  /** Thousandths of a percent. */
  rate_pcm: z.number(),
  reason: z.optional(z.string()),
  reason_code: z.optional(z.string()),
});
export type ItemTax = z.output<typeof itemTaxSchema>;

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
  /** Taxes by name and category, up to two; without them `tax_bp` counts. */
  taxes: z.optional(z.nullable(z.array(itemTaxSchema))),
  /** One of several lines of which exactly one is chosen; such a line is `optional`, too. */
  group: z.optional(z.string()),
  /** The client chooses the quantity between both, where they differ. */
  qty_min_milli: z.optional(z.nullable(z.number())),
  qty_max_milli: z.optional(z.nullable(z.number())),
  /** Billed again every so many months, and no part of the total. */
  every_months: z.optional(z.nullable(z.number())),
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
  taxes: z.array(
    z.object({
      name: z.optional(z.string()),
      bp: z.number(),
      base_minor: z.number(),
      tax_minor: z.number(),
      reason: z.optional(z.string()),
    }),
  ),
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

export const proposalGroupSchema = z.object({ key: z.string(), title: z.string() });
export type ProposalGroup = z.output<typeof proposalGroupSchema>;

export const dueKinds = ["accepted", "day", "days_after", "milestone"] as const;
/** A part of what is to be paid, with what it comes to. */
export const schedulePartSchema = z.object({
  no: z.number(),
  label: z.string(),
  due: z.enum(dueKinds),
  due_on: z.optional(z.nullable(z.string())),
  due_days: z.optional(z.nullable(z.number())),
  share_bp: z.optional(z.nullable(z.number())),
  is_rest: z.boolean(),
  amount_minor: z.optional(z.nullable(z.number())),
});
export type SchedulePart = z.output<typeof schedulePartSchema>;

/** Lines of one rhythm, and what they come to each time. */
export const recurringSchema = z.object({
  every_months: z.number(),
  items: z.array(proposalItemSchema),
  totals: totalsSchema,
});
export type Recurring = z.output<typeof recurringSchema>;

/** What a client asks, or wants changed; without an answer it waits for one. */
export const changeRequestSchema = z.object({
  id: z.string(),
  version: z.number(),
  kind: z.enum(["question", "change"]),
  section: z.string(),
  words: z.string(),
  typed_name: z.string(),
  asked_at: z.string(),
  answer: z.nullable(z.string()),
  result: z.nullable(z.enum(["done", "not_done"])),
  answered_at: z.nullable(z.string()),
});
export type ChangeRequest = z.output<typeof changeRequestSchema>;

/** Everything that a page shows; its JSON text is what is hashed. */
export interface ProposalContent {
  /** Versions that were sent before there were groups and schedules have 1, and look as they did. */
  format: "guidevane proposal 1" | "guidevane proposal 2";
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
  groups?: ProposalGroup[];
  schedule?: SchedulePart[];
  recurring?: Recurring[];
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

/** "every month", "every 3 months". */
export const everyWords = (months: number) =>
  months === 1 ? "every month" : months === 12 ? "every year" : `every ${months} months`;

/** "19%", "GST 5% + QST 9.975%", "0%, reverse charge". */
export function taxWords(item: Pick<ProposalItem, "taxes" | "tax_bp">): string {
  if (!item.taxes) return percent(item.tax_bp);
  if (item.taxes.length === 0) return percent(0);
  return item.taxes.map(({ name, rate_pcm: rate }) => `${name ? `${name} ` : ""}${percent(rate / 10)}`).join(" + ");
}

/** When a part of the schedule is due. */
export function dueWords({
  due,
  due_on: day,
  due_days: days,
}: Pick<SchedulePart, "due" | "due_on" | "due_days">): string {
  if (due === "accepted") return "On acceptance";
  if (due === "day") return day ? formatLongDay(day) : "";
  if (due === "days_after") return `${days} ${days === 1 ? "day" : "days"} after acceptance`;
  return "When it is reached";
}

/** "Tax, 19%", for each rate; the word about tax, such as "reverse charge", where there is one. */
export function taxRows({ totals, tax_note: note }: Pick<ProposalContent, "totals" | "tax_note">) {
  if (totals.taxes.length === 0) return [{ term: note ? `Tax, ${note}` : "Tax", base: null, minor: 0 }];
  return totals.taxes.map(({ name, bp, base_minor: base, tax_minor: minor, reason }) => ({
    term: `${name || "Tax"}, ${percent(bp)}${[reason, note]
      .filter(Boolean)
      .map((words) => `, ${words}`)
      .join("")}`,
    base,
    minor,
  }));
}
