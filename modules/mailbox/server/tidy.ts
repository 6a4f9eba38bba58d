// Once an hour: mail that has been kept long enough, words of mail that is gone from every mailbox, people we once wrote to.
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";

const everyMs = 3600 * 1000;

export function tidyJob(sql: Sql, now: () => Date = currentTime): JobKind {
  let last = 0;
  return {
    name: "mailbox-tidy",
    findDue: async () => (now().getTime() - last >= everyMs ? ["now"] : []),
    async run() {
      last = now().getTime();
      await sql`select private.tidy_mails(${now()})`;
    },
  };
}
