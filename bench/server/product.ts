// The product as its users start it, on one core, with its log in a file, and with a listener that tells its memory.
import { spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onCore } from "./load.ts";
import type { Memory } from "./tell-memory.ts";

export async function startProduct(port: number, core: number | null = 0, settings: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
  const logFile = path.join(folder, "log");
  const out = openSync(logFile, "w");
  const node = [process.execPath, "--expose-gc", "--import", "./bench/server/tell-memory.ts"];
  const [command = "", ...args] = [...(core === null ? [] : onCore(core)), ...node, "server/main.ts"];
  const child = spawn(command, args, {
    env: {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: path.join(folder, "data"),
      ...settings,
    },
    stdio: ["ignore", out, out, "ipc"],
  });
  process.once("exit", () => child.kill());
  const log = () => readFileSync(logFile, "utf8");
  for (const until = Date.now() + 60_000; !log().includes("Guidevane is ready");) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`The server did not start:\n${log()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    memory: () =>
      new Promise<Memory>((resolve) => {
        child.once("message", (told) => resolve(told as Memory));
        child.send("memory");
      }),
    async stop() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
