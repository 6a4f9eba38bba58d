// Structured logs: one JSON line each, or readable lines in a terminal. Never log personal data: no addresses, names, tokens, query strings or bodies.
import pino from "pino";
import type { Env } from "../env.ts";
import { currentRequestId } from "./current-request.ts";

export type Log = pino.Logger;

/** In a terminal a person reads; anywhere else a program does. */
export const isReadable = (env: Partial<Pick<Env, "LOG_FORMAT">>): boolean =>
  (env.LOG_FORMAT ?? (process.stdout.isTTY ? "text" : "json")) === "text";

/** Lines are written behind the requests they tell of; those still waiting are written when the process ends. */
export function createLog(
  env: Partial<Pick<Env, "LOG_LEVEL" | "LOG_FORMAT">>,
  output: pino.DestinationStream = isReadable(env) ? readable() : pino.destination({ fd: 1, sync: false }),
): Log {
  const mixin = () => {
    const request = currentRequestId();
    return request === undefined ? {} : { request };
  };
  const level = env.LOG_LEVEL ?? (isReadable(env) ? "warn" : "info");
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin }, output);
}

/** "12:30:05 warn   PostgreSQL complains (postgres: FATAL: ...)"; a stack in lines of its own. */
export function readable(write: (text: string) => void = (text) => void process.stdout.write(text)) {
  return {
    write(line: string) {
      const { level, time, msg, err, ...more } = JSON.parse(line) as Record<string, unknown>;
      const { message, stack, type: _type, ...about } = (err ?? {}) as Record<string, unknown>;
      const facts = Object.entries({ ...about, ...more })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`);
      const words = [msg, message].filter(Boolean).join(": ");
      const clock = String(time).slice(11, 19);
      const name = pino.levels.labels[Number(level)] ?? "";
      write(
        [`${clock} ${name.padEnd(6)} ${words}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`, stack]
          .filter(Boolean)
          .join("\n") + "\n",
      );
    },
  };
}

/** Ends the process when every line is written. */
export function exitAfterLog(log: Log, code: number): void {
  process.exitCode = code;
  log.flush(() => process.exit(code));
}

/**
 * An unforeseen error as it may be logged. PostgreSQL and parsers quote what someone typed, so nothing in quotes is kept;
 * names of tables and constraints come in fields of their own.
 */
export function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, code, table, constraint } = error as Error & Record<string, unknown>;
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name,
    message: error.message.replace(/"[^"]*"?|'[^']*'?|`[^`]*`?/g, '"..."').split("\n")[0],
    ...(code === undefined ? {} : { code }),
    ...(table === undefined ? {} : { table }),
    ...(constraint === undefined ? {} : { constraint }),
    ...sqlPlace(error),
    stack: places.join("\n"),
  };
}

/** Where in the database an error came up: through which functions, and in which statement of ours. Nothing of other errors. */
export function sqlPlace(error: unknown): { functions?: string[]; statement?: string } {
  if (!(error instanceof Error)) return {};
  const { where, statement } = error as Error & Record<string, unknown>;
  return {
    ...(typeof where === "string" && where !== "" && { functions: functionsIn(where) }),
    ...(typeof statement === "string" && { statement: withoutValues(statement) }),
  };
}

/** The functions that an error came through, the innermost first: "private.place_between line 12 at RAISE". */
const functionsIn = (where: string): string[] =>
  Array.from(
    where.matchAll(
      /^(?:PL\/pgSQL|SQL) function "?([\w.]+)"?(?:\([^)\n]*\))?(?: (line \d+ at [\w ]+|statement \d+|during [\w ]+))?/gm,
    ),
    ([, name, place]) => [name, place].filter(Boolean).join(" "),
  );

const maxStatement = 2000;

/** A statement's text. Its values are `$1` and so on; what is in quotes all the same is kept only where it is a plain name. */
const withoutValues = (statement: string): string =>
  statement
    .replace(/'(?:[^']|'')*'?/g, "'...'")
    .replace(/"[^"]*"?/g, (quoted) => (/^"[a-z_][a-z0-9_]{0,62}"$/.test(quoted) ? quoted : '"..."'))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxStatement);
