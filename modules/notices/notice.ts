// What a notice says, on the screen and in mail. Codes come from the database, words are here.

export const noticeKinds = {
  inquiry: { name: "A new inquiry", about: "From the website, for everyone who may answer", icon: "inbox" },
  given: { name: "Something is given to you", about: "Task, deal, inquiry, company, contact", icon: "user" },
  named: { name: "You are named in a note", about: "@ and your name", icon: "note" },
  record: {
    name: "A record you own or follow changes",
    about: "Won, lost, answered, signed, paid, changed hands",
    icon: "deal",
  },
  promise: { name: "A promise is about to break", about: "Two hours before the answer-by", icon: "clock" },
  outbox: { name: "Something in the outbox failed", about: "Or is uncertain, or came back", icon: "alert" },
  approval: {
    name: "A message waits for your release",
    about: "Asked for by a colleague who may not send, or client access to confirm",
    icon: "lock",
  },
  today: { name: "Your day", about: "Tasks for today and late answers, in the morning’s mail", icon: "task" },
} as const;
export type NoticeKind = keyof typeof noticeKinds;
export type MailChoice = "never" | "at_once" | "daily";
const choiceNames = [
  { id: "never", name: "Never" },
  { id: "at_once", name: "At once" },
  { id: "daily", name: "Daily" },
] as const;
/** The day itself is no news of a moment. */
export const mailChoices = (kind: NoticeKind): readonly { id: MailChoice; name: string }[] =>
  kind === "today" ? choiceNames.filter(({ id }) => id !== "at_once") : choiceNames;

export interface Notice {
  id: number;
  kind: NoticeKind;
  what: string;
  record_type: string;
  record_id: string;
  /** Of the record. */
  name: string | null;
  /** Its company or person, for those who may read them. */
  about: string | null;
  /** Of the note. */
  words: string | null;
  /** Further records of the same act. */
  more: number;
  actor_name: string | null;
}

const nouns: Readonly<Record<string, string>> = {
  task: "a task",
  deal: "a deal",
  inquiry: "an inquiry",
  account: "a company",
  contact: "a contact",
  proposal: "a proposal",
  payment_request: "a payment request",
  message: "a mail",
  meeting: "a meeting",
  calendar: "a calendar",
  client: "a client",
};
const nounOf = (type: string) => nouns[type] ?? "a record";
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Words = (notice: Pick<Notice, "actor_name" | "record_type">) => string;
const words: Readonly<Record<string, Words>> = {
  new: () => "New inquiry",
  given: ({ actor_name: actor, record_type: type }) =>
    actor
      ? `${actor} gave you ${nounOf(type)}`
      : type === "meeting"
        ? "A meeting with you is booked"
        : `${upper(nounOf(type))} is yours now`,
  named: ({ actor_name: actor }) => `${actor ?? "Someone"} named you in a note`,
  "handed over": ({ actor_name: actor, record_type: type }) =>
    `${upper(nounOf(type))} changed hands${actor ? `, by ${actor}` : ""}`,
  won: () => "Deal won",
  lost: () => "Deal lost",
  answered: ({ actor_name: actor }) => (actor ? `${actor} answered an inquiry` : "An inquiry is answered"),
  signed: () => "Proposal accepted",
  declined: () => "Proposal declined",
  asked: () => "A new day is asked for",
  "change asked": () => "A change of a proposal is asked for",
  "question asked": () => "A question about a proposal",
  paid: () => "A payment arrived",
  disputed: () => "A payment is disputed",
  replied: () => "Your mail was answered",
  promise: () => "An answer is due within two hours",
  requested: () => "A meeting is asked for",
  confirmed: () => "A meeting is confirmed",
  moved: ({ actor_name: actor }) => (actor ? `${actor} moved a meeting` : "The time of a meeting has changed"),
  cancelled: ({ actor_name: actor }) => (actor ? `${actor} cancelled a meeting` : "A meeting is cancelled"),
  expired: () => "A request for a meeting has expired",
  "guest declined": () => "The guest declined a meeting",
  conflict: () => "An entry of the calendar overlaps a meeting",
  "gone from calendar": () => "A meeting was deleted in the calendar: cancel it or put it back?",
  "moved in calendar": () => "A meeting was moved in the calendar: move it or put it back?",
  silent: () => "Your calendar has not answered for half an hour",
  closed: () => "Your calendar has not answered for two hours",
  "signed out": () => "Your calendar no longer lets us in",
  "many gone": () => "More than three meetings are gone from your calendar",
  failed: () => "A mail failed",
  uncertain: () => "A mail may or may not have left",
  bounced: () => "A mail came back",
  "access suspended": () => "Client access suspended: confirm the new address",
  release: ({ actor_name: actor }) => `${actor ?? "A colleague"} asks you to release a mail`,
};

/** "Ada Lind gave you a deal, and 3 more". A code that is not known here says what it is about. */
export function noticeTitle(notice: Pick<Notice, "what" | "more" | "actor_name" | "record_type">): string {
  const title = words[notice.what]?.(notice) ?? `News of ${nounOf(notice.record_type)}`;
  return notice.more > 0 ? `${title}, and ${notice.more} more` : title;
}

/** "Norrfall rollout. Norrfall": what the title does not say. */
export const noticeDetail = ({ name, about, words: quoted }: Pick<Notice, "name" | "about" | "words">): string =>
  quoted ? `“${quoted}”` : [name, about].filter((part, place, all) => part && all.indexOf(part) === place).join(". ");

/** For screens that others may see: no name of a client's. */
export const plainTitle = (notice: Pick<Notice, "what" | "record_type">): string =>
  noticeTitle({ ...notice, more: 0, actor_name: null });

/** Below /admin. Records without a page are found in their list. */
export function noticePath({
  record_type: type,
  record_id: id,
  name,
}: Pick<Notice, "record_type" | "record_id" | "name">): string {
  const pages: Readonly<Record<string, string>> = {
    account: `/admin/crm/accounts/${id}`,
    contact: `/admin/crm/contacts/${id}`,
    deal: `/admin/deals/${id}`,
    inquiry: `/admin/inquiries/${id}`,
    proposal: `/admin/proposals/${id}`,
    message: `/admin/outbox/${id}`,
    payment_request: `/admin/payments?search=${encodeURIComponent(name?.split(" ")[0] ?? "")}`,
    task: "/admin/tasks",
    meeting: `/admin/meetings/${id}`,
    calendar: "/admin/settings?tab=calendars",
    client: `/admin/crm/contacts/${id}`,
  };
  return pages[type] ?? "/admin";
}
