import type { Database } from "../platform/database/database.ts";
import { hasCurrentSql, newestSchema, schemaVersion } from "../platform/database/migrate.ts";
import { currentFiles } from "../platform/database/schema-files.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Readiness } from "./probes.ts";

interface Asked {
  database: Pick<Database, "probe">;
  jobs: Pick<Jobs, "isStarted">;
  /** False while the disk is almost full. */
  takesWrites(): boolean;
}

const maxWaitMs = 2000;

export function createReadiness({ database: { probe }, jobs, takesWrites }: Asked): () => Promise<Readiness> {
  const newest = newestSchema().migrations.join();
  const files = currentFiles();

  // It changes nothing, but a standby or a database in read-only mode refuses it.
  const isWritable = async () => {
    await probe`update private.outbox_gate set is_open = is_open where false`;
    return true;
  };
  const isNewest = async () =>
    (await schemaVersion(probe)).migrations.join() === newest && (await hasCurrentSql(probe, files));

  return async () => {
    const [database, schema] = await Promise.all([soonTrue(isWritable()), soonTrue(isNewest())]);
    return { database, schema, jobs: jobs.isStarted(), disk: takesWrites() };
  };
}

/** False for an error, and for an answer that does not come in time. */
function soonTrue(answer: Promise<boolean>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, maxWaitMs, false).unref());
  return Promise.race([answer.catch(() => false), late]);
}
