// Many slow connections to the address that takes forty megabytes: what a stranger, and what Postmark, can make the process keep.
import { once } from "node:events";
import net from "node:net";
import { afterAll, expect, test } from "vitest";
import { providersRoom } from "#server/http/body-room.ts";
import { createListener } from "#server/http/listener.ts";
import { createLog } from "#server/http/log.ts";
import { readEnv } from "#server/env.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { smallSite } from "#server/testing/small-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { server as outbox } from "../server.ts";

const { sql } = await testDatabase();
const small = await smallSite({});
const login = "postmark:a long password";
const basic = `Basic ${Buffer.from(login).toString("base64")}`;
const path = "/api/webhooks/postmark-inbound";
const declared = 39_000_000;
const connections = 60;

const open: net.Socket[] = [];
const servers: net.Server[] = [];
afterAll(() => {
  for (const socket of open) socket.destroy();
  for (const server of servers) server.close();
  small.remove();
});

async function listening(settings: Record<string, string>): Promise<number> {
  const { app } = moduleSite(sql, "outbox", outbox, { settings });
  const env = readEnv({ LOG_LEVEL: "silent" });
  const server = createListener({ app, website: small.website, env, log: createLog(env) });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as net.AddressInfo).port;
}

/** Announces a large mail, sends its first bytes, and never the rest. */
function start(port: number, authorization: string) {
  const socket = net.connect(port, "127.0.0.1");
  open.push(socket);
  const connection = { status: null as number | null, socket };
  socket.on("error", () => undefined);
  socket.once("data", (chunk: Buffer) => {
    connection.status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(chunk.toString("latin1"))?.[1]);
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: guidevane.test\r\n${authorization && `Authorization: ${authorization}\r\n`}` +
      `Content-Type: application/json\r\nContent-Length: ${declared}\r\n\r\n{"MessageID": "`,
  );
  return connection;
}
const statuses = (all: ReturnType<typeof start>[]) => {
  const counted: Record<string, number> = {};
  for (const { status } of all) counted[String(status)] = (counted[String(status)] ?? 0) + 1;
  return counted;
};

test("outbox 14: without the login sixty slow mails of 39 MB are refused by their headers, before any of them has come", async () => {
  const port = await listening({ POSTMARK_WEBHOOK_LOGIN: login });
  const strangers = Array.from({ length: connections }, () => start(port, ""));
  await expect.poll(() => statuses(strangers)).toEqual({ 401: connections });
});

test("outbox 14: while no login is set, the addresses of Postmark's webhooks are not there", async () => {
  const port = await listening({});
  const strangers = Array.from({ length: connections }, () => start(port, basic));
  await expect.poll(() => statuses(strangers)).toEqual({ 404: connections });
  const { ask } = moduleSite(sql, "outbox", outbox);
  expect((await ask("/api/webhooks/postmark", { method: "POST", body: "{}" })).status).toBe(404);
});

test("with the login two of sixty are read at once, the others are asked to come again; a place is free when one is gone", async () => {
  const port = await listening({ POSTMARK_WEBHOOK_LOGIN: login });
  const mails = Array.from({ length: connections }, () => start(port, basic));
  await expect.poll(() => statuses(mails)).toEqual({ 503: connections - 2, null: 2 });
  const [read] = mails.filter(({ status }) => status === null);
  read!.socket.destroy();
  await expect.poll(() => providersRoom.taken).toBe(declared);
  const next = start(port, basic);
  await expect.poll(() => providersRoom.taken).toBe(2 * declared);
  expect(next.status).toBeNull();
});
