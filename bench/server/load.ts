// One run of the load generator, and what the measured process did in the meantime.
import { execFileSync, spawnSync } from "node:child_process";

export interface Load {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  errors: number;
  /** Answers that wrk waited for longer than its two seconds. */
  late: number;
  requests: number;
}

export const has = (tool: string) => spawnSync("which", [tool]).status === 0;

/** Prefix that keeps a process on one core, so that server and generator do not take each other's time. */
export const onCore = (core: number): string[] => (has("taskset") ? ["taskset", "-c", String(core)] : []);

export async function generate(url: string, connections: number, seconds: number): Promise<Load> {
  const [command = "", ...args] = [
    ...onCore(1),
    "wrk",
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--latency",
    "-H",
    "Accept-Encoding: br, gzip",
    url,
  ];
  const text = execFileSync(command, args, { encoding: "utf8" });
  const number = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
  const [connect, read, write, late] = (
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text)?.slice(1) ?? []
  ).map(Number);
  return {
    requestsPerSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50: milliseconds(/\s50%\s+([\d.]+)(us|ms|s)/.exec(text)),
    p99: milliseconds(/\s99%\s+([\d.]+)(us|ms|s)/.exec(text)),
    errors: number(/Non-2xx or 3xx responses: (\d+)/) + (connect ?? 0) + (read ?? 0) + (write ?? 0),
    late: late ?? 0,
    requests: number(/(\d+) requests in/),
  };
}

/** Requests by the clock, see paced.ts. */
export function atPace(url: string, connections: number, perSecond: number, seconds: number): Omit<Load, "late"> {
  const [command = "", ...args] = [
    ...onCore(1),
    process.execPath,
    "bench/server/paced.ts",
    ...[url, connections, Math.round(perSecond), seconds].map(String),
  ];
  return JSON.parse(execFileSync(command, args, { encoding: "utf8" })) as Omit<Load, "late">;
}

function milliseconds(match: RegExpExecArray | null): number {
  if (!match) return Number.NaN;
  const [, value, unit = "ms"] = match;
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? 1);
}
