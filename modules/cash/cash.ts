// What lines of cash are, in words.

export const kinds = ["received", "owed", "overdue", "agreed", "perhaps"] as const;
export type Kind = (typeof kinds)[number];

export const kindWords: Record<Kind, { name: string; about: string }> = {
  received: { name: "Received", about: "Money that came this month, less what went back" },
  owed: { name: "Owed", about: "Asked for, and not due yet" },
  overdue: { name: "Overdue", about: "Asked for, and past its day" },
  agreed: { name: "Agreed", about: "Signed or on retainer, and not asked for yet" },
  perhaps: { name: "Perhaps", about: "Offers that are out, by the chance of their deal" },
};

export const placeWords = {
  past: "past its day",
  undated: "no day known",
  later: "after the 13 weeks",
} as const;

/** EN 16931, in words that a person says. */
export const categoryWords: Record<string, string> = {
  S: "Taxed",
  Z: "Zero rate",
  E: "Exempt",
  AE: "Reverse charge",
  K: "Supply within the EU",
  G: "Export",
  O: "Not in scope",
};

/** Thousandths of a percent: 9975 is "9.975 %". */
export const rateWords = (pcm: number) => `${pcm / 1000} %`;

export const moveWords: Record<string, string> = {
  request: "Asked for",
  credited: "Credited",
  cancelled: "Cancelled",
  payment: "Payment",
  refund: "Refund",
  dispute: "Disputed",
  correction: "Correction",
};
