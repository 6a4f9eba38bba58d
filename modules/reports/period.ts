// Periods as office days, written "2026-11-15", and how one compares with the one before. `today` is the office's, so that a browser
// in another time zone asks for the same days.
import { dateFormat } from "#domain/formats.ts";

export interface Period {
  from: string;
  to: string;
}

export const presets = ["month", "quarter", "half", "year"] as const;
export type Preset = (typeof presets)[number] | "last-month" | "last-90-days";
export const presetWords: Record<Preset, string> = {
  month: "This month",
  "last-month": "Last month",
  quarter: "This quarter",
  "last-90-days": "Last 90 days",
  half: "Half year",
  year: "This year",
};
const nouns: Record<Preset, string> = {
  month: "month",
  "last-month": "month",
  quarter: "quarter",
  "last-90-days": "90 days",
  half: "half year",
  year: "year",
};

const dayMs = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const written = (time: number) => new Date(time).toISOString().slice(0, 10);
export const addDays = (day: string, days: number) => written(at(day) + days * dayMs);
export const daysBetween = (from: string, to: string) => Math.round((at(to) - at(from)) / dayMs);

/** The first day of the month that comes `months` after this day's. */
export function monthStart(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return written(Date.UTC(year, month - 1 + months, 1));
}
export const monthEnd = (day: string, months = 0) => addDays(monthStart(day, months + 1), -1);

/** The months of a preset are those of the calendar: a half year begins in January or July. */
export function periodOf(preset: Preset, today: string): Period {
  if (preset === "last-90-days") return { from: addDays(today, -89), to: today };
  if (preset === "last-month") return { from: monthStart(today, -1), to: monthEnd(today, -1) };
  const months = { month: 1, quarter: 3, half: 6, year: 12 }[preset];
  const passed = (Number(today.slice(5, 7)) - 1) % months;
  return { from: monthStart(today, -passed), to: monthEnd(today, months - 1 - passed) };
}

const isWholeMonths = ({ from, to }: Period) => from.endsWith("-01") && to === monthEnd(to);

/**
 * The period before, of the same length: whole months before whole months, else as many days. One that is not over is compared with
 * as much of the one before as has passed of itself.
 */
export function earlierPeriod(period: Period, today: string): Period {
  const whole = isWholeMonths(period);
  const months =
    (Number(period.to.slice(0, 4)) - Number(period.from.slice(0, 4))) * 12 +
    Number(period.to.slice(5, 7)) -
    Number(period.from.slice(5, 7)) +
    1;
  const from = whole
    ? monthStart(period.from, -months)
    : addDays(period.from, -daysBetween(period.from, period.to) - 1);
  const end = addDays(period.from, -1);
  if (today < period.from || today >= period.to) return { from, to: end };
  const cut = addDays(from, daysBetween(period.from, today));
  return { from, to: cut < end ? cut : end };
}

const long = dateFormat({ month: "long", day: "numeric", timeZone: "UTC" });
const longWithYear = dateFormat({
  month: "long",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});
const short = dateFormat({ month: "short", day: "numeric", timeZone: "UTC" });
const monthShort = dateFormat({ month: "short", timeZone: "UTC" });
const monthLong = dateFormat({ month: "long", year: "numeric", timeZone: "UTC" });

/** "July 1 to November 16, 2026". */
export const periodWords = ({ from, to }: Period) =>
  `${(from.slice(0, 4) === to.slice(0, 4) ? long : longWithYear).format(at(from))} to ${longWithYear.format(at(to))}`;
/** "Jul 1 to Dec 31". */
export const shortPeriod = ({ from, to }: Period) => `${short.format(at(from))} to ${short.format(at(to))}`;
/** "Nov", "November 2026". */
export const shortMonth = (day: string) => monthShort.format(at(day));
export const longMonth = (day: string) => monthLong.format(at(day));

/** "the half year before". */
export const beforeWords = (preset: Preset | null) => `the ${preset ? nouns[preset] : "period"} before`;
