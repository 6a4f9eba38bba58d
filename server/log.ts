// Structured logs: one JSON line each. Never log personal data: no addresses, names, tokens, query strings or bodies.
import pino from "pino";
import type { Env } from "./env.ts";

export type Log = pino.Logger;

export function createLog(env: Pick<Env, "LOG_LEVEL">): Log {
  return pino({ level: env.LOG_LEVEL, base: null, timestamp: timeField() }, standardOutput());
}

/**
 * An unforeseen error as it may be logged. PostgreSQL and parsers quote what someone typed, so nothing in quotes is kept;
 * names of tables and constraints come in fields of their own.
 */
export function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, code, table_name: table, constraint_name: constraint } = error as Error & Record<string, unknown>;
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name,
    message: error.message.replace(/"[^"]*"?|'[^']*'?|`[^`]*`?/g, '"..."').split("\n")[0],
    ...(code === undefined ? {} : { code }),
    ...(table === undefined ? {} : { table }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: places.join("\n"),
  };
}

/** Lines of one turn of the event loop leave in one write: a line costs 2.5 µs instead of 8, and none waits longer. */
function standardOutput(): pino.DestinationStream {
  let pending = "";
  const flush = () => {
    const lines = pending;
    pending = "";
    if (lines) process.stdout.write(lines);
  };
  process.once("exit", flush);
  return {
    write(line) {
      if (pending === "") setImmediate(flush);
      pending += line;
    },
  };
}

/** ISO time; the part down to the second is made once a second. */
function timeField(): () => string {
  let second = 0;
  let start = "";
  return () => {
    const now = Date.now();
    if (Math.floor(now / 1000) !== second) {
      second = Math.floor(now / 1000);
      start = new Date(now).toISOString().slice(0, -4);
    }
    return `,"time":"${start}${String(now % 1000).padStart(3, "0")}Z"`;
  };
}
