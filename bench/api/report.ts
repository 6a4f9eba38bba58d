// The figures as a table: on the console, and as the section "API" of bench/RESULTS.md.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import type { Measured } from "./load.ts";

export interface Line {
  name: string;
  measured: Measured;
  used: { own: number; children: number } | null;
  direct: Measured | null;
}

const file = "bench/RESULTS.md";
const begin = "<!-- api -->";
const end = "<!-- /api -->";

const rate = ({ requests, seconds }: Measured) => requests / seconds;
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

function row({ name, measured, used, direct }: Line): string {
  const cpu = used === null ? ["", ""] : [used.own, used.children].map((time) => ms((time * 1000) / measured.requests));
  const yardstick =
    direct === null ? ["", ""] : [rate(direct).toFixed(0), `${Math.round((100 * rate(measured)) / rate(direct))} %`];
  return `| ${[name, rate(measured).toFixed(0), ms(measured.p50), ms(measured.p99), ...cpu, ...yardstick].join(" | ")} |`;
}

export function writeReport(
  lines: readonly Line[],
  {
    seconds,
    rounds,
    connections,
    poolSize,
  }: { seconds: number; rounds: number; connections: number; poolSize: number },
): void {
  const [cpu] = os.cpus();
  const section = [
    begin,
    "## API",
    "",
    `\`npm run bench:api\` on ${new Date().toISOString().slice(0, 10)}: ${os.availableParallelism()} cores (${cpu?.model ?? "unknown"}), ` +
      `Node ${process.version}. The real server with its embedded PostgreSQL, 10,000 accounts and 100,000 contacts, ` +
      `${connections} keep-alive connections over loopback, ${poolSize} connections to PostgreSQL; load generator and database ` +
      `share the cores with the server. Each figure is the middle of ${rounds} turns of ${seconds} s, in turns with the driver.`,
    "",
    "*Driver* is the very same statement through the same driver with as many connections and as many in flight, but without " +
      "HTTP, token, session check, role switch or transaction of its own; *of driver* is our rate as a share of it.",
    "",
    "| scenario | requests/s | p50 | p99 | CPU server | CPU PostgreSQL | driver/s | of driver |",
    "|---|---|---|---|---|---|---|---|",
    ...lines.map(row),
    end,
  ].join("\n");
  console.log(section);
  const before = existsSync(file) ? readFileSync(file, "utf8") : "# Results\n";
  const [head = "", tail = ""] = before.includes(begin)
    ? [before.slice(0, before.indexOf(begin)), before.slice(before.indexOf(end) + end.length)]
    : [`${before.trimEnd()}\n\n`, "\n"];
  writeFileSync(file, `${head}${section}${tail}`);
}
