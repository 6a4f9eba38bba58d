// Which zone an entry of a calendar file means. Programs name zones in their own ways, and few of those names are known: by its name, else by
// a place at its end or beside it, else by the rules that the file itself has for it, else it is the owner's zone. Never UTC by default:
// that would leave busy hours free.
import ical, { type VEvent } from "node-ical";
import { offsetAt } from "./zone-time.ts";

export interface FileZone {
  /** X-LIC-LOCATION. */
  place: string;
  rules: ZoneRule[];
}

/** One STANDARD or DAYLIGHT of a VTIMEZONE. */
export interface ZoneRule {
  start: string;
  /** Milliseconds. */
  from: number;
  to: number;
  rrule: string;
  rdates: string[];
}

const dayMs = 86_400_000;
const maxRules = 400;

/** A zone that both Intl and the calendar reader know. */
export const isZone = (name: string): boolean => {
  try {
    return name !== "" && offsetAt(0, name) !== undefined;
  } catch {
    return false;
  }
};

const isUtc = (name: string) => /^(?:etc\/)?(?:utc|uct|gmt|zulu|z|greenwich|universal)$/i.test(name);

/** By the name alone. Null: it says nothing. */
function named(name: string): string | null {
  if (isUtc(name)) return "UTC";
  const [, sign, hours, minutes = "00"] = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d\d)?$/i.exec(name) ?? [];
  // Names of this kind count the other way round.
  if (sign && minutes === "00" && Number(hours) <= 12) return `Etc/GMT${sign === "+" ? "-" : "+"}${Number(hours)}`;
  return isZone(name) ? name : windowsZone(name);
}

/** "W. Europe Standard Time", as the calendar reader knows it. */
function windowsZone(name: string): string | null {
  // Quotes and line ends would be more than a name.
  if (!/^[^"\p{Cc}]{1,120}$/u.test(name)) return null;
  const probe = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:u\r\nDTSTART;TZID="${name}":20260115T120000\r\nEND:VEVENT\r\nEND:VCALENDAR`;
  const { tz } = ((ical.sync.parseICS(probe)["u"] as VEvent | undefined)?.start ?? {}) as { tz?: string };
  return tz && tz !== name && !isUtc(tz) && isZone(tz) ? tz : null;
}

/** "/mozilla.org/20050126_1/Europe/Berlin", "/freeassociation.sourceforge.net/Tzfile/Europe/Berlin". */
function placeAtEnd(name: string): string | null {
  const steps = name.slice(0, 200).split("/");
  for (let at = 1; at < steps.length; at += 1) {
    const rest = steps.slice(at).join("/");
    if (rest !== "" && (rest.includes("/") || isUtc(rest)) && isZone(rest)) return rest;
  }
  return null;
}

/** `zones`: the file's own, by their TZID. `from`: the time for which its rules have to be right. */
export function zoneOf(tzid: string, zones: ReadonlyMap<string, FileZone>, owner: string, from: number): string {
  const name = tzid.replaceAll('"', "").trim();
  if (name === "") return owner;
  const own = zones.get(name);
  // A word without a place ("EST", "Eastern") means what the file says of it.
  const rules = () => own && ruledZone(own, owner, from);
  const isWord = !name.includes("/") && !isUtc(name);
  return (
    (isWord ? rules() : null) ??
    named(name) ??
    placeAtEnd(name) ??
    (own?.place ? (named(own.place) ?? placeAtEnd(own.place)) : null) ??
    rules() ??
    owner
  );
}

const found = new Map<string, string | null>();

/** The zone whose clocks show what the file's rules say, in the year from `from`. */
function ruledZone(zone: FileZone, owner: string, from: number): string | null {
  if (zone.rules.length === 0) return null;
  const start = Math.floor(from / dayMs) * dayMs;
  const key = JSON.stringify([zone.rules, owner, start]);
  const known = found.get(key);
  if (known !== undefined) return known;
  const moments = Array.from({ length: 92 }, (_, n) => start + n * 4 * dayMs);
  const wanted = moments.map((time) => ruledOffset(zone.rules, time));
  // Two moments half a year apart leave few zones, which are then compared through the year.
  const isLike = (name: string) => [0, 46].every((n) => offsetAt(moments[n]!, name) === wanted[n]);
  let best: string | null = null;
  let most = 0;
  for (const name of [owner, ...Intl.supportedValuesOf("timeZone")].filter(isLike)) {
    const fits = moments.filter((time, n) => offsetAt(time, name) === wanted[n]).length;
    if (fits <= most) continue;
    [best, most] = [name, fits];
    if (fits === moments.length) break;
  }
  if (found.size > 200) found.clear();
  found.set(key, best);
  return best;
}

/** The offset from UTC at a moment: of the rule that began last. */
export function ruledOffset(rules: readonly ZoneRule[], time: number): number {
  let at = Number.NEGATIVE_INFINITY;
  let offset = rules.toSorted((a, b) => a.start.localeCompare(b.start))[0]?.from ?? 0;
  for (const rule of rules)
    for (const onset of onsets(rule, new Date(time).getUTCFullYear()))
      if (onset <= time && onset > at) [at, offset] = [onset, rule.to];
  return offset;
}

const shownAt = (text: string): number => {
  const [, y, mo, d, h = "0", mi = "0", s = "0"] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/.exec(text) ?? [];
  return Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s));
};

/** When a rule begins: its first date, further dates, and by its yearly rule in this year and the one before. */
function onsets({ start, from, rrule, rdates }: ZoneRule, year: number): number[] {
  const first = shownAt(start);
  const dates = [first, ...rdates.map(shownAt)];
  const part = (name: string) => new RegExp(`(?:^|;)${name}=([^;]*)`, "i").exec(rrule)?.[1] ?? "";
  if (/^yearly$/i.test(part("FREQ"))) {
    const until = part("UNTIL");
    const last = until === "" ? Number.POSITIVE_INFINITY : shownAt(until) + (until.length > 8 ? from : dayMs);
    for (const each of [year - 1, year]) {
      const day = dayOfRule(each, first, part);
      if (day !== null && day >= first && day <= last) dates.push(day);
    }
  }
  return dates.filter((date) => !Number.isNaN(date)).map((shown) => shown - from);
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** "BYMONTH=3;BYDAY=-1SU", "BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU": the day in a year, at the hour of the first. */
function dayOfRule(year: number, first: number, part: (name: string) => string): number | null {
  const month = part("BYMONTH") === "" ? new Date(first).getUTCMonth() : Number(part("BYMONTH")) - 1;
  const hour = first - Math.floor(first / dayMs) * dayMs;
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const monthDays = part("BYMONTHDAY");
  const among = monthDays === "" ? [] : monthDays.split(",").slice(0, 62).map(Number);
  const [, nth = "", weekday = ""] = /^([+-]?\d)?([A-Z]{2})$/i.exec(part("BYDAY")) ?? [];
  const days = Array.from({ length }, (_, n) => n + 1).filter(
    (day) =>
      (among.length === 0 || among.includes(day) || among.includes(day - length - 1)) &&
      (weekday === "" || weekdays[new Date(Date.UTC(year, month, day)).getUTCDay()] === weekday.toUpperCase()),
  );
  const day =
    weekday === "" && among.length === 0
      ? new Date(first).getUTCDate()
      : nth.startsWith("-")
        ? days.at(Number(nth))
        : days[Number(nth === "" ? 1 : nth) - 1];
  return day === undefined ? null : Date.UTC(year, month, day) + hour;
}

/** The VTIMEZONEs of a file, from its unfolded lines. */
export function zonesOf(lines: readonly { name: string; value: string }[]): Map<string, FileZone> {
  const zones = new Map<string, FileZone>();
  let zone: (FileZone & { tzid: string }) | null = null;
  let rule: ZoneRule | null = null;
  for (const { name, value } of lines) {
    const text = value.trim();
    const component = text.toUpperCase();
    if (name === "BEGIN" && component === "VTIMEZONE") zone = { tzid: "", place: "", rules: [] };
    else if (!zone) continue;
    else if (name === "END" && component === "VTIMEZONE") {
      if (zone.tzid !== "") zones.set(zone.tzid, zone);
      zone = rule = null;
    } else if (name === "TZID") zone.tzid = text.replaceAll('"', "");
    else if (name === "X-LIC-LOCATION") zone.place = text;
    else if (name === "BEGIN") rule = { start: "", from: 0, to: 0, rrule: "", rdates: [] };
    else if (name === "END") {
      if (rule && /^\d{8}T/.test(rule.start) && zone.rules.length < maxRules) zone.rules.push(rule);
      rule = null;
    } else if (!rule) continue;
    else if (name === "DTSTART") rule.start = text;
    else if (name === "TZOFFSETFROM") rule.from = offsetOf(text);
    else if (name === "TZOFFSETTO") rule.to = offsetOf(text);
    else if (name === "RRULE") rule.rrule = text;
    else if (name === "RDATE") rule.rdates = [...rule.rdates, ...text.split(",")].slice(0, maxRules);
  }
  return zones;
}

/** "+0130" and "-050000", in milliseconds. */
const offsetOf = (text: string): number => {
  const [, sign = "+", h = "0", m = "0", s = "0"] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(h) * 3600 + Number(m) * 60 + Number(s)) * 1000;
};
