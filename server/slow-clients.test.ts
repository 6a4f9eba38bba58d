// Clients that take their time, each cut after its limit and not before. The limits are short here; listener.ts has the real ones.
import { once } from "node:events";
import net from "node:net";
import { Hono } from "hono";
import { afterAll, describe, expect, test } from "vitest";
import { type AppEnv, createApp } from "./app.ts";
import { frontDoor } from "./front-door.ts";
import { createListener } from "./listener.ts";
import { createLog } from "./log.ts";
import { smallSite } from "./testing/small-site.ts";

const patience = { headers: 300, request: 500, silence: 700, keepAlive: 400, look: 20 };
// Far above what the kernel holds for a client that does not read.
const large = Buffer.alloc(64 * 2 ** 20, "x");
const site = await smallSite();
const log = createLog(site.env);
const auth = new Hono<AppEnv>()
  .post("/echo", async (c) => c.text(await c.req.text()))
  .get("/large", (c) => c.body(large));
const backend = {
  auth,
  rest: new Hono<AppEnv>(),
  answers: async () => true,
  isOperator: () => false,
  takesWrites: () => true,
};
const app = createApp({ env: site.env, log, website: site.website, backend, api: new Hono<AppEnv>() });
const server = createListener({ app, website: site.website, env: site.env, log, patience });
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as net.AddressInfo;
afterAll(() => {
  server.closeAllConnections();
  server.close();
  site.remove();
});

const host = "Host: localhost\r\n";
const get = (target: string) => `GET ${target} HTTP/1.1\r\n${host}\r\n`;
const post = (headers: string) => `POST /auth/v1/echo HTTP/1.1\r\n${host}${headers}\r\n`;

interface Behaviour {
  at?: number;
  first?: string;
  /** Sent again and again. */
  drip?: string;
  reads?: boolean;
}

/** How long the server put up with it, from its last full answer or the first byte on, and what it said. */
async function cutAfter({
  at = port,
  first = "",
  drip,
  reads = true,
}: Behaviour): Promise<{ ms: number; said: string }> {
  const socket = net.connect(at, "127.0.0.1");
  await once(socket, "connect");
  const started = performance.now();
  let said = "";
  if (reads) socket.on("data", (chunk: Buffer) => (said += chunk.toString("latin1", 0, 100)));
  socket.on("error", () => undefined);
  socket.write(first);
  // A client that does not read learns of its end from what it writes.
  const timer = setInterval(() => socket.write(drip ?? ""), 40);
  const closed = once(socket, "close");
  const sawEnd = reads ? closed : serverForgets(at);
  await sawEnd;
  clearInterval(timer);
  socket.destroy();
  return { ms: performance.now() - started, said };
}

const servers = new Map([[port, server as net.Server]]);
async function serverForgets(at: number): Promise<void> {
  const connections = () =>
    new Promise<number>((resolve) => servers.get(at)?.getConnections((_error, count) => resolve(count)));
  while ((await connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe("is cut", () => {
  test.each([
    ["that says nothing", {}, patience.headers],
    ["that says one letter", { first: "G" }, patience.headers],
    ["that sends headers without end", { first: `GET / HTTP/1.1\r\n${host}`, drip: "X: 1\r\n" }, patience.headers],
    ["whose next headers do not end", { first: `${get("/")}GET / HT` }, patience.headers],
    ["whose body does not come", { first: post("Content-Length: 1000\r\n") }, patience.request],
    ["whose body comes drop by drop", { first: post("Content-Length: 1000\r\n"), drip: "x" }, patience.request],
    [
      "whose chunks come drop by drop",
      { first: post("Transfer-Encoding: chunked\r\n"), drip: "1\r\nx\r\n" },
      patience.request,
    ],
    ["that is idle after a page", { first: get("/") }, patience.keepAlive],
    ["that is idle after an answer of the API", { first: get("/auth/v1/none") }, patience.keepAlive],
    ["that does not read the API's answer", { first: get("/auth/v1/large"), reads: false }, patience.silence],
  ] satisfies [string, Behaviour, number][])("a client %s", async (_name, behaviour, limit) => {
    const { ms } = await cutAfter(behaviour);
    expect(ms).toBeGreaterThan(limit * 0.9);
    // Node keeps an idle connection one second longer than it says; timers on a busy machine are late.
    expect(ms).toBeLessThan(limit + 3000);
  });

  test("a client that does not read a page from the front door", async () => {
    const door = frontDoor({
      answer: () => ({ status: 200, headers: { "Content-Length": String(large.length) }, body: large }),
      handOver: (socket) => socket.destroy(),
      record: () => undefined,
      firstByteTimeout: patience.headers,
      keepAliveTimeout: patience.keepAlive,
    });
    const own = net.createServer(door.welcome).listen(0, "127.0.0.1");
    await once(own, "listening");
    const { port: at } = own.address() as net.AddressInfo;
    servers.set(at, own);
    const { ms } = await cutAfter({ at, first: get("/"), reads: false });
    own.close();
    expect(ms).toBeGreaterThan(patience.keepAlive * 0.9);
    expect(ms).toBeLessThan(patience.keepAlive + 3000);
  });
});

test("a slow client is told why", async () => {
  const { said } = await cutAfter({ first: `GET / HTTP/1.1\r\n${host}`, drip: "X: 1\r\n" });
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
});

test("a client that is slow within its limits is served", async () => {
  const socket = net.connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  const pieces = ["POST /auth/v1/echo HTTP/1.1\r\nHost: local", "host\r\nContent-Length: 8\r\n\r\n", "four", "more"];
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  await expect.poll(() => answer).toContain("fourmore");
  socket.destroy();
});

test("two hundred clients that say nothing keep nobody else waiting, and are gone afterwards", async () => {
  const idle = Array.from({ length: 200 }, () => net.connect(port, "127.0.0.1").on("error", () => undefined));
  await Promise.all(idle.map((socket) => once(socket, "connect")));
  expect((await fetch(`http://127.0.0.1:${port}/auth/v1/none`)).status).toBe(404);
  await Promise.all(idle.map((socket) => once(socket.resume(), "close")));
});
