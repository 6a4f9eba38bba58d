// Clocks of zones, as calendars need them: from what a clock shows to the moment.

/** The same time of day so many days later. */
export function daysLater(start: number, days: number, zone: string): number {
  const guess = start + days * 86_400_000;
  return guess - (offsetAt(guess, zone) - offsetAt(start, zone));
}

/** When the clock of a zone shows what a UTC clock shows at `shown`. */
export const clockTime = (shown: number, zone: string): number => shown - offsetAt(shown - offsetAt(shown, zone), zone);

/** "2031-03-06T00:00:00" on the clock of a zone. */
export const timeIn = (zone: string, text: string): number => clockTime(Date.parse(`${text.slice(0, 19)}Z`), zone);

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    clocks.set(zone, clock);
  }
  return clock;
}

/** How far the clock of a zone is ahead of UTC, in milliseconds. Throws when there is no such zone. */
export function offsetAt(time: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(time);
  const get = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(get("year"), get("month") - 1, get("day"), get("hour"), get("minute"), get("second")) - time;
}
