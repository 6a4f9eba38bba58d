// What a meeting is called on the screens: states, places, why a time is not offered.

export type MeetingState =
  | "requested"
  | "awaiting_payment"
  | "confirmed"
  | "declined"
  | "expired"
  | "released"
  | "cancelled"
  | "met"
  | "no_show";

/** The word, and the look of its badge. */
export const stateWords: Record<
  MeetingState,
  [word: string, look: "Live" | "Coming Soon" | "Beta" | "Missing" | "Draft"]
> = {
  requested: ["Asked", "Coming Soon"],
  awaiting_payment: ["Unpaid", "Beta"],
  confirmed: ["Booked", "Live"],
  declined: ["Declined", "Draft"],
  expired: ["Expired", "Draft"],
  released: ["Released", "Draft"],
  cancelled: ["Cancelled", "Draft"],
  met: ["Held", "Draft"],
  no_show: ["No-show", "Missing"],
};

export const isOff = (state: MeetingState) => ["declined", "expired", "released", "cancelled"].includes(state);
export const isOpen = (state: MeetingState) => ["requested", "awaiting_payment", "confirmed"].includes(state);

export const places = ["video", "phone", "address", "theirs"] as const;
export type Place = (typeof places)[number];
export const placeWords: Record<Place, string> = {
  video: "video",
  phone: "phone",
  address: "at our office",
  theirs: "at their office",
};

export const sourceWords: Record<string, string> = {
  booking: "A booking page",
  hand: "A colleague",
  mail: "A mail with an invitation",
  calendar: "A calendar",
  provider: "The outside scheduling service",
};

/** "Video with Noor" is what happens; "why Noor" is what `assigned_because` keeps. */
export const ruleWords: Record<string, string> = {
  only: "was the only one free",
  reserved: "had been named when the time was chosen",
  owner: "owns the contact or the company",
  load: "had the least load",
  turn: "had as little as others, and waited longest",
  all: "is on this page with everyone",
  hand: "was chosen by a colleague",
};

/** Of equal loads the turn decides: candidates are in the order in which they were considered. */
export function ruleOf({
  rule,
  candidates,
}: {
  rule: string;
  candidates?: readonly { load: number }[] | null | undefined;
}) {
  const [first, second] = candidates ?? [];
  return rule === "load" && first && first.load === second?.load ? "turn" : rule;
}

/** Why a time is not offered, said of a person. A code without words here is shown as it is. */
export function whyWords(reason: string, name: string, until: string | null): string {
  const theirs = name ? `${name}’s` : "the";
  const words: Record<string, string> = {
    page_state: "Free, once the page is on",
    past: "It has passed",
    notice: "Too soon: the page asks for more notice",
    horizon: "Further ahead than the page opens",
    inactive: `${name} does not work here any more`,
    calendar_stale: `${theirs} calendar has not answered for two hours`,
    holiday: "A holiday of the office",
    away: `${name} is away`,
    hours: `Outside ${theirs} hours`,
    aligned: "Between two times: meetings begin in steps",
    skipped: "The clock skips this hour",
    meeting: `Too close to a meeting of ${name}${until ? `, until ${until} with its buffer` : ""}`,
    reserved: "Someone is booking it at this moment",
    block: `${name} keeps it free`,
    calendar: `Busy in ${theirs} calendar${until ? ` until ${until}` : ""}`,
    day_full: "The day is full",
    week_full: "The week is full",
    not_everyone: "Not everyone of the page is free",
    not_shown: "Free, and not among the times shown that day",
  };
  return words[reason] ?? reason;
}

export const pageStates = ["draft", "live", "paused", "archived"] as const;
export type PageState = (typeof pageStates)[number];
export const pageStateWords: Record<PageState, [word: string, look: "Live" | "Beta" | "Draft"]> = {
  draft: ["Draft", "Draft"],
  live: ["Live", "Live"],
  paused: ["Paused", "Beta"],
  archived: ["Archived", "Draft"],
};

export const whoWords = { one: "One person", any: "Whoever is free", all: "Everyone together" } as const;
export const visibilityWords = { public: "Public", unlisted: "By its address only", clients: "Clients only" } as const;

/** "GMT+1 Berlin" is not needed where there is one clock; a zone is named by its city. */
export const cityOf = (zone: string) => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

/** What is wrong with a calendar, by the code that is stored with it. */
export function calendarTrouble(reason: string | null, host: string): string {
  const [code = "", detail = ""] = (reason ?? "").split(": ");
  const ofService: Record<string, string> = {
    "not allowed": `${host} was not allowed to show your calendars. Sign in again and leave every permission ticked.`,
    "no code": `${host} did not sign you in.`,
    code: `${host} did not accept the sign-in. Start it again.`,
    "no refresh token": `${host} gave no lasting sign-in. Sign in again.`,
    "no client": `This office no longer has a client of ${host}: its settings are missing.`,
    token: `${host} has trouble with sign-ins.`,
  };
  if (ofService[detail]) return ofService[detail];
  if (code === "signed out" && (host === "Google" || host === "Microsoft"))
    return `${host} no longer lets us in. Sign in again.`;
  const words: Record<string, string> = {
    unknown: `There is no server called ${host}. Check the address.`,
    private: "This is not a calendar on the internet.",
    scheme: "The address must begin with https.",
    redirects: "The server sends us in circles.",
    "too large": "The calendar is larger than we read.",
    "too slow": `${host} did not answer in time.`,
    tls: `The certificate of ${host} is not valid, so nothing was sent there.`,
    unreachable: `${host} cannot be reached.`,
    "signed out": `${host} refuses this name and password.`,
    "no calendar": "There is no calendar at this address.",
    "other host": `Your calendars are at ${detail}. Enter that address, if it is your provider’s.`,
    refused: `${host} answered with an error${detail ? ` (${detail})` : ""}.`,
  };
  return words[code] ?? "The calendar could not be read.";
}
