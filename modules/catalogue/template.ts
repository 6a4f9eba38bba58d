// A template of a proposal, for both sides: what is in a version, and its texts with the place of each.
import * as z from "zod/mini";

const text = (max: number) => z.string().check(z.maxLength(max));
const tax = z.object({
  name: text(40),
  category: z.optional(text(2)),
  rate_pcm: z.number(),
  reason: z.optional(text(300)),
  reason_code: z.optional(text(40)),
});

export const templateItemSchema = z.object({
  service_id: z.nullable(z.string()),
  title: text(200),
  description: text(2000),
  unit: text(40),
  quantity_milli: z.number(),
  /** Of a free line, in the template's currency; a service's is the catalogue's when a draft begins. */
  unit_minor: z.number(),
  discount_bp: z.number(),
  tax_bp: z.number(),
  taxes: z.optional(z.nullable(z.array(tax))),
  optional: z.boolean(),
  selected: z.boolean(),
  group_key: z.nullable(text(40)),
  qty_min_milli: z.nullable(z.number()),
  qty_max_milli: z.nullable(z.number()),
  every_months: z.nullable(z.number()),
});

export const templatePartSchema = z.object({
  label: text(100),
  due: z.enum(["accepted", "day", "days_after", "milestone"]),
  due_on: z.nullable(z.string()),
  due_days: z.nullable(z.number()),
  share_bp: z.nullable(z.number()),
  amount_minor: z.nullable(z.number()),
  is_rest: z.boolean(),
});

export const sectionSchema = z.object({ key: text(60), heading: text(200), text: text(20_000) });

/** What a version holds. */
export const templateWordsSchema = z.object({
  title: text(200),
  intro: text(3000),
  sections: z.array(sectionSchema).check(z.maxLength(40)),
  terms: text(20_000),
  items: z.array(templateItemSchema).check(z.maxLength(200)),
  groups: z.array(z.object({ key: text(40), title: text(200) })).check(z.maxLength(20)),
  schedule: z.array(templatePartSchema).check(z.maxLength(24)),
  currency: z.nullable(text(3)),
  deposit_bp: z.number(),
  payment_days: z.number(),
});
export type TemplateWords = z.output<typeof templateWordsSchema>;

/** Each text with its place: "title", "sections.2.text". */
export const textsOf = ({ title, intro, sections, terms, items }: TemplateWords): [place: string, text: string][] => [
  ["title", title],
  ["intro", intro],
  ...sections.flatMap(({ heading, text: words }, at): [string, string][] => [
    [`sections.${at}.heading`, heading],
    [`sections.${at}.text`, words],
  ]),
  ["terms", terms],
  ...items.flatMap(({ title: name, description }, at): [string, string][] => [
    [`items.${at}.title`, name],
    [`items.${at}.description`, description],
  ]),
];

const keyOf = (heading: string) =>
  heading
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60);

/** The letter of a proposal by its headings; what is before the first has none. */
export function sectionsOfLetter(letter: string): TemplateWords["sections"] {
  const sections: TemplateWords["sections"] = [];
  for (const block of letter.replaceAll("\r\n", "\n").split(/^(?=## )/m)) {
    const heading = /^##\s+(.+)$/m.exec(block.split("\n", 1)[0] ?? "")?.[1]?.trim() ?? "";
    const words = (heading === "" ? block : block.slice(block.indexOf("\n") + 1 || block.length)).trim();
    if (heading === "" && words === "") continue;
    sections.push({ key: keyOf(heading) || `part-${sections.length + 1}`, heading, text: words });
  }
  return sections;
}

/** The same back: the letter of a draft. */
export const letterOf = (sections: TemplateWords["sections"]): string =>
  sections
    .map(({ heading, text: words }) => [heading && `## ${heading}`, words].filter(Boolean).join("\n"))
    .join("\n\n");
