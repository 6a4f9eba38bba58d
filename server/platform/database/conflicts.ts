// Two transactions that cannot both go on: PostgreSQL ends one, whole, and it may simply be asked again.
import { setTimeout as wait } from "node:timers/promises";
import type { Sql } from "./sql.ts";

const conflictCodes = new Set([
  "40P01", // a deadlock
  "40001", // could not be serialized
]);

const maxRetries = 3;

const isConflict = (error: unknown) => conflictCodes.has(String((error as { code?: unknown } | null)?.code));

/** `attempt` is a whole transaction that does nothing outside the database. A fourth conflict is the caller's to hear of. */
export async function retryAfterConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error) || tries === maxRetries) throw error;
      // Those that met are not to meet again at once.
      await wait(Math.random() * 20 * 2 ** tries);
    }
  }
}

/** The same pool for what the public writes: its transactions are tried again. (Single statements are so on every pool.) */
export const retryingTransactions = (sql: Sql): Sql => {
  const begin = (...work: Parameters<Sql["begin"]>) => retryAfterConflict(() => sql.begin(...work));
  return Object.assign((...given: Parameters<Sql>) => sql(...given), sql, { begin }) as Sql;
};
