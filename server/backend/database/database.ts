// The one way to PostgreSQL, whichever of the three it is.
import type postgres from "postgres";

export interface Database {
  /** Pool of connections as the owner role; requests switch to the caller's role inside a transaction. */
  sql: postgres.Sql;
  /** Whether PostgreSQL answers now (bounded, never throws). */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}
