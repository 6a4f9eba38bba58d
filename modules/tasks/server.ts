// What tasks do without anyone looking: a reminder at its time, and a digest on the morning of each working day. Both are mail to
// our own administrators, so SAFE does not hold them.
import type { ModuleServer } from "#server/platform/module-server.ts";
import { digestJob } from "./server/digest.ts";
import { reminderJob } from "./server/reminders.ts";

export const server: ModuleServer = {
  open({ sql, jobs, mail, env }) {
    jobs.add(reminderJob({ sql, mail, siteUrl: env.SITE_URL }));
    jobs.add(digestJob({ sql, mail, siteUrl: env.SITE_URL }));
  },
};
