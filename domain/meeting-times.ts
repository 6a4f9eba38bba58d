// Times of meetings as the server and the browser print them, the same in both: the reader's language and clock, the Gregorian calendar, Latin
// digits; words around them stay English.

const locales = /^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8}){0,3}$/;

/** A language that Intl knows, for what a browser or a header said; English otherwise. */
export function knownLocale(given: string | undefined | null): string {
  if (!given || !locales.test(given)) return "en-US";
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([given])[0] ?? "en-US";
  } catch {
    return "en-US";
  }
}

/** The first language of an Accept-Language header. */
export const localeOfHeader = (header: string | undefined | null): string =>
  knownLocale((header ?? "").split(",")[0]?.split(";")[0]?.trim());

export function isZone(zone: string | undefined | null): zone is string {
  // Offsets and abbreviations are no zones: they have no summer.
  if (!zone || zone.length > 60 || !/^[A-Za-z]+(?:[/_+-][A-Za-z0-9/_+-]*)?$/.test(zone)) return false;
  try {
    const known = new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
    return known !== "" && (zone === "UTC" || zone.includes("/"));
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();
function format(locale: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { timeZone: zone, ...options });
    formats.set(key, made);
  }
  return made;
}

/** Servers and browsers have other blanks between an hour and its half of the day. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F\u2009]/g, " ").replaceAll(/[\u200E\u200F\u061C]/g, "");

export const clockText = (at: Date, zone: string, locale: string): string =>
  plain(format(locale, zone, { hour: "numeric", minute: "2-digit" }).format(at));

/** "Thursday, December 5". */
export const dayText = (at: Date, zone: string, locale: string): string =>
  plain(format(locale, zone, { weekday: "long", month: "long", day: "numeric" }).format(at));

/** "Thursday, December 5, 2030". */
export const longDayText = (at: Date, zone: string, locale: string): string =>
  plain(format(locale, zone, { weekday: "long", month: "long", day: "numeric", year: "numeric" }).format(at));

export const weekdayText = (at: Date, zone: string, locale: string): string =>
  plain(format(locale, zone, { weekday: "long" }).format(at));

/** "2030-12-05" on the zone's calendar. */
export const dayOf = (at: Date, zone: string): string =>
  format("en-CA", zone, { year: "numeric", month: "2-digit", day: "2-digit" }).format(at);

/** "UTC+1", as it is on that day. */
export function offsetText(at: Date, zone: string): string {
  const name =
    format("en-US", zone, { timeZoneName: "shortOffset" })
      .formatToParts(at)
      .find(({ type }) => type === "timeZoneName")?.value ?? "";
  return name.replace("GMT", "UTC").replace("-", "\u2212");
}

/** "Berlin (UTC+1)". */
export const zoneText = (at: Date, zone: string): string =>
  zone === "UTC" ? "UTC" : `${zone.split("/").at(-1)!.replaceAll("_", " ")} (${offsetText(at, zone)})`;
