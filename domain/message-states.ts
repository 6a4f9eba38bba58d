// How a message is doing, in the same words on every screen. The state comes from its outbox row (private.message_state); no other
// table says that something was sent.

export type MessageState =
  | "queued"
  | "held"
  | "leaving"
  | "sent"
  | "delivered"
  | "bounced"
  | "uncertain"
  | "cancelled"
  | "complained"
  | "failed"
  | "expired"
  | "suppressed";

/** What the database tells of a message beside the record that it belongs to (private.message_facts). */
export interface MessageFacts {
  id: string;
  state: MessageState;
  /** Held by SAFE, and not because of something about this message. */
  held_by_safe: boolean;
  /** Why it is held or did not leave (gate-reasons.ts). */
  gate_code: string | null;
  gate_detail: string | null;
  written_at: string;
  written_by: string | null;
  left_at: string | null;
}

export const messageWords: Record<MessageState, string> = {
  queued: "Queued",
  held: "Held",
  leaving: "Leaving",
  sent: "Sent",
  delivered: "Delivered",
  bounced: "Bounced",
  uncertain: "Uncertain",
  cancelled: "Cancelled",
  complained: "Complaint",
  failed: "Failed",
  expired: "Expired",
  suppressed: "Stopped",
};

type Told = Pick<MessageFacts, "state" | "held_by_safe">;

const sentences: Record<MessageState, string> = {
  queued: "Written, waits to leave",
  held: "Written, not sent: held for release",
  leaving: "Leaving now",
  sent: "Sent",
  delivered: "Delivered",
  bounced: "Bounced: it did not arrive",
  uncertain: "Uncertain: perhaps sent",
  cancelled: "Not sent: cancelled",
  complained: "Delivered, and reported as spam",
  failed: "Not sent: it failed",
  expired: "Not sent: it expired",
  suppressed: "Not sent: the address is stopped",
};

/** "Written, not sent: held by SAFE". */
export const messageSentence = ({ state, held_by_safe: bySafe }: Told) =>
  state === "held" && bySafe ? "Written, not sent: held by SAFE" : sentences[state];

export const hasLeft = (state: MessageState) => ["sent", "delivered", "complained"].includes(state);
export const mayStillLeave = (state: MessageState) => ["queued", "held", "leaving"].includes(state);

/** Where a person reads, releases or settles it. */
export const messagePage = (id: string) => `/admin/outbox?open=${id}`;

/** What becomes of a mail that is written now (public.next_message_state). */
export interface NextState {
  state: "held" | "queued" | "suppressed" | "leaving";
  code: string | null;
}

/** The line of the question before it is written. */
export const nextStateWords: Record<NextState["state"], string> = {
  held: "It will be held by SAFE: it waits in the outbox, and nothing leaves until it is released.",
  queued: "Sending is paused: it waits in the outbox until someone resumes it.",
  suppressed: "It will not leave: this address is on the stop list.",
  leaving: "It leaves at once.",
};
