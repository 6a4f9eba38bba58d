// What a mailbox can be told and can say: choices, states and reasons in words. Used by the screens and by the server.

export const keepLevels = ["headers", "snippet", "text"] as const;
export type KeepLevel = (typeof keepLevels)[number];
export const seeLevels = ["nothing", "headers", "snippet", "text"] as const;
export type SeeLevel = (typeof seeLevels)[number];

/** What each level holds; without a level nobody else learns even that mail was exchanged. */
export const levelWords: Record<SeeLevel, string> = {
  nothing: "Nothing",
  headers: "Who wrote to whom, and when",
  snippet: "Also the subject and the first words",
  text: "Also the text",
};

export const mailboxStates = [
  "new",
  "checking",
  "reading_back",
  "live",
  "waiting",
  "signed_out",
  "paused",
  "removed",
] as const;
export type MailboxState = (typeof mailboxStates)[number];

export const stateWords: Record<MailboxState, string> = {
  new: "New",
  checking: "Connecting",
  reading_back: "Reading back",
  live: "Live",
  waiting: "Waiting",
  signed_out: "Signed out",
  paused: "Paused",
  removed: "Removed",
};

/** Why a mailbox waits, is signed out or paused. `detail` is what its server said. */
export const reasonWords: Record<string, string> = {
  password_refused: "The server refused the password. Google and Microsoft want an app password or OAuth2.",
  access_withdrawn: "Access was withdrawn. Sign in again.",
  not_safe: "The connection would not be safe.",
  not_a_mail_server: "This is not a mail server on the internet.",
  unreachable: "The server cannot be reached.",
  stalled: "The server stopped answering.",
  throttled: "The server asks us to come less often.",
  server_trouble: "The server answered with an error.",
  no_room: "Not read since then: no room on the disk.",
  key_missing: "What it was signed in with cannot be opened with this server’s key. Sign in again.",
  by_owner: "Paused by its owner.",
  by_colleague: "Paused by a colleague.",
  colleague_left: "Its owner no longer works here.",
};

/** Why a message was set aside. */
export const troubleWords: Record<string, string> = {
  not_read: "The server could not give us this message.",
  not_filed: "This message could not be filed.",
  flood: "More than 20 mails in an hour: the rest is folded.",
};

/** What the owner of a personal mailbox agrees to. Stored with the moment, word for word. */
export const consentWording = (keep: KeepLevel, see: SeeLevel): string =>
  `Guidevane reads this mailbox and files mail exchanged with people who are in our CRM. It keeps: ${levelWords[keep].toLowerCase()}. ` +
  `Colleagues see: ${levelWords[see].toLowerCase()}. I can change this, or end it, at any time.`;
