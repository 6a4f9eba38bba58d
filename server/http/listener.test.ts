import { once } from "node:events";
import type { Server } from "node:http";
import net from "node:net";
import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import type { AppEnv } from "../app.ts";
import { createApp } from "../app.ts";
import { createListener } from "./listener.ts";
import { createLog } from "./log.ts";
import { rawHttp } from "../testing/raw-http.ts";
import { smallSite } from "../testing/small-site.ts";

const site = await smallSite({ TRUSTED_PROXIES: "127.0.0.1" });
const log = createLog(site.env);
const api = new Hono<AppEnv>()
  .get("/address", (c) => c.text(c.get("clientAddress")))
  .post("/body", async (c) => c.text(String((await c.req.text()).length)));
let takesWrites = true;
const backend = {
  auth: api,
  rest: new Hono<AppEnv>(),
  answers: async () => true,
  isOperator: () => false,
  takesWrites: () => takesWrites,
};
const app = createApp({ env: site.env, log, website: site.website, backend, api: new Hono<AppEnv>() });
const server: Server = createListener({ app, website: site.website, env: site.env, log });
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as net.AddressInfo;
const at = (path: string) => `http://127.0.0.1:${port}${path}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
  site.remove();
});

const raw = (...pieces: string[]) => rawHttp(port, ...pieces);

test("over the wire the app responds as it does by itself", async () => {
  for (const path of [
    "/",
    "/education",
    "/assets/app-abc12345.js",
    "/nothing",
    "/education/",
    "/workshops",
    "/healthz",
  ]) {
    const [overWire, direct] = [await fetch(at(path), { redirect: "manual" }), await site.request(path)];
    expect([path, overWire.status, overWire.headers.get("location")]).toEqual([
      path,
      direct.status,
      direct.headers.get("location"),
    ]);
    expect(overWire.headers.get("content-security-policy")).toBe(direct.headers.get("content-security-policy"));
  }
});

test("one connection takes pages, the API and pages again, in order", async () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const separately = await raw(get("/"), get("/auth/v1/address"), get("/education"), get("/"));
  const atOnce = await raw(get("/") + get("/auth/v1/address") + get("/education") + get("/"));
  const order = (text: string) => [...text.matchAll(/<h1>Home|<h1>Education|127\.0\.0\.1/g)].map(([found]) => found);
  expect(order(separately)).toEqual(["<h1>Home", "127.0.0.1", "<h1>Education", "<h1>Home"]);
  expect(order(atOnce)).toEqual(order(separately));
});

test("a client that asks without reading does not fill the memory", async () => {
  const socket = net.connect(port, "127.0.0.1");
  socket.pause();
  const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 300; i++) {
    socket.write(request.repeat(50));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
  socket.destroy();
});

test("closing ends connections that wait for their next request", async () => {
  const other = createListener({ app, website: site.website, env: site.env, log });
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  const socket = net.connect((other.address() as net.AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(socket, "data");
  const closed = once(other, "close");
  other.close();
  await closed;
});

test("the visitor's address reaches the app through a trusted proxy", async () => {
  const response = await fetch(at("/auth/v1/address"), { headers: { "x-forwarded-for": "203.0.113.7" } });
  expect(await response.text()).toBe("203.0.113.7");
});

test("a body over 1 MB is refused, one under it is read", async () => {
  const post = (size: number) => fetch(at("/auth/v1/body"), { method: "POST", body: "x".repeat(size) });
  expect(await (await post(900_000)).text()).toBe("900000");
  expect((await post(1_100_000)).status).toBe(413);
});

test("a chunked body over 1 MB is refused too", async () => {
  const chunks = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 20; i++) controller.enqueue(new Uint8Array(100_000));
      controller.close();
    },
  });
  const response = await fetch(at("/auth/v1/body"), { method: "POST", body: chunks, duplex: "half" } as RequestInit);
  expect(response.status).toBe(413);
});

test.each([
  ["no HTTP at all", "hello\r\n\r\n", "400"],
  ["a header of 20 KB", `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, "431"],
  [
    "two different lengths",
    "POST /auth/v1/body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabc",
    "400",
  ],
  ["no host", "GET / HTTP/1.1\r\n\r\n", "400"],
  ["a bad escape", "GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "400"],
  ["an unknown method", "PROPFIND / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "405"],
  [
    "an address of 9,000 characters",
    `GET /${"a".repeat(9000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    "414",
  ],
])("%s is refused and the server goes on", async (_name, bytes, status) => {
  expect((await raw(bytes)).slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  expect(await raw("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")).toContain("<h1>Home</h1>");
});

test("with a full disk writes are refused with a clear message and reads go on", async () => {
  takesWrites = false;
  const refused = await fetch(at("/auth/v1/body"), { method: "POST", body: "x" });
  expect(refused.status).toBe(507);
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining("disk is almost full") as string });
  expect((await fetch(at("/auth/v1/address"))).status).toBe(200);
  takesWrites = true;
  expect((await fetch(at("/auth/v1/body"), { method: "POST", body: "x" })).status).toBe(200);
});
