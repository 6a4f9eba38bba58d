// The layers that every message passes, the cheapest first. Doubt is written down and the message held: nothing is dropped.
import { type Budgets, budgetLimits, type Counts } from "./budgets.ts";
import { contentSigns } from "./content-signs.ts";
import type { TokenState } from "./form-token.ts";
import type { FormName, Submission } from "./submission.ts";

export type Doubt =
  | "token"
  | "time"
  | "trap"
  | "network"
  | "address"
  | "site"
  | "flood"
  | "links"
  | "script"
  /** A budget is strained and no work was proved. */
  | "proof";

/** Nobody reads, types and sends faster. */
const fastestSeconds: Record<FormName, number> = { contact: 3, training: 3, manifesto: 1, newsletter: 1 };

export interface Judged {
  doubts: Doubt[];
  /** So many messages come that no mail is sent for any. */
  isFlood: boolean;
}

interface Evidence {
  read: Submission;
  token: TokenState;
  counts: Counts;
  now: Date;
  /** Asked only when a budget is strained. */
  isProved: () => Promise<boolean>;
}

export async function judge({ read, token, counts, now, isProved }: Evidence): Promise<Judged> {
  const doubts: Doubt[] = [];
  // Without a token, or with one that is too old, a message passes if it is clean on every other sign.
  if (token.state === "forged") doubts.push("token");
  if (token.state === "valid" && now.getTime() - token.issuedAt.getTime() < fastestSeconds[read.form] * 1000)
    doubts.push("time");
  if (read.trap === undefined || read.trap !== "") doubts.push("trap");

  const strained: Doubt[] = [];
  if (counts.network > budgetLimits.networkPerHour) strained.push("network");
  if (counts.address > budgetLimits.addressPerDay) strained.push("address");
  if (counts.site > budgetLimits.sitePerHour) strained.push("site");
  doubts.push(...contentSigns(read));
  const isFlood = counts.site > budgetLimits.floodPerHour;
  if (isFlood) doubts.push("flood");
  // Work is proved last: it is what costs us most to check.
  if (strained.length > 0 && (isFlood || !(await isProved()))) doubts.push(...strained, "proof");
  return { doubts, isFlood };
}

export type { Budgets };
