// The process that plans and sends, started and killed with -9 as often as a fault test asks.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export function outreachServer(database: string, smtp: string) {
  let running: ChildProcess | null = null;
  return {
    async start(): Promise<void> {
      const child = spawn(process.execPath, ["server/testing/outreach-process.ts", database, smtp], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      running = child;
      const ready = once(child.stdout, "data").then(() => true);
      if (!(await Promise.race([ready, once(child, "exit").then(() => false)])))
        throw new Error("The server ended before it was ready");
    },
    async kill(): Promise<void> {
      const child = running;
      running = null;
      if (!child) return;
      if (child.exitCode !== null) throw new Error(`The server ended by itself with ${child.exitCode}`);
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}
