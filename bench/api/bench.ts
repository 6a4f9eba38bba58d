// npm run bench -- api. Starts the real server on a throwaway data directory with 10,000 accounts and 100,000 contacts, and
// measures each scenario over loopback with 16 connections, in turns with the same statement through the driver.
// Bounded: every measurement takes TURN_SECONDS (default 4; bash counts in SECONDS itself), every scenario ROUNDS turns (default 3).
import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureAdministrator } from "#server/supabase/auth/admin/administrators.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { readEnv } from "#server/env.ts";
import { createLog } from "#server/http/log.ts";
import { cpuSeconds, usedBetween } from "./cpu.ts";
import type { Measured } from "./load.ts";
import type { Order } from "./measure.ts";
import { type Line, writeReport } from "./report.ts";
import { connections, homePage, scenarios } from "./scenarios.ts";
import { seed } from "./seed.ts";

const port = Number(process.env["BENCH_PORT"] ?? 4310);
const barePort = port + 1;
const seconds = Number(process.env["TURN_SECONDS"] ?? 4);
const rounds = Number(process.env["ROUNDS"] ?? 3);
const loadBefore = os.loadavg()[0] ?? 0;
// As the server comes. One caller may use half of the connections: as many as the driver has.
const serverPool = 10;
const poolSize = 5;
const login = { email: "bench@guidevane.example", password: "a long bench password" };
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));

async function prepare(): Promise<{ userId: string; publishableKey: string }> {
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: "warn" });
  const log = createLog(env);
  const database = await openDatabase(env, log);
  try {
    await migrate(database.sql, log);
    await ensureAdministrator(database.sql, login.email, login.password);
    await seed(database.sql);
    const [user] = await database.sql<{ id: string }[]>`select id from auth.users where email = ${login.email}`;
    return { userId: user?.id ?? "", publishableKey: "sb_publishable_bench_0000000000000000" };
  } finally {
    await database.close();
  }
}

async function startServer(publishableKey: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, ["server/main.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      DATABASE_POOL_SIZE: String(serverPool),
      PUBLISHABLE_KEY: publishableKey,
      LIMIT_TOKEN_PER_MINUTE: "1000000",
      // A try counts until its password is known to be right, and here many are under way at once.
      LIMIT_PASSWORD_FAILURES: "1000000",
    },
  });
  for (let tries = 0; tries < 200; tries++) {
    const up = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return server;
    if (server.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the server did not start");
}

function startMeasuring() {
  const child = fork(path.join(import.meta.dirname, "measure.ts"));
  const give = (order: Order) =>
    new Promise<Measured>((resolve, reject) => {
      const ended = () => reject(new Error("the measuring process ended"));
      child.once("exit", ended);
      child.once("message", (measured) => {
        child.off("exit", ended);
        resolve(measured as Measured);
      });
      child.send(order);
    });
  return { pid: child.pid ?? 0, give, end: () => child.connected && child.send({ kind: "end" } satisfies Order) };
}

/** The middle one of several turns by rate. */
const middle = <T extends { measured: Measured }>(turns: T[]): T => {
  const sorted = turns.toSorted((a, b) => rateOf(a.measured) - rateOf(b.measured));
  return sorted[Math.floor(sorted.length / 2)] as T;
};
const rateOf = ({ requests, seconds: time }: Measured) => requests / time;

console.log("preparing 10,000 accounts and 100,000 contacts ...");
const { userId, publishableKey } = await prepare();
const server = await startServer(publishableKey);
const http = startMeasuring();
const driver = startMeasuring();
const bare = startMeasuring();
try {
  const signedIn = await fetch(`http://127.0.0.1:${port}/auth/v1/token?grant_type=password`, {
    method: "POST",
    body: JSON.stringify(login),
    headers: { apikey: publishableKey, "content-type": "application/json" },
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const signedOutHeaders = { apikey: publishableKey };
  const headers = { ...signedOutHeaders, Authorization: `Bearer ${token}` };
  const directOptions = { socketDirectory: socketDirectory(), poolSize, concurrency: connections, userId };
  const lines: Line[] = [];

  const viaHttp = async (
    scenario: string,
    options: { time?: number; signedOut?: boolean; grant?: boolean; count?: number; isWarmUp?: boolean } = {},
  ) => {
    const before = cpuSeconds(server.pid ?? 0);
    const measured = await http.give({
      kind: "http",
      scenario,
      options: {
        port,
        connections: options.count ?? connections,
        seconds: options.time ?? seconds,
        headers: options.signedOut ? signedOutHeaders : headers,
      },
      ...(options.grant ? { login } : {}),
    });
    const used = usedBetween(before, cpuSeconds(server.pid ?? 0));
    if (measured.failures > 0 && !options.isWarmUp)
      throw new Error(`${scenario}: ${measured.failures} requests failed`);
    return { measured, used };
  };

  for (const scenario of scenarios) {
    await viaHttp(scenario.name, { time: 5, isWarmUp: true });
    if (scenario.direct)
      await driver.give({ kind: "direct", scenario: scenario.name, options: { ...directOptions, seconds: 3 } });
    if (scenario.bare)
      await bare.give({
        kind: "serve barely",
        scenario: scenario.name,
        options: { ...directOptions, seconds },
        port: barePort,
      });
    const viaBare = () =>
      http.give({ kind: "http", scenario: scenario.name, options: { port: barePort, connections, seconds, headers } });
    if (scenario.bare) await viaBare();
    const floor: { measured: Measured }[] = [];
    const turns: { measured: Measured; used: { own: number; children: number } | null }[] = [];
    const yardstick: { measured: Measured }[] = [];
    for (let round = 0; round < rounds; round++) {
      turns.push(await viaHttp(scenario.name));
      if (scenario.direct)
        yardstick.push({
          measured: await driver.give({
            kind: "direct",
            scenario: scenario.name,
            options: { ...directOptions, seconds },
          }),
        });
      if (scenario.bare) floor.push({ measured: await viaBare() });
    }
    if (scenario.bare) await bare.give({ kind: "serve no more" });
    lines.push({
      name: scenario.name,
      ...middle(turns),
      direct: yardstick.length > 0 ? middle(yardstick).measured : null,
      bare: floor.length > 0 ? middle(floor).measured : null,
    });
    console.log(`${scenario.name}: ${rateOf(middle(turns).measured).toFixed(0)} requests/s`);
  }
  const grants = await viaHttp("password grant", { signedOut: true, grant: true });
  lines.push({ name: "password grant", ...grants, direct: null, bare: null });

  // A flood of password grants from one process, a visitor from another.
  const flood = driver.give({
    kind: "http",
    scenario: "password grant",
    login,
    options: { port, connections, seconds: seconds + 1, headers: signedOutHeaders },
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const visitor = await viaHttp(homePage.name, { signedOut: true, count: 2 });
  await flood;
  lines.push({ name: "GET / during a flood of password grants", ...visitor, direct: null, bare: null });
  writeReport(lines, { seconds, rounds, connections, poolSize, loadBefore });
} finally {
  http.end();
  driver.end();
  bare.end();
  const gone = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  const patience = setTimeout(() => server.kill("SIGKILL"), 30_000);
  await gone;
  clearTimeout(patience);
}

/** Where the running server's PostgreSQL listens. */
function socketDirectory(): string {
  const holder = JSON.parse(readFileSync(path.join(dataDir, "running.json"), "utf8")) as { socketDirectory: string };
  return holder.socketDirectory;
}
