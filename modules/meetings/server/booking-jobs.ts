// What happens by itself: requests that no one answered, times that no one paid for, meetings that are over, answers that are old.
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";

const dayMs = 86_400_000;

export const endings = (sql: Sql, now: () => Date, zonesAskedAt: number | null = null): JobKind => ({
  name: "meetings-endings",
  concurrency: 1,
  async findDue() {
    // Zone data comes with an update of the database: once a day is soon enough.
    if (zonesAskedAt === null || now().getTime() - zonesAskedAt >= dayMs) return ["due"];
    const [due] = await sql`
      select from public.meetings where (state in ('requested', 'awaiting_payment') and answer_by <= ${now()})
        or (state = 'confirmed' and held_told_at is null and ends_at <= ${now()}) limit 1`;
    return due ? ["due"] : [];
  },
  async run() {
    if (zonesAskedAt === null || now().getTime() - zonesAskedAt >= dayMs) {
      await sql`select private.ask_about_zones(${now()})`;
      zonesAskedAt = now().getTime();
    }
    await sql`select private.end_waiting_meetings(${now()})`;
    await sql`select private.tell_ended_meetings(${now()})`;
    await sql`select private.forget_old_answers(${now()})`;
    await sql`delete from public.occupied where kind = 'reserved' and expires_at < ${now()}::timestamptz - interval '1 hour'`;
    await sql`delete from private.booking_changes where changed_at < now() - interval '1 hour'`;
  },
});
