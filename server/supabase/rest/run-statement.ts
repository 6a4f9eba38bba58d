// Runs one request's statement in its own transaction as the caller's role.
import { isConnectionLost } from "#server/platform/database/connection-errors.ts";
import type { ReservedSql, Sql, TextRow } from "#server/platform/database/sql.ts";
import type { Statement } from "./sql/statement.ts";

export interface Work {
  statement: Statement;
  readOnly: boolean;
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

export function createRunner(sql: Sql) {
  return (work: Work) => onFreshConnection(() => runOn(sql, work), work.readOnly);
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

/** Everything leaves in one go, the end of the transaction too unless it depends on the result. */
async function inTransaction(connection: ReservedSql, work: Work): Promise<Ran> {
  const send = ({ text, values }: Statement) => handled(connection.texts(text, values));
  const finish = (how: "commit" | "rollback") => handled(connection.texts(how));
  const wanted = work.rollback ? "rollback" : "commit";
  const { begun, planning, settings, also, main, finished } = connection.together(() => ({
    begun: send({ text: work.readOnly ? "begin read only" : "begin read write", values: [] }),
    planning: work.readOnly ? null : send(forgetPlans),
    settings: send(settingsStatement(work.settings)),
    also: work.also === null ? null : send(work.also),
    main: send(work.statement),
    finished: work.check === null ? finish(wanted) : null,
  }));
  try {
    // Awaited one after the other, so that the first to fail is the one that is reported.
    await begun.catch(onlyIfStale);
    await planning;
    await settings;
    const expected = also === null ? null : ((await also)[0] ?? null);
    const rows = await main;
    work.check?.(rows[0] ?? []);
    await (finished ?? finish(wanted));
    return { rows, also: expected };
  } catch (error) {
    await (finished ?? finish("rollback")).catch(() => {});
    throw error;
  }
}

/**
 * A connection keeps the plans of its foreign keys and triggers. Those made while tables were small read a whole table for
 * each row that a large insert or delete touches; planning again takes a fraction of a millisecond (docs/decisions/096).
 */
const forgetPlans: Statement = { text: "discard plans", values: [] };

/** Whether it fails is seen by whoever awaits it; nobody may by then. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** The connection was gone before anything was answered on it. */
class StaleConnection extends Error {}

function onlyIfStale(error: unknown): never {
  throw isConnectionLost(error) ? new StaleConnection("stale connection", { cause: error }) : error;
}

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

/** One value comes back rather than every setting. */
function settingsStatement(settings: readonly [string, string][]): Statement {
  const values = settings.flat();
  const calls = settings.map((_, index) => `length(set_config($${2 * index + 1}, $${2 * index + 2}, true))`);
  return { text: `select ${calls.join(" + ")}`, values };
}
