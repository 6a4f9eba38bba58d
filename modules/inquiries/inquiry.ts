// What an inquiry is, on its screens: the tabs of the inbox, the words of its kinds and of why one is quarantined.
import * as z from "zod/mini";

export const kinds = {
  contact: { name: "Contact", icon: "conversation" },
  training: { name: "Training", icon: "train" },
  manifesto: { name: "Manifesto", icon: "book" },
  newsletter: { name: "Newsletter", icon: "letter" },
  client: { name: "Client area", icon: "people" },
} as const;
export type Kind = keyof typeof kinds;
export const isKind = (text: string | null): text is Kind => text !== null && text in kinds;

export const tabs = [
  { id: "waiting", name: "Waiting", state: "new", sort: "due_at" },
  { id: "held", name: "Waiting for a check", state: "held", sort: "due_at" },
  { id: "answered", name: "Answered", state: "answered", sort: "answered_at" },
  { id: "closed", name: "Closed", state: "closed", sort: "received_at" },
  { id: "spam", name: "Spam", state: "spam", sort: "received_at" },
] as const;
export type Tab = (typeof tabs)[number];
export type State = Tab["state"];
export const tabOf = (id: string | null): Tab => tabs.find((tab) => tab.id === id) ?? tabs[0];

/** Why a message waits for a person to look, in words (the layers of modules/inquiries/server). */
const reasons: Record<string, string> = {
  token: "it came without the form’s own token",
  trap: "it filled a field that people do not see",
  network: "many came from the same network",
  address: "many came from the same address",
  site: "very many came in that hour",
  links: "it holds many links",
  script: "it mixes scripts of several languages",
  repeated: "the same text came from several addresses",
  proof: "a proof that was asked for is missing",
  blocked: "the sender is blocked",
};

/** "Waits for a check, because it came without the form’s own token and it holds many links." */
export function checkedBecause(signals: readonly string[]): string {
  const words = signals.map((signal) => reasons[signal] ?? signal);
  if (words.length === 0) return "Waits for a check.";
  const last = words.at(-1);
  const before = words.slice(0, -1).join(", ");
  return `Waits for a check, because ${before ? `${before} and ${last}` : last}.`;
}

/** What the message says about a record that exists; with the field "member", the company whose domain the address has. */
export const suggestionSchema = z.object({
  record: z.enum(["contact", "account"]),
  id: z.string(),
  field: z.string(),
  have: z.nullable(z.string()),
  typed: z.string(),
});
export type Suggestion = z.output<typeof suggestionSchema>;

/** What is in the list's row and above the pane for one without a name. */
export const senderOf = ({ name, email }: { name: string; email: string }) => name || email || "Nobody";

/** The keys of the inbox (inbox-keys.tsx), for the list of shortcuts. */
export const inboxKeys = [
  { keys: ["J"], does: "Next inquiry" },
  { keys: ["K"], does: "Inquiry before" },
  { keys: ["Enter"], does: "Open the inquiry" },
  { keys: ["A"], does: "Mark as answered, with its task" },
  { keys: ["R"], does: "Write a reply" },
  { keys: ["E"], does: "Close without an answer" },
  { keys: ["!"], does: "Mark as spam" },
  { keys: ["H"], does: "Show what waits for a check" },
] as const;
