// Times of inquiries: all in the office's zone, in which the promise is made, and with the zone's name.

/** "New York" for America/New_York. */
export const zoneName = (zone: string) => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

const formatted = (iso: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(new Date(iso));

/** "Nov 17, 2026, 3:04 PM, New York time". */
export const momentIn = (iso: string, zone: string) =>
  `${formatted(iso, zone, { dateStyle: "medium", timeStyle: "short" })}, ${zoneName(zone)} time`;

const week = 6 * 24 * 3600 * 1000;

/** In a list: "Tue 15:04", or "17 Nov" for what is older than a week. */
export const shortMomentIn = (iso: string, zone: string, now: number) =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    ...(now - Date.parse(iso) < week
      ? { weekday: "short", hour: "2-digit", minute: "2-digit" }
      : { day: "numeric", month: "short" }),
  })
    .format(new Date(iso))
    .replace(",", "");
