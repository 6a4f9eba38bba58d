// Our copy of a meeting in a person's calendar: made once under a name of its own, changed only if nobody else changed it.
import { type Caldav, CalendarFailed } from "./caldav.ts";

export type Written =
  | { state: "there"; etag: string | null }
  /** Somebody changed it, or took its name. `etag` and `ics` are what is there now. */
  | { state: "changed"; etag: string | null; ics: string }
  | { state: "gone" };

const calendarType = { "content-type": "text/calendar; charset=utf-8" };

export async function createEntry(dav: Caldav, url: string, ics: string, uid: string): Promise<Written> {
  const response = await dav.fetch(url, {
    method: "PUT",
    body: ics,
    headers: { ...calendarType, "if-none-match": "*" },
  });
  if (response.ok) return { state: "there", etag: await etagOf(dav, url, response) };
  // 409: some servers refuse a second entry with one UID under this status.
  if (response.status !== 412 && response.status !== 409) throw new CalendarFailed("refused", String(response.status));
  const found = await readEntry(dav, url);
  if (!found) throw new CalendarFailed("refused", String(response.status));
  // A first try that was cut off after the server had it: ours already.
  return hasUid(found.ics, uid) ? { state: "there", etag: found.etag } : { state: "changed", ...found };
}

export async function updateEntry(dav: Caldav, url: string, ics: string, etag: string | null): Promise<Written> {
  const match: Record<string, string> = etag ? { "if-match": etag } : {};
  const response = await dav.fetch(url, { method: "PUT", body: ics, headers: { ...calendarType, ...match } });
  if (response.ok) return { state: "there", etag: await etagOf(dav, url, response) };
  if (response.status === 404 || response.status === 410) return { state: "gone" };
  if (response.status !== 412) throw new CalendarFailed("refused", String(response.status));
  const found = await readEntry(dav, url);
  return found ? { state: "changed", ...found } : { state: "gone" };
}

export async function removeEntry(dav: Caldav, url: string, etag: string | null): Promise<Written> {
  const response = await dav.fetch(url, { method: "DELETE", headers: etag ? { "if-match": etag } : {} });
  if (response.ok || response.status === 404 || response.status === 410) return { state: "gone" };
  if (response.status !== 412) throw new CalendarFailed("refused", String(response.status));
  const found = await readEntry(dav, url);
  return found ? { state: "changed", ...found } : { state: "gone" };
}

export async function readEntry(dav: Caldav, url: string): Promise<{ ics: string; etag: string | null } | null> {
  const response = await dav.fetch(url);
  if (response.status === 404 || response.status === 410) return null;
  if (!response.ok) throw new CalendarFailed("refused", String(response.status));
  return { ics: await response.text(), etag: response.headers.get("etag") };
}

/** A server that changes what it stores says no tag, and is asked for it. */
const etagOf = async (dav: Caldav, url: string, response: Response): Promise<string | null> =>
  response.headers.get("etag") ?? (await readEntry(dav, url))?.etag ?? null;

export const hasUid = (ics: string, uid: string) =>
  ics
    .replaceAll(/\r?\n[ \t]/g, "")
    .split(/\r?\n/)
    .includes(`UID:${uid}`);
