// Clients that take their time, each cut by its own limit. Nothing here measures time: one limit is so short that it must
// strike, all others so long that they cannot, and a test waits until the server has cut the connection.
import { once } from "node:events";
import type { Server } from "node:http";
import net from "node:net";
import { Hono } from "hono";
import { afterAll, describe, expect, test } from "vitest";
import { type AppEnv, createApp } from "../app.ts";
import { smallSite } from "../testing/small-site.ts";
import { createListener, type Timeouts } from "./listener.ts";
import { createLog } from "./log.ts";

const short = 50;
const never = 3_600_000;
const noLimit: Timeouts = { headers: never, request: never, silence: never, keepAlive: never, checkEvery: 20 };
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
async function listening(timeouts?: Timeouts): Promise<{ server: Server; port: number }> {
  const server = createListener({ app, website: site.website, env: site.env, log, ...(timeouts && { timeouts }) });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as net.AddressInfo).port };
}
// A request is no shorter than its headers.
const servers = {
  headers: await listening({ ...noLimit, headers: short }),
  request: await listening({ ...noLimit, headers: short, request: short }),
  silence: await listening({ ...noLimit, silence: short }),
  keepAlive: await listening({ ...noLimit, keepAlive: short }),
  none: await listening(noLimit),
};
type Limit = keyof typeof servers;
afterAll(() => {
  for (const { server } of Object.values(servers)) {
    server.closeAllConnections();
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

/** Waits until the server has had enough; gives back what it said. */
async function untilCut({ server, port }: (typeof servers)[Limit], { first = "", drip, reads = true }: Behaviour) {
  const gone = once(server, "connection").then(([socket]) => once(socket as net.Socket, "close"));
  const socket = net.connect(port, "127.0.0.1");
  let said = "";
  if (reads) socket.on("data", (chunk: Buffer) => (said += chunk.toString("latin1", 0, 100)));
  socket.on("error", () => undefined);
  socket.write(first);
  const timer = drip ? setInterval(() => socket.write(drip), 5) : undefined;
  await gone;
  clearInterval(timer);
  if (reads && !socket.closed) await once(socket, "close");
  socket.destroy();
  return said;
}

describe("is cut", () => {
  test.each([
    ["that says nothing", "headers", {}],
    ["that says one letter", "headers", { first: "G" }],
    ["that sends headers without end", "headers", { first: `GET / HTTP/1.1\r\n${host}`, drip: "X: 1\r\n" }],
    ["whose next headers do not end", "headers", { first: `${get("/")}GET / HT` }],
    ["whose body does not come", "request", { first: post("Content-Length: 1000\r\n") }],
    ["whose body comes drop by drop", "request", { first: post("Content-Length: 100000\r\n"), drip: "x" }],
    [
      "whose chunks come drop by drop",
      "request",
      { first: post("Transfer-Encoding: chunked\r\n"), drip: "1\r\nx\r\n" },
    ],
    ["that is idle after a page", "keepAlive", { first: get("/") }],
    ["that is idle after a response of the API", "keepAlive", { first: get("/auth/v1/none") }],
    ["that does not read the API's response", "silence", { first: get("/auth/v1/large"), reads: false }],
  ] satisfies [string, Limit, Behaviour][])(
    "a client %s",
    async (_name, limit, behaviour) => void (await untilCut(servers[limit], behaviour)),
  );
});

test("a slow client is told why", async () => {
  const said = await untilCut(servers.headers, { first: `GET / HTTP/1.1\r\n${host}`, drip: "X: 1\r\n" });
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
});

test("a client that is slow within its limits is served", async () => {
  const accepted = once(servers.none.server, "connection");
  const socket = net.connect(servers.none.port, "127.0.0.1").setNoDelay(true);
  const [atServer] = (await accepted) as [net.Socket];
  let response = "";
  let sent = 0;
  socket.on("data", (chunk: Buffer) => (response += chunk.toString("latin1")));
  for (const piece of [
    "POST /auth/v1/echo HTTP/1.1\r\nHost: local",
    "host\r\nContent-Length: 8\r\n\r\n",
    "four",
    "more",
  ]) {
    socket.write(piece);
    sent += piece.length;
    await expect.poll(() => atServer.bytesRead).toBe(sent);
  }
  await expect.poll(() => response).toContain("fourmore");
  socket.destroy();
});

test("two hundred clients that say nothing keep nobody else waiting", async () => {
  const idle = Array.from({ length: 200 }, () => net.connect(servers.none.port, "127.0.0.1"));
  await Promise.all(idle.map((socket) => once(socket, "connect")));
  expect((await fetch(`http://127.0.0.1:${servers.none.port}/auth/v1/none`)).status).toBe(404);
  for (const socket of idle) socket.destroy();
});

test("they are gone when their time is over", async () => {
  const idle = Array.from({ length: 200 }, () =>
    net.connect(servers.headers.port, "127.0.0.1").on("error", () => undefined),
  );
  await Promise.all(idle.map((socket) => once(socket.resume(), "close")));
});

test("without other wishes the limits are those of the operating manual", async () => {
  const { server } = await listening();
  expect([server.headersTimeout, server.requestTimeout, server.keepAliveTimeout, server.timeout]).toEqual([
    15_000, 60_000, 65_000, 180_000,
  ]);
  server.close();
});
