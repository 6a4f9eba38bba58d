// Structured logs: one JSON line each. Never log personal data: no addresses, names, tokens, query strings or bodies.
import pino from "pino";
import type { Env } from "../env.ts";
import { turnTime } from "./turn-clock.ts";

export type Log = pino.Logger;

export interface ServerLog extends Log {
  /**
   * `info` for a line that comes often: all but its time and `ms` is written beforehand. `ms` is the length of the turn of
   * the event loop that it belongs to.
   */
  prepared(fields: Record<string, string | number>): () => void;
}

export function createLog(
  env: Pick<Env, "LOG_LEVEL">,
  write: (lines: string) => void = (lines) => process.stdout.write(lines),
): ServerLog {
  const output = gathered(write);
  const log = pino({ level: env.LOG_LEVEL, base: null, timestamp: () => timeField(Date.now()) }, output);
  const start = `{"level":${log.levels.values.info}`;
  const prepared: ServerLog["prepared"] = (fields) => {
    if (!log.isLevelEnabled("info")) return () => undefined;
    const end = `,${JSON.stringify(fields).slice(1, -1)},"ms":`;
    const words = (at: number, ms: number) => `${start}${timeField(at)}${end}${ms}}\n`;
    return () => output.write(words);
  };
  return Object.assign(log, { prepared });
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
    stack: places.join("\n"),
  };
}

type Line = string | ((at: number, ms: number) => string);

/** A line after a pause leaves with its turn of the event loop; under load the lines of 20 ms leave together. */
function gathered(write: (lines: string) => void) {
  const apart = 20;
  let turn: Line[] = [];
  let began = 0;
  let waiting = "";
  let lastWrite = 0;

  function endTurn() {
    const now = Date.now();
    const isFirst = waiting === "";
    for (const line of turn) waiting += typeof line === "string" ? line : line(began, now - began);
    turn = [];
    if (!isFirst) return;
    const wait = lastWrite + apart - now;
    if (wait > 0) setTimeout(flush, wait);
    else flush();
  }

  function flush() {
    lastWrite = Date.now();
    if (waiting) write(waiting);
    waiting = "";
  }

  process.once("exit", () => {
    endTurn();
    flush();
  });
  return {
    write(line: Line) {
      if (turn.push(line) > 1) return;
      began = turnTime();
      setImmediate(endTurn);
    },
  };
}

let second = 0;
let start = "";

/** ISO time; the part down to the second is made once a second. */
function timeField(at: number): string {
  if (Math.floor(at / 1000) !== second) {
    second = Math.floor(at / 1000);
    start = new Date(at).toISOString().slice(0, -4);
  }
  return `,"time":"${start}${String(at % 1000).padStart(3, "0")}Z"`;
}
