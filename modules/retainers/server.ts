// Periods that are due. The database's rows are the truth; this only finds them and says which day it is.
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";

export const retainersJob = ({ sql, now }: { sql: Sql; now: () => Date }): JobKind => ({
  name: "retainers",
  concurrency: 2,
  async findDue(limit) {
    const rows = await sql<{ id: string }[]>`
      select retainers.id from public.retainers, public.office
      where next_due_on <= (${now()}::timestamptz at time zone office.time_zone)::date and private.module_is_live('retainers')
      order by next_due_on, retainers.id limit ${limit}`;
    return rows.map(({ id }) => id);
  },
  async run(id) {
    await sql`
      select private.run_retainer(${id}, (${now()}::timestamptz at time zone office.time_zone)::date) from public.office`;
  },
});

export const serverWith = ({ now = currentTime }: { now?: () => Date } = {}): ModuleServer => ({
  open({ sql, jobs }) {
    jobs.add(retainersJob({ sql, now }));
  },
});

export const server: ModuleServer = serverWith();
