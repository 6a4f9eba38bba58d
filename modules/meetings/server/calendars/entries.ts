// The entries of a published calendar file, in its thread (calendar-thread.ts).
import { unfolded } from "./prepare-ics.ts";

export interface FileEntry {
  href: string;
  ics: string;
}

/** Longer rules of a zone are not copied into each entry that names it. */
const maxZoneLines = 1000;
const maxZones = 100;
const kinds = new Set(["BEGIN:VEVENT", "BEGIN:VTIMEZONE"]);

/** Each entry of a file with its series as a separate file, so that one is read, stored and compared like one of CalDAV. */
export function entriesOf(ics: string): FileEntry[] {
  const lines = unfolded(ics.trimStart());
  const zones = new Map<string, string[]>();
  const entries = new Map<string, string[]>();
  let part: string[] | null = null;
  let kind = "";
  let uid = "";
  let tzid = "";
  for (const line of lines) {
    const marker = line.trimEnd().toUpperCase();
    if (!part && kinds.has(marker)) {
      part = [];
      kind = marker.slice("BEGIN:".length);
      uid = tzid = "";
    }
    if (!part) continue;
    part.push(line);
    const named = /^UID(?:;[^:]*)?:(.*)$/i.exec(line)?.[1];
    if (named !== undefined) uid = named.trim();
    if (marker.startsWith("TZID:")) tzid = line.slice("TZID:".length).trim().replaceAll('"', "");
    if (marker === `END:${kind}`) {
      if (kind === "VTIMEZONE") {
        if (tzid !== "" && part.length <= maxZoneLines && zones.size < maxZones) zones.set(tzid, part);
      } else {
        const href = uid || `without-${entries.size}`;
        const own = entries.get(href) ?? [];
        for (const each of part) own.push(each);
        entries.set(href, own);
      }
      part = null;
    }
  }
  const zonesNamed = (own: string[]) =>
    [...zones]
      .filter(([name]) => own.some((line) => line.includes(`TZID=${name}`) || line.includes(`TZID="${name}`)))
      .flatMap(([, rules]) => rules);
  return [...entries].map(([href, own]) => ({
    href,
    ics: ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:subscription", ...zonesNamed(own), ...own, "END:VCALENDAR"].join(
      "\r\n",
    ),
  }));
}
