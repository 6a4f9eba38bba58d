/** The candidate most like `word` by shared pairs of letters, when at least `least` alike; for hints in errors. */
export function nearest(word: string, candidates: Iterable<string>, least = 0.5): string | null {
  let best: string | null = null;
  let score = least;
  const own = pairsOf(word);
  for (const candidate of candidates) {
    const theirs = pairsOf(candidate);
    let shared = 0;
    for (const [pair, count] of own) shared += Math.min(count, theirs.get(pair) ?? 0);
    const alike = (2 * shared) / (total(own) + total(theirs));
    if (alike >= score && alike > 0 && (best === null || alike > score)) [best, score] = [candidate, alike];
  }
  return best;
}

function pairsOf(word: string): Map<string, number> {
  const padded = `-${word.toLowerCase()}-`;
  const pairs = new Map<string, number>();
  for (let at = 0; at < padded.length - 1; at++) {
    const pair = padded.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

const total = (pairs: Map<string, number>) => [...pairs.values()].reduce((sum, count) => sum + count, 0);
