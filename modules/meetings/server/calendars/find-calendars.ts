// Connecting tests before anything is stored: the name, the certificate, the password, and where the calendars are.
import type { DAVResponse } from "tsdav";
import {
  type Caldav,
  type CaldavAccess,
  CalendarFailed,
  type CaldavRules,
  isOk,
  openCaldav,
  textOf,
} from "./caldav.ts";

export interface FoundCalendar {
  url: string;
  name: string;
  mayWrite: boolean;
}

const calendarProps = [
  "d:resourcetype",
  "d:displayname",
  "d:current-user-privilege-set",
  "c:supported-calendar-component-set",
];

export async function findCalendars(access: CaldavAccess, rules: CaldavRules): Promise<FoundCalendar[]> {
  const dav = openCaldav(access, rules);
  const principal = (await principalOf(dav, access.url)) ?? (await principalFromWellKnown(dav, access.url));
  if (principal) {
    const home = await hrefOf(dav, principal, "c:calendar-home-set", "calendarHomeSet");
    if (home) {
      const calendars = calendarsIn(await dav.find(home, "1", calendarProps), home);
      if (calendars.length > 0) return calendars;
    }
  }
  // A server without principals: the address may be that of one calendar, or of a folder of them.
  const here = calendarsIn(await dav.find(access.url, "1", calendarProps), access.url);
  if (here.length === 0) throw new CalendarFailed("no calendar");
  return here;
}

const principalOf = (dav: Caldav, url: string) => hrefOf(dav, url, "d:current-user-principal", "currentUserPrincipal");

async function principalFromWellKnown(dav: Caldav, url: string): Promise<string | null> {
  const response = await dav.fetch(new URL("/.well-known/caldav", url), {
    method: "PROPFIND",
    headers: { depth: "0" },
  });
  return response.url && response.url !== url ? principalOf(dav, response.url) : null;
}

async function hrefOf(dav: Caldav, url: string, prop: string, key: string): Promise<string | null> {
  const [response] = await dav.find(url, "0", [prop]);
  if (!response || !isOk(response)) return null;
  const { href } = (response.props?.[key] ?? {}) as { href?: unknown };
  const found = textOf(Array.isArray(href) ? href[0] : href)?.trim();
  return found ? new URL(found, url).href : null;
}

function calendarsIn(responses: DAVResponse[], base: string): FoundCalendar[] {
  return responses.flatMap((response) => {
    const { href, props = {} } = response;
    if (!isOk(response) || !href || !("calendar" in ((props["resourcetype"] as object | null) ?? {}))) return [];
    if (!holdsEvents(props["supportedCalendarComponentSet"])) return [];
    const url = new URL(href, base).href;
    const name =
      textOf(props["displayname"])?.trim() || decodeURIComponent(url.replace(/\/$/, "").split("/").at(-1) ?? "");
    return [{ url, name: name.slice(0, 200), mayWrite: mayWrite(props["currentUserPrivilegeSet"]) }];
  });
}

const list = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** Lists of tasks are calendars, too, for the server. */
function holdsEvents(set: unknown): boolean {
  const names = list((set as { comp?: unknown } | undefined)?.comp as object | object[] | undefined).map((comp) =>
    textOf((comp as { _attributes?: { name?: unknown } })._attributes?.name),
  );
  return names.length === 0 || names.includes("VEVENT");
}

/** A server that does not say is asked by trying. */
function mayWrite(set: unknown): boolean {
  const privileges = list((set as { privilege?: unknown } | undefined)?.privilege as object | object[] | undefined);
  return (
    privileges.length === 0 ||
    privileges.some((privilege) => ["write", "writeContent", "bind", "all"].some((name) => name in privilege))
  );
}
