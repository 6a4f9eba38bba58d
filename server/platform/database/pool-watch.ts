// What is told of a pool of connections: statements that take long, and callers that wait because every connection is in use.
import type { Pool } from "pg";
import type { Log } from "#server/http/log.ts";
import { connectionWaitSeconds, openPools, slowStatements, statementSeconds } from "../operations/metrics.ts";
import { isTracing, traceStep } from "../operations/tracing.ts";
import { isOutOfConnections } from "./connection-errors.ts";

export interface PoolWatch {
  /** Statements that take at least as long are logged; 0 logs none. */
  slowMs: number;
  log: Pick<Log, "warn" | "error">;
}

export interface WatchedPool {
  /** Times the wait for a connection. */
  connecting<T>(connection: Promise<T>): Promise<T>;
  /** Times a statement. */
  running<T>(text: string, send: () => Promise<T>): Promise<T>;
  closed(): void;
}

/** A pool that is too small says so once in a while, not with every request. */
const quietMs = 10_000;

export function watchPool(name: string, pool: Pool, watch: PoolWatch | undefined): WatchedPool {
  const entry = { name, pool };
  openPools.add(entry);
  let quietUntil = 0;

  function sayExhausted(ms: number): void {
    if (!watch || performance.now() < quietUntil) return;
    quietUntil = performance.now() + quietMs;
    const counts = { pool: name, connections: pool.options.max, waiting: pool.waitingCount + 1, ms: Math.round(ms) };
    watch.log.warn(counts, "every database connection of this pool was in use: a request had to wait");
  }

  return {
    async connecting(connection) {
      // Asked right after `pool.connect()`: the caller is counted as waiting, also when an idle connection is about to be theirs.
      const mustWait = pool.totalCount >= pool.options.max && pool.waitingCount > pool.idleCount;
      const started = performance.now();
      try {
        return await connection;
      } catch (error) {
        if (isOutOfConnections(error)) watch?.log.error({ pool: name }, "PostgreSQL has no connection left to give");
        throw error;
      } finally {
        const ms = performance.now() - started;
        connectionWaitSeconds.observe({ pool: name }, ms / 1000);
        if (mustWait) sayExhausted(ms);
      }
    },
    async running(text, send) {
      const started = performance.now();
      try {
        return await (isTracing() ? traceStep("client", nameOf(text), attributesOf(text), send) : send());
      } finally {
        const ms = performance.now() - started;
        statementSeconds.observe({ pool: name }, ms / 1000);
        if (watch && watch.slowMs > 0 && ms >= watch.slowMs) {
          slowStatements.inc({ pool: name });
          const statement = loggableStatement(text);
          watch.log.warn({ pool: name, function: functionOf(text), ms: Math.round(ms), statement }, "a slow statement");
        }
      }
    },
    closed: () => void openPools.delete(entry),
  };
}

/** The first function of ours that a statement calls: what the operator looks for in the SQL files. */
export function functionOf(text: string): string | null {
  const called = /(?<!\binto\s+"?)(?<!\w)"?(public|private|auth)"?\."?([a-z_][a-z0-9_]*)"?\s*\(/i.exec(text);
  return called ? `${called[1]}.${called[2]}` : null;
}

const nameOf = (text: string) => functionOf(text) ?? /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "statement";
const attributesOf = (text: string) => ({ "db.system.name": "postgresql", "db.query.text": loggableStatement(text) });

const maxLength = 300;

/** Values travel beside the text, but a text of several statements may hold some. */
function loggableStatement(text: string): string {
  const plain = text
    .replaceAll(/'(?:[^']|'')*'/g, "'...'")
    .replaceAll(/\s+/g, " ")
    .trim();
  return plain.length > maxLength ? `${plain.slice(0, maxLength)}...` : plain;
}
