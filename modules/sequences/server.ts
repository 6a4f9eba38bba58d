// What sequences do without anyone looking: steps that are due.
import { site } from "#content/site.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import { addressIn, plannerJob } from "./server/planner.ts";

export const server: ModuleServer = {
  open({ sql, jobs, env }) {
    jobs.add(
      plannerJob({ sql, siteUrl: env.SITE_URL, senderAddress: () => addressIn(env.MAIL_FROM ?? null) ?? site.email }),
    );
  },
};
