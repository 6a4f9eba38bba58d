// Counts in the background, in small steps: everything when the module is switched on, new settings beside the live ones, and what changed.
// Whether anything is counted at all is the operator's (CRM_REL_MINING).
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import type { Sql } from "#server/platform/database/sql.ts";

/** So many steps in one run; the next sweep goes on. */
const mostSteps = 500;

export const countingJob = (sql: Sql, isOn: boolean): JobKind => ({
  name: "relationships",
  findDue: async () => ["now"],
  wokenBy: { channel: "relationships_due", key: "now" },
  async run(_key, signal) {
    await sql`select private.set_mining(${isOn})`;
    for (let step = 0; step < mostSteps && !signal.aborted; step += 1) {
      const [done] = await sql<{ more: boolean }[]>`select private.mine_a_step() as more`;
      if (!done?.more) return;
    }
  },
});

export const server: ModuleServer = {
  open({ sql, jobs, env }) {
    jobs.add(countingJob(sql, env.CRM_REL_MINING));
  },
};
