// Clients that take their time, each cut after its limit and not before. The limits are short here; listener.ts has the real ones.
import { once } from "node:events";
import type { Server } from "node:http";
import net from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Hono } from "hono";
import { afterAll, describe, expect, test } from "vitest";
import { type AppEnv, createApp } from "../app.ts";
import { frontDoor } from "./front-door.ts";
import { createListener } from "./listener.ts";
import { createLog } from "./log.ts";
import { smallSite } from "../testing/small-site.ts";

const short = 300;
const long = 60_000;
/** One limit is short at a time, so that no other one does its work. A request is no shorter than its headers. */
const patienceFor = {
  headers: { headers: short, request: long, silence: long, keepAlive: long, look: 20 },
  request: { headers: short, request: short, silence: long, keepAlive: long, look: 20 },
  silence: { headers: long, request: long, silence: short, keepAlive: long, look: 20 },
  keepAlive: { headers: long, request: long, silence: long, keepAlive: short, look: 20 },
};
type Limit = keyof typeof patienceFor;
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
const servers = new Map<number, net.Server>();
async function listening(server: net.Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  servers.set(port, server);
  return port;
}
const listener = (limit: Limit) =>
  listening(createListener({ app, website: site.website, env: site.env, log, patience: patienceFor[limit] }));
const ports = {
  headers: await listener("headers"),
  request: await listener("request"),
  silence: await listener("silence"),
  keepAlive: await listener("keepAlive"),
};
afterAll(() => {
  for (const server of servers.values()) {
    if ("closeAllConnections" in server) (server as Server).closeAllConnections();
    server.close();
  }
  site.remove();
});

const host = "Host: localhost\r\n";
const get = (target: string) => `GET ${target} HTTP/1.1\r\n${host}\r\n`;
const post = (headers: string) => `POST /auth/v1/echo HTTP/1.1\r\n${host}${headers}\r\n`;

interface Behaviour {
  first?: string;
  /** Sent again and again. */
  drip?: string;
  reads?: boolean;
}

/** How long the server put up with it, and what it said. */
async function cutAfter(port: number, { first = "", drip, reads = true }: Behaviour) {
  const socket = net.connect(port, "127.0.0.1");
  await once(socket, "connect");
  const started = performance.now();
  let said = "";
  if (reads) socket.on("data", (chunk: Buffer) => (said += chunk.toString("latin1", 0, 100)));
  socket.on("error", () => undefined);
  socket.write(first);
  const timer = drip ? setInterval(() => socket.write(drip), 40) : undefined;
  // A client that does not read does not notice its end; the server does.
  await (reads ? once(socket, "close") : serverForgets(port));
  clearInterval(timer);
  socket.destroy();
  return { ms: performance.now() - started, said };
}

async function serverForgets(port: number): Promise<void> {
  const connections = () =>
    new Promise<number>((resolve) => servers.get(port)?.getConnections((_error, count) => resolve(count)));
  while ((await connections()) === 0) await pause(5);
  while ((await connections()) > 0) await pause(5);
}

/** Not before its limit. Node keeps an idle connection a second longer than it says; busy machines are late. */
function expectCutAtLimit(ms: number) {
  expect(ms).toBeGreaterThan(short * 0.9);
  expect(ms).toBeLessThan(short + 8000);
}

describe("is cut", () => {
  test.each([
    ["that says nothing", "headers", {}],
    ["that says one letter", "headers", { first: "G" }],
    ["that sends headers without end", "headers", { first: `GET / HTTP/1.1\r\n${host}`, drip: "X: 1\r\n" }],
    ["whose next headers do not end", "headers", { first: `${get("/")}GET / HT` }],
    ["whose body does not come", "request", { first: post("Content-Length: 1000\r\n") }],
    ["whose body comes drop by drop", "request", { first: post("Content-Length: 1000\r\n"), drip: "x" }],
    [
      "whose chunks come drop by drop",
      "request",
      { first: post("Transfer-Encoding: chunked\r\n"), drip: "1\r\nx\r\n" },
    ],
    ["that is idle after a page", "keepAlive", { first: get("/") }],
    ["that is idle after an answer of the API", "keepAlive", { first: get("/auth/v1/none") }],
    ["that does not read the API's answer", "silence", { first: get("/auth/v1/large"), reads: false }],
  ] satisfies [string, Limit, Behaviour][])("a client %s", async (_name, limit, behaviour) => {
    const { ms } = await cutAfter(ports[limit], behaviour);
    expectCutAtLimit(ms);
  });

  test("a client that does not read a page from the front door", async () => {
    const door = frontDoor({
      open: () => true,
      answer: () => ({ status: 200, headers: { "Content-Length": String(large.length) }, body: large }),
      handOver: (socket) => socket.destroy(),
      recorder: () => () => undefined,
      read: () => false,
      record: () => undefined,
      firstByteTimeout: long,
      keepAliveTimeout: short,
      silenceTimeout: long,
    });
    const port = await listening(net.createServer(door.welcome));
    const { ms } = await cutAfter(port, { first: get("/"), reads: false });
    expectCutAtLimit(ms);
  });
});

test("the front door writes one answer ahead of a reader and no more", async () => {
  let answers = 0;
  const handedOver = Promise.withResolvers<void>();
  const door = frontDoor({
    open: () => true,
    answer: () => {
      answers++;
      return { status: 200, headers: { "Content-Length": String(large.length) }, body: large };
    },
    handOver: (socket) => {
      socket.destroy();
      handedOver.resolve();
    },
    recorder: () => () => undefined,
    read: () => false,
    record: () => undefined,
    firstByteTimeout: long,
    keepAliveTimeout: long,
    silenceTimeout: long,
  });
  const port = await listening(net.createServer(door.welcome));
  const socket = net.connect(port, "127.0.0.1").setNoDelay(true).pause();
  socket.on("error", () => undefined);
  const asking = setInterval(() => socket.write(get("/")), 20);
  await handedOver.promise;
  clearInterval(asking);
  socket.destroy();
  expect(answers).toBe(1);
});

test("a slow client is told why", async () => {
  const { said } = await cutAfter(ports.headers, { first: `GET / HTTP/1.1\r\n${host}`, drip: "X: 1\r\n" });
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
});

test("a client that is slow within its limits is served", async () => {
  const socket = net.connect(ports.request, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  const pieces = ["POST /auth/v1/echo HTTP/1.1\r\nHost: local", "host\r\nContent-Length: 8\r\n\r\n", "four", "more"];
  for (const piece of pieces) {
    socket.write(piece);
    await pause(30);
  }
  await expect.poll(() => answer).toContain("fourmore");
  socket.destroy();
});

test("two hundred clients that say nothing keep nobody else waiting, and are gone afterwards", async () => {
  const idle = Array.from({ length: 200 }, () => net.connect(ports.headers, "127.0.0.1").on("error", () => undefined));
  await Promise.all(idle.map((socket) => once(socket, "connect")));
  expect((await fetch(`http://127.0.0.1:${ports.headers}/auth/v1/none`)).status).toBe(404);
  await Promise.all(idle.map((socket) => once(socket.resume(), "close")));
});
