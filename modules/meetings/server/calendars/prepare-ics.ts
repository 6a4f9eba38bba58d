// Makes a calendar file unmistakable before it is read: all-day and floating times get the person's zone, where the reader
// would take the zone of this process, zones get names that the reader knows (zones.ts), where it would take UTC, and further dates of a
// series (RDATE) become entries that the reader knows.
import { type FileZone, zoneOf, zonesOf } from "./zones.ts";

export const allDayMark = "X-GUIDEVANE-ALL-DAY";
export const furtherDate = "X-GUIDEVANE-FURTHER-DATE";

interface Line {
  name: string;
  params: string;
  value: string;
  text: string;
}

/** Lines that were folded are whole again. */
export const unfolded = (ics: string): string[] => ics.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/);

export function lineOf(text: string): Line {
  // A colon or semicolon inside quotes belongs to the parameter.
  const found = /^([A-Za-z0-9-]+)((?:;[^=:;]+=(?:"[^"]*"|[^":;]*))*):(.*)$/s.exec(text);
  if (!found) return { name: "", params: "", value: "", text };
  const line = { name: found[1]!.toUpperCase(), params: found[2]!, value: found[3]!, text };
  if (!dated.has(line.name) && line.name !== "RDATE") return line;
  // Some programs write "TZID=(UTC+01:00) Berlin" without quotes. A date has no colon.
  const colon = text.lastIndexOf(":");
  return { ...line, params: text.slice(found[1]!.length, colon), value: text.slice(colon + 1) };
}

const dated = new Set(["DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE"]);
const isDay = (value: string) => /^\d{8}$/.test(value);
const zoneParam = /;TZID=("[^"]*"|[^;"]*)/i;
/** What a date says of its zone; null when it says nothing. */
export const zoneNamed = (params: string): string | null => {
  const name = zoneParam.exec(params)?.[1]?.replaceAll('"', "").trim() ?? "";
  return name === "" ? null : name;
};
const isZ = (value: string) => /Z$/i.test(value);

export interface Zones {
  /** The owner's. */
  zone: string;
  /** From when on times have to be right. */
  from: number;
}

/** A copy whose every day and time is in a zone that the reader knows, floating ones in the owner's. */
export function prepared(ics: string, { zone, from }: Zones): string {
  const out: string[] = [];
  let entry: Line[] | null = null;
  let inZone = false;
  const lines = unfolded(ics).map(lineOf);
  const zones = zonesOf(lines);
  for (const line of lines) {
    const component = line.value.trim().toUpperCase();
    if (line.name === "BEGIN" && component === "VEVENT") entry = [];
    else if (line.name === "END" && component === "VEVENT" && entry) {
      out.push(...preparedEntry(entry, zone, zones, from));
      entry = null;
    } else if (entry) entry.push(line);
    else if (line.name === "BEGIN" && component === "VTIMEZONE") inZone = true;
    else if (line.name === "END" && component === "VTIMEZONE") inZone = false;
    // The names in its place need no rules.
    else if (!inZone) out.push(line.text);
  }
  return out.join("\r\n");
}

function preparedEntry(lines: Line[], zone: string, zones: ReadonlyMap<string, FileZone>, at: number): string[] {
  // What is nested (alarms) says nothing of times.
  const own: Line[] = [];
  let depth = 0;
  for (const line of lines) {
    if (line.name === "BEGIN") depth += 1;
    else if (line.name === "END") depth -= 1;
    else if (depth === 0) own.push(line);
  }
  const start = own.find(({ name }) => name === "DTSTART");
  if (!start) return [];
  const allDay = isDay(start.value);
  const inZone = (name: string, { params, value }: Line): string => {
    const values = value.split(",").map((each) => each.trim());
    if (isDay(values[0]!))
      return `${name};TZID=${zone}:${values.map((each) => `${each.slice(0, 8)}T000000`).join(",")}`;
    const others = params.replace(zoneParam, "");
    if (isZ(values[0]!)) return `${name}${others}:${value}`;
    const known = zoneNamed(params);
    return `${name}${others};TZID=${known === null ? zone : zoneOf(known, zones, zone, at)}:${value}`;
  };
  const kept: string[] = [];
  for (const line of own) {
    if (line.name === "RDATE") continue;
    if (line.name === "RRULE") kept.push(untilInclusive(line.text));
    else kept.push(dated.has(line.name) ? inZone(line.name, line) : line.text);
  }
  if (allDay) {
    kept.push(`${allDayMark}:YES`);
    if (!own.some(({ name }) => name === "DTEND" || name === "DURATION")) kept.push("DURATION:P1D");
  }
  const uid = own.find(({ name }) => name === "UID")?.value ?? "";
  const whole = uid === "" ? ["UID:without", ...kept.filter((text) => lineOf(text).name !== "UID")] : kept;
  return [asEntry(whole), ...furtherDates(own, uid, whole, inZone).map(asEntry)].flat();
}

const asEntry = (lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];

/** "Until the 31st" includes the 31st, in the zone of the series. */
const untilInclusive = (rule: string) => rule.replace(/(UNTIL=\d{8})(?=;|$)/i, "$1T235959");

/** Each further date of a series as an entry of its own. Its length is that of the series, unless it names an end. */
function furtherDates(
  own: Line[],
  uid: string,
  whole: string[],
  inZone: (name: string, line: Line) => string,
): string[][] {
  const isOf = (text: string, ...names: string[]) => names.includes(lineOf(text).name);
  const common = whole.filter(
    (text) => !isOf(text, "DTSTART", "DTEND", "DURATION", "RRULE", "EXDATE", "UID", "RECURRENCE-ID"),
  );
  const ends = whole.filter((text) => isOf(text, "DURATION"));
  return own
    .filter(({ name }) => name === "RDATE")
    .flatMap((line) => line.value.split(",").map((value) => ({ ...line, value: value.trim() })))
    .map((line, at) => {
      const [from = "", to] = line.value.split("/");
      const params = line.params.replace(/;VALUE=PERIOD/i, "");
      const end =
        to === undefined
          ? ends
          : to.startsWith("P")
            ? [`DURATION:${to}`]
            : [inZone("DTEND", { ...line, params, value: to })];
      return [
        `UID:${uid}#${at + 1}`,
        inZone("DTSTART", { ...line, params, value: from }),
        ...end,
        ...common,
        `${furtherDate}:${uid}`,
      ];
    });
}
