/** How well a name answers what was typed: the name itself, its beginning, the beginning of a word, somewhere inside. */
function rankOf(name: string, term: string): number {
  const [text, typed] = [name.trim().toLowerCase(), term.trim().toLowerCase()];
  if (text === typed) return 0;
  if (text.startsWith(typed)) return 1;
  return text.includes(` ${typed}`) ? 2 : 3;
}

/** The best answers first; equally good ones stay in the order they came in. */
export const bestFirst = <T extends { name: string }>(entries: readonly T[], term: string): T[] =>
  entries.toSorted((a, b) => rankOf(a.name, term) - rankOf(b.name, term));

/** Groups in the order of their best entry; empty ones are left out. */
export const bestGroupFirst = <G extends { entries: readonly { name: string }[] }>(groups: G[], term: string): G[] =>
  groups
    .filter(({ entries }) => entries.length > 0)
    .toSorted((a, b) => rankOf(a.entries[0]?.name ?? "", term) - rankOf(b.entries[0]?.name ?? "", term));
