// A server over HTTP in this process, and a thread that asks it /livez all the time: how long anyone waits while something else goes on.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { Hono } from "hono";
import { type AppEnv, createApp } from "../app.ts";
import { createListener } from "../http/listener.ts";
import { createLog } from "../http/log.ts";
import { smallSite } from "./small-site.ts";

/** Runs apart, so that a main thread that stands still is measured and does not measure itself. */
const asking = `
const { parentPort, workerData } = require("node:worker_threads");
const http = require("node:http");
const agent = new http.Agent({ keepAlive: true });
let longest = 0;
let answers = 0;
const ask = () => {
  const start = performance.now();
  const note = (response) => {
    longest = Math.max(longest, performance.now() - start);
    answers += 1;
    response?.resume();
    setTimeout(ask, 5);
  };
  http.get(workerData, { agent }, note).on("error", () => note());
};
parentPort.on("message", () => {
  parentPort.postMessage({ longest, answers });
  longest = 0;
  answers = 0;
});
ask();
`;

export interface Waited {
  /** Milliseconds: of the work, of the slowest answer to /livez during it, of the main thread's longest pause. */
  ms: number;
  livez: number;
  pause: number;
}

export async function serverBeside() {
  const site = await smallSite();
  const log = createLog(site.env);
  const operations = { readiness: async () => null, metrics: async () => "" };
  const parts = { env: site.env, log, website: site.website, backend: null };
  const app = createApp({ ...parts, api: new Hono<AppEnv>(), operations });
  const server = createListener({ app, website: site.website, env: site.env, log });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const asker = new Worker(asking, { eval: true, workerData: `http://127.0.0.1:${port}/livez` });
  const askedSoFar = async () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    asker.postMessage("so far");
    const [told] = (await once(asker, "message")) as [{ longest: number; answers: number }];
    return told;
  };

  async function during(work: () => Promise<unknown>): Promise<Waited> {
    await askedSoFar();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const start = performance.now();
    await work();
    const ms = performance.now() - start;
    // The answers that waited for the end of it count, too.
    let told = await askedSoFar();
    for (let more = 0; told.answers < 3 && more < 200; more += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      const next = await askedSoFar();
      told = { longest: Math.max(told.longest, next.longest), answers: told.answers + next.answers };
    }
    delay.disable();
    return { ms, livez: told.longest, pause: delay.max / 1e6 };
  }

  /** What the same machine does at this moment while a thread only counts, which is nothing the server could be to blame for. */
  async function reference(): Promise<Waited> {
    const counting = `let n = 0; const end = Date.now() + 1000; while (Date.now() < end) n += 1;`;
    return during(async () => {
      const worker = new Worker(counting, { eval: true });
      await once(worker, "exit");
    });
  }

  return {
    during,
    reference,
    async close() {
      await asker.terminate();
      server.closeAllConnections();
      server.close();
      site.remove();
    },
  };
}
