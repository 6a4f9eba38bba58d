// Words and limits of relationships that several screens share.
export const relationshipKeys = [
  { keys: ["J", "K"], does: "Next and previous suggestion, under Relationships" },
  { keys: ["A"], does: "Accept the suggestion" },
  { keys: ["X"], does: "Refuse the suggestion, for good" },
] as const;

export const evidenceKinds = [
  "mail",
  "round",
  "meeting",
  "talk",
  "inquiry",
  "answer",
  "accepted",
  "proposal",
  "opened",
  "introduced",
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** What a day with contact was, from them or from us. */
export const evidenceWords: Readonly<Record<EvidenceKind, string>> = {
  mail: "mail",
  round: "mail in a round or by copy",
  meeting: "meeting",
  talk: "talk",
  inquiry: "inquiry",
  answer: "answer to an inquiry",
  accepted: "proposal accepted",
  proposal: "proposal sent",
  opened: "document opened",
  introduced: "introduced someone",
};

/** People around a record, and how well they know each other. */
export interface Network {
  nodes: { id: string; kind: "contact" | "staff"; name: string; about: string; is_center: boolean }[];
  edges: { from: string; to: string; strength: number; reason: string }[];
}

export const strongFrom = 60;
export const goodFrom = 25;

/** "Strong", as it stands beside the number. One-sided: someone gives, and nothing comes back. */
export function tieWord(strength: number, days: number): string {
  if (strength >= strongFrom) return "Strong";
  if (strength >= goodFrom) return "Good";
  if (strength >= 1) return "Faint";
  return days > 0 ? "One-sided" : "None";
}

/** The formula of the database (modules/relationships/sql/counting.sql), for the examples beside the settings and for tests. */
export function strengthOf(givenIn: number, givenOut: number): number {
  const measure = Math.min(givenIn, 3 * givenOut) + Math.min(givenOut, 3 * givenIn);
  return Math.round(100 * (1 - 2 ** (-measure / 6)));
}

/** What one side gave, on the same scale: a tie in which both give this much has that strength. Its vane is turned by it. */
export const shareOf = (given: number): number => Math.round(100 * (1 - 2 ** (-given / 3)));
