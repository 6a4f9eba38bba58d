// Why a message waits or did not leave: the database has a code (public.outbox.gate_code) and, where there is more to say, a detail.
// Nothing compares sentences; they are only shown.
import { formatDay } from "./days.ts";

const sentences = {
  safe_mode: "Safe mode: would have sent",
  needs_release: "Waits for someone who may release it",
  paused: "Sending is paused",
  no_consent: "There is no consent",
  unsubscribed: "They unsubscribed",
  address_bounced: "The address bounced",
  complained: "They complained",
  stop_list: "On the stop list",
  not_released: "It was not released in time",
  too_late: "It could not be sent in time",
  waits_for_hours: "Waits for its hours",
  day_limit: "The limit of the day is reached: it leaves later",
  hour_limit: "This address got several messages within the hour",
  own_address: "This is one of our own addresses",
  unknown_sender: "The sender is none of our addresses",
  open_tag: "A tag was left open",
  no_open_proposal: "A tag was left open: no proposal waits for an answer from this person",
  no_unsubscribe: "There is no way to unsubscribe in it",
  unreadable_invitation: "An invitation cannot be read",
  no_provider: "No provider is set up for this",
  sealed_setting: "Waits: a secret of the mail provider cannot be opened with this server's key",
  never_received: "The provider never had it",
  server_stopped: "The server stopped while it was sending",
  cancelled_by_hand: "Cancelled by hand",
  taken_back: "Taken back",
  contact_deleted: "The contact was deleted",
  contact_restored: "The contact was brought back",
  erased: "The person was erased",
  spam: "The inquiry is spam",
  consent_withdrawn: "Consent was withdrawn",
  request_cancelled: "The request was cancelled",
  paid: "It was paid",
  disputed: "The payment is disputed",
  proposal_accepted: "The proposal was accepted",
  proposal_declined: "The proposal was declined",
  proposal_expired: "The proposal has expired",
  proposal_withdrawn: "The proposal was withdrawn",
  proposal_revised: "A newer version is being prepared",
  proposal_bounced: "The mail with the proposal bounced",
  sequence_paused: "The sequence is paused",
  enrolment_paused: "The person is paused in the sequence",
  not_enrolled: "The person is no longer in the sequence",
  copy: "This is a copy: nothing leaves",
  waited_in_backup: "It waited in a backup that was restored",
  left_with_backup: "It was leaving when the backup was taken",
  dropped: "Dropped after a restore",
  before_live: "It was asked for before the copy went live",
  sequence_stopped: "The sequence was stopped",
  sequence_archived: "The sequence was archived",
  stopped_by_hand: "Stopped by hand",
  task_deleted: "Its task was deleted",
  contact_merged: "The contact was merged",
  no_address: "There is no address",
  automatic_answer: "An automatic answer",
  not_sent: "The mail could not be sent",
  /** The detail is the day of the backup. */
  restored: "Restored from a backup: release or drop",
  /** The detail is their addresses. */
  partly_refused: "It left, but the mail server refused an address",
  /** What the provider said, or what is wrong with a file, is the detail. */
  provider: "The provider refused it",
  files: "Its files cannot go along",
} as const;

export type GateCode = keyof typeof sentences;

const detailIsAll = new Set<string>(["provider", "files"] satisfies GateCode[]);

export interface GateReason {
  gate_code: string | null;
  gate_detail: string | null;
}

/** "Safe mode: would have sent", "The sequence was stopped: replied". Null where there is nothing to say. */
export function gateSentence({ gate_code: code, gate_detail: detail }: GateReason): string | null {
  if (code === null) return null;
  if (detail !== null && detailIsAll.has(code)) return detail;
  if (detail !== null && code === "restored") return `Restored from a backup of ${formatDay(detail)}: release or drop`;
  const words = gateWords(code);
  return detail === null ? words : `${words}: ${knownWords(detail) ?? detail}`;
}

const knownWords = (code: string): string | undefined => (sentences as Record<string, string>)[code];

/** The sentence of a code alone. One that is not known here is a module's own: its name with spaces. Other words stay as they are. */
export function gateWords(code: string): string {
  const known = knownWords(code);
  if (known !== undefined || !/^[a-z_]+$/.test(code)) return known ?? code;
  return (code.charAt(0).toUpperCase() + code.slice(1)).replaceAll("_", " ");
}
