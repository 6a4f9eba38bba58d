// Runs one request's statement in its own transaction as the caller's role.
import { isConnectionLost, StaleConnection } from "#server/platform/database/connection-errors.ts";
import { retryAfterConflict } from "#server/platform/database/conflicts.ts";
import type { ReservedSql, Sql, TextRow } from "#server/platform/database/sql.ts";
import type { Statement } from "./sql/statement.ts";

export interface Work {
  statement: Statement;
  readOnly: boolean;
  /** Settings of the transaction; the role comes last, because it limits what may be set. */
  settings: [string, string][];
  /** Throws when the result must not be kept. */
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

export function createRunner(sql: Sql) {
  const attempt = (work: Work) => onFreshConnection(() => runOn(sql, work), work.readOnly);
  return (work: Work) => retryAfterConflict(() => attempt(work));
}

async function runOn(sql: Sql, work: Work): Promise<Ran> {
  const connection = await sql.reserve();
  let failure: unknown;
  try {
    return await inTransaction(connection, work);
  } catch (error) {
    failure = error instanceof StaleConnection ? error.cause : error;
    throw error;
  } finally {
    connection.release(failure);
  }
}

/** The driver sends the statements without waiting for the answer to each. After one that fails, PostgreSQL refuses the others. */
async function inTransaction(connection: ReservedSql, work: Work): Promise<Ran> {
  const { also, statement, check, rollback } = work;
  const begun = connection.texts(work.readOnly ? "begin read only" : "begin");
  const answers = [settingsStatement(work.settings), ...(also === null ? [] : [also]), statement].map(
    ({ text, values }) => connection.texts(text, values),
  );
  try {
    const [, ...answered] = await Promise.all([begun, ...answers]);
    const ran = { rows: answered.at(-1) ?? [], also: also === null ? null : (answered.at(-2)?.[0] ?? null) };
    check?.(ran.rows[0] ?? []);
    await connection.texts(rollback ? "rollback" : "commit");
    return ran;
  } catch (error) {
    if (isConnectionLost(error) && (await hasFailed(begun))) throw new StaleConnection(error);
    await connection.texts("rollback").catch(() => {});
    throw error;
  }
}

const hasFailed = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => false,
    () => true,
  );

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
