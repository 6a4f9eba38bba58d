// The driver (postgres 3.4.9) ends the process when a connection is lost inside a transaction: the callback's error makes it
// send a rollback over a socket that is no longer there. Here such a callback stays silent instead; the driver rejects the
// transaction by itself as soon as it has noticed the loss.
import type { Sql, TransactionSql } from "postgres";

/** Whether this connection is gone, or goes as soon as the message is read. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "PostgresError") return "severity" in error && /^(FATAL|PANIC)$/.test(String(error.severity));
  return "code" in error && /^(CONNECTION_|CONNECT_TIMEOUT|E[A-Z]+$)/.test(String(error.code));
}

type Work = (transaction: TransactionSql) => unknown;

/** Makes `begin` of this pool survive lost connections. */
export function survivingLostConnections(sql: Sql): Sql {
  const begin = sql.begin.bind(sql) as (options: string, work: Work) => Promise<unknown>;
  const safely = (work: Work) => async (transaction: TransactionSql) => {
    try {
      const made = work(transaction);
      return await (Array.isArray(made) ? Promise.all(made) : made);
    } catch (error) {
      if (isLost(error)) return new Promise<never>(() => {});
      throw error;
    }
  };
  const surviving = (options: string | Work, work?: Work) =>
    typeof options === "string" ? begin(options, safely(work as Work)) : begin("", safely(options));
  return Object.assign(sql, { begin: surviving });
}
