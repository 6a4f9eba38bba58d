// Once a day: drafts of late fees, where someone turned them on.
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";

export function lateFeesJob(sql: Sql, now: () => Date): JobKind {
  let ran = "";
  const today = () => now().toISOString().slice(0, 10);
  return {
    name: "late-fees",
    concurrency: 1,
    async findDue() {
      if (ran === today()) return [];
      const on = await sql`select from public.invoice_settings where late_fees`;
      return on.length > 0 ? [today()] : [];
    },
    async run(key) {
      // Twice, or by two servers: a stage is drafted once by its key.
      await sql`select private.draft_late_fees(public.office_today())`;
      ran = key;
    },
  };
}
