// Structured logs: one JSON line each. Never log personal data: no addresses, names, tokens, query strings or bodies.
import pino from "pino";
import type { Env } from "./env.ts";

export type Log = pino.Logger;

export function createLog(env: Pick<Env, "LOG_LEVEL">): Log {
  return pino({ level: env.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
