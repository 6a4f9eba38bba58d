// Public holidays by country, from date-holidays: read when someone asks, never at the start (its tables are large).
import { createRequire } from "node:module";
import type HolidaysOf from "date-holidays";

const library = () => createRequire(import.meta.url)("date-holidays") as typeof HolidaysOf;

export interface Place {
  code: string;
  name: string;
}

export interface PublicHoliday {
  day: string;
  name: string;
}

const byName = (names: Record<string, string> | undefined): Place[] =>
  Object.entries(names ?? {})
    .map(([code, name]) => ({ code, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name, "en"));

export function countriesWithHolidays(): Place[] {
  const Holidays = library();
  return byName(new Holidays().getCountries("en"));
}

/** Null for a country that is not known. */
export function regionsOf(country: string): Place[] | null {
  const Holidays = library();
  if (!Holidays.prototype.getCountries.call(new Holidays())[country]) return null;
  return byName(new Holidays().getStates(country, "en"));
}

/** Statutory holidays that last the whole day, in order. Null for a place that is not known. */
export function publicHolidays(
  country: string,
  region: string | null,
  years: readonly number[],
): PublicHoliday[] | null {
  const regions = regionsOf(country);
  if (!regions || (region !== null && !regions.some(({ code }) => code === region))) return null;
  const Holidays = library();
  const found = region === null ? new Holidays(country) : new Holidays(country, region);
  const days = new Map<string, string>();
  for (const year of years)
    for (const { type, date, start, end, name } of found.getHolidays(year, "en")) {
      if (type !== "public" || end.getTime() - start.getTime() < 20 * 3_600_000) continue;
      const length = Math.round((end.getTime() - start.getTime()) / 86_400_000);
      for (let more = 0; more < Math.max(length, 1); more += 1) {
        const day = new Date(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) + more * 86_400_000)
          .toISOString()
          .slice(0, 10);
        // Of two on one day the first is named.
        if (!days.has(day)) days.set(day, name.slice(0, 200));
      }
    }
  return [...days].map(([day, name]) => ({ day, name })).toSorted((one, other) => one.day.localeCompare(other.day));
}
