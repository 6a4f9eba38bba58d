// The same home page on the Node servers that Astro and Next.js come with.
import { spawn } from "node:child_process";
import type { Peer } from "../site/peers.ts";
import { onCore } from "./load.ts";

export async function startPeer({ folder, start }: Peer, port: number) {
  const [command = "", ...args] = [...onCore(0), process.execPath, ...start];
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, HOST: "127.0.0.1", PORT: String(port), NODE_ENV: "production", PEER_AS_SERVER: "1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const url = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + 60_000; !(await answers(url));) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${folder} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      process.off("exit", end);
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
    },
  };
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );
