// How dates, counts and addresses are written in the back office.
import { currentTime } from "#domain/clock.ts";
import { formatCount, numberFormat } from "#domain/formats.ts";
import { inOfficeTime, officeDayOf, zoneNote } from "./office-time.ts";

// Cents where there are any: $1,200 and $1,200.50.
const dollars = numberFormat({
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});

export const formatDay = (date: Date) => inOfficeTime(date, { weekday: "long", month: "long", day: "numeric" });
/** Hours are counted to 24 here as in every list, unless the person chose otherwise. */
export function formatMoment(iso: string): string {
  const at = new Date(iso);
  return inOfficeTime(at, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" }) + zoneNote(at);
}
export const formatClock = (date: Date) =>
  inOfficeTime(date, { timeStyle: "medium", hourCycle: "h23" }) + zoneNote(date);
/** "today 09:34", "Mon 11:02", "Dec 5, 09:00", "Dec 5, 2025": short, for rows of a list. */
export function formatWhen(iso: string, now = currentTime()): string {
  const at = new Date(iso);
  const time = inOfficeTime(at, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }) + zoneNote(at);
  if (officeDayOf(at) === officeDayOf(now)) return `today ${time}`;
  if (officeDayOf(at).slice(0, 4) !== officeDayOf(now).slice(0, 4)) return inOfficeTime(at, { dateStyle: "medium" });
  const isNear = Math.abs(now.getTime() - at.getTime()) < 6 * 86_400_000;
  return isNear
    ? `${inOfficeTime(at, { weekday: "short" })} ${time}`
    : `${inOfficeTime(at, { month: "short", day: "numeric" })}, ${time}`;
}
export const formatNumber = (value: number) => formatCount(value);
export const formatDollars = (value: number) => dollars.format(value);

/** "1 account", "12 accounts", "100,000 contacts". */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** The address when it is safe to put in a link; only http and https are. */
export function webAddress(value: string | null | undefined): string | undefined {
  if (!value) return undefined;
  try {
    const url = new URL(value);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** tel: takes digits, +, and the pause and extension marks; spaces and brackets are for reading. */
export const callLink = (phone: string) => `tel:${phone.replace(/[^\d+*#,;]/g, "")}`;
export const mailLink = (email: string) => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
export const nameBeforeAt = (email: string) => email.split("@")[0] ?? email;
