// The one way to PostgreSQL, whichever of the two it is: the embedded one, or the one DATABASE_URL names.
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientConfig } from "pg";
import type { Env } from "#server/env.ts";
import type { Log } from "#server/http/log.ts";
import { isDatabaseAway, reasonOf } from "./connection-errors.ts";
import { DataDirectoryHeld, holderOf } from "./data-directory-lock.ts";
import { type EmbeddedPostgres, startEmbedded } from "./embedded.ts";
import { operatorRole, prepareRoles, serverRole } from "./embedded-roles.ts";
import { OperatorError } from "./operator-error.ts";
import { requireSessions } from "./require-sessions.ts";
import { refuseUnfinishedDatabase, refuseUnfinishedDirectory } from "./restore-target.ts";
import { openPool, type Sql } from "./sql.ts";

export interface Database {
  /** Pool of connections as the owner role; requests switch to the caller's role inside a transaction. */
  sql: Sql;
  /** Its own connection for questions about the database itself, however many others wait for one. */
  probe: Sql;
  /** Whether PostgreSQL answers now (bounded, never throws). */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

const firstAnswerMs = 30_000;

export type DatabaseSettings = Pick<Env, "DATABASE_URL" | "DATABASE_TLS" | "DATABASE_POOL_SIZE" | "DATA_DIR"> &
  Partial<Pick<Env, "SLOW_STATEMENT_MS">>;

interface Opening {
  /** Settings of PostgreSQL for a recovery to a moment (continuous backup). */
  recovery?: Record<string, string>;
  isRestore?: boolean;
  /** How often a PostgreSQL that is away is asked again before it is an error; the server never gives up. */
  attempts?: number;
  signal?: AbortSignal | undefined;
}

/** Opens the database for the server: embedded ones are started here and stopped by close(). */
export async function openDatabase(
  env: DatabaseSettings,
  log: Log,
  { isRestore = false, recovery, attempts = 15, signal }: Opening = {},
): Promise<Database> {
  if (env.DATABASE_URL) {
    const database = overPool(connect(env.DATABASE_URL, env, log));
    const name = `The PostgreSQL of DATABASE_URL (${new URL(env.DATABASE_URL).host})`;
    await firstAnswer(database, { name, attempts, log, signal });
    await orClose(database, requireSessions(database.sql));
    if (!isRestore) await orClose(database, refuseUnfinishedDatabase(database.sql));
    return database;
  }
  if (!isRestore) refuseUnfinishedDirectory(env.DATA_DIR);
  const embedded = await startEmbedded({
    dataDir: env.DATA_DIR,
    log,
    maxConnections: ownConnections(env.DATABASE_POOL_SIZE) + operatorConnections,
    reservedConnections: operatorConnections,
    ...(recovery && { recovery }),
  });
  await prepareRoles(embedded.socketDirectory).catch(async (error: Error) => {
    await embedded.stop();
    throw new OperatorError(`The database in ${env.DATA_DIR} starts, but it cannot be used: ${error.message}`, {
      cause: error,
    });
  });
  const database = overPool(connect(embedded.socketDirectory, env, log), embedded);
  await firstAnswer(database, { name: `The database in ${env.DATA_DIR} starts, but it`, attempts: 0, log });
  return database;
}

/** Two pools (the server's and that of data requests), and what listens, probes and upgrades beside them. */
export const ownConnections = (poolSize: number): number => 2 * poolSize + 20;
/** For operators, however busy the server is: a backup, an `admin` command, psql. */
export const operatorConnections = 10;

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

interface Waiting {
  name: string;
  attempts: number;
  log: Log;
  signal?: AbortSignal | undefined;
}

/** Waits for a PostgreSQL that is away; what it refuses for good is said at once. */
async function firstAnswer(database: Database, { name, attempts, log, signal }: Waiting): Promise<void> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await soon(database.sql`select 1`);
    } catch (error) {
      const reason = reasonOf(error);
      if (tried < attempts && isDatabaseAway(error) && !signal?.aborted) {
        if (tried % 30 === 0) log.warn({ reason }, `${name} does not answer; asking again every second`);
        await sleep(1000, undefined, signal && { signal }).catch(() => undefined);
        continue;
      }
      await database.close();
      throw new OperatorError(`${name} cannot be used: ${reason}`, { cause: error });
    }
  }
}

/** For commands beside the server: joins the running server's database, or starts it when no server runs. */
export async function joinDatabase(env: DatabaseSettings, log: Log): Promise<Database> {
  const few = { ...env, DATABASE_POOL_SIZE: 2 };
  try {
    return await openDatabase(few, log);
  } catch (error) {
    const holder = error instanceof DataDirectoryHeld ? error.holder : null;
    if (!holder?.socketDirectory) throw error;
    requireSocket(env.DATA_DIR, holder.pid, holder.socketDirectory);
    // As an operator, who gets a connection when the server has taken all of its own; what is made belongs to the server.
    return overPool(
      connect(holder.socketDirectory, few, log, { user: operatorRole, options: `-c role=${serverRole}` }),
    );
  }
}

/** A server that an earlier release started has its socket in the temporary directory, which systemd may keep to itself. */
function requireSocket(dataDir: string, pid: number, socketDirectory: string): void {
  if (existsSync(socketIn(socketDirectory))) return;
  throw new OperatorError(
    `The process ${pid} runs on ${dataDir}, but the socket of its database, ${socketDirectory}, is not to be seen from here. Restart the server, then run this again.`,
  );
}

/** For a command that goes on beside the server, as superuser. Null while no server runs: it never starts the database itself. */
export function joinRunning(env: DatabaseSettings, log: Log): Database | null {
  const socketDirectory = holderOf(env.DATA_DIR)?.socketDirectory;
  const few = { ...env, DATABASE_POOL_SIZE: 3 };
  return socketDirectory ? overPool(connect(socketDirectory, few, log, { user: operatorRole })) : null;
}

export const socketIn = (directory: string): string => `${directory}/.s.PGSQL.5432`;

/** `as` is who connects to the embedded database. */
function connect(where: string, env: DatabaseSettings, log: Log, as: ClientConfig = { user: serverRole }): Sql {
  const options = {
    max: env.DATABASE_POOL_SIZE,
    application_name: "guidevane",
    onNotice: (postgres: string) => log.debug({ postgres }),
    watch: { slowMs: env.SLOW_STATEMENT_MS ?? 0, log },
  };
  if (where.startsWith("/")) return openPool({ ...options, host: where, database: "postgres", ...as });
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
  // Nothing of it is logged: two who ask at once are no news.
  const probe = openPool({
    ...sql.options,
    max: 1,
    connectionTimeoutMillis: 2000,
    poolName: "probe",
    watch: undefined,
  });
  return {
    sql,
    probe,
    async answers() {
      const late = new Promise<boolean>((resolve) => setTimeout(resolve, 2000, false).unref());
      const answer = probe`select 1`.then(
        () => true,
        () => false,
      );
      return Promise.race([answer, late]);
    },
    async close() {
      await Promise.all([sql.end({ timeout: 5 }), probe.end({ timeout: 1 })]);
      await embedded?.stop();
    },
  };
}
