// A calendar that somebody publishes as a file: read only, and asked whether it changed before it is sent again.
import { guardedFetch, type OutsideRules } from "#server/platform/outside/guarded-fetch.ts";
import { CalendarFailed } from "./caldav.ts";

export const maxSubscriptionBytes = 5 * 1024 * 1024;

export interface Subscription {
  ics: string;
  etag: string | null;
}

/** Null: unchanged since `etag`. */
export async function readSubscription(
  address: string,
  etag: string | null,
  rules: Pick<OutsideRules, "allowPrivate" | "totalMs"> & Partial<OutsideRules>,
): Promise<Subscription | null> {
  const fetch = guardedFetch({ maxBytes: maxSubscriptionBytes, ...rules });
  const response = await fetch(address.replace(/^webcal:/i, "https:"), {
    headers: { accept: "text/calendar", ...(etag && { "if-none-match": etag }) },
  });
  if (response.status === 304) return null;
  if (response.status === 401 || response.status === 403 || response.status === 404 || response.status === 410)
    throw new CalendarFailed("signed out");
  if (!response.ok) throw new CalendarFailed("refused", String(response.status));
  const ics = await response.text();
  if (!/^\s*\uFEFF?BEGIN:VCALENDAR/i.test(ics)) throw new CalendarFailed("no calendar");
  // Half a file is no calendar with half its entries: the times of the last whole one stay.
  if (!/END:VCALENDAR\s*$/i.test(ics)) throw new CalendarFailed("unreachable", "cut off");
  return { ics, etag: response.headers.get("etag") };
}
