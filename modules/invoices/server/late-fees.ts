// Once a day: drafts of late fees, where someone turned them on.
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";

export function lateFeesJob(sql: Sql, now: () => Date): JobKind {
  let ran = "";
  return {
    name: "late-fees",
    concurrency: 1,
    async findDue() {
      // The office's day: by UTC's, an office in America would get the drafts of a morning in the evening before.
      const [on] = await sql<{ today: string }[]>`
        select public.office_day(${now()})::text as today from public.invoice_settings where late_fees`;
      return on && on.today !== ran ? [on.today] : [];
    },
    async run(key) {
      // Twice, or by two servers: a stage is drafted once by its key.
      await sql`select private.draft_late_fees(${key}::date)`;
      ran = key;
    },
  };
}
