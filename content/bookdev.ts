// BookDev: what it costs and when it is paid. Sample content.

/** From and to, in dollars; the price of one book is named at the end of Define. */
export const bookPrice = [36_000, 64_000] as const;

/** Each payment follows something the author has accepted. `parts` is how many payments a step is split into. */
export const investment = [
  { step: "Define", share: 10, parts: 1, at: "when you accept the definition" },
  { step: "Plan", share: 20, parts: 1, at: "when you accept the plan" },
  { step: "Write", share: 30, parts: 2, at: "half at chapter three, half at the last" },
  { step: "Edit", share: 30, parts: 1, at: "when both editors sign" },
  { step: "Iterate", share: 10, parts: 1, at: "when the manuscript is final" },
] as const;

const inWords = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
export const payments = investment.reduce((sum, { parts }) => sum + parts, 0);
export const paymentsInWords = inWords[payments] ?? String(payments);
