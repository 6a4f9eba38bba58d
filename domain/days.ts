// A day is a date without a time or a zone, written "2026-11-15". It is text from the database to the screen: a Date would be a
// moment, and the day before it a few time zones to the west.
import { dateFormat } from "./formats.ts";

const shape = /^(\d{4})-(\d{2})-(\d{2})$/;
const written = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

export function isDay(text: string): boolean {
  if (!shape.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** "Nov 15, 2026". */
export const formatDay = (day: string): string => (isDay(day) ? written.format(new Date(`${day}T00:00:00Z`)) : day);

const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
/** "November 15, 2026", in letters, documents and mail. */
export const formatLongDay = (day: string): string => (isDay(day) ? long.format(new Date(`${day}T00:00:00Z`)) : day);

/** "2026-11-15" of what people and spreadsheets write: that, "15.11.2026" or "11/15/2026"; null when it is none of them. */
export function parseDay(text: string): string | null {
  const plain = text.trim();
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(plain);
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(plain);
  const [year, month, day] = dotted
    ? [dotted[3], dotted[2], dotted[1]]
    : slashed
      ? [slashed[3], slashed[1], slashed[2]]
      : plain.split("T", 1)[0]!.split("-");
  const iso = `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
  return isDay(iso) ? iso : null;
}
