// Search over the documentation. Pure, so that it is tested without a browser.
import type { DocIndexPage } from "#content/docs-pages.ts";

export interface Hit {
  href: string;
  page: string;
  heading: string;
  excerpt: string;
}

interface Entry extends Hit {
  text: string;
  level: number;
}

const entriesOf = (docs: readonly DocIndexPage[]): Entry[] =>
  docs.flatMap((page) => [
    { href: page.path, page: page.label, heading: page.title, text: page.intro, excerpt: "", level: 1 },
    ...page.sections.map(({ id, heading, text, level }) => ({
      href: `${page.path}#${id}`,
      page: page.label,
      heading,
      text,
      excerpt: "",
      level,
    })),
  ]);

/** What people call things that our pages call otherwise. */
const synonyms: Record<string, readonly string[]> = {
  licence: ["license"],
  licences: ["license"],
  price: ["cost", "editions"],
  prices: ["cost", "editions"],
  pricing: ["cost", "editions"],
  free: ["costs", "community"],
  login: ["connect"],
  token: ["key"],
  secret: ["key"],
  password: ["key"],
  confirm: ["approve"],
  permission: ["approve"],
  human: ["approvals", "person"],
  publish: ["deploy"],
  ship: ["deploy"],
  release: ["changelog", "deploy"],
  upgrade: ["changelog"],
  update: ["changelog"],
  logs: ["watch"],
  monitor: ["watch"],
  create: ["new"],
  init: ["new"],
  start: ["run"],
  settings: ["swarm.config.ts"],
  config: ["swarm.config.ts"],
  environment: ["variables"],
  tracking: ["telemetry"],
  analytics: ["telemetry"],
  privacy: ["telemetry", "redact"],
  api: ["reference", "http"],
  webhook: ["http"],
  rest: ["http"],
  tutorial: ["quickstart", "guide"],
  snapshot: ["recorded"],
};

/** Letters that differ, are missing, are too many or have changed places; at most `most`, else more than that. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j] ?? 0, (before[j - 2] ?? 0) + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? most + 1;
}

/** Words of the documentation that a mistyped one may have meant, the nearest first. */
function corrections(word: string, vocabulary: ReadonlySet<string>): string[] {
  if (word.length < 4 || /\d/.test(word)) return [];
  const most = word.length < 8 ? 1 : 2;
  return [...vocabulary]
    .map((known) => ({ known, off: distance(word, known, most) }))
    .filter(({ off }) => off <= most)
    .sort((a, b) => a.off - b.off)
    .slice(0, 3)
    .map(({ known }) => known);
}

interface Term {
  words: readonly string[];
  /** Whether the visitor's own word occurs anywhere. */
  literal: boolean;
}

function termsOf(entries: readonly Entry[], query: string): Term[] {
  const all = entries.map(({ heading, text }) => `${heading} ${text}`.toLowerCase());
  let vocabulary: Set<string> | undefined;
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const literal = all.some((text) => text.includes(word));
      const others = synonyms[word] ?? [];
      if (literal || others.length > 0) return { words: [...(literal ? [word] : []), ...others], literal };
      vocabulary ??= new Set(all.join(" ").match(/[a-z]{4,}/g));
      return { words: corrections(word, vocabulary), literal };
    });
}

/** Points for one word: at the start of a word of the heading, inside one; or of the text, where another word that contains it counts for less. */
function points(heading: string, text: string, word: string): number {
  const at = heading.indexOf(word);
  if (at === 0 || (at > 0 && !/\w/.test(heading[at - 1] ?? ""))) return 30;
  if (at > 0) return 15;
  if (text.startsWith(word) || text.includes(` ${word}`)) return 4;
  return text.includes(word) ? 2 : 0;
}

/** Higher is better; 0 when a word is missing. Every word must occur, as typed, as a synonym or corrected. */
function score(entry: Entry, terms: readonly Term[]): number {
  const heading = entry.heading.toLowerCase();
  const text = entry.text.toLowerCase();
  const query = terms.map((term) => term.words[0]).join(" ");
  // "deploy" means the command of that name before it means anything else.
  let total = heading === query || heading === `bootloader ${query}` ? 60 : 0;
  for (const { words, literal } of terms) {
    const best = Math.max(
      0,
      // Another word for it counts for less than the word itself.
      ...words.map((word, place) => points(heading, text, word) * (place > 0 && literal ? 0.1 : 1)),
    );
    if (best === 0) return 0;
    total += best;
  }
  // Between equals: a heading over a table row, then the heading that says least else.
  return total + (entry.level === 4 ? 0 : 2) + query.length / heading.length;
}

const excerptLength = 90;

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length);
  if (first < excerptLength / 2 || first === text.length) return cut(text, 0);
  const start = text.indexOf(" ", first - 30) + 1;
  return `… ${cut(text, start)}`;
}

function cut(text: string, start: number): string {
  if (text.length - start <= excerptLength) return text.slice(start);
  const end = text.lastIndexOf(" ", start + excerptLength);
  return `${text.slice(start, end > start ? end : start + excerptLength)} …`;
}

export function searchDocs(docs: readonly DocIndexPage[], query: string, limit = 8): Hit[] {
  const entries = entriesOf(docs);
  const terms = termsOf(entries, query);
  if (terms.length === 0) return [];
  const words = terms.flatMap((term) => term.words);
  return entries
    .map((entry) => ({ entry, total: score(entry, terms) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, limit)
    .map(({ entry: { href, page, heading, text } }) => ({ href, page, heading, excerpt: excerptOf(text, words) }));
}

/** What is offered when nothing was found: each page, with its first words. */
export const pagesOf = (docs: readonly DocIndexPage[]): Hit[] =>
  docs.map(({ path, label, intro }) => ({ href: path, page: "", heading: label, excerpt: excerptOf(intro, []) }));
