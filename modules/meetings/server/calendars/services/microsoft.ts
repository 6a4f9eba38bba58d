// Microsoft Graph (v1.0). A delta query of the calendar view says what changed between two days, series expanded by them. It cannot be asked for
// single properties: of each answer only start, end, showAs and the owner's response are read, and nothing else is kept.
import { z } from "zod";
import { CalendarFailed } from "../caldav.ts";
import { timeIn } from "../zone-time.ts";
import {
  type Counted,
  type KnownRows,
  ownCalendarName,
  type Service,
  type ServiceChanges,
  type ServiceCopy,
  type Window,
} from "./service.ts";
import { parsed, type ServiceApi } from "./service-api.ts";

const scopes = ["offline_access", "Calendars.ReadWrite"];
const dayMs = 86_400_000;
/** Meetings by hand may be far ahead: those of our own calendar are seen this far. */
const copiesDays = 1000;
const maxPages = 400;
/** Under this name our copies carry the id of their meeting. */
const markId = "String {7d2f6a38-5e1c-4c0e-9b52-3f6d1c8ae941} Name GuidevaneMeeting";
const prefer = { prefer: 'outlook.timezone="UTC", IdType="ImmutableId", odata.maxpagesize=200' };

const moment = z.object({ dateTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d/) });
const item = z.object({
  id: z.string().min(1),
  "@odata.etag": z.string().optional(),
  "@removed": z.unknown().optional(),
  type: z.string().optional(),
  seriesMasterId: z.string().nullish(),
  start: moment.optional(),
  end: moment.optional(),
  isAllDay: z.boolean().optional(),
  isCancelled: z.boolean().optional(),
  showAs: z.string().optional(),
  responseStatus: z.object({ response: z.string().default("none") }).nullish(),
});
type Item = z.output<typeof item>;
const page = z.object({
  value: z.array(item),
  "@odata.nextLink": z.string().optional(),
  "@odata.deltaLink": z.string().optional(),
});
const calendarPage = z.object({
  value: z.array(
    z.object({
      id: z.string().min(1),
      name: z.string().default(""),
      canEdit: z.boolean().optional(),
      isDefaultCalendar: z.boolean().optional(),
      owner: z.object({ address: z.string().nullish() }).nullish(),
    }),
  ),
  "@odata.nextLink": z.string().optional(),
});
const made = z.object({ id: z.string().min(1), "@odata.etag": z.string().optional() });

const at = (calendar: string) => `/me/calendars/${encodeURIComponent(calendar)}`;
const event = (id: string) => `/me/events/${encodeURIComponent(id)}`;

export const microsoft: Service = {
  kind: "microsoft",
  authorizeUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
  tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
  apiUrl: "https://graph.microsoft.com/v1.0",
  scope: scopes.join(" "),
  neededScopes: ["Calendars.ReadWrite"],
  signInParams: { prompt: "select_account", response_mode: "query" },

  async find(api) {
    const all = await allCalendars(api);
    return {
      account: all.find(({ isDefaultCalendar }) => isDefaultCalendar)?.owner?.address ?? "",
      calendars: all
        .filter(({ name }) => name !== ownCalendarName)
        .map(({ id, name }) => ({ id, name: (name || "Calendar").slice(0, 200) })),
    };
  },

  async ownCalendar(api) {
    const there = (await allCalendars(api)).find(({ name, canEdit }) => name === ownCalendarName && canEdit !== false);
    if (there) return there.id;
    const answer = await api.ask("/me/calendars", { method: "POST", body: { name: ownCalendarName }, headers: prefer });
    return parsed(made, answer).id;
  },

  busy: (api, calendar, known, window, counted) => readView(api, calendar, known, window, counted),

  copies: (api, calendar, known, window) =>
    readView(api, calendar, known, { ...window, to: Math.max(window.to, window.from + copiesDays * dayMs) }, null),

  async create(api, calendar, copy) {
    const earlier = await marked(api, calendar, copy);
    if (earlier) return microsoft.update(api, calendar, earlier, null, copy);
    const answer = await api.ask(`${at(calendar)}/events`, {
      method: "POST",
      headers: prefer,
      body: {
        ...eventOf(copy),
        // Two tries at the same moment make one entry.
        transactionId: `${copy.meeting}-${copy.timesMade}`,
        singleValueExtendedProperties: [{ id: markId, value: copy.meeting }],
      },
    });
    if (answer.status === 409) {
      const other = await marked(api, calendar, copy);
      if (other) return microsoft.update(api, calendar, other, null, copy);
    }
    const { id, "@odata.etag": etag = null } = parsed(made, answer);
    return { state: "there", href: id, etag };
  },

  async update(api, _calendar, href, etag, copy) {
    const answer = await api.ask(event(href), {
      method: "PATCH",
      body: eventOf(copy),
      headers: { ...prefer, ...(etag && { "if-match": etag }) },
    });
    if (answer.status === 404 || answer.status === 410) return { state: "gone" };
    if (answer.status !== 412) return { state: "there", href, etag: parsed(made, answer)["@odata.etag"] ?? null };
    const there = await api.ask(`${event(href)}?$select=id`, { headers: prefer });
    if (there.status === 404 || there.status === 410) return { state: "gone" };
    return { state: "changed", etag: parsed(made, there)["@odata.etag"] ?? null, ics: "" };
  },

  findCopy: (api, calendar, copy) => marked(api, calendar, copy),

  async remove(api, _calendar, href) {
    const answer = await api.ask(event(href), { method: "DELETE", headers: prefer });
    if (answer.status >= 400 && answer.status !== 404 && answer.status !== 410)
      throw new CalendarFailed("refused", String(answer.status));
  },
};

async function allCalendars(api: ServiceApi): Promise<z.output<typeof calendarPage>["value"]> {
  const all: z.output<typeof calendarPage>["value"] = [];
  let next: string | undefined = "/me/calendars?$select=id,name,canEdit,isDefaultCalendar,owner&$top=100";
  for (let pages = 0; next !== undefined && pages < 20; pages += 1) {
    const answer: z.output<typeof calendarPage> = parsed(calendarPage, await api.ask(next, { headers: prefer }));
    all.push(...answer.value);
    next = answer["@odata.nextLink"];
  }
  return all;
}

async function marked(api: ServiceApi, calendar: string, { meeting }: ServiceCopy): Promise<string | null> {
  const filter = `singleValueExtendedProperties/Any(ep: ep/id eq '${markId}' and ep/value eq '${meeting}')`;
  const query = new URLSearchParams({ $filter: filter, $select: "id", $top: "1" });
  const answer = await api.ask(`${at(calendar)}/events?${query.toString()}`, { headers: prefer });
  return parsed(z.object({ value: z.array(made) }), answer).value[0]?.id ?? null;
}

/** `counted` null: our own calendar, whose times make no one busy. */
async function readView(
  api: ServiceApi,
  calendar: string,
  known: KnownRows,
  window: Window,
  counted: Counted | null,
): Promise<ServiceChanges> {
  const since = known.syncToken !== null && !known.compareAll ? await items(api, known.syncToken) : null;
  // A date of a series says no more than when it is, and what the series says changes all its dates: then everything is read again.
  if (since && !since.items.some((each) => isSeries(each) || needsSeries(each)))
    return changesOf(since, known, window, counted, false);
  const query = new URLSearchParams({
    startDateTime: new Date(Math.floor(window.from / dayMs) * dayMs).toISOString(),
    endDateTime: new Date(Math.ceil(window.to / dayMs) * dayMs).toISOString(),
  });
  const all = await items(api, `${at(calendar)}/calendarView/delta?${query.toString()}`);
  if (!all) throw new CalendarFailed("no calendar");
  return changesOf(all, known, window, counted, true);
}

const isSeries = ({ type }: Item) => type === "seriesMaster";
const needsSeries = (each: Item) => each["@removed"] === undefined && !isSeries(each) && each.showAs === undefined;

/** Null: the link is too old. */
async function items(api: ServiceApi, first: string): Promise<{ items: Item[]; deltaLink: string } | null> {
  const all: Item[] = [];
  let next = first;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const answer = await api.ask(next, { headers: prefer });
    if (answer.status === 410 || (answer.status === 400 && next === first && /^https?:/.test(first))) return null;
    const read = parsed(page, answer);
    all.push(...read.value);
    if (read["@odata.deltaLink"]) return { items: all, deltaLink: read["@odata.deltaLink"] };
    if (!read["@odata.nextLink"]) throw new CalendarFailed("refused", "answer");
    next = read["@odata.nextLink"];
  }
  throw new CalendarFailed("too large");
}

function changesOf(
  found: { items: Item[]; deltaLink: string },
  known: KnownRows,
  window: Window,
  counted: Counted | null,
  compared: boolean,
): ServiceChanges {
  const masters = new Map(found.items.filter(isSeries).map((each) => [each.id, each]));
  // The same entry may come twice in several pages: the last word counts.
  const latest = new Map(found.items.filter((each) => !isSeries(each)).map((each) => [each.id, each]));
  const changed: ServiceChanges["changed"] = [];
  const gone = new Set<string>();
  for (const [href, each] of latest) {
    if (each["@removed"] !== undefined) {
      gone.add(href);
      continue;
    }
    const span = spanOf(each, window.zone);
    const said = { ...masters.get(each.seriesMasterId ?? ""), ...each };
    const times =
      span && counted && isBusy(said, counted) && span.end > window.from && span.start < window.to ? [span] : [];
    // Dates of a series have no tag that changes with the series: of what makes busy, what it says is its tag.
    const etag = counted
      ? JSON.stringify([span, said.showAs, said.responseStatus?.response, said.isCancelled])
      : (each["@odata.etag"] ?? "");
    changed.push({ href, etag, uid: "", start: span?.start ?? null, times });
  }
  if (compared) for (const href of known.etags.keys()) if (!latest.has(href)) gone.add(href);
  return {
    changed: compared ? changed.filter(({ href, etag }) => known.etags.get(href) !== etag) : changed,
    gone: [...gone].filter((href) => known.etags.has(href)),
    syncToken: found.deltaLink,
    compared,
  };
}

/** Whole days are midnight to midnight of no zone: of the person's, then. */
function spanOf({ start, end, isAllDay }: Item, zone: string): { start: number; end: number } | null {
  if (!start || !end) return null;
  const read = (text: string) =>
    isAllDay ? timeIn(zone, text) : Date.parse(`${text.replace(/Z$/, "").slice(0, 19)}Z`);
  const span = { start: read(start.dateTime), end: read(end.dateTime) };
  return span.end > span.start ? span : null;
}

function isBusy({ showAs, responseStatus, isCancelled, isAllDay }: Item, counted: Counted): boolean {
  const response = responseStatus?.response ?? "none";
  if (isCancelled || showAs === "free" || showAs === "workingElsewhere" || response === "declined") return false;
  if (isAllDay && !counted.countAllDay) return false;
  if (response === "notResponded" && !counted.countUnanswered) return false;
  const isTentative = showAs === "tentative" || response === "tentativelyAccepted";
  // Unanswered invitations are tentative there: who counts them, counts them.
  return !isTentative || counted.countTentative || response === "notResponded";
}

/** No attendees: Exchange would write to them. */
const eventOf = ({ startsAt, endsAt, text }: ServiceCopy) => ({
  subject: text.summary,
  body: { contentType: "text", content: text.description ?? "" },
  location: { displayName: text.location ?? "" },
  start: { dateTime: new Date(startsAt).toISOString().slice(0, 19), timeZone: "UTC" },
  end: { dateTime: new Date(endsAt).toISOString().slice(0, 19), timeZone: "UTC" },
  showAs: "busy",
});
