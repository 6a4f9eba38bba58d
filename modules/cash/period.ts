// Months, quarters and years as office days, and how one steps to the next.
import { dateFormat } from "#domain/formats.ts";
import { isDay } from "#domain/days.ts";

export const lengths = { month: 1, quarter: 3, year: 12 } as const;
export type Length = keyof typeof lengths;
export interface Period {
  length: Length;
  from: string;
  to: string;
}

const written = (time: number) => new Date(time).toISOString().slice(0, 10);
const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const dayOf = (month: number) => written(Date.UTC(Math.floor(month / 12), month % 12, 1));

/** The period of this length that a day is in; whole months of the calendar. */
export function periodOf(length: Length, day: string, steps = 0): Period {
  const months = lengths[length];
  const first = monthOf(day) - (monthOf(day) % months) + steps * months;
  return { length, from: dayOf(first), to: written(Date.parse(dayOf(first + months)) - 86_400_000) };
}

/** What the address says, or this quarter. */
export function periodIn(params: URLSearchParams, today: string): Period {
  const length = (params.get("length") ?? "") in lengths ? (params.get("length") as Length) : "quarter";
  const on = params.get("on") ?? "";
  return periodOf(length, isDay(on) ? on : today);
}

const month = dateFormat({ month: "long", timeZone: "UTC" });
const monthAndYear = dateFormat({ month: "long", year: "numeric", timeZone: "UTC" });
export const periodName = ({ length, from, to }: Period) =>
  length === "year"
    ? from.slice(0, 4)
    : length === "month"
      ? monthAndYear.format(Date.parse(from))
      : `${month.format(Date.parse(from))} to ${monthAndYear.format(Date.parse(to))}`;
export const monthName = (day: string) => monthAndYear.format(Date.parse(day));
