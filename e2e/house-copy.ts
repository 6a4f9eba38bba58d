// A copy of the house that a test may change, build and start.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { RunningServer } from "./start-server.ts";

const copied = [
  "app",
  "build/islands",
  "content",
  "domain",
  "modules",
  "public",
  "server",
  "supabase",
  "tools",
  "package.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];

export interface HouseCopy {
  /** Replaces a text that must stand in the file exactly once. */
  edit(file: string, from: string, to: string): void;
  add(source: string, target: string): void;
  build(): Promise<void>;
  start(): Promise<RunningServer>;
  remove(): Promise<void>;
}

export function copyHouse(): HouseCopy {
  const root = mkdtempSync(path.join(os.tmpdir(), "guidevane-house-"));
  for (const name of copied) cpSync(name, path.join(root, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(root, "node_modules"));
  let server: ChildProcess | undefined;
  const end = () => server?.kill("SIGKILL");
  process.once("exit", end);
  return {
    edit(file, from, to) {
      const target = path.join(root, file);
      const text = readFileSync(target, "utf8");
      if (text.split(from).length !== 2) throw new Error(`${file} does not hold ${JSON.stringify(from)} exactly once`);
      writeFileSync(target, text.replace(from, to));
    },
    add: (source, target) => cpSync(source, path.join(root, target), { recursive: true }),
    async build() {
      const tool = path.join(root, "node_modules/@react-router/dev/bin.cjs");
      // Not as a test: Vitest's settings would make it a build for development.
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production" };
      await promisify(execFile)(process.execPath, [tool, "build", "--logLevel", "error"], {
        cwd: root,
        env,
        maxBuffer: 1e8,
      });
    },
    async start() {
      const port = await freePort();
      const dataDir = path.join(root, "data");
      let output = "";
      const env = {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        HOST: "127.0.0.1",
        DATA_DIR: dataDir,
        LIMIT_TOKEN_PER_MINUTE: "10000",
      };
      const child = spawn(process.execPath, ["server/main.ts"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
      server = child;
      await new Promise<void>((resolve, reject) => {
        const hear = (chunk: Buffer) => {
          output += chunk.toString();
          if (output.includes("Guidevane is ready")) resolve();
        };
        child.stdout.on("data", hear);
        child.stderr.on("data", hear);
        child.once("exit", () => reject(new Error(`The server did not start:\n${output}`)));
      });
      const admin = { email: "", password: "" };
      return {
        url: `http://localhost:${port}`,
        dataDir,
        pid: child.pid ?? 0,
        admin,
        exited: new Promise<void>((resolve) => child.once("exit", () => resolve())),
        output: () => output,
        stop: async () => {},
      };
    },
    async remove() {
      process.off("exit", end);
      if (server && server.exitCode === null) {
        const gone = new Promise((resolve) => server?.once("exit", resolve));
        server.kill("SIGTERM");
        await gone;
      }
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
