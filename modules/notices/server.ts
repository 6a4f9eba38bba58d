// What notices do while no window is open: promises that are about to break, mail at once and of the day, pushes to browsers.
import { currentTime } from "#domain/clock.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import { openSharedSealing, type Sealing } from "#server/platform/sealed.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import { choicesPage } from "./server/choices-page.ts";
import { mailAtOnce } from "./server/mail-at-once.ts";
import { mailOfTheDay } from "./server/mail-of-the-day.ts";
import { pushJob, pushKeys } from "./server/push.ts";
import type { Sql } from "#server/platform/database/sql.ts";

/** At every sweep: it is one look at an index when there is nothing to do. */
export const promisesJob = (sql: Sql, now: () => Date = currentTime): JobKind => ({
  name: "notice-promises",
  findDue: async () => ["now"],
  async run() {
    await sql`select private.notice_promises(${now()}), private.tidy_notices(${now()})`;
  },
});

export const server: ModuleServer = {
  sealed: [pushKeys],
  open({ sql, log, jobs, mail, links, env }, { tokenPage }) {
    const parts = { sql, mail, links, siteUrl: env.SITE_URL };
    jobs.add(promisesJob(sql));
    jobs.add(mailAtOnce(parts));
    jobs.add(mailOfTheDay(parts));
    let opened: Promise<Sealing | null> | undefined;
    jobs.add(
      pushJob({
        sql,
        sealing: () => (opened ??= openSharedSealing(env)),
        log,
        siteUrl: env.SITE_URL,
        hosts: env.PUSH_HOSTS,
      }),
    );
    tokenPage("/n", choicesPage(sql));
  },
};
