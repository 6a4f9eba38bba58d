// Brings one person's copy of one meeting to what it should be: made, changed, removed. Doing it twice does nothing more: its name is the
// meeting's id, and nothing is written over what somebody else changed.
import { type Caldav, failureOf, openCaldav } from "./caldav.ts";
import type { CalendarParts } from "./read-calendar.ts";
import { openSecret } from "./secrets.ts";
import { createEntry, removeEntry, updateEntry, type Written } from "./write-entry.ts";

interface Row {
  facts: CopyFacts;
  is_wanted: boolean;
  sequence: number;
  href: string | null;
  etag: string | null;
  copy_sequence: number;
  calendar_id: string;
  address: string;
  write_details: boolean;
}

export interface CopyFacts {
  uid: string;
  sequence: number;
  title: string;
  reference: string;
  starts_at: string;
  ends_at: string;
  changed_at: string;
  place_detail: string | null;
  guest: { name: string; address: string } | null;
  id: string;
}

export async function writeCopy(parts: CalendarParts, meeting: string, staff: string, siteUrl: string): Promise<void> {
  const { sql } = parts;
  const [row] = await sql<Row[]>`
    select private.meeting_facts(meetings.id) as facts, meetings.sequence, copies.href, copies.etag, copies.sequence as copy_sequence, copies.calendar_id,
      calendars.address, calendars.write_details,
      private.meeting_stands(meetings) and exists (select from public.meeting_people as hosts
        where hosts.meeting_id = meetings.id and hosts.role = 'host' and hosts.staff_id = copies.staff_id) as is_wanted
    from public.calendar_copies as copies join public.meetings on meetings.id = copies.meeting_id
    join public.calendars on calendars.id = copies.calendar_id and calendars.kind = 'caldav' and calendars.state in ('new', 'checking', 'live', 'waiting')
    where copies.meeting_id = ${meeting} and copies.staff_id = ${staff} and copies.state in ('wanted', 'failed') and (select is_open from private.outbox_gate)`;
  if (!row) return;
  try {
    const secret = await openSecret(sql, await parts.sealing(), row.calendar_id);
    if (secret.kind !== "caldav") return;
    const dav = openCaldav(secret, { allowPrivate: parts.allowPrivate, totalMs: 20_000 });
    if (!row.is_wanted) {
      if (row.href) await removeAny(dav, urlOf(row, row.href), row.etag);
      await sql`delete from public.calendar_copies where meeting_id = ${meeting} and staff_id = ${staff}`;
      return;
    }
    const url = urlOf(row, row.href ?? `${meeting}.ics`);
    const written = await put(dav, url, copyFile(row.facts, row.write_details, siteUrl), row);
    const href = new URL(url).pathname;
    if (written.state === "there")
      await sql`
        update public.calendar_copies set state = 'there', reason = null, href = ${href}, etag = ${written.etag}, sequence = ${row.sequence}, updated_at = now()
        where meeting_id = ${meeting} and staff_id = ${staff} and state in ('wanted', 'failed')`;
    // Deleted there while it changed here: the change is what the person is asked about.
    else if (written.state === "gone")
      await sql`
        with lost as (update public.calendar_copies set state = 'gone', href = null, etag = null, updated_at = now()
          where meeting_id = ${meeting} and staff_id = ${staff} returning meeting_id)
        update public.meetings set question = '{"ask": "deleted"}' from lost where meetings.id = lost.meeting_id`;
    else await failed(parts, meeting, staff, "There is another entry of that name.");
    // Changed here meanwhile: the next look writes it again.
    await sql`
      update public.calendar_copies as copies set state = 'wanted' from public.meetings
      where copies.meeting_id = ${meeting} and copies.staff_id = ${staff} and copies.state = 'there' and meetings.id = copies.meeting_id
        and meetings.sequence <> copies.sequence`;
  } catch (error) {
    const { reason, detail } = failureOf(error);
    await failed(parts, meeting, staff, detail ? `${reason} (${detail})` : reason);
  }
}

const urlOf = ({ address }: Row, href: string) => new URL(href, address.replace(/\/?$/, "/")).href;

async function put(dav: Caldav, url: string, ics: string, { href, etag, facts }: Row): Promise<Written> {
  if (href === null) return createEntry(dav, url, ics, facts.uid);
  const written = await updateEntry(dav, url, ics, etag);
  // Its owner added an alarm, or moved it and was asked: what was decided here holds.
  return written.state === "changed" && written.etag ? updateEntry(dav, url, ics, written.etag) : written;
}

async function removeAny(dav: Caldav, url: string, etag: string | null): Promise<void> {
  const removed = await removeEntry(dav, url, etag);
  if (removed.state === "changed") await removeEntry(dav, url, removed.etag);
}

const failed = ({ sql }: CalendarParts, meeting: string, staff: string, reason: string) => sql`
  update public.calendar_copies set state = 'failed', reason = ${reason.slice(0, 300)}, updated_at = now() where meeting_id = ${meeting} and staff_id = ${staff}`;

const escape = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, "\\n")
    // oxlint-disable-next-line no-control-regex -- no other control characters
    .replaceAll(/[\u0000-\u001f]/g, " ");
const utc = (iso: string) => new Date(iso).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");

/** 75 bytes a line, cut between characters. */
export function folded(line: string): string {
  const lines: string[] = [];
  let current = "";
  let bytes = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (bytes + size > 74) {
      lines.push(current);
      current = " ";
      bytes = 1;
    }
    current += sign;
    bytes += size;
  }
  return [...lines, current].join("\r\n");
}

/** No METHOD and no ATTENDEE: a calendar server would write to them. The guest is in the text. */
export function copyFile(facts: CopyFacts, details: boolean, siteUrl: string): string {
  const guest = facts.guest?.name || facts.guest?.address;
  const text = [
    guest && `With ${guest}${facts.guest?.name ? ` <${facts.guest.address}>` : ""}`,
    facts.place_detail,
    facts.reference,
    `${siteUrl}/admin/meetings/${facts.id}`,
  ];
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:Guidevane Meetings",
    "BEGIN:VEVENT",
    `UID:${facts.uid}`,
    `DTSTAMP:${utc(facts.changed_at)}`,
    `DTSTART:${utc(facts.starts_at)}`,
    `DTEND:${utc(facts.ends_at)}`,
    `SEQUENCE:${facts.sequence}`,
    `SUMMARY:${details ? escape(guest ? `${facts.title} with ${guest}` : facts.title) : "Busy"}`,
    ...(details ? [`DESCRIPTION:${escape(text.filter(Boolean).join("\n"))}`] : []),
    ...(details && facts.place_detail ? [`LOCATION:${escape(facts.place_detail)}`] : []),
    "TRANSP:OPAQUE",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]
    .map(folded)
    .join("\r\n");
}

/** All meetings of one person as a file to subscribe to. */
export function feedFile(all: readonly CopyFacts[], details: boolean, siteUrl: string): string {
  const events = all.map((facts) => copyFile(facts, details, siteUrl).split("\r\n").slice(3, -2).join("\r\n"));
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:Guidevane Meetings",
    "X-WR-CALNAME:Guidevane meetings",
    ...events,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}
