// Holidays from a calendar file (ICS, RFC 5545): its all-day entries, each day of them. What cannot be read is refused in a
// sentence; what is no holiday (an hour, a repetition, something cancelled) is left out and counted.
import { formatCount } from "#domain/formats.ts";
import type { Holiday } from "#app/lib/office.ts";

export type ReadHolidays =
  | { holidays: Holiday[]; leftOut: { withHour: number; repeating: number } }
  /** Why nothing was taken, in a sentence. */
  | { problem: string };

const maxCharacters = 1_000_000;
const maxDaysOfOne = 31;
const maxDays = 2000;

/** A long line goes on in the next one, after a blank. */
const unfolded = (text: string) => text.replace(/\r\n?|\u2028/g, "\n").replace(/\n[ \t]/g, "");

interface Property {
  name: string;
  parameters: string;
  value: string;
}

/** "DTSTART;VALUE=DATE:20261225". A colon in quotes belongs to a parameter. */
function propertyOf(line: string): Property | null {
  const [, name, parameters, value] = /^([A-Za-z-]+)((?:;[^:;="]+=(?:"[^"]*"|[^":;]*))*):(.*)$/.exec(line) ?? [];
  if (name === undefined || parameters === undefined || value === undefined) return null;
  return { name: name.toUpperCase(), parameters: parameters.toUpperCase(), value };
}

const unescaped = (text: string) =>
  text.replace(/\\([nN,;\\])/g, (_, escaped: string) => (escaped.toLowerCase() === "n" ? " " : escaped));

const dayNumber = 86_400_000;

/** "20261225" as milliseconds; null if there is no such day. */
function dayOf(value: string): number | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(value.trim()) ?? [];
  if (!year || !month || !day) return null;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const iso = new Date(at).toISOString().slice(0, 10);
  return iso === `${year}-${month}-${day}` ? at : null;
}

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

function eventsOf(text: string): Map<string, Property>[] | null {
  const events: Map<string, Property>[] = [];
  const open: string[] = [];
  let event: Map<string, Property> | null = null;
  for (const line of unfolded(text).split("\n")) {
    const property = propertyOf(line.trimEnd());
    if (!property) continue;
    const part = property.value.trim().toUpperCase();
    if (property.name === "BEGIN") {
      open.push(part);
      if (part === "VEVENT") event = new Map();
    } else if (property.name === "END") {
      // Cut off in the middle, or closed twice: then nothing in it can be trusted.
      if (open.pop() !== part) return null;
      if (part === "VEVENT" && event) events.push(event);
      if (part === "VEVENT") event = null;
    } else if (event && open.at(-1) === "VEVENT" && !event.has(property.name)) event.set(property.name, property);
  }
  return open.length === 0 ? events : null;
}

/** How many days an entry takes; a sentence if that cannot be. */
function lengthOf(event: Map<string, Property>, start: number, name: string): number | string {
  const end = event.get("DTEND");
  const duration = event.get("DURATION");
  let days = 1;
  if (end) {
    const last = dayOf(end.value);
    if (last === null) return `The entry "${name}" ends on ${end.value}, which is no day.`;
    // The day after the last, by the format; some write the day itself.
    days = Math.max(1, Math.round((last - start) / dayNumber));
    if (last < start) return `The entry "${name}" ends before it begins.`;
  } else if (duration) {
    const [, weeks, count] = /^\+?P(?:(\d+)W|(\d+)D)$/i.exec(duration.value.trim()) ?? [];
    days = weeks ? Number(weeks) * 7 : Number(count);
    if (!(days >= 1)) return `The entry "${name}" lasts ${duration.value}, which is no number of days.`;
  }
  if (days > maxDaysOfOne) return `The entry "${name}" lasts ${days} days. A holiday lasts ${maxDaysOfOne} at most.`;
  return days;
}

export function readHolidays(text: string): ReadHolidays {
  if (text.length > maxCharacters)
    return { problem: "This file is larger than a calendar of holidays. It may have 1 MB at most." };
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\s*$/im.test(text.slice(0, 200)))
    return { problem: "This is not a calendar file: it does not begin with BEGIN:VCALENDAR." };
  const events = eventsOf(text.replace(/^\uFEFF/, ""));
  if (!events)
    return { problem: "This calendar file is not whole: a part of it has no end. Save or download it again." };
  const found = new Map<string, string>();
  const leftOut = { withHour: 0, repeating: 0 };
  for (const event of events) {
    if (event.get("STATUS")?.value.trim().toUpperCase() === "CANCELLED") continue;
    const name =
      [
        ...unescaped(event.get("SUMMARY")?.value ?? "")
          .replace(/\s+/g, " ")
          .trim(),
      ]
        .slice(0, 200)
        .join("") || "Holiday";
    const begin = event.get("DTSTART");
    if (!begin) return { problem: `The entry "${name}" has no day (DTSTART).` };
    if (!begin.parameters.includes("VALUE=DATE") || begin.parameters.includes("VALUE=DATE-TIME"))
      if (begin.value.includes("T")) {
        leftOut.withHour++;
        continue;
      }
    const start = dayOf(begin.value);
    if (start === null) return { problem: `The entry "${name}" begins on ${begin.value}, which is no day.` };
    if (event.has("RRULE") || event.has("RDATE")) {
      leftOut.repeating++;
      continue;
    }
    const days = lengthOf(event, start, name);
    if (typeof days === "string") return { problem: days };
    for (let n = 0; n < days; n++) {
      const day = isoDay(start + n * dayNumber);
      if (!found.has(day)) found.set(day, name);
    }
    if (found.size > maxDays) return { problem: `This calendar has more than ${formatCount(maxDays)} days.` };
  }
  if (found.size === 0) return { problem: noneFound(leftOut) };
  const holidays = [...found].map(([day, name]) => ({ day, name })).sort((a, b) => a.day.localeCompare(b.day));
  return { holidays, leftOut };
}

function noneFound({ withHour, repeating }: { withHour: number; repeating: number }): string {
  if (repeating > 0) return "This calendar only has entries that repeat. Export it with its days written out.";
  if (withHour > 0) return "This calendar has no all-day entries, only ones with an hour.";
  return "This calendar is empty.";
}
