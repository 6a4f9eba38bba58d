// The parts of a proposal by which clients comment on it, and how two versions of each differ. For the page and for the editor.
import { exactMoney } from "#domain/money.ts";
import { offerLines } from "./lines.ts";
import { dayWords, dueWords, everyWords, letterParts, type ProposalContent } from "./proposal.ts";

export interface Section {
  /** Follows from its heading, so that the same part of two versions has the same key. */
  key: string;
  heading: string;
  paragraphs: string[];
}

const slug = (heading: string) =>
  heading
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60);

/** A text by its headings; what is before the first one has the heading that is given. */
function written(text: string, before: string, prefix: string): Section[] {
  const sections: Section[] = [];
  for (const { kind, text: words } of letterParts(text)) {
    if (kind === "heading") sections.push({ key: `${prefix}:${slug(words)}`, heading: words, paragraphs: [] });
    else {
      if (sections.length === 0) sections.push({ key: prefix, heading: before, paragraphs: [] });
      sections.at(-1)!.paragraphs.push(words);
    }
  }
  return sections;
}

function lines(content: Pick<ProposalContent, "items" | "totals" | "groups">): string[] {
  return offerLines(content, { taxes: true }).lines.map(({ item, cells }) =>
    [
      item.title,
      content.groups?.find(({ key }) => key === item.group)?.title ?? (item.optional ? "optional" : ""),
      item.description,
      ...cells,
    ]
      .filter(Boolean)
      .join(", "),
  );
}

export function sectionsOf(content: ProposalContent): Section[] {
  const money = (minor: number) => exactMoney(minor, content.parties.currency);
  const { schedule = [], recurring = [] } = content;
  const all: Section[] = [
    { key: "first", heading: "The beginning", paragraphs: content.intro ? [content.intro] : [] },
    ...written(content.body, "The letter", "letter"),
    {
      key: "offer",
      heading: "What you get",
      paragraphs: [...lines(content), `Total: ${money(content.totals.total_minor)}`],
    },
    ...recurring.map((each) => ({
      key: `every:${each.every_months}`,
      heading: `What recurs ${everyWords(each.every_months)}`,
      paragraphs: lines({ ...each, groups: content.groups ?? [] }),
    })),
    {
      key: "schedule",
      heading: "Payments",
      paragraphs: schedule.map((part) => `${part.label}: ${money(part.amount_minor ?? 0)}, ${dueWords(part)}`),
    },
    {
      key: "dates",
      heading: "When",
      paragraphs: content.dates.map(({ day, title, text }) => [dayWords(day), title, text].filter(Boolean).join(", ")),
    },
    ...written(content.terms, "Terms", "terms"),
    {
      key: "conditions",
      heading: "How it is accepted",
      paragraphs: [
        content.parties.valid_until ? `Valid until ${dayWords(content.parties.valid_until)}` : "Valid without an end",
        `${content.payment_days} days to pay`,
        content.consent,
      ],
    },
  ];
  // Two parts with one heading are told apart by their order.
  const seen = new Map<string, number>();
  return all
    .filter(({ paragraphs, key }) => paragraphs.length > 0 || key.includes(":"))
    .map((section) => {
      const times = (seen.get(section.key) ?? 0) + 1;
      seen.set(section.key, times);
      return times === 1 ? section : { ...section, key: `${section.key}-${times}` };
    });
}

export interface Passage {
  is: "kept" | "added" | "removed";
  text: string;
}
export interface SectionChange {
  key: string;
  heading: string;
  is: "added" | "removed" | "changed";
  passages: Passage[];
}

/** The longest row of paragraphs that both have is kept; the others went or came. */
export function passages(before: readonly string[], after: readonly string[]): Passage[] {
  const common = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let b = before.length - 1; b >= 0; b -= 1)
    for (let a = after.length - 1; a >= 0; a -= 1)
      common[b]![a] =
        before[b] === after[a] ? common[b + 1]![a + 1]! + 1 : Math.max(common[b + 1]![a]!, common[b]![a + 1]!);
  const found: Passage[] = [];
  let b = 0;
  let a = 0;
  while (b < before.length || a < after.length) {
    if (b < before.length && a < after.length && before[b] === after[a]) {
      found.push({ is: "kept", text: before[b]! });
      b += 1;
      a += 1;
    } else if (b < before.length && (a === after.length || common[b + 1]![a]! >= common[b]![a + 1]!)) {
      found.push({ is: "removed", text: before[b]! });
      b += 1;
    } else {
      found.push({ is: "added", text: after[a]! });
      a += 1;
    }
  }
  return found;
}

/** In the order of the newer version; parts that are gone come last. */
export function whatChanged(before: ProposalContent, after: ProposalContent): SectionChange[] {
  const was = sectionsOf(before);
  const is = sectionsOf(after);
  const title: SectionChange[] =
    before.title === after.title
      ? []
      : [{ key: "title", heading: "Title", is: "changed", passages: passages([before.title], [after.title]) }];
  return [
    ...title,
    ...is.flatMap((section): SectionChange[] => {
      const old = was.find(({ key }) => key === section.key);
      const found = passages(old?.paragraphs ?? [], section.paragraphs);
      if (old && found.every((passage) => passage.is === "kept")) return [];
      return [{ key: section.key, heading: section.heading, is: old ? "changed" : "added", passages: found }];
    }),
    ...was
      .filter(({ key }) => !is.some((section) => section.key === key))
      .map(({ key, heading, paragraphs }): SectionChange => ({
        key,
        heading,
        is: "removed",
        passages: paragraphs.map((text) => ({ is: "removed", text })),
      })),
  ];
}
