// SIGTERM amid load on keep-alive connections: every request that a connection took must be answered.
import http from "node:http";
import { startServer } from "../../e2e/start-server.ts";
import { findings } from "./findings.ts";

const { expectThat, finish } = findings(
  "shutdown",
  "SIGTERM while 64 clients ask for pages and /healthz over keep-alive connections.",
);

const clients = 64;
const server = await startServer({ LOG_LEVEL: "warn" });
const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
const seen = { answered: 0, refusedAtTheDoor: 0, failed: 0 };
let going = true;

function ask(path: string): Promise<void> {
  return new Promise((resolve) => {
    let connected = false;
    const request = http.get(`${server.url.replace("localhost", "127.0.0.1")}${path}`, { agent }, (response) => {
      response.resume();
      response.once("end", () => {
        seen.answered++;
        resolve();
      });
      response.once("error", () => {
        seen.failed++;
        resolve();
      });
    });
    request.once("socket", (socket) => {
      connected = !socket.connecting;
      if (socket.connecting) socket.once("connect", () => (connected = true));
    });
    request.once("error", (error: NodeJS.ErrnoException) => {
      // Not taken: a load balancer sends it to the next instance.
      if (!connected && error.code === "ECONNREFUSED") {
        seen.refusedAtTheDoor++;
        going = false;
      } else seen.failed++;
      resolve();
    });
  });
}

const load = Array.from({ length: clients }, async (_, index) => {
  while (going) await ask(index % 4 === 0 ? "/healthz" : "/education");
});
await new Promise((resolve) => setTimeout(resolve, 2000));
const asked = performance.now();
const stopped = server.stop();
await Promise.all([...load, stopped]);
const ms = Math.round(performance.now() - asked);
expectThat(`${seen.answered} answered, ${seen.failed} failed`, seen.failed === 0 && seen.answered > 500);
expectThat(`stopped in ${ms} ms, allowed 10000`, ms < 10_000);
finish();
