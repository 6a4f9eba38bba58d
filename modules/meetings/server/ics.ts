// The file of a meeting: one UID for life, times in UTC, and a SEQUENCE that rises with every change. The organizer is the office and never the
// person, so that a hand-over is an update and no second event.
import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { site } from "#content/site.ts";
import type { Firm } from "#server/platform/firm.ts";
import type { MeetingFacts } from "./meeting-facts.ts";

export interface Organizer {
  name: string;
  email: string;
}

/** The office's From address. */
export function organizerOf({ sender, email }: Pick<Firm, "sender" | "email">): Organizer {
  const [, before = "", address] = /^([^<]*)<([^<>]+)>$/.exec(sender?.trim() ?? "") ?? [];
  const name = before.trim().replace(/^"/, "").replace(/"$/, "");
  return { name: name || site.name, email: address ?? email };
}

/** Nothing that ends a line of the file, and no control characters. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

export const placeLine = ({ place, place_detail: detail }: Pick<MeetingFacts, "place" | "place_detail">): string =>
  place === "video"
    ? (detail ?? "Video")
    : place === "phone"
      ? detail
        ? `We call ${detail}`
        : "By phone"
      : (detail ?? "");

interface Attendee {
  name: string;
  address: string;
  answer: keyof typeof answers;
}
const answers = {
  needs_action: ICalAttendeeStatus.NEEDSACTION,
  accepted: ICalAttendeeStatus.ACCEPTED,
  declined: ICalAttendeeStatus.DECLINED,
  tentative: ICalAttendeeStatus.TENTATIVE,
};

/** PUBLISH has its organizer (RFC 5546, 3.2.1) and names no attendees: a calendar server would write to them. */
export function meetingIcs(
  facts: MeetingFacts,
  method: "REQUEST" | "CANCEL" | "PUBLISH",
  organizer: Organizer,
  attendee: Attendee | null,
): string {
  const calendar = ical({ prodId: { company: "Guidevane", product: "Meetings", language: "EN" } });
  calendar.method(ICalCalendarMethod[method]);
  const isOff = method === "CANCEL" || ["cancelled", "declined", "expired", "released"].includes(facts.state);
  const event = calendar.createEvent({
    id: facts.uid,
    sequence: facts.sequence,
    start: new Date(facts.starts_at),
    end: new Date(facts.ends_at),
    stamp: new Date(facts.changed_at),
    summary: oneLine(`${facts.title} with ${facts.hosts.join(" and ") || organizer.name}`),
    description: `${oneLine(facts.title)}\nReference ${facts.reference}`,
    location: oneLine(placeLine(facts)),
    status: isOff
      ? ICalEventStatus.CANCELLED
      : facts.state === "requested"
        ? ICalEventStatus.TENTATIVE
        : ICalEventStatus.CONFIRMED,
    ...(facts.place === "video" && facts.place_detail?.startsWith("https://") && { url: facts.place_detail }),
  });
  event.organizer({ name: oneLine(organizer.name), email: organizer.email });
  if (method !== "PUBLISH" && attendee?.address)
    event.createAttendee({
      name: oneLine(attendee.name || attendee.address),
      email: attendee.address,
      rsvp: true,
      role: ICalAttendeeRole.REQ,
      status: answers[attendee.answer],
    });
  return calendar.toString();
}
