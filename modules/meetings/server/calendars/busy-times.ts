// What a calendar entry says of its owner's time: busy from when to when, and nothing else of it. Titles, places and people
// are read here to decide, and go no further.
import ical, { type VEvent } from "node-ical";
import { allDayMark, furtherDate, lineOf, prepared, unfolded, zoneNamed, type Zones } from "./prepare-ics.ts";
import { clockTime, daysLater } from "./zone-time.ts";
import { type FileZone, zoneOf, zonesOf } from "./zones.ts";

export interface BusyRules {
  zone: string;
  /** Addresses of the owner: whether they declined is said of an attendee. */
  addresses: string[];
  from: number;
  to: number;
  countTentative: boolean;
  countAllDay: boolean;
  countUnanswered: boolean;
}

export interface BusyTime {
  /** Milliseconds. */
  start: number;
  end: number;
  uid: string;
}

export interface BusyTimes {
  times: BusyTime[];
  /** UIDs of the file, busy or not. */
  uids: string[];
  /** Entries that could only be taken at their first date. */
  unread: number;
}

export const maxRepeats = 1000;
const dayMs = 86_400_000;

type Entry = VEvent & Record<string, unknown>;

export function busyTimes(ics: string, rules: BusyRules): BusyTimes {
  try {
    return readTimes(ics, rules);
  } catch {
    return datedTimes(ics, rules, rules);
  }
}

function readTimes(ics: string, rules: BusyRules): BusyTimes {
  const file = ical.sync.parseICS(prepared(ics, rules));
  const entries = Object.values(file).filter((part): part is Entry => (part as { type?: string })?.type === "VEVENT");
  const byUid = new Map(entries.map((entry) => [entry.uid, entry]));
  const found: BusyTimes = { times: [], uids: [...new Set(uidsOf(ics))], unread: 0 };
  for (const entry of entries) {
    const series = textOf(entry[furtherDate.slice(2)]);
    const uid = series || entry.uid;
    try {
      const times = series ? [further(entry, byUid.get(series))] : repeats(entry, rules);
      for (const { start, end, event } of times)
        if (isBusy(event, entry, rules)) found.times.push({ start, end: Math.max(end, start), uid });
    } catch {
      // What cannot be read and has a date counts at that date: free would be a guess that books over it.
      found.unread += 1;
      const start = timeOf(entry.start);
      if (start !== null) found.times.push({ start, end: timeOf(entry.end) ?? start + 3_600_000, uid });
    }
  }
  const inside = ({ start, end }: BusyTime) => end > rules.from && start < rules.to && end > start;
  found.times = found.times
    .filter(inside)
    .map((time) => ({ ...time, end: Math.min(time.end, rules.to + 366 * dayMs) }));
  return found;
}

interface Repeat {
  start: number;
  end: number;
  event: Entry;
}

function repeats(entry: Entry, rules: BusyRules): Repeat[] {
  const start = timeOf(entry.start);
  if (start === null) throw new Error("without a date");
  const length = Math.max(0, (timeOf(entry.end) ?? start) - start);
  if (!entry.rrule) {
    const own = entry["recurrenceid"] === undefined || !entry.recurrences ? [whole(entry, start, rules.zone)] : [];
    return [...own, ...moved(entry, [])];
  }
  const times: Repeat[] = [];
  const taken: number[] = [];
  const excluded = new Set(Object.values(entry.exdate ?? {}).map((date) => timeOf(date)));
  // Step by step, so that what repeats every second costs no more than what repeats a thousand times.
  let at: Date | undefined = entry.rrule.after(new Date(Math.max(start, rules.from - length) - 1), true);
  while (at && at.getTime() < rules.to && times.length < maxRepeats) {
    const time = at.getTime();
    if (!excluded.has(time)) {
      const changed = entry.recurrences?.[at.toISOString()] as Entry | undefined;
      if (changed) taken.push(time);
      times.push(
        changed ? whole(changed, timeOf(changed.start) ?? time, rules.zone) : repeated(entry, time, rules.zone),
      );
    }
    at = entry.rrule.after(at, false);
  }
  return [...times, ...moved(entry, taken)];
}

/** Single dates of the series that were moved: also into our time from outside of it. */
const moved = (entry: Entry, taken: number[]): Repeat[] =>
  [...new Set(Object.values(entry.recurrences ?? {}) as unknown as Entry[])]
    .filter((changed) => !taken.includes(timeOf(changed.recurrenceid) ?? Number.NaN))
    .flatMap((changed) => {
      const start = timeOf(changed.start);
      return start === null ? [] : [{ start, end: timeOf(changed.end) ?? start, event: changed }];
    });

const isAllDay = (entry: Entry) => textOf(entry[allDayMark.slice(2)]) === "YES";

function repeated(entry: Entry, start: number, zone: string): Repeat {
  const first = timeOf(entry.start)!;
  const length = (timeOf(entry.end) ?? first) - first;
  return {
    start,
    end: isAllDay(entry) ? daysLater(start, Math.round(length / dayMs), zone) : start + length,
    event: entry,
  };
}

const whole = (entry: Entry, start: number, zone: string): Repeat => {
  const end = timeOf(entry.end) ?? start;
  // A day may have 23 or 25 hours.
  return {
    start,
    end: isAllDay(entry) ? daysLater(start, Math.max(1, Math.round((end - start) / dayMs)), zone) : end,
    event: entry,
  };
};

function further(entry: Entry, series: Entry | undefined): Repeat {
  const start = timeOf(entry.start)!;
  const end = timeOf(entry.end) ?? start;
  const length = series ? (timeOf(series.end) ?? 0) - (timeOf(series.start) ?? 0) : 0;
  return { start, end: end > start ? end : start + length, event: entry };
}

function isBusy(event: Entry, series: Entry, rules: BusyRules): boolean {
  const said = (name: string) => textOf(event[name] ?? series[name]).toUpperCase();
  const status = said("status");
  const microsoft = said("MICROSOFT-CDO-BUSYSTATUS");
  if (status === "CANCELLED" || said("transparency") === "TRANSPARENT" || microsoft === "FREE") return false;
  if (isAllDay(event) && !rules.countAllDay) return false;
  const answer = ownersAnswer(event["attendee"] ?? series["attendee"], rules.addresses);
  if (answer === "DECLINED") return false;
  if (answer === "NEEDS-ACTION" && !rules.countUnanswered) return false;
  const isTentative = status === "TENTATIVE" || microsoft === "TENTATIVE" || answer === "TENTATIVE";
  return !isTentative || rules.countTentative;
}

interface Attendee {
  val?: unknown;
  params?: Record<string, unknown>;
}

/** Null: the owner is not among those who were asked. */
function ownersAnswer(attendees: unknown, addresses: string[]): string | null {
  const known = new Set(addresses.map((address) => address.toLowerCase()));
  for (const each of Array.isArray(attendees) ? attendees : [attendees]) {
    const { val, params } = (typeof each === "string" ? { val: each } : (each ?? {})) as Attendee;
    const mail = textOf(val)
      .replace(/^mailto:/i, "")
      .trim()
      .toLowerCase();
    const other = textOf(params?.["EMAIL"]).toLowerCase();
    if (known.has(mail) || (other !== "" && known.has(other)))
      return (textOf(params?.["PARTSTAT"]) || "NEEDS-ACTION").toUpperCase();
  }
  return null;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return textOf(value.at(-1));
  if (typeof value === "object" && value !== null && "val" in value) return textOf(value.val);
  return typeof value === "string" ? value : value == null ? "" : String(value as number | boolean);
}

const timeOf = (value: unknown): number | null => {
  const time = value instanceof Date ? value.getTime() : Number.NaN;
  return Number.isNaN(time) ? null : time;
};

const uidsOf = (ics: string) =>
  unfolded(ics)
    .map(lineOf)
    .filter(({ name, value }) => name === "UID" && value !== "")
    .map(({ value }) => value.trim());

/** The first date that a file names. */
export const firstStart = (ics: string, rules: Zones): number | null =>
  datedTimes(ics, rules, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }).times[0]?.start ?? null;

/** Of what cannot be read at all, or not in time: every entry busy at the first date it names. */
export function datedTimes(ics: string, rules: Zones, { from, to }: Pick<BusyRules, "from" | "to">): BusyTimes {
  const found: BusyTimes = { times: [], uids: [...new Set(uidsOf(ics))], unread: 0 };
  let start: number | null = null;
  let end: number | null = null;
  let uid = "";
  const lines = unfolded(ics).map(lineOf);
  const zones = zonesOf(lines);
  for (const { name, params, value } of lines) {
    if (name === "BEGIN" && /^VEVENT$/i.test(value)) {
      start = end = null;
      uid = "";
    } else if (name === "UID") uid = value.trim();
    else if (name === "DTSTART") start = roughTime(params, value, rules, zones);
    else if (name === "DTEND") end = roughTime(params, value, rules, zones);
    else if (name === "END" && /^VEVENT$/i.test(value) && start !== null) {
      found.unread += 1;
      const until = end ?? start + 3_600_000;
      if (until > from && start < to && until > start) found.times.push({ start, end: until, uid });
      start = null;
    }
  }
  return found;
}

function roughTime(
  params: string,
  value: string,
  { zone, from }: Zones,
  zones: ReadonlyMap<string, FileZone>,
): number | null {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?/.exec(value);
  if (!found) return null;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((each) => Number(each ?? 0));
  const utc = Date.UTC(year!, month! - 1, day, hour, minute, second);
  if (found[7]) return utc;
  const named = zoneNamed(params);
  return clockTime(utc, named === null ? zone : zoneOf(named, zones, zone, from));
}
