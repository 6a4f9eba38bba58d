// The one way to PostgreSQL, whichever of the two it is: the embedded one, or the one DATABASE_URL names.
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { Env } from "#server/env.ts";
import type { Log } from "#server/http/log.ts";
import { DataDirectoryHeld } from "./data-directory-lock.ts";
import { type EmbeddedPostgres, startEmbedded } from "./embedded.ts";
import { survivingLostConnections } from "./lost-connections.ts";
import { OperatorError } from "./operator-error.ts";

export interface Database {
  /** Pool of connections as the owner role; requests switch to the caller's role inside a transaction. */
  sql: postgres.Sql;
  /** Whether PostgreSQL answers now (bounded, never throws). */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

export type DatabaseSettings = Pick<Env, "DATABASE_URL" | "DATABASE_TLS" | "DATABASE_POOL_SIZE" | "DATA_DIR">;

/** Opens the database for the server: embedded ones are started here and stopped by close(). */
export async function openDatabase(env: DatabaseSettings, log: Log): Promise<Database> {
  if (env.DATABASE_URL) {
    const database = overPool(connect(env.DATABASE_URL, env, log));
    await firstAnswer(database, `The PostgreSQL of DATABASE_URL (${new URL(env.DATABASE_URL).host})`, 15);
    return database;
  }
  const embedded = await startEmbedded({ dataDir: env.DATA_DIR, log, maxConnections: env.DATABASE_POOL_SIZE + 10 });
  const database = overPool(connect(embedded.socketDirectory, env, log), embedded);
  await firstAnswer(database, `The database in ${env.DATA_DIR} starts, but it`, 0);
  return database;
}

/** A server that starts together with its database gives it some seconds; then it says what is wrong. */
async function firstAnswer(database: Database, name: string, patience: number): Promise<void> {
  try {
    await database.sql`select 1`;
  } catch (error) {
    if (patience > 0 && isDatabaseAway(error)) {
      await sleep(1000);
      return firstAnswer(database, name, patience - 1);
    }
    await database.close();
    throw new OperatorError(`${name} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/** For commands beside the server: joins the running server's database, or starts it when no server runs. */
export async function joinDatabase(env: DatabaseSettings, log: Log): Promise<Database> {
  const few = { ...env, DATABASE_POOL_SIZE: 2 };
  try {
    return await openDatabase(few, log);
  } catch (error) {
    const socketDirectory = error instanceof DataDirectoryHeld ? error.holder?.socketDirectory : null;
    if (!socketDirectory) throw error;
    return overPool(connect(socketDirectory, few, log));
  }
}

export const socketIn = (directory: string): string => path.join(directory, ".s.PGSQL.5432");

/** The driver would cut a time given as text to milliseconds, and updated_at would not match itself. */
export const exactTime = {
  to: 1184,
  from: [1082, 1114, 1184],
  serialize: (time: Date | string) => (time instanceof Date ? time.toISOString() : time),
  parse: (text: string) => new Date(text),
};

function connect(where: string, env: DatabaseSettings, log: Log): postgres.Sql {
  const options = {
    max: env.DATABASE_POOL_SIZE,
    connect_timeout: 5,
    idle_timeout: 300,
    // Quick again after a restart of the database; callers get a 503 meanwhile.
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 0.25),
    connection: { application_name: "guidevane" },
    types: { date: exactTime },
    onnotice: (notice: postgres.Notice) => log.debug({ postgres: notice.message }),
  };
  if (where.startsWith("/"))
    return postgres({ ...options, path: socketIn(where), username: "postgres", database: "postgres" });
  const tls = { off: false, require: "require", verify: "verify-full" } as const;
  const saysItself = new URL(where).searchParams.has("sslmode");
  return postgres(where, saysItself ? options : { ...options, ssl: tls[env.DATABASE_TLS] });
}

function overPool(pool: postgres.Sql, embedded?: EmbeddedPostgres): Database {
  const sql = survivingLostConnections(pool);
  return {
    sql,
    async answers() {
      const late = new Promise<boolean>((resolve) => setTimeout(resolve, 2000, false).unref());
      const answer = sql`select 1`.then(
        () => true,
        () => false,
      );
      return Promise.race([answer, late]);
    },
    async close() {
      await sql.end({ timeout: 5 });
      await embedded?.stop();
    },
  };
}

const unavailableCodes = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "53300", // too many connections
  "57P01", // the database is being stopped
  "57P02", // the database crashed
  "57P03", // the database is starting
]);

/** Whether an error means "the database is away for a moment" (answer 503) and not "the request is wrong". */
export function isDatabaseAway(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && (unavailableCodes.has(code) || code.startsWith("08"));
}
