// Account, holder and bank are set in Settings, Firm, and nowhere else. Here is only how the way to pay is described.
export const bankDetails = {
  /** Said under the name of the way to pay. */
  note: "No fee. Arrives in one or two business days",
} as const;
