// What requests and payments are, for screens, and the words for their states.
import { dateFormat } from "#domain/formats.ts";
import * as z from "zod/mini";
import { formatMoney } from "#domain/money.ts";

export type RequestState =
  | "draft"
  | "open"
  | "partly_paid"
  | "paid"
  | "overpaid"
  | "overdue"
  | "refunded"
  | "cancelled";
export type Bucket = "current" | "1-30" | "31-60" | "61-90" | "90+";

export interface PaymentRequest {
  id: string;
  number: string | null;
  title: string;
  account_id: string;
  account_name: string;
  contact_id: string | null;
  contact_name: string | null;
  contact_email: string | null;
  invoice_id: string | null;
  amount_minor: number;
  currency: string;
  issued_on: string | null;
  due_on: string;
  reminders_on: boolean;
  state: RequestState;
  received_minor: number;
  open_minor: number;
  credit_minor: number;
  paid_on: string | null;
  bucket: Bucket | null;
  days_late: number;
  processing: boolean;
  total_count: number;
}

export interface Ageing {
  currency: string;
  bucket: Bucket;
  requests: number;
  open_minor: number;
}

export interface Payment {
  id: string;
  kind: "payment" | "refund" | "dispute" | "correction";
  amount_minor: number;
  currency: string;
  method: "stripe" | "bank" | "cash" | "other";
  received_on: string;
  reference: string | null;
  entered_name: string | null;
  provider: string | null;
  stands_minor: number;
}

export interface Unallocated {
  id: string;
  amount_minor: number;
  currency: string;
  received_on: string;
  reference: string | null;
  provider_id: string | null;
}

export interface StatementRow {
  day: string;
  what: "before" | "request" | "cancelled" | Payment["kind"];
  number: string | null;
  title: string | null;
  currency: string;
  asked_minor: number;
  paid_minor: number;
  balance_minor: number;
}

export const totalsSchema = z.object({
  net_minor: z.number(),
  tax_minor: z.number(),
  total_minor: z.number(),
  taxes: z.array(z.object({ name: z.string(), bp: z.number(), tax_minor: z.number() })),
});
export type Totals = z.output<typeof totalsSchema>;

export const buckets: readonly { id: Bucket; name: string; words: string }[] = [
  { id: "current", name: "Current", words: "current" },
  { id: "1-30", name: "1 to 30 days", words: "1 to 30 days" },
  { id: "31-60", name: "31 to 60", words: "31 to 60 days" },
  { id: "61-90", name: "61 to 90", words: "61 to 90 days" },
  { id: "90+", name: "Over 90", words: "over 90 days" },
];

export const methods = { bank: "Bank transfer", cash: "Cash", other: "Other", stripe: "Card" } as const;
export const kinds = {
  payment: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  correction: "Correction",
  request: "Request",
  cancelled: "Cancelled",
  credited: "Credit note",
  before: "Before",
} as const;

export const stateNames: Record<RequestState | "unpaid" | "credit", string> = {
  unpaid: "Not paid",
  overdue: "Overdue",
  open: "Open",
  partly_paid: "Partly paid",
  paid: "Paid",
  overpaid: "Overpaid",
  refunded: "Refunded",
  cancelled: "Cancelled",
  draft: "Draft",
  credit: "With credit",
};

const short = dateFormat({ month: "short", day: "numeric", timeZone: "UTC" });
const shortWithYear = dateFormat({
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});
/** "Dec 16"; with the year where it is another than `today`'s. */
export const shortDay = (day: string, today = "") =>
  (today === "" || day.slice(0, 4) === today.slice(0, 4) ? short : shortWithYear).format(new Date(`${day}T00:00:00Z`));

/** Names of badges (app/ui/badge.tsx) whose colour and mark fit. */
type Look = "Live" | "Coming Soon" | "Beta" | "Missing";

const days = (count: number) => `${count} ${count === 1 ? "day" : "days"}`;

/** "Due in 13 days", "Overdue 12 days", "Half paid", "Paid Nov 29". */
export function stateWords(request: PaymentRequest, today = ""): { words: string; look: Look } {
  const { state, days_late: late, received_minor: received, amount_minor: amount } = request;
  if (request.processing) return { words: "On its way", look: "Beta" };
  switch (state) {
    case "draft":
      return { words: "Draft", look: "Coming Soon" };
    case "cancelled":
      return { words: "Cancelled", look: "Coming Soon" };
    case "paid":
      return { words: request.paid_on ? `Paid ${shortDay(request.paid_on, today)}` : "Paid", look: "Live" };
    case "overpaid":
      return { words: "Overpaid", look: "Beta" };
    case "refunded":
      return { words: "Refunded", look: "Coming Soon" };
    case "overdue":
      return { words: `Overdue ${days(late)}`, look: "Missing" };
    case "partly_paid":
      return { words: received * 2 === amount ? "Half paid" : "Partly paid", look: "Beta" };
    case "open":
      return { words: late === 0 ? "Due today" : `Due in ${days(-late)}`, look: "Coming Soon" };
  }
}

/** "$48,800 and €1,200": amounts of several currencies are not added. */
export const sumsOf = (rows: readonly { currency: string; open_minor: number }[]): string => {
  const sums = new Map<string, number>();
  for (const { currency, open_minor } of rows) sums.set(currency, (sums.get(currency) ?? 0) + open_minor);
  const words = [...sums].filter(([, minor]) => minor !== 0).map(([currency, minor]) => formatMoney(minor, currency));
  return words.length === 0
    ? ""
    : words.length === 1
      ? words[0]!
      : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
};

export const companyTarget = {
  table: "accounts",
  one: "company",
  page: "/admin/crm/accounts",
  creatable: true,
} as const;
export const personTarget = { table: "contacts", one: "contact", page: "/admin/crm/contacts" } as const;
