// The figures as a table: on the console, and as the section "API" of bench/RESULTS.md.
import { record, table } from "../record.ts";
import type { Measured } from "./load.ts";

export interface Line {
  name: string;
  measured: Measured;
  used: { own: number; children: number } | null;
  direct: Measured | null;
  /** The same statement behind nothing but Node's HTTP server. */
  bare: Measured | null;
}

const rate = ({ requests, seconds }: Measured) => requests / seconds;
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);

function row({ name, measured, used, direct, bare }: Line): string[] {
  const cpu =
    used === null
      ? ["-", "-"]
      : [used.own, used.children].map((time) => ((time * 1000) / measured.requests).toFixed(2));
  const share =
    direct === null ? ["-", "-"] : [rate(direct).toFixed(0), `${Math.round((100 * rate(measured)) / rate(direct))} %`];
  const least = bare === null || direct === null ? "-" : `${Math.round((100 * rate(bare)) / rate(direct))} %`;
  return [name, rate(measured).toFixed(0), ms(measured.p50), ms(measured.p99), ...cpu, ...share, least];
}

export interface Conditions {
  seconds: number;
  rounds: number;
  connections: number;
  poolSize: number;
  /** Processes waiting for a processor besides ours, as the system's load average says. */
  loadBefore: number;
}

export function writeReport(
  lines: readonly Line[],
  { seconds, rounds, connections, poolSize, loadBefore }: Conditions,
): void {
  const missed = lines.flatMap(missedBy);
  const head = [
    "scenario",
    "requests/s",
    "p50 ms",
    "p99 ms",
    "CPU ms server",
    "CPU ms PostgreSQL",
    "driver/s",
    "of driver",
    "bare server of driver",
  ];
  const body = `The real server with its embedded PostgreSQL, 10,000 accounts and 100,000 contacts, ${connections} keep-alive
connections over loopback; load generator and database share the cores with the server. Each figure is the middle of
${rounds} turns of ${seconds} s, taken in turns with the driver, after warming up both. CPU is processor time per request. The load average before
the run was ${loadBefore.toFixed(1)}: above the number of cores the machine was busy with other work, and only the shares
and the processor times mean something.

*Driver* is the very same statement through the same driver in one process, as the same role under the same row level
security, with ${poolSize} connections and ${connections} in flight, but without HTTP, token, session check or claims set per
request, and without a load generator beside it; *of driver* is our rate as a share of it. *Bare server* is the least that HTTP
can cost here: \`node:http\` before the same driver and statement (\`bench/api/bare.ts\`), asked by the same load generator, without token, session,
claims or any header but the length.

${table(head, lines.map(row))}

${missed.length > 0 ? `Missed:\n${missed.map((line) => `- ${line}`).join("\n")}` : "Both shares that are asked for are reached: 40 % for the list of 50, 50 % for the joined page."}`;
  console.log(body);
  record("API", "npm run bench -- api", body);
  if (missed.length > 0) process.exitCode = 1;
}

const wanted: Record<string, number> = { "list of 50": 0.4, "joined page": 0.5 };

function missedBy({ name, measured, direct }: Line): string[] {
  const share = direct ? rate(measured) / rate(direct) : 1;
  const least = wanted[name] ?? 0;
  return share < least ? [`${name}: ${(100 * share).toFixed(0)} % of the driver, ${100 * least} wanted`] : [];
}
