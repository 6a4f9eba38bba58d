// A week of the office: its days, and where a moment is in a column of hours.
import { inOfficeTime, officeDayOf, officeDayStart, toOfficeInput } from "#app/lib/office-time.ts";

export const hourHeight = 56;

/** "2026-11-16", the Monday of the week a day is in. */
export function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

export const weekOf = (monday: string) => ({
  from: officeDayStart(monday)!.toISOString(),
  until: officeDayStart(monday, 7)!.toISOString(),
});

/** "December 2 to 6", "December 30 to January 3". */
export function spanWords(first: string, last: string): string {
  const at = (day: string) => officeDayStart(day)!.getTime() + 12 * 3_600_000;
  const from = inOfficeTime(at(first), { month: "long", day: "numeric" });
  const sameMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${from} to ${inOfficeTime(at(last), sameMonth ? { day: "numeric" } : { month: "long", day: "numeric" })}`;
}

export const dayWords = (day: string, options: Intl.DateTimeFormatOptions) =>
  inOfficeTime(officeDayStart(day)!.getTime() + 12 * 3_600_000, options);
export const clock = (at: string | number | Date) =>
  inOfficeTime(new Date(at), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Hours since midnight of `day`, by the office's clock: 24 or more is after it, below 0 before. */
export function hoursInto(day: string, at: string | number): number {
  const there = officeDayOf(new Date(at));
  const input = toOfficeInput(new Date(at));
  const hours = Number(input.slice(11, 13)) + Number(input.slice(14, 16)) / 60;
  return there === day ? hours : there < day ? hours - 24 : hours + 24;
}

export interface Placed {
  top: number;
  height: number;
}

/** Where a span is in the column of a day that shows `first` to `last` o'clock; null where nothing of it shows. */
export function placed(day: string, from: string, until: string, first: number, last: number): Placed | null {
  const start = officeDayStart(day)!.getTime();
  const end = officeDayStart(day, 1)!.getTime();
  if (Date.parse(until) <= start || Date.parse(from) >= end) return null;
  const top = Math.max(Date.parse(from) < start ? first : hoursInto(day, from), first);
  const bottom = Math.min(Date.parse(until) >= end ? last : hoursInto(day, until), last);
  return bottom <= top ? null : { top: (top - first) * hourHeight, height: (bottom - top) * hourHeight };
}

/** Side by side where they overlap: which of how many columns each one has. */
export function inColumns<Item extends { starts_at: string; ends_at: string }>(items: readonly Item[]) {
  const sorted = items.toSorted((one, other) => one.starts_at.localeCompare(other.starts_at));
  const result: { item: Item; column: number; columns: number }[] = [];
  let group: typeof result = [];
  let groupEnd = "";
  const close = () => {
    const columns = Math.max(0, ...group.map(({ column }) => column)) + 1;
    for (const each of group) each.columns = columns;
    result.push(...group);
    group = [];
  };
  for (const item of sorted) {
    if (group.length > 0 && item.starts_at >= groupEnd) close();
    const taken = new Set(group.filter((each) => each.item.ends_at > item.starts_at).map(({ column }) => column));
    let column = 0;
    while (taken.has(column)) column += 1;
    groupEnd = group.length === 0 || item.ends_at > groupEnd ? item.ends_at : groupEnd;
    group.push({ item, column, columns: 1 });
  }
  close();
  return result;
}
