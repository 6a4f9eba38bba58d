// Brings one person's copy of one meeting to what it should be: made, changed, removed. Doing it twice does nothing more: its name is the
// meeting's id, and nothing is written over what somebody else changed.
import { failureOf } from "./caldav.ts";
import type { CopyFacts } from "./copy-file.ts";
import { copyPlace, type CopyRow } from "./copy-place.ts";
import type { CalendarParts } from "./read-calendar.ts";

type Row = CopyRow & { facts: CopyFacts; is_wanted: boolean };

export async function writeCopy(parts: CalendarParts, meeting: string, staff: string, siteUrl: string): Promise<void> {
  const { sql } = parts;
  const [row] = await sql<Row[]>`
    select private.meeting_facts(meetings.id) as facts, meetings.sequence, copies.href, copies.etag, copies.times_made, copies.calendar_id, calendars.staff_id,
      calendars.address, calendars.write_details,
      private.meeting_stands(meetings) and exists (select from public.meeting_people as hosts
        where hosts.meeting_id = meetings.id and hosts.role = 'host' and hosts.staff_id = copies.staff_id) as is_wanted
    from public.calendar_copies as copies join public.meetings on meetings.id = copies.meeting_id
    join public.calendars on calendars.id = copies.calendar_id and calendars.kind <> 'ics' and calendars.state in ('new', 'checking', 'live', 'waiting')
    where copies.meeting_id = ${meeting} and copies.staff_id = ${staff} and copies.state in ('wanted', 'failed') and (select is_open from private.outbox_gate)`;
  if (!row) return;
  try {
    const place = await copyPlace(parts, row, siteUrl);
    if (!row.is_wanted) {
      await place.remove(row.facts);
      await sql`delete from public.calendar_copies where meeting_id = ${meeting} and staff_id = ${staff}`;
      return;
    }
    const written = await place.put(row.facts);
    if (written.state === "there")
      await sql`
        update public.calendar_copies set state = 'there', reason = null, href = ${written.href}, etag = ${written.etag}, sequence = ${row.sequence}, updated_at = now()
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

const failed = ({ sql }: CalendarParts, meeting: string, staff: string, reason: string) => sql`
  update public.calendar_copies set state = 'failed', reason = ${reason.slice(0, 300)}, updated_at = now() where meeting_id = ${meeting} and staff_id = ${staff}`;
