// Moments by the office's clock, as pages of the area write them.
import { currentTime } from "#domain/clock.ts";
const format = (options: Intl.DateTimeFormatOptions) => (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(at);

export const timeOf = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
export const dayOf = format({ weekday: "long", month: "long", day: "numeric" });
export const shortDay = format({ month: "short", day: "numeric" });
/** "Thursday, 17:00". */
export const dayAndTime = (at: Date, timeZone: string): string =>
  `${format({ weekday: "long" })(at, timeZone)}, ${timeOf(at, timeZone)}`;
export const hourIn = (timeZone: string, now = currentTime()): number => Number(timeOf(now, timeZone).slice(0, 2));
