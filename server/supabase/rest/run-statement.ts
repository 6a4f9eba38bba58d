// Runs one request's statement in its own transaction as the caller's role.
import { StaleConnection } from "#server/platform/database/connection-errors.ts";
import { onceMoreAfterConflict } from "#server/platform/database/conflicts.ts";
import type { ReservedSql, Sql, TextRow } from "#server/platform/database/sql.ts";
import type { Statement } from "./sql/statement.ts";
import { createPlanKeeper } from "./stale-plans.ts";

export interface Work {
  statement: Statement;
  readOnly: boolean;
  /** Changes or deletes what a filter finds: no one knows before how many rows that is. */
  findsItsRows: boolean;
  /** Settings of the transaction; the role comes last, because it limits what may be set. */
  settings: [string, string][];
  /** Throws when the result must not be kept; with it the commit waits for the result. */
  check: ((answer: Answer) => void) | null;
  rollback: boolean;
  /** A second statement whose first value is wanted too. */
  also: Statement | null;
}

export type Answer = TextRow;

export interface Ran {
  rows: Answer[];
  also: Answer | null;
}

export function createRunner(sql: Sql, mustForgetPlans = createPlanKeeper()) {
  const attempt = (work: Work) => onFreshConnection(() => runOn(sql, work, mustForgetPlans(work)), work.readOnly);
  return (work: Work) => onceMoreAfterConflict(() => attempt(work));
}

async function runOn(sql: Sql, work: Work, plansAnew: boolean): Promise<Ran> {
  const connection = await sql.reserve();
  let failure: unknown;
  try {
    return await inTransaction(connection, work, plansAnew);
  } catch (error) {
    failure = error instanceof StaleConnection ? error.cause : error;
    throw error;
  } finally {
    connection.release(failure);
  }
}

/** Everything leaves in one packet, which is a transaction by itself unless its end depends on the result. */
async function inTransaction(connection: ReservedSql, work: Work, plansAnew: boolean): Promise<Ran> {
  const staysOpen = work.check !== null || work.rollback;
  const settings: Work["settings"] = work.readOnly
    ? [["transaction_read_only", "on"], ...work.settings]
    : work.settings;
  const answers = connection.inOnePacket([
    ...(staysOpen ? [begin] : []),
    ...(plansAnew ? [forgetPlans] : []),
    settingsStatement(settings),
    ...(work.also === null ? [] : [work.also]),
    work.statement,
  ]);
  if (!staysOpen) return ran(work, await answers);
  try {
    const result = ran(work, await answers);
    work.check?.(result.rows[0] ?? []);
    await connection.texts(work.rollback ? "rollback" : "commit");
    return result;
  } catch (error) {
    await connection.texts("rollback").catch(() => {});
    throw error;
  }
}

const ran = ({ also }: Work, answers: Answer[][]): Ran => ({
  rows: answers.at(-1) ?? [],
  also: also === null ? null : (answers.at(-2)?.[0] ?? null),
});

const begin: Statement = { text: "begin", values: [] };

const forgetPlans: Statement = { text: "discard plans", values: [] };

/** A pool notices late that PostgreSQL was restarted. A read that meets such connections is asked again, a few times. */
async function onFreshConnection<T>(attempt: () => Promise<T>, isRead: boolean, tries = 4): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error;
    if (!isRead || tries === 1) throw error.cause;
    return onFreshConnection(attempt, isRead, tries - 1);
  }
}

/** One value comes back rather than every setting. Names are ours or the database's own; values are anybody's. */
function settingsStatement(settings: readonly [string, string][]): Statement {
  const calls = settings.map(
    ([name], index) => `length(set_config('${name.replaceAll("'", "''")}', $${index + 1}, true))`,
  );
  return { text: `select ${calls.join(" + ")}`, values: settings.map(([, value]) => value) };
}
