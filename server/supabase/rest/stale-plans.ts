// When a connection forgets its plans before it writes. It keeps those of foreign keys, triggers and functions; made while tables
// were small, they read a whole table for each row that a large write touches (docs/decisions/096).
import type { Work } from "./run-statement.ts";

/** Characters: of a body as long as this no one knows that it is only a few rows. */
const large = 16 * 1024;
/** By then autovacuum has counted a table that grew, and every connection plans again by itself. */
const untilCounted = 120_000;

export function createPlanKeeper(now: () => number = Date.now) {
  let grewUntil = Number.NEGATIVE_INFINITY;
  return ({ statement, readOnly, findsItsRows }: Pick<Work, "statement" | "readOnly" | "findsItsRows">): boolean => {
    if (readOnly) return false;
    const isLarge = statement.values.some((value) => value !== null && value.length >= large);
    if (isLarge) grewUntil = now() + untilCounted;
    return isLarge || findsItsRows || now() < grewUntil;
  };
}
