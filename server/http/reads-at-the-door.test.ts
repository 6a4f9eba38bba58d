// Reads that the front door answers: in order, whoever leaves or closes meanwhile, and nothing that is not for it.
import { once } from "node:events";
import type net from "node:net";
import { expect, it } from "vitest";
import { createListener } from "./listener.ts";
import { rawHttp, statusesOf } from "../testing/raw-http.ts";
import {
  app,
  counted,
  keptConnection,
  lineOf,
  log,
  page,
  port,
  seen,
  signedIn,
  site,
} from "../testing/straight-server.ts";

const head = (target: string) =>
  `GET ${target} HTTP/1.1\r\nHost: guidevane.example\r\n${Object.entries(signedIn()).map(lineOf).join("")}`;
/** Answers wait until the returned function is called. */
const hold = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  seen.delay = promise;
  return resolve;
};

it("what comes behind one is answered after it, in order", async () => {
  const release = hold();
  setTimeout(release, 250);
  const before = seen.atTheDoor;
  const text = await rawHttp(
    port,
    `${head("/rest/v1/accounts?select=type&limit=1")}\r\n`,
    `${head("/rest/v1/acounts")}\r\nGET / HTTP/1.1\r\nHost: guidevane.example\r\n\r\n`,
    "GET /education HTTP/1.1\r\nHost: guidevane.example\r\n\r\n",
  );
  expect(seen.atTheDoor - before).toBe(1);
  expect(statusesOf(text)).toEqual([200, 404, 200, 200]);
  expect(text.indexOf('[{"type":"Customer"}]')).toBeLessThan(text.indexOf("<h1>Home"));
  expect(text.indexOf("<h1>Home")).toBeLessThan(text.indexOf("<h1>Education"));
});

it("two in one piece are Node's", async () => {
  const before = seen.atTheDoor;
  const one = `${head("/rest/v1/accounts?select=type&limit=1")}\r\n`;
  expect(statusesOf(await rawHttp(port, one + one))).toEqual([200, 200]);
  expect(seen.atTheDoor).toBe(before);
});

it("a client that leaves meanwhile harms nobody", async () => {
  const release = hold();
  const gone = keptConnection();
  const before = seen.atTheDoor;
  gone.ask(page, signedIn()).catch(() => undefined);
  await expect.poll(() => seen.atTheDoor).toBe(before + 1);
  gone.socket.resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 30));
  release();
  const { socket, ask } = keptConnection();
  expect((await ask(page, signedIn())).status).toBe(200);
  socket.destroy();
});

it("an answer under way arrives although the server closes, and ends its connection", async () => {
  const closing = createListener({ app, website: site.website, env: site.env, log, straight: counted });
  closing.listen(0, "127.0.0.1");
  await once(closing, "listening");
  const release = hold();
  const before = seen.atTheDoor;
  const asked = rawHttp((closing.address() as net.AddressInfo).port, `${head(page)}\r\n`);
  await expect.poll(() => seen.atTheDoor).toBe(before + 1);
  const closed = once(closing, "close");
  closing.close();
  closing.closeIdleConnections();
  setTimeout(release, 100);
  const text = await asked;
  await closed;
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n/);
  expect(text).toContain('"Somebody at Company 1"');
});

it("a slow answer is waited for longer than an idle connection, but not for ever", async () => {
  const patience = { headers: 100, request: 1000, keepAlive: 100, silence: 400, look: 50 };
  const listening = createListener({ app, website: site.website, env: site.env, log, straight: counted, patience });
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port: at } = listening.address() as net.AddressInfo;
  const release = hold();
  const asked = rawHttp(at, `${head(page)}\r\n`);
  setTimeout(release, 300);
  expect(statusesOf(await asked)).toEqual([200]);
  const never = hold();
  expect(await rawHttp(at, `${head(page)}\r\n`)).toBe("");
  never();
  listening.closeAllConnections();
  listening.close();
});

it("a header that could not be sent ends the connection, whichever way", async () => {
  const whole = `${head("/rest/v1/injecting")}\r\n`;
  expect(await rawHttp(port, whole)).toBe("");
  expect(await rawHttp(port, whole.slice(0, 9), whole.slice(9))).toBe("");
});

it.each([
  ["a compressed body", "Content-Encoding: gzip\r\n", 415],
  ["a header sent twice", "apikey: other\r\n", 401],
  ["two hosts", "Host: other.example\r\n", 400],
])("%s is not for it", async (_name, more, status) => {
  const before = seen.atTheDoor;
  expect(statusesOf(await rawHttp(port, `${head(page)}${more}\r\n`))).toEqual([status]);
  expect(seen.atTheDoor).toBe(before);
});
