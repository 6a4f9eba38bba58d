// A copy of the repository that a test may change, build, check and start.
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type RunningServer, startServer } from "./start-server.ts";

const copied = [
  "app",
  "bench",
  "build/islands",
  "content",
  "deploy",
  "domain",
  "e2e",
  "modules",
  "public",
  "server",
  "supabase",
  "tools",
  "package.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
  "vitest.config.ts",
];

export interface HouseCopy {
  /** Its data directory: what is there when it starts is upgraded. */
  dataDir: string;
  /** Replaces a text that must stand in the file exactly once. */
  edit(file: string, from: string, to: string): void;
  /** Adds a file or folder; "." lays a folder over the whole copy. */
  add(source: string, target: string): void;
  /** Runs a program of the copy, such as `tools/check/generate.ts`; fails with what it printed. */
  run(program: string, ...args: string[]): Promise<void>;
  build(): Promise<void>;
  start(): Promise<RunningServer>;
  remove(): Promise<void>;
}

async function runIn(root: string, ...args: string[]): Promise<void> {
  // What vitest tells its workers would make a vitest of the copy one of them.
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$)/.test(name));
  const env = { ...Object.fromEntries(own), NODE_ENV: "production" };
  try {
    await promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 1e8 });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${args.join(" ")}\n${stdout.slice(-6000)}\n${stderr.slice(-6000)}`, { cause: error });
  }
}

export function copyHouse(): HouseCopy {
  const root = mkdtempSync(path.join(os.tmpdir(), "guidevane-house-"));
  for (const name of copied) cpSync(name, path.join(root, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(root, "node_modules"));
  const dataDir = path.join(root, "data");
  let server: RunningServer | undefined;
  return {
    dataDir,
    edit(file, from, to) {
      const target = path.join(root, file);
      const text = readFileSync(target, "utf8");
      if (text.split(from).length !== 2) throw new Error(`${file} does not hold ${JSON.stringify(from)} exactly once`);
      writeFileSync(target, text.replace(from, to));
    },
    add: (source, target) => cpSync(source, path.join(root, target), { recursive: true }),
    run: (program, ...args) => runIn(root, path.join(root, program), ...args),
    // The build that visitors get; a test run says NODE_ENV=test.
    build: () => runIn(root, path.join(root, "node_modules/@react-router/dev/bin.cjs"), "build", "--logLevel", "error"),
    async start() {
      server = await startServer({ DATA_DIR: dataDir }, undefined, root);
      return server;
    },
    async remove() {
      await server?.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
