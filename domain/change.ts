// How a figure compares with what it was, and what a share of few is worth.

/** "+12 %", "-5 %", "no change"; "new" where there was nothing before: no share of nothing is true. */
export function changeWords(now: number, before: number): string {
  if (before === 0) return now === 0 ? "no change" : "new";
  const change = Math.round((100 * (now - before)) / Math.abs(before));
  return change === 0 ? "no change" : `${change > 0 ? "+" : "-"}${Math.abs(change)} %`;
}

export const minForRate = 5;

/** "43 %"; under five it says no more than a coin would. */
export const rateWords = (part: number, of: number) =>
  of === 0 ? "None" : of < minForRate ? "Too few" : `${Math.round((100 * part) / of)} %`;
