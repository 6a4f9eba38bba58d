// How a figure compares with what it was, and what a share of few is worth.

const changeOf = (now: number, before: number) =>
  before === 0 ? (now === 0 ? 0 : null) : Math.round((100 * (now - before)) / Math.abs(before));

/** No share of nothing is true, and one of next to nothing says nothing. */
export function isComparable(now: number, before: number): boolean {
  const change = changeOf(now, before);
  return change !== null && Math.abs(change) <= 999;
}

/** "12% more", "5% less", "no change"; "from $0" where a share would say nothing. */
export function changeWords(now: number, before: number, words: (value: number) => string): string {
  const change = changeOf(now, before);
  if (change === null || !isComparable(now, before)) return `from ${words(before)}`;
  return change === 0 ? "no change" : `${Math.abs(change)}% ${change > 0 ? "more" : "less"}`;
}

export const minForRate = 5;

/** "43%"; under five it says no more than a coin would. */
export const rateWords = (part: number, of: number) =>
  of === 0 ? "None" : of < minForRate ? "Too few" : `${Math.round((100 * part) / of)}%`;
