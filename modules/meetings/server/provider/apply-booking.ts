// From what the outside service says to one meeting of ours. Their move is a new booking: the chain of them is one meeting.
import type { Statements } from "#server/platform/database/sql.ts";
import type { ProviderApi, ProviderBooking } from "./provider-api.ts";

export const providerName = "cal.com";
const longestChain = 50;

type Applied = "made" | "changed" | "same" | "ignored";

const states: Readonly<Record<string, string>> = {
  accepted: "confirmed",
  confirmed: "confirmed",
  pending: "requested",
  awaiting_host: "requested",
  cancelled: "cancelled",
  rejected: "declined",
};

/** Reads what is true of a booking now, follows its moves in both directions, and applies the last of them. */
export async function applyTruth(
  within: Statements,
  api: ProviderApi,
  uid: string,
  eventType: string | undefined,
  at: Date,
): Promise<Applied> {
  const first = await api.booking(uid);
  if (!first) return applyGone(within, uid, at);
  if (isOther(first, eventType)) return "ignored";
  const uids = [first.uid];
  for (
    let booking = first;
    booking.rescheduledFromUid && uids.length < longestChain && !uids.includes(booking.rescheduledFromUid);
  ) {
    uids.unshift(booking.rescheduledFromUid);
    const before = await api.booking(booking.rescheduledFromUid);
    if (!before) break;
    booking = before;
  }
  let last = first;
  while (last.rescheduledToUid && uids.length < longestChain && !uids.includes(last.rescheduledToUid)) {
    const next = await api.booking(last.rescheduledToUid);
    if (!next) break;
    uids.push(next.uid);
    last = next;
  }
  return apply(within, { ...factsOf(last), uids }, at);
}

const isOther = (booking: ProviderBooking, eventType: string | undefined) =>
  Boolean(eventType) && String(booking.eventTypeId ?? booking.eventType?.id ?? eventType) !== eventType;

function factsOf(booking: ProviderBooking) {
  const [guest] = booking.attendees ?? [];
  const asksAgain = booking.status === "cancelled" && booking.rescheduled === true && !booking.rescheduledToUid;
  return {
    uid: booking.uid,
    title: booking.title,
    starts_at: booking.start,
    ends_at: booking.end,
    state: states[booking.status.toLowerCase()] ?? "confirmed",
    reason: asksAgain ? "Asked to choose again" : (booking.cancellationReason ?? null),
    hosts: (booking.hosts ?? []).flatMap(({ email }) => email ?? []),
    guest: { name: guest?.name ?? "", email: guest?.email ?? "", zone: guest?.timeZone ?? null },
    ...placeOf(booking.location),
  };
}

const placeOf = (location: string | null | undefined) =>
  !location || /^https?:/i.test(location) || location.startsWith("integrations:")
    ? { place: "video", place_detail: location?.startsWith("https://") ? location : null }
    : /^\+?[\d\s()-]{6,}$/.test(location)
      ? { place: "phone", place_detail: location }
      : { place: "address", place_detail: location };

/** A payload that could not be confirmed, because no key is set: taken, and marked. */
export async function applyPayload(
  within: Statements,
  payload: Record<string, unknown>,
  trigger: string,
  toldAt: string,
  eventType: string | undefined,
  at: Date,
): Promise<Applied> {
  const {
    uid,
    rescheduleUid,
    startTime,
    endTime,
    title,
    organizer,
    attendees,
    eventTypeId,
    cancellationReason,
    location,
    status,
  } = payload as {
    uid?: string;
    rescheduleUid?: string;
    startTime?: string;
    endTime?: string;
    title?: string;
    organizer?: { email?: string };
    attendees?: { name?: string; email?: string; timeZone?: string }[];
    eventTypeId?: number;
    cancellationReason?: string;
    location?: string;
    status?: string;
  };
  const guest = attendees?.[0];
  if (!uid || !startTime || !endTime || !guest?.email) return "ignored";
  if (eventType && eventTypeId !== undefined && String(eventTypeId) !== eventType) return "ignored";
  const isCancelled = trigger === "BOOKING_CANCELLED" || trigger === "BOOKING_REJECTED";
  const facts = {
    uid,
    uids: rescheduleUid && rescheduleUid !== uid ? [rescheduleUid, uid] : [uid],
    title,
    starts_at: startTime,
    ends_at: endTime,
    state: isCancelled
      ? trigger === "BOOKING_REJECTED"
        ? "declined"
        : "cancelled"
      : (states[String(status ?? "accepted").toLowerCase()] ?? "confirmed"),
    reason: cancellationReason ?? null,
    hosts: organizer?.email ? [organizer.email] : [],
    guest: { name: guest.name ?? "", email: guest.email, zone: guest.timeZone ?? null },
    ...placeOf(location),
    unconfirmed: true,
    told_at: toldAt,
  };
  return apply(within, facts, at);
}

async function apply(
  within: Statements,
  facts: { uids: string[]; guest: { email: string } },
  at: Date,
): Promise<Applied> {
  if (!facts.guest.email.includes("@")) return "ignored";
  const [row] = await within<{ applied: Applied }[]>`
    select private.apply_provider_booking(${JSON.stringify({ provider: providerName, ...facts })}, ${at}) as applied`;
  return row?.applied ?? "ignored";
}

/** Deleted there. What we know of it is cancelled. */
async function applyGone(within: Statements, uid: string, at: Date): Promise<Applied> {
  const [kept] = await within<{ facts: Record<string, unknown> }[]>`
    select jsonb_build_object('uid', provider_uid, 'uids', jsonb_build_array(provider_uid), 'title', title, 'starts_at', starts_at, 'ends_at', ends_at,
      'hosts', (select coalesce(jsonb_agg(address), '[]') from public.meeting_people where meeting_id = meetings.id and role = 'host'),
      'guest', (select jsonb_build_object('name', name, 'email', address) from public.meeting_people where meeting_id = meetings.id and role = 'guest' limit 1)) as facts
    from public.meetings where provider = ${providerName} and provider_uid = ${uid} and state in ('confirmed', 'requested') and ends_at > ${at}`;
  return kept
    ? apply(within, { ...kept.facts, state: "cancelled", reason: "Deleted in the scheduling service" } as never, at)
    : "ignored";
}
