// Two transactions that cannot both go on: PostgreSQL ends one, whole, and it may simply be asked again.

const conflictCodes = new Set([
  "40P01", // a deadlock
  "40001", // could not be serialized
]);

const isConflict = (error: unknown) => conflictCodes.has(String((error as { code?: unknown } | null)?.code));

/** `attempt` is a whole transaction. A second conflict is the caller's to hear of. */
export async function onceMoreAfterConflict<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!isConflict(error)) throw error;
    return attempt();
  }
}
