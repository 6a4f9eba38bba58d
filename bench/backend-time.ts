import { readFileSync } from "node:fs";
import type { Sql } from "../server/platform/database/sql.ts";

/**
 * Milliseconds of the processor that the open connections of this pool have taken so far. On a busy machine the clock measures the other programs,
 * too; this hardly changes with them. Linux alone tells it: elsewhere it is not a number.
 */
export async function backendTime(sql: Sql): Promise<() => number> {
  const backends = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()`;
  return () => {
    try {
      return backends.reduce((sum, { pid }) => sum + nanosecondsOf(pid) / 1e6, 0);
    } catch {
      return Number.NaN;
    }
  };
}

function nanosecondsOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]);
}
