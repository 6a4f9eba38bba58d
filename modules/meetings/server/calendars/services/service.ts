// Calendars that are reached by their owner's own sign-in: what Google and Microsoft both must be able to do for us. Of what others write there
// we take from when to when somebody is busy; our meetings go into a calendar that we make, which is never read as busy.
import type { Platform } from "#server/platform/module-server.ts";
import type { CopyText } from "../copy-file.ts";
import type { Written } from "../write-entry.ts";
import type { ServiceApi } from "./service-api.ts";

export const serviceKinds = ["google", "microsoft"] as const;
export type ServiceKind = (typeof serviceKinds)[number];
export const isServiceKind = (kind: string): kind is ServiceKind => (serviceKinds as readonly string[]).includes(kind);

/** Of the calendar that we make. One with this name is taken for the one of an earlier try. */
export const ownCalendarName = "Guidevane meetings";

export interface Window {
  from: number;
  to: number;
  zone: string;
}
export interface Counted {
  countTentative: boolean;
  countAllDay: boolean;
  countUnanswered: boolean;
}

export interface ServiceEntry {
  href: string;
  etag: string;
  uid: string;
  /** Null: without a time that is known. */
  start: number | null;
  times: { start: number; end: number }[];
}
export interface ServiceChanges {
  changed: ServiceEntry[];
  gone: string[];
  syncToken: string | null;
  compared: boolean;
}
export interface KnownRows {
  syncToken: string | null;
  etags: ReadonlyMap<string, string>;
  /** Everything is read, whatever the token says. */
  compareAll: boolean;
}

/** A copy of a meeting as it should be there. */
export interface ServiceCopy {
  meeting: string;
  /** How often it was made: after it was deleted there and put back, the same one is made again. */
  timesMade: number;
  startsAt: string;
  endsAt: string;
  sequence: number;
  text: CopyText;
}
export type ServiceWritten = Written extends infer W
  ? W extends { state: "there" }
    ? W & { href: string }
    : W
  : never;

export interface Service {
  kind: ServiceKind;
  authorizeUrl: string;
  tokenUrl: string;
  apiUrl: string;
  scope: string;
  /** Without these we can do nothing; who signs in may have left one out. */
  neededScopes: readonly string[];
  signInParams: Record<string, string>;
  find(api: ServiceApi): Promise<{ account: string; calendars: { id: string; name: string }[] }>;
  /** Makes it, or finds the one that an earlier try made. */
  ownCalendar(api: ServiceApi): Promise<string>;
  busy(api: ServiceApi, calendar: string, known: KnownRows, window: Window, counted: Counted): Promise<ServiceChanges>;
  /** What became of our copies in our own calendar. */
  copies(api: ServiceApi, calendar: string, known: KnownRows, window: Window): Promise<ServiceChanges>;
  create(api: ServiceApi, calendar: string, copy: ServiceCopy): Promise<ServiceWritten>;
  update(
    api: ServiceApi,
    calendar: string,
    href: string,
    etag: string | null,
    copy: ServiceCopy,
  ): Promise<ServiceWritten>;
  /** Of a try that was cut off: whether it was made all the same. */
  findCopy(api: ServiceApi, calendar: string, copy: ServiceCopy): Promise<string | null>;
  remove(api: ServiceApi, calendar: string, href: string): Promise<void>;
}

export interface ServiceClient {
  id: string;
  secret: string;
}

export function clientOf(env: Platform["env"], kind: ServiceKind): ServiceClient | null {
  const [id, secret] =
    kind === "google"
      ? [env.GOOGLE_CALENDAR_CLIENT_ID, env.GOOGLE_CALENDAR_CLIENT_SECRET]
      : [env.MICROSOFT_CALENDAR_CLIENT_ID, env.MICROSOFT_CALENDAR_CLIENT_SECRET];
  return id && secret ? { id, secret } : null;
}
