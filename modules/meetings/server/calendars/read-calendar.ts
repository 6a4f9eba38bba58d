// Reads one calendar into the database: what changed, with the token that belongs to it, in one transaction.
import { createHash } from "node:crypto";
import type { Sql } from "#server/platform/database/sql.ts";
import type { Sealing } from "#server/platform/sealed.ts";
import type { BusyRules } from "./busy-times.ts";
import { failureOf, openCaldav } from "./caldav.ts";
import type { CalendarReading, EntryReader } from "./entry-reader.ts";
import { type ChangedEntry, readChanges } from "./read-changes.ts";
import { type CalendarSecret, openSecret, type ServiceSecret } from "./secrets.ts";
import type { ServiceEntry } from "./services/service.ts";
import type { Services } from "./services/services.ts";
import { readSubscription } from "./subscription.ts";

export interface CalendarParts {
  sql: Sql;
  sealing: () => Promise<Sealing>;
  reader: EntryReader;
  allowPrivate: boolean;
  services: Services;
  now: () => Date;
}

export interface ReadResult {
  ok: boolean;
  busy: number;
  reason: string | null;
}

interface Row {
  id: string;
  staff_id: string;
  kind: "caldav" | "ics" | "google" | "microsoft";
  address: string;
  reads: boolean;
  username: string;
  sync_token: string | null;
  etag: string | null;
  compared_at: Date | null;
  count_tentative: boolean;
  count_all_day: boolean;
  count_unanswered: boolean;
  zone: string;
  mail: string | null;
  horizon: number;
}

const dayMs = 86_400_000;
/** Series are expanded this much further than pages open, and all of them again once a week. */
const marginDays = 40;
const leaseMs = 3 * 60_000;

/** Null: someone else is reading it. `isHasty`: before a booking, where a failure is none of the calendar's state. */
export async function readCalendar(
  parts: CalendarParts,
  id: string,
  { totalMs = 60_000, isHasty = false }: { totalMs?: number; isHasty?: boolean } = {},
): Promise<ReadResult | null> {
  const { sql, now } = parts;
  const at = now();
  const [row] = await sql<Row[]>`
    with claimed as (
      update public.calendars set lease_until = ${new Date(at.getTime() + leaseMs)}
      where id = ${id} and state in ('new', 'checking', 'live', 'waiting') and (lease_until is null or lease_until <= ${at}) returning *)
    select claimed.id, staff_id, kind, address, reads, username, sync_token, etag, compared_at, count_tentative, count_all_day, count_unanswered,
      coalesce((select zone from public.availability where availability.staff_id = claimed.staff_id), office.time_zone) as zone,
      (select email from auth.users where users.id = claimed.staff_id) as mail,
      (select coalesce(max(horizon_days), 60)::int from public.booking_pages where state = 'live') as horizon
    from claimed, public.office`;
  if (!row) return null;
  try {
    return { ok: true, busy: await readRow(parts, row, at, totalMs), reason: null };
  } catch (error) {
    const { reason, detail } = failureOf(error);
    const why = detail ? `${reason}: ${detail}` : reason;
    if (isHasty) await sql`update public.calendars set lease_until = null where id = ${id}`;
    else await sql`select private.calendar_failed(${id}, ${why}, ${at})`;
    return { ok: false, busy: 0, reason: why };
  }
}

async function readRow(parts: CalendarParts, row: Row, at: Date, totalMs: number): Promise<number> {
  const { sql, reader } = parts;
  const secret = await openSecret(sql, await parts.sealing(), row.id);
  const today = Math.floor(at.getTime() / dayMs);
  const isDaily = row.compared_at === null || Math.floor(row.compared_at.getTime() / dayMs) < today;
  const isWeekly = isDaily && today % 7 === 0;
  const known = await sql<{ href: string; etag: string }[]>`
    select href, coalesce(etag, '') as etag from public.calendar_entries where calendar_id = ${row.id}`;
  // Without their tags all of them are read again; that they were known says which have gone.
  const etags = new Map(known.map(({ href, etag }) => [href, isWeekly ? "" : etag]));
  const how = { compareAll: isDaily, readAll: isWeekly, totalMs };
  const rules: BusyRules = {
    zone: row.zone,
    addresses: [row.mail, row.username].filter((address): address is string => Boolean(address?.includes("@"))),
    from: at.getTime() - 7 * dayMs,
    to: at.getTime() + (row.horizon + marginDays) * dayMs,
    countTentative: row.count_tentative,
    countAllDay: row.count_all_day,
    countUnanswered: row.count_unanswered,
  };
  if ("account" in secret) {
    const { service, api } = parts.services.open({ calendar_id: row.id, staff_id: row.staff_id }, secret, totalMs);
    const rows = { syncToken: row.sync_token, etags, compareAll: isDaily };
    return put(
      sql,
      row,
      at,
      row.reads
        ? await service.busy(api, row.address, rows, rules, rules)
        : await service.copies(api, row.address, rows, rules),
    );
  }
  const reading = reader.reading(row.id);
  const changes = await changesOf(parts, row, secret, etags, { ...how, reading });
  if (!changes) {
    const [unchanged] = await sql<{ busy: number }[]>`
      select private.put_calendar_entries(${row.id}, '[]', '{}', ${row.sync_token}, ${isDaily}, ${row.etag}, ${at}) as busy`;
    return unchanged?.busy ?? 0;
  }
  const changed = [];
  for (const { href, etag, ics } of changes.changed) {
    const { times, uids, start } = await reading.entry(ics, rules);
    changed.push({
      href,
      etag,
      uid: uids[0] ?? "",
      start,
      times: times.map((time) => ({ start: time.start, end: time.end })),
    });
  }
  return put(sql, row, at, { ...changes, changed });
}

interface Changes<Entry> {
  changed: Entry[];
  gone: string[];
  syncToken: string | null;
  etag?: string | null;
  compared: boolean;
}

async function put(
  sql: Sql,
  { id }: Row,
  at: Date,
  { changed, gone, syncToken, compared, etag = null }: Changes<ServiceEntry>,
): Promise<number> {
  const [done] = await sql<{ busy: number }[]>`
    select private.put_calendar_entries(${id}, ${JSON.stringify(changed)}, ${gone}, ${syncToken}, ${compared}, ${etag}, ${at}) as busy`;
  return done?.busy ?? 0;
}

/** Null: nothing changed at all. */
async function changesOf(
  { allowPrivate }: CalendarParts,
  row: Row,
  secret: Exclude<CalendarSecret, ServiceSecret>,
  etags: Map<string, string>,
  {
    compareAll,
    readAll,
    totalMs,
    reading,
  }: { compareAll: boolean; readAll: boolean; totalMs: number; reading: CalendarReading },
): Promise<Changes<ChangedEntry> | null> {
  if (secret.kind === "caldav") {
    const dav = openCaldav(secret, { allowPrivate, totalMs });
    const changes = await readChanges(
      dav,
      row.address,
      { syncToken: etags.size > 0 || !compareAll ? row.sync_token : null, etags },
      { compareAll },
    );
    return { ...changes, etag: null };
  }
  // Without entries that it could be compared with, the whole file is read.
  const file = await readSubscription(secret.url, etags.size > 0 && !readAll ? row.etag : null, {
    allowPrivate,
    totalMs,
  });
  if (!file) return null;
  const entries = (await reading.file(file.ics)).map(({ href, ics }) => ({
    href,
    ics,
    etag: createHash("sha256").update(ics).digest("base64url"),
  }));
  const there = new Set(entries.map(({ href }) => href));
  return {
    changed: entries.filter(({ href, etag }) => etags.get(href) !== etag),
    gone: [...etags.keys()].filter((href) => !there.has(href)),
    syncToken: null,
    etag: file.etag,
    compared: true,
  };
}
