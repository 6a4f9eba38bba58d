// A copy of the house that a test may change, build and start.
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type RunningServer, startServer } from "./start-server.ts";

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
  let server: RunningServer | undefined;
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
      const args = [tool, "build", "--logLevel", "error"];
      // Whoever asks for the build (a test run says NODE_ENV=test), it is the one that visitors get.
      const env = { ...process.env, NODE_ENV: "production" };
      await promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 1e8 });
    },
    async start() {
      server = await startServer({ DATA_DIR: path.join(root, "data") }, undefined, root);
      return server;
    },
    async remove() {
      await server?.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
