// What a message of the outbox is, on its screens: its states, the tabs, and the words for both.
import { currentTime } from "#domain/clock.ts";
import { type GateReason, gateSentence } from "#domain/gate-reasons.ts";
import { madeAddress } from "#domain/made-addresses.ts";
import { messageWords } from "#domain/message-states.ts";

export const states = [
  "held",
  "queued",
  "sending",
  "sent",
  "delivered",
  "bounced",
  "complained",
  "cancelled",
  "expired",
  "suppressed",
  "failed",
  "uncertain",
] as const;
export type State = (typeof states)[number];

/** The look of a badge (app/ui/badge.tsx) and the word in it. A held one is a chip with the lock, never a valve. */
export const stateWords: Record<State, { badge: "Live" | "Beta" | "Coming Soon" | "Missing" | "Draft"; word: string }> =
  {
    held: { badge: "Live", word: messageWords.held },
    queued: { badge: "Coming Soon", word: messageWords.queued },
    sending: { badge: "Coming Soon", word: messageWords.leaving },
    sent: { badge: "Live", word: messageWords.sent },
    delivered: { badge: "Live", word: messageWords.delivered },
    bounced: { badge: "Missing", word: messageWords.bounced },
    complained: { badge: "Missing", word: messageWords.complained },
    cancelled: { badge: "Draft", word: messageWords.cancelled },
    expired: { badge: "Draft", word: messageWords.expired },
    suppressed: { badge: "Draft", word: messageWords.suppressed },
    failed: { badge: "Missing", word: messageWords.failed },
    uncertain: { badge: "Beta", word: messageWords.uncertain },
  };

export const tabs = [
  { id: "all", name: "All", states: null },
  { id: "held", name: "Held", states: ["held"] },
  { id: "waiting", name: "Waiting", states: ["queued", "sending"] },
  { id: "uncertain", name: "Uncertain", states: ["uncertain"] },
  { id: "failed", name: "Failed", states: ["failed", "bounced", "complained"] },
  { id: "sent", name: "Sent", states: ["sent", "delivered"] },
  { id: "stopped", name: "Not sent", states: ["cancelled", "expired", "suppressed"] },
] as const satisfies readonly { id: string; name: string; states: readonly State[] | null }[];
export type Tab = (typeof tabs)[number];
export const tabOf = (id: string | null): Tab => tabs.find((tab) => tab.id === id) ?? tabs[0];

interface Held extends GateReason {
  state: State;
  not_before: string;
}

/** Why a message is held: the words of the gate, unless it is SAFE alone. */
export const heldBecause = (message: Held) => (message.gate_code === "safe_mode" ? null : gateSentence(message));

/** "would have sent", or "would send" while its time is still ahead. */
export const wouldWords = ({ not_before: due }: Held, now = currentTime()) =>
  new Date(due) > now ? "would send" : "would have sent";

/** "Payment receipt". */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a message belongs to: the word for it, and where its page is. */
const origins: Record<string, { name: string; page?: (id: string) => string }> = {
  inquiry: { name: "Inquiry", page: (id) => `/admin/inquiries/${id}` },
  consent: { name: "Consent" },
  sequence_step: { name: "Sequence", page: (id) => `/admin/sequences?person=${id}` },
  template: { name: "Test of a template", page: (id) => `/admin/templates?open=${id}` },
  template_test: { name: "Test of a template" },
  proposal: { name: "Proposal", page: (id) => `/admin/proposals/${id}` },
  payment: { name: "Payment", page: (id) => `/admin/payments/${id}` },
  document: { name: "Document", page: (id) => `/admin/documents/${id}` },
  publish: { name: "Publishing" },
  mail: { name: "Mail" },
};
export const originName = (kind: string) => origins[kind]?.name ?? capital(kind.replaceAll("_", " "));
export const originPage = (kind: string, id: string | null) => (id === null ? undefined : origins[kind]?.page?.(id));

export const classWords = {
  system: "System",
  transactional: "Answer or receipt",
  outreach: "Outreach",
} as const;
export type MessageClass = keyof typeof classWords;
export const classOf = (word: string | null): MessageClass | null =>
  word !== null && Object.hasOwn(classWords, word) ? (word as MessageClass) : null;

export const channelWords: Record<string, string> = {
  email: "Mail",
  slack: "Team chat",
  stripe: "Payment service",
  calendar: "Calendar",
  publish: "Publishing",
};

/** May still be taken back. */
export const canCancel = (state: State) => state === "held" || state === "queued";

/** The keys of the outbox (outbox-keys.tsx), for the list of shortcuts. */
export const outboxKeys = [
  { keys: ["J"], does: "Next message of the outbox" },
  { keys: ["K"], does: "Message before" },
  { keys: ["R"], does: "Release the open message" },
  { keys: ["X"], does: "Select the open message" },
  { keys: ["E"], does: "Cancel the open message" },
  { keys: ["E"], does: "Write to the selected, in a list" },
] as const;

/** Text, page and headers hold a tag that no one fills: it would not pass the gate. */
export const openTagsOf = (...texts: readonly (string | null)[]) =>
  texts.some((text) => text !== null && /\{\{|\}\}|\{%|%\}/.test(text.replaceAll(madeAddress, "")));

/** How a timeline tells of it, where the kind is not the word. */
export const entryVerbs: Readonly<Record<string, string>> = {
  suppressed: "stopped",
  uncertain: "left perhaps",
  "answered in doubt": "has an answer of which it is not sure that it is theirs",
};

/** "Due and waiting: 12 messages, 40 steps of sequences." What is due leaves at once, so that a number that stays says something. */
export const dueWords = ({ due, steps_due }: { due: number; steps_due: number }) =>
  `Due and waiting: ${due} ${due === 1 ? "message" : "messages"}, ${steps_due} ${steps_due === 1 ? "step" : "steps"} of sequences.`;
