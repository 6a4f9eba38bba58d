// Starts server/main.ts as its own process on a free port with a throwaway data directory.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { postmasterFile } from "../server/platform/database/cluster-processes.ts";

export interface RunningServer {
  url: string;
  dataDir: string;
  pid: number;
  admin: { email: string; password: string };
  /** When it has ended, however. */
  exited: Promise<void>;
  /** Everything it has written so far: start-up message, log lines, mail links. */
  output(): string;
  stop(): Promise<void>;
  /** Ends it and its database without their goodbyes, which take seconds: for data that no one reads again. */
  throwAway(): Promise<void>;
}

/** `preparedData`: a data directory to start from; it is copied. `root`: the house to start, if it is a copy. */
export async function startServer(
  settings: Record<string, string> = {},
  preparedData?: string,
  root = process.cwd(),
): Promise<RunningServer> {
  if (process.env.E2E_URL && Object.keys(settings).every((name) => name === "PORT"))
    return runningServer(process.env.E2E_URL);
  const dataDir = settings.DATA_DIR ?? mkdtempSync(path.join(os.tmpdir(), "guidevane-e2e-"));
  // `cp` keeps the owner: as root, the database belongs to its own account.
  if (preparedData !== undefined) execFileSync("cp", ["-Rp", `${preparedData}/.`, dataDir]);
  const port = settings.PORT ?? String(await freePort());
  const admin = { email: "admin@guidevane.example", password: "correct horse 9" };
  const late = process.env.LATE ? ["--import", path.resolve("e2e/late-answers.ts")] : [];
  const child = spawn(process.execPath, [...late, "server/main.ts"], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
      HOME: process.env.HOME ?? "",
      PORT: port,
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      // Prepared data have their administrator.
      ...(preparedData === undefined && { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }),
      LIMIT_TOKEN_PER_MINUTE: "10000",
      LIMIT_SIGNUP_PER_HOUR: "10000",
      LIMIT_MAIL_PER_HOUR: "10000",
      LIMIT_MAIL_PER_DAY: "10000",
      LIMIT_MAILBOX_PER_DAY: "10000",
      LIMIT_MAIL_SECONDS: "0",
      LIMIT_VERIFY_PER_MINUTE: "10000",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // However this process ends, it takes its server along.
  const end = () => child.kill("SIGKILL");
  for (const event of ["exit", "disconnect"] as const) process.once(event, end);
  child.once("exit", () => process.off("exit", end).off("disconnect", end));
  const removeData = () => {
    if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
  };
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    const output = await ready(child);
    return {
      url: `http://localhost:${port}`,
      dataDir,
      pid: child.pid ?? 0,
      admin,
      exited,
      output,
      async stop() {
        child.kill("SIGTERM");
        await exited;
        removeData();
      },
      async throwAway() {
        const cluster = path.join(dataDir, "postgres");
        const postmaster = postmasterFile(cluster);
        child.kill("SIGKILL");
        await exited;
        if (postmaster) {
          // Not SIGKILL, which would leave its shared memory behind. It removes its file last.
          if (signal(postmaster.pid, "SIGQUIT"))
            while (postmasterFile(cluster)?.pid === postmaster.pid) await sleep(10);
        }
        removeData();
      },
    };
  } catch (error) {
    end();
    removeData();
    throw error;
  }
}

/** False when the process has ended by itself. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

/** While writing tests: E2E_URL, E2E_DATA_DIR and E2E_OUTPUT name a server that runs already, so that each run starts at once. */
function runningServer(url: string): RunningServer {
  return {
    url,
    dataDir: process.env.E2E_DATA_DIR ?? "data",
    pid: 0,
    admin: { email: "admin@guidevane.example", password: "correct horse 9" },
    exited: new Promise(() => undefined),
    output: () => readFileSync(process.env.E2E_OUTPUT ?? "/dev/null", "utf8"),
    async stop() {},
    async throwAway() {},
  };
}

/** Resolves when the server says that it is ready, with what reads everything it writes. */
function ready(child: ChildProcess): Promise<() => string> {
  let output = "";
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Guidevane is ready")) resolve(() => output);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("close", () => reject(new Error(`The server did not start:\n${output}`)));
  });
}

/**
 * A port that nothing listens on. From below those that systems hand out by themselves (32768 on): such a one could become some
 * client's before the server takes it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = net.createServer().once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
