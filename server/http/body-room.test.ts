import { once } from "node:events";
import { readFileSync } from "node:fs";
import net from "node:net";
import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import { type AppEnv, createApp } from "../app.ts";
import { smallSite } from "../testing/small-site.ts";
import { anyonesRoom } from "./body-room.ts";
import { createListener } from "./listener.ts";
import { createLog } from "./log.ts";

const site = await smallSite({});
const log = createLog(site.env);
const auth = new Hono<AppEnv>().post("/body", async (c) => c.text(String((await c.req.text()).length)));
const backend = {
  auth,
  rest: new Hono<AppEnv>(),
  answers: async () => true,
  isOperator: () => false,
  takesWrites: () => true,
};
const app = createApp({ env: site.env, log, website: site.website, backend, api: new Hono<AppEnv>() });
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

/** Announces a body and sends none of it; `length` null: in chunks. */
function start(length: number | null) {
  const socket = net.connect(port, "127.0.0.1");
  sockets.push(socket);
  const connection = { status: null as number | null, socket };
  socket.on("error", () => undefined);
  socket.once("data", (chunk: Buffer) => {
    connection.status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(chunk.toString("latin1"))?.[1]);
  });
  const size = length === null ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  socket.write(`POST /auth/v1/body HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${size}\r\n\r\n`);
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
    await expect.poll(() => anyonesRoom.taken).toBe(0);
    expect(await (await post(90_000)).text()).toBe("90002");
  },
);

test("nginx lets through what the server reads, and keeps no mail before its login has been looked at", () => {
  const configuration = readFileSync("deploy/nginx.conf", "utf8");
  const inbound = /location = \/api\/webhooks\/postmark-inbound \{([^}]*)\}/.exec(configuration)?.[1] ?? "";
  expect(inbound).toContain("client_max_body_size 40m;");
  expect(inbound).toContain("proxy_request_buffering off;");
});
