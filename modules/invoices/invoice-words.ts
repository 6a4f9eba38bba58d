// The words of states and types on screens.
import type { InvoiceState, InvoiceType } from "./invoice.ts";

type Look = "Live" | "Beta" | "Coming Soon" | "Missing" | "Draft";
export const looks: Record<InvoiceState, readonly [words: string, look: Look]> = {
  open: ["Open", "Coming Soon"],
  overdue: ["Overdue", "Missing"],
  partly_paid: ["Partly paid", "Beta"],
  paid: ["Paid", "Live"],
  disputed: ["In dispute", "Beta"],
  cancelled: ["Cancelled", "Draft"],
  credit: ["Credit note", "Draft"],
};
export const types: Record<InvoiceType, string> = {
  invoice: "Invoice",
  deposit: "Deposit invoice",
  final: "Final invoice",
  credit: "Credit note",
};
