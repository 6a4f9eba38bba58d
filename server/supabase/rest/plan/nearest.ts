// The name most like a wrong one, for hints. Like PostgREST's: candidates share three letters in a row (or else two), and the
// one that takes the fewest edits wins, when at least three quarters of a name, or a third of a list of arguments, are right.

/** Names in PostgreSQL have at most 63 bytes; longer words are like none, and are not worth looking at. */
const maxWordLength = 200;

export function nearest(word: string, candidates: Iterable<string>, least = 0.75): string | null {
  if (word.length > maxWordLength) return null;
  const list = [...new Set(candidates)];
  for (const size of [3, 2]) {
    const own = gramsOf(word, size);
    let best: string | null = null;
    let score = least;
    for (const candidate of list) {
      if (![...gramsOf(candidate, size)].some((gram) => own.has(gram))) continue;
      const alike = likeness(word.toLowerCase(), candidate.toLowerCase());
      if (best === null ? alike >= score : alike > score) [best, score] = [candidate, alike];
    }
    if (best !== null) return best;
  }
  return null;
}

function gramsOf(word: string, size: number): Set<string> {
  const padded = `-${word.toLowerCase()}-`;
  const grams = new Set<string>();
  for (let at = 0; at + size <= padded.length; at++) grams.add(padded.slice(at, at + size));
  return grams;
}

/** 1 for equal words, 0 for words that share nothing: one less the share of letters to change. */
function likeness(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (longest > maxWordLength) return 0;
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(swap, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = row;
  }
  return 1 - (before[b.length] ?? 0) / longest;
}
