// Days and amounts of deals in the few words of a card. Days are the office's: every browser says the same.
import { dateFormat } from "#domain/formats.ts";
import { compactMoney, formatMoney } from "#domain/money.ts";

const weekday = dateFormat({ weekday: "short", timeZone: "UTC" });
const dated = dateFormat({ weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
const monthly = dateFormat({ month: "short", year: "numeric", timeZone: "UTC" });
const at = (day: string) => new Date(`${day}T00:00:00Z`);
const msPerDay = 86_400_000;

/** "11 days"; the first day is 0 days. */
export const daysIn = (since: string, now: number) => Math.max(0, Math.floor((now - Date.parse(since)) / msPerDay));
export const daysWords = (days: number) => `${days} ${days === 1 ? "day" : "days"}`;

/** The hourglass of a deal that stays longer than usual: orange from twice as long. */
export const stayTone = (days: number, usual: number | null) => (usual !== null && days >= 2 * usual ? "dev" : "plain");

/** "Today", "Tomorrow", "Overdue, Mon", "Fri, Dec 6". */
export function dueWords(day: string | null, today: string): { words: string; late: boolean } {
  // The office's day is not known for a moment.
  if (!day || !today) return { words: day ? dated.format(at(day)) : "No day", late: false };
  const days = Math.round((at(day).getTime() - at(today).getTime()) / msPerDay);
  if (days < 0) return { words: `Overdue, ${days > -7 ? weekday.format(at(day)) : dated.format(at(day))}`, late: true };
  if (days === 0) return { words: "Today", late: false };
  return { words: days === 1 ? "Tomorrow" : dated.format(at(day)), late: false };
}

/** "Dec 2026". */
export const monthWords = (day: string) => monthly.format(at(day));

/** "$86k", "SEK 86k", where there is no room for more. */
export const shortMoney = (minor: number, currency: string) =>
  compactMoney(minor, currency).replace(/[KMBT]$/, (letter) => letter.toLowerCase());

export const amountWords = (minor: number | null, currency: string) =>
  minor === null ? "No amount" : formatMoney(minor, currency);
