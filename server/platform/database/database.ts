// The one way to PostgreSQL, whichever of the two it is: the embedded one, or the one DATABASE_URL names.
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientConfig } from "pg";
import type { Env } from "#server/env.ts";
import type { Log } from "#server/http/log.ts";
import { isDatabaseAway } from "./connection-errors.ts";
import { DataDirectoryHeld, holderOf } from "./data-directory-lock.ts";
import { type EmbeddedPostgres, startEmbedded } from "./embedded.ts";
import { OperatorError } from "./operator-error.ts";
import { refuseUnfinishedDatabase, refuseUnfinishedDirectory } from "./restore-target.ts";
import { openPool, type Sql } from "./sql.ts";

export interface Database {
  /** Pool of connections as the owner role; requests switch to the caller's role inside a transaction. */
  sql: Sql;
  /** Whether PostgreSQL answers now (bounded, never throws). */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

const firstAnswerMs = 30_000;

export type DatabaseSettings = Pick<Env, "DATABASE_URL" | "DATABASE_TLS" | "DATABASE_POOL_SIZE" | "DATA_DIR">;

/** Opens the database for the server: embedded ones are started here and stopped by close(). */
export async function openDatabase(
  env: DatabaseSettings,
  log: Log,
  { isRestore = false, recovery }: { isRestore?: boolean; recovery?: Record<string, string> } = {},
): Promise<Database> {
  if (env.DATABASE_URL) {
    const database = overPool(connect(env.DATABASE_URL, env, log));
    await firstAnswer(database, `The PostgreSQL of DATABASE_URL (${new URL(env.DATABASE_URL).host})`, 15);
    if (!isRestore) await orClose(database, refuseUnfinishedDatabase(database.sql));
    return database;
  }
  if (!isRestore) refuseUnfinishedDirectory(env.DATA_DIR);
  const maxConnections = 2 * env.DATABASE_POOL_SIZE + 10;
  const embedded = await startEmbedded({ dataDir: env.DATA_DIR, log, maxConnections, ...(recovery && { recovery }) });
  const database = overPool(connect(embedded.socketDirectory, env, log), embedded);
  await firstAnswer(database, `The database in ${env.DATA_DIR} starts, but it`, 0);
  return database;
}

/** A database that takes the connection and says nothing is not waited for. */
async function soon(answer: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("it does not answer")), firstAnswerMs);
  await Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

async function orClose(database: Database, check: Promise<void>): Promise<void> {
  try {
    await check;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A server that starts together with its database gives it some seconds; then it says what is wrong. */
async function firstAnswer(database: Database, name: string, patience: number): Promise<void> {
  try {
    await soon(database.sql`select 1`);
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

/** For a command that goes on beside the server. Null while no server runs: it never starts the database itself. */
export function joinRunning(env: DatabaseSettings, log: Log): Database | null {
  const socketDirectory = holderOf(env.DATA_DIR)?.socketDirectory;
  return socketDirectory ? overPool(connect(socketDirectory, { ...env, DATABASE_POOL_SIZE: 3 }, log)) : null;
}

export const socketIn = (directory: string): string => `${directory}/.s.PGSQL.5432`;

function connect(where: string, env: DatabaseSettings, log: Log): Sql {
  const options = {
    max: env.DATABASE_POOL_SIZE,
    application_name: "guidevane",
    onNotice: (postgres: string) => log.debug({ postgres }),
  };
  if (where.startsWith("/")) return openPool({ ...options, host: where, user: "postgres", database: "postgres" });
  return openPool({ ...options, ...addressed(where, env.DATABASE_TLS) });
}

const tls = { off: false, require: { rejectUnauthorized: false }, verify: true } as const;

/** An address that says `sslmode` itself is taken at its word, as psql takes it. */
function addressed(address: string, mode: DatabaseSettings["DATABASE_TLS"]): ClientConfig {
  const url = new URL(address);
  if (!url.searchParams.has("sslmode")) return { connectionString: address, ssl: tls[mode] };
  url.searchParams.set("uselibpqcompat", "true");
  return { connectionString: url.href };
}

function overPool(sql: Sql, embedded?: EmbeddedPostgres): Database {
  // Whether the database is well is asked on a connection of its own, however many others wait for one.
  const own = openPool({ ...sql.options, max: 1, connectionTimeoutMillis: 2000 });
  return {
    sql,
    async answers() {
      const late = new Promise<boolean>((resolve) => setTimeout(resolve, 2000, false).unref());
      const answer = own`select 1`.then(
        () => true,
        () => false,
      );
      return Promise.race([answer, late]);
    },
    async close() {
      await Promise.all([sql.end({ timeout: 5 }), own.end({ timeout: 1 })]);
      await embedded?.stop();
    },
  };
}
