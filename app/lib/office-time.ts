// The back office has one clock, that of the office: two colleagues in two zones read the same time. Where the viewer's own clock
// shows another time, the zone is named. The shell sets the zone before it shows a page.
import { dateFormat } from "#domain/formats.ts";

let zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
let formats = new Map<string, Intl.DateTimeFormat>();

export function setOfficeZone(next: string) {
  if (next === zone) return;
  zone = next;
  formats = new Map();
}

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  formats.set(key, format);
  return format;
}

/** A moment by the office's clock. */
export const inOfficeTime = (at: Date | number, options: Intl.DateTimeFormatOptions, otherwise = "en-US") =>
  dateFormat({ timeZone: zone, ...options }, otherwise).format(at);

/** By how many milliseconds the office's clock is before UTC at a moment. */
function offsetAt(at: number): number {
  const parts = formatOf("en-US", {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const clock = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return clock - Math.floor(at / 1000) * 1000;
}

/** " GMT+1" where the viewer's clock shows another time at that moment, else nothing. */
export function zoneNote(at: Date | number): string {
  const date = new Date(at);
  if (offsetAt(date.getTime()) === -date.getTimezoneOffset() * 60_000) return "";
  const parts = formatOf("en-US", { timeZoneName: "short" }).formatToParts(date);
  return ` ${parts.find(({ type }) => type === "timeZoneName")?.value ?? zone}`;
}

/** "2026-11-18", the office's day of a moment. */
export const officeDayOf = (at: Date | number) => toOfficeInput(at).slice(0, 10);

/** "2026-11-18T14:05", as an input of date and time takes it. */
export function toOfficeInput(at: Date | number): string {
  const time = new Date(at).getTime();
  return new Date(time + offsetAt(time)).toISOString().slice(0, 16);
}

/** The moment at which the office's clock shows "2026-11-18T14:05"; null when that is no time. */
export function fromOfficeInput(text: string): Date | null {
  const clock = new Date(`${text.slice(0, 16)}Z`).getTime();
  if (Number.isNaN(clock)) return null;
  // The offset there is not known before the moment is; a second look is right on days when the clock changes.
  const near = clock - offsetAt(clock);
  return new Date(clock - offsetAt(near));
}

/** When a day begins at the office; `daysLater` for the day after. */
export function officeDayStart(day: string, daysLater = 0): Date | null {
  const date = new Date(`${day}T00:00Z`);
  if (Number.isNaN(date.getTime())) return null;
  date.setUTCDate(date.getUTCDate() + daysLater);
  return fromOfficeInput(`${date.toISOString().slice(0, 10)}T00:00`);
}
