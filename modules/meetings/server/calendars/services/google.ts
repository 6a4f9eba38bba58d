// Google Calendar (v3). Busy times come from free/busy queries, so that no title, place or person of an entry reaches us at all; our meetings
// go into a calendar of our own, the only one that the narrow scope lets us change.
import { z } from "zod";
import { CalendarFailed } from "../caldav.ts";
import { ownCalendarName, type KnownRows, type Service, type ServiceChanges, type ServiceCopy } from "./service.ts";
import { parsed, type ServiceApi } from "./service-api.ts";

const scopes = ["calendar.freebusy", "calendar.calendarlist.readonly", "calendar.app.created"].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);
const dayMs = 86_400_000;
/** A longer query is refused. */
const maxQueryDays = 60;

const calendarList = z.object({
  nextPageToken: z.string().optional(),
  items: z
    .array(
      z.object({
        id: z.string().min(1).max(1000),
        summary: z.string().optional(),
        summaryOverride: z.string().optional(),
        primary: z.boolean().optional(),
        accessRole: z.string().optional(),
      }),
    )
    .default([]),
});
const freeBusy = z.object({
  calendars: z.record(
    z.string(),
    z.object({
      busy: z
        .array(z.object({ start: z.iso.datetime({ offset: true }), end: z.iso.datetime({ offset: true }) }))
        .default([]),
      errors: z.array(z.object({ reason: z.string().default("") })).optional(),
    }),
  ),
});
const event = z.object({
  id: z.string(),
  etag: z.string().default(""),
  status: z.string().default("confirmed"),
  start: z.object({ dateTime: z.iso.datetime({ offset: true }).optional() }).optional(),
});
const eventList = z.object({
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
  items: z.array(event).default([]),
});

const at = (calendar: string) => `/calendars/${encodeURIComponent(calendar)}/events`;
/** Ids may have a to v and digits: ours are the meeting's. A second try with one id makes no second entry. */
const eventId = ({ meeting }: ServiceCopy) => meeting.replaceAll("-", "");

export const google: Service = {
  kind: "google",
  authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
  tokenUrl: "https://oauth2.googleapis.com/token",
  apiUrl: "https://www.googleapis.com/calendar/v3",
  scope: scopes.join(" "),
  neededScopes: scopes,
  // Asked again every time: otherwise a second sign-in comes without a refresh token.
  signInParams: { access_type: "offline", prompt: "consent", include_granted_scopes: "false" },

  async find(api) {
    const items = await allCalendars(api);
    return {
      account: items.find(({ primary }) => primary)?.id ?? "",
      calendars: items
        .filter(({ summary }) => summary !== ownCalendarName)
        .map(({ id, summary, summaryOverride }) => ({ id, name: (summaryOverride ?? summary ?? id).slice(0, 200) })),
    };
  },

  async ownCalendar(api) {
    const made = (await allCalendars(api)).find(
      ({ summary, accessRole }) => summary === ownCalendarName && accessRole === "owner",
    );
    if (made) return made.id;
    const answer = await api.ask("/calendars", { method: "POST", body: { summary: ownCalendarName } });
    return parsed(z.object({ id: z.string().min(1) }), answer).id;
  },

  async busy(api, calendar, { etags }, { from, to }) {
    const there = new Map<string, { start: number; end: number }>();
    // Whole days: what a query cuts at its ends is cut at the same place the next time.
    const first = Math.floor(from / dayMs) * dayMs;
    for (let start = first; start < to; start += maxQueryDays * dayMs) {
      const end = Math.min(start + maxQueryDays * dayMs, Math.ceil(to / dayMs) * dayMs);
      const answer = await api.ask("/freeBusy", {
        method: "POST",
        body: {
          timeMin: new Date(start).toISOString(),
          timeMax: new Date(end).toISOString(),
          items: [{ id: calendar }],
        },
      });
      const found = parsed(freeBusy, answer).calendars[calendar];
      const [trouble] = found?.errors ?? [];
      // Google answers 200 with no times and an error beside them: that is not a free calendar.
      if (!found || trouble)
        throw trouble && trouble.reason !== "notFound"
          ? new CalendarFailed("refused", trouble.reason)
          : new CalendarFailed("no calendar");
      for (const time of found.busy) {
        const span = { start: Date.parse(time.start), end: Date.parse(time.end) };
        if (span.end > span.start)
          there.set(`${new Date(span.start).toISOString()}/${new Date(span.end).toISOString()}`, span);
      }
    }
    return {
      // A time has no name there but itself: the same time is the same entry.
      changed: [...there]
        .filter(([href]) => etags.get(href) !== "busy")
        .map(([href, span]) => ({ href, etag: "busy", uid: "", start: span.start, times: [span] })),
      gone: [...etags.keys()].filter((href) => !there.has(href)),
      syncToken: null,
      compared: true,
    };
  },

  async copies(api, calendar, known) {
    return (
      (known.syncToken !== null && !known.compareAll && (await listed(api, calendar, known, known.syncToken))) ||
      (await listed(api, calendar, known, null)) ||
      Promise.reject(new CalendarFailed("refused", "410"))
    );
  },

  async create(api, calendar, copy) {
    const id = eventId(copy);
    const answer = await api.ask(`${at(calendar)}?sendUpdates=none`, {
      method: "POST",
      body: { id, ...eventOf(copy) },
    });
    // There already: of a try whose answer was lost, or deleted there and put back.
    if (answer.status === 409) return google.update(api, calendar, id, null, copy);
    return { state: "there", href: id, etag: parsed(event, answer).etag };
  },

  async update(api, calendar, href, etag, copy) {
    const path = `${at(calendar)}/${encodeURIComponent(href)}`;
    const answer = await api.ask(`${path}?sendUpdates=none`, {
      method: "PUT",
      body: eventOf(copy),
      headers: etag ? { "if-match": etag } : {},
    });
    if (answer.status === 404 || answer.status === 410) return { state: "gone" };
    if (answer.status !== 412) return { state: "there", href, etag: parsed(event, answer).etag };
    const there = await api.ask(`${path}?fields=id,etag,status`);
    if (there.status === 404 || there.status === 410) return { state: "gone" };
    const found = parsed(event, there);
    return found.status === "cancelled" ? { state: "gone" } : { state: "changed", etag: found.etag, ics: "" };
  },

  // Removing what is not there is none.
  findCopy: (_api, _calendar, copy) => Promise.resolve(eventId(copy)),

  async remove(api, calendar, href) {
    const answer = await api.ask(`${at(calendar)}/${encodeURIComponent(href)}?sendUpdates=none`, { method: "DELETE" });
    if (answer.status >= 400 && answer.status !== 404 && answer.status !== 410)
      throw new CalendarFailed("refused", String(answer.status));
  },
};

async function allCalendars(api: ServiceApi): Promise<z.output<typeof calendarList>["items"]> {
  const items: z.output<typeof calendarList>["items"] = [];
  let page: string | undefined;
  for (let pages = 0; pages < 20; pages += 1) {
    const more = page ? `&pageToken=${encodeURIComponent(page)}` : "";
    const list = parsed(calendarList, await api.ask(`/users/me/calendarList?maxResults=250${more}`));
    items.push(...list.items);
    page = list.nextPageToken;
    if (!page) break;
  }
  return items;
}

/** Null: the token is too old, and everything is to be listed. */
async function listed(
  api: ServiceApi,
  calendar: string,
  known: KnownRows,
  token: string | null,
): Promise<ServiceChanges | null> {
  const changed: ServiceChanges["changed"] = [];
  const gone = new Set<string>();
  let page: string | undefined;
  for (let pages = 0; pages < 200; pages += 1) {
    const query = new URLSearchParams({
      maxResults: "250",
      showDeleted: "true",
      fields: "nextPageToken,nextSyncToken,items(id,etag,status,start)",
      ...(token && { syncToken: token }),
      ...(page && { pageToken: page }),
    });
    const answer = await api.ask(`${at(calendar)}?${query.toString()}`);
    if (answer.status === 410 && token) return null;
    const list = parsed(eventList, answer);
    for (const { id, etag, status, start } of list.items) {
      if (status === "cancelled") gone.add(id);
      else
        changed.push({
          href: id,
          etag,
          uid: "",
          start: start?.dateTime ? Date.parse(start.dateTime) : null,
          times: [],
        });
    }
    page = list.nextPageToken;
    if (page) continue;
    if (!token) {
      const there = new Set(changed.map(({ href }) => href));
      for (const href of known.etags.keys()) if (!there.has(href)) gone.add(href);
    }
    return {
      changed: changed.filter(({ href, etag }) => known.etags.get(href) !== etag),
      gone: [...gone].filter((href) => known.etags.has(href)),
      syncToken: list.nextSyncToken ?? null,
      compared: token === null,
    };
  }
  throw new CalendarFailed("too large");
}

/** No attendees: Google would write to them. */
const eventOf = ({ startsAt, endsAt, text, sequence }: ServiceCopy) => ({
  status: "confirmed",
  summary: text.summary,
  description: text.description ?? "",
  location: text.location ?? "",
  start: { dateTime: new Date(startsAt).toISOString() },
  end: { dateTime: new Date(endsAt).toISOString() },
  transparency: "opaque",
  sequence,
});
