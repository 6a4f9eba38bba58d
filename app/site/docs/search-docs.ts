// Finds sections of the documentation. Pure, so that it is tested without a browser.
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

/** Higher is better; 0 when a word is missing. Every word must occur, in the heading or in the text. */
function score(entry: Entry, words: readonly string[]): number {
  const heading = entry.heading.toLowerCase();
  const text = entry.text.toLowerCase();
  const query = words.join(" ");
  // "deploy" means the command of that name before it means anything else.
  let total = heading === query || heading === `bootloader ${query}` ? 60 : 0;
  for (const word of words) {
    const at = heading.indexOf(word);
    if (at === 0 || (at > 0 && !/\w/.test(heading[at - 1] ?? ""))) total += 30;
    else if (at > 0) total += 15;
    else if (text.includes(word)) total += 4;
    else return 0;
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
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entriesOf(docs)
    .map((entry) => ({ entry, points: score(entry, words) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, limit)
    .map(({ entry: { href, page, heading, text } }) => ({ href, page, heading, excerpt: excerptOf(text, words) }));
}
