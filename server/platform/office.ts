// The office's time zone is this machine's until someone says otherwise, and its day is by that zone.
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";

/** At the very first start; whatever was changed since stays. A zone that PostgreSQL does not know is left alone. */
export async function presetOffice(
  sql: Sql,
  zone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): Promise<void> {
  const untouched = await sql`select from public.office where changed_at is null`;
  if (untouched.length === 0) return;
  await sql`
    update public.office set time_zone = ${zone}
    where changed_at is null and exists (select from pg_catalog.pg_timezone_names where name = ${zone})`;
}

/** "2026-11-18" */
export async function officeToday(sql: Sql, now: () => Date = currentTime): Promise<string> {
  const [row] = await sql<{ today: string }[]>`select public.office_day(${now()})::text as today`;
  return row!.today;
}
