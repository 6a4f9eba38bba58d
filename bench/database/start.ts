// How long `npm start` takes from process to first answer, on a new and on a used data directory, and what the two
// programs hold in memory when idle.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median, record, table } from "../record.ts";

const port = Number(process.env.PORT ?? 4110);
const rounds = 5;
const idleSeconds = 15;

async function start(dataDir: string): Promise<{ server: ChildProcess; ms: number }> {
  const started = performance.now();
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "warn" };
  const server = spawn(process.execPath, ["server/main.ts"], { env, stdio: ["ignore", "ignore", "inherit"] });
  const until = started + 60_000;
  while (performance.now() < until && server.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    if (answer?.ok) return { server, ms: performance.now() - started };
    await sleep(5);
  }
  throw new Error("The server did not answer.");
}

async function stop(server: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await exited;
}

/** Proportional share: pages that processes share are counted once. */
const pss = (pid: string | number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]) / 1024;

const clusterProcesses = (directory: string): string[] =>
  readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === directory;
    } catch {
      return false;
    }
  });

const first: number[] = [];
const later: number[] = [];
const memory: { node: number; postgres: number }[] = [];
for (let round = 0; round < rounds; round += 1) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
  const fresh = await start(dataDir);
  first.push(fresh.ms);
  await stop(fresh.server);
  const used = await start(dataDir);
  later.push(used.ms);
  if (round < 2 && process.platform === "linux") {
    await sleep(idleSeconds * 1000);
    const postgres = clusterProcesses(path.join(dataDir, "postgres")).reduce((sum, pid) => sum + pss(pid), 0);
    memory.push({ node: pss(used.server.pid ?? 0), postgres });
  }
  await stop(used.server);
  rmSync(dataDir, { recursive: true, force: true });
}

const ms = (values: number[]) =>
  [median(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(0));
const mb = (values: number[]) =>
  [median(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(1));
record(
  "Start and memory",
  "npm run bench -- start",
  `From process to the first answer of /healthz, ${rounds} rounds; memory as proportional set size after ${idleSeconds} s idle.

${table(
  ["", "median", "least", "most"],
  [
    ["first start (makes the database), ms", ...ms(first)],
    ["later start, ms", ...ms(later)],
    ["Node, MB", ...mb(memory.map((each) => each.node))],
    ["PostgreSQL, all its processes, MB", ...mb(memory.map((each) => each.postgres))],
  ],
)}`,
);
