import { once } from "node:events";
import { readFileSync } from "node:fs";
import net from "node:net";
import { Hono } from "hono";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { type AppEnv, createApp } from "../app.ts";
import { smallSite } from "../testing/small-site.ts";
import { bodyRoom, clientsRoom, colleaguesRoom, leastRate, limitBody, strangersRoom } from "./body-room.ts";
import { createListener } from "./listener.ts";
import { createLog } from "./log.ts";

const site = await smallSite({ TRUSTED_PROXIES: "127.0.0.1" });
const log = createLog(site.env);
const auth = new Hono<AppEnv>().post("/body", async (c) => c.text(String((await c.req.text()).length)));
/** Routes of callers who are known before their body is read, as in the client area and the back office. */
const known = new Hono<AppEnv>();
const rooms = { client: clientsRoom, colleague: colleaguesRoom, small: bodyRoom(1_000_000, 500_000) };
for (const [name, room] of Object.entries(rooms))
  known.post(
    `/${name}`,
    async (c, next) => {
      c.set("caller", c.req.header("x-caller"));
      await next();
    },
    limitBody({ maxBytes: 30_000_000, room, onTooLarge: (c) => c.text("large", 413) }),
    async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)),
  );
const backend = {
  auth,
  rest: new Hono<AppEnv>(),
  answers: async () => true,
  isOperator: () => false,
  takesWrites: () => true,
};
const app = createApp({ env: site.env, log, website: site.website, backend, api: known });
const server = createListener({ app, website: site.website, env: site.env, log });
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as net.AddressInfo;
const sockets: net.Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
  site.remove();
});

/** Announces a body and sends none of it; `length` null: in chunks. Sixteen from each network. */
let started = 0;
function start(
  length: number | null,
  path = "/auth/v1/body",
  more = `X-Forwarded-For: 10.0.0.${Math.floor((started += 1) / 16)}`,
) {
  const socket = net.connect(port, "127.0.0.1");
  sockets.push(socket);
  const connection = { status: null as number | null, socket };
  socket.on("error", () => undefined);
  socket.once("data", (chunk: Buffer) => {
    connection.status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(chunk.toString("latin1"))?.[1]);
  });
  const size = length === null ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}\r\n${size}\r\n\r\n`,
  );
  return connection;
}

test.each([1_000_000, null])(
  "of a hundred slow bodies of 1 MB (%s) sixty-four are waited for; small requests go on, and room that is left is taken again",
  async (length) => {
    const slow = Array.from({ length: 100 }, () => start(length));
    const refused = () => slow.filter(({ status }) => status === 503).length;
    await expect.poll(refused).toBe(36);
    expect(slow.filter(({ status }) => status === null)).toHaveLength(64);
    const post = (size: number) =>
      fetch(`http://127.0.0.1:${port}/auth/v1/body`, { method: "POST", body: JSON.stringify("x".repeat(size)) });
    expect(await (await post(60_000)).text()).toBe("60002");
    const full = await post(90_000);
    expect([full.status, full.headers.get("retry-after")]).toEqual([503, "5"]);
    for (const { socket } of slow) socket.destroy();
    await expect.poll(() => strangersRoom.taken).toBe(0);
    expect(await (await post(90_000)).text()).toBe("90002");
  },
);

test("audit-4 S11: one caller has a share of the room, and no class of callers takes another's", async () => {
  const of = (caller: string, room: string, length: number) => start(length, `/api/${room}`, `X-Caller: ${caller}`);
  // Four slow sockets of one client, each with the largest file.
  const one = Array.from({ length: 4 }, () => of("one", "client", 25_000_000));
  await expect.poll(() => one.filter(({ status }) => status === 503).length).toBe(3);
  const post = (caller: string, room: string, bytes = 2_000_000) =>
    fetch(`http://127.0.0.1:${port}/api/${room}`, {
      method: "POST",
      headers: { "x-caller": caller },
      body: new Uint8Array(bytes),
    });
  expect((await post("one", "client")).status).toBe(503);
  expect(await (await post("two", "client", 20_000_000)).text()).toBe("20000000");
  // All of the clients' room, and colleagues and strangers notice nothing.
  const others = ["three", "four"].map((caller) => of(caller, "client", 27_000_000));
  await expect.poll(() => clientsRoom.taken).toBe(79_000_000);
  expect((await post("five", "client")).status).toBe(503);
  expect(await (await post("colleague", "colleague")).text()).toBe("2000000");
  expect(
    (await fetch(`http://127.0.0.1:${port}/auth/v1/body`, { method: "POST", body: JSON.stringify("x".repeat(90_000)) }))
      .status,
  ).toBe(200);
  for (const { socket } of [...one, ...others]) socket.destroy();
  await expect.poll(() => clientsRoom.taken).toBe(0);
  expect(clientsRoom.callers.size).toBe(0);
  expect((await post("one", "client")).status).toBe(200);
});

test("audit-4 S11: a large body that comes too slowly is refused and gives its room back; one that is slow within the rate is read", async () => {
  const usual = leastRate.afterMilliseconds;
  leastRate.afterMilliseconds = 200;
  onTestFinished(() => void (leastRate.afterMilliseconds = usual));
  const silent = start(400_000, "/api/small", "X-Caller: silent");
  await expect.poll(() => silent.status, { timeout: 15_000 }).toBe(408);
  await expect.poll(() => rooms.small.taken).toBe(0);
  // The same without a length: read up to its limit before the route sees it.
  const chunked = start(null, "/api/client", "X-Caller: chunked");
  await expect.poll(() => chunked.status, { timeout: 15_000 }).toBe(408);
  leastRate.afterMilliseconds = 60_000;
  const slow = start(100_000, "/api/small", "X-Caller: slow");
  await expect.poll(() => rooms.small.taken).toBe(100_000);
  for (let sent = 0; sent < 10; sent += 1) {
    await new Promise((resolve) => slow.socket.write(Buffer.alloc(10_000), resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => slow.status).toBe(200);
});

test("nginx lets through what the server reads, and keeps no mail before its login has been looked at", () => {
  const configuration = readFileSync("deploy/nginx.conf", "utf8");
  const inbound = /location = \/api\/webhooks\/postmark-inbound \{([^}]*)\}/.exec(configuration)?.[1] ?? "";
  expect(inbound).toContain("client_max_body_size 40m;");
  expect(inbound).toContain("proxy_request_buffering off;");
});
