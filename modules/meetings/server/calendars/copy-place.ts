// Where a copy of a meeting goes: a CalDAV server, or our own calendar at a service.
import { CalendarFailed, openCaldav } from "./caldav.ts";
import { copyFile, type CopyFacts, copyText } from "./copy-file.ts";
import type { CalendarParts } from "./read-calendar.ts";
import { type CalendarSecret, openSecret } from "./secrets.ts";
import type { ServiceCopy } from "./services/service.ts";
import { createEntry, hasUid, readEntry, removeEntry, updateEntry, type Written } from "./write-entry.ts";

export interface CopyRow {
  calendar_id: string;
  staff_id: string;
  address: string;
  write_details: boolean;
  sequence: number;
  /** Where it is by now. */
  href: string | null;
  etag: string | null;
  times_made: number;
}

type Put = Exclude<Written, { state: "there" }> | { state: "there"; href: string; etag: string | null };
export interface CopyPlace {
  put(facts: CopyFacts): Promise<Put>;
  remove(facts: CopyFacts): Promise<void>;
}

const totalMs = 20_000;

export async function copyPlace(parts: CalendarParts, row: CopyRow, siteUrl: string): Promise<CopyPlace> {
  const secret = await openSecret(parts.sql, await parts.sealing(), row.calendar_id);
  if (secret.kind === "caldav") return inCaldav(parts, row, secret, siteUrl);
  if (secret.kind === "ics") throw new CalendarFailed("refused", "read only");
  return inService(parts, row, secret, siteUrl);
}

function inCaldav(
  { allowPrivate }: CalendarParts,
  row: CopyRow,
  secret: Extract<CalendarSecret, { kind: "caldav" }>,
  siteUrl: string,
): CopyPlace {
  const dav = openCaldav(secret, { allowPrivate, totalMs });
  const urlOf = (href: string) => new URL(href, row.address.replace(/\/?$/, "/")).href;
  return {
    async put(facts) {
      const url = urlOf(row.href ?? `${facts.id}.ics`);
      const ics = copyFile(facts, row.write_details, siteUrl);
      const href = new URL(url).pathname;
      if (row.href === null) return { href, ...(await createEntry(dav, url, ics, facts.uid)) };
      const written = await updateEntry(dav, url, ics, row.etag);
      // Its owner added an alarm, or moved it and was asked: what was decided here holds.
      const isTheirs = written.state === "changed" && written.etag !== null;
      return { href, ...(isTheirs ? await updateEntry(dav, url, ics, written.etag) : written) };
    },
    async remove(facts) {
      if (row.href === null) {
        // A try that was cut off may have made it.
        const url = urlOf(`${facts.id}.ics`);
        const found = await readEntry(dav, url);
        if (found && hasUid(found.ics, facts.uid)) await removeEntry(dav, url, found.etag);
        return;
      }
      const removed = await removeEntry(dav, urlOf(row.href), row.etag);
      if (removed.state === "changed") await removeEntry(dav, urlOf(row.href), removed.etag);
    },
  };
}

function inService(
  parts: CalendarParts,
  row: CopyRow,
  secret: Extract<CalendarSecret, { account: string }>,
  siteUrl: string,
): CopyPlace {
  const { service, api } = parts.services.open(row, secret, totalMs);
  const copyOf = (facts: CopyFacts): ServiceCopy => ({
    meeting: facts.id,
    timesMade: row.times_made,
    startsAt: facts.starts_at,
    endsAt: facts.ends_at,
    sequence: facts.sequence,
    text: copyText(facts, row.write_details, siteUrl),
  });
  return {
    async put(facts) {
      const copy = copyOf(facts);
      if (row.href === null) return service.create(api, row.address, copy);
      const written = await service.update(api, row.address, row.href, row.etag, copy);
      return written.state === "changed" ? service.update(api, row.address, row.href, written.etag, copy) : written;
    },
    async remove(facts) {
      const href = row.href ?? (await service.findCopy(api, row.address, copyOf(facts)));
      if (href) await service.remove(api, row.address, href);
    },
  };
}
