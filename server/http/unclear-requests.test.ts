// Requests on which a proxy in front and this server could disagree: each is refused, and none carries a second one in.
import { once } from "node:events";
import type net from "node:net";
import { Hono } from "hono";
import { stream } from "hono/streaming";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type AppEnv, createApp } from "../app.ts";
import { createListener } from "./listener.ts";
import { createLog } from "./log.ts";
import { rawHttp, statusesOf } from "../testing/raw-http.ts";
import { smallSite } from "../testing/small-site.ts";

const site = await smallSite({ SITE_URL: "http://site.test", TOOLS_HOST: "tools.test" });
const log = createLog(site.env);
let smuggled = 0;
/** What a slow response waits for. */
const rest = Promise.withResolvers<void>();
const auth = new Hono<AppEnv>()
  .post("/echo", async (c) => c.text(await c.req.text()))
  .get("/smuggled", (c) => c.text(String(++smuggled)))
  .get("/slow", (c) =>
    stream(c, async (out) => {
      await out.write("first ");
      await rest.promise;
      await out.write("second");
    }),
  );
const backend = {
  auth,
  rest: new Hono<AppEnv>(),
  answers: async () => true,
  isOperator: () => false,
  takesWrites: () => true,
};
const api = new Hono<AppEnv>().post("/drafts/:asset", (c) => c.text(""));
const app = createApp({ env: site.env, log, website: site.website, backend, api });
const server = createListener({ app, website: site.website, env: site.env, log });
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as net.AddressInfo;
const raw = (...pieces: string[]) => rawHttp(port, ...pieces);
afterAll(() => {
  server.closeAllConnections();
  server.close();
  site.remove();
});
beforeEach(() => void (smuggled = 0));

const host = "Host: site.test\r\n";
const hidden = `GET /auth/v1/smuggled HTTP/1.1\r\n${host}\r\n`;
const post = (headers: string, body: string) => `POST /auth/v1/echo HTTP/1.1\r\n${host}${headers}\r\n${body}`;
const get = (target: string, headers = host) => `GET ${target} HTTP/1.1\r\n${headers}\r\n`;
const chunked = "Transfer-Encoding: chunked\r\n";

test("what is sent here is what the tests below hide", async () => {
  expect(statusesOf(await raw(hidden))).toEqual([200]);
  expect(smuggled).toBe(1);
});

describe("a body whose end is in doubt", () => {
  test.each([
    ["length and chunks", post(`Content-Length: 4\r\n${chunked}`, `0\r\n\r\n${hidden}`)],
    ["chunks and length", post(`${chunked}Content-Length: 4\r\n`, `0\r\n\r\n${hidden}`)],
    ["both on a GET", get("/", `${host}Content-Length: 4\r\n${chunked}`) + `0\r\n\r\n${hidden}`],
    ["two lengths", post("Content-Length: 2\r\nContent-Length: 9\r\n", `{}${hidden}`)],
    ["one length twice", post("Content-Length: 2\r\nContent-Length: 2\r\n", `{}${hidden}`)],
    ["a list of lengths", post("Content-Length: 2, 2\r\n", `{}${hidden}`)],
    ["a length with a sign", post("Content-Length: +2\r\n", `{}${hidden}`)],
    ["a length below zero", post("Content-Length: -1\r\n", hidden)],
    ["a length in another base", post("Content-Length: 0x2\r\n", `{}${hidden}`)],
    ["a length beyond any number", post("Content-Length: 99999999999999999999\r\n", hidden)],
    ["an unknown coding", post("Transfer-Encoding: xchunked\r\n", `0\r\n\r\n${hidden}`)],
    ["chunks, then something else", post("Transfer-Encoding: chunked, identity\r\n", `0\r\n\r\n${hidden}`)],
    ["something else, then chunks", post("Transfer-Encoding: gzip, chunked\r\n", `0\r\n\r\n`)],
    ["two codings", post(`${chunked}Transfer-Encoding: identity\r\n`, `0\r\n\r\n${hidden}`)],
    ["a space before the colon", post("Transfer-Encoding : chunked\r\n", `0\r\n\r\n${hidden}`)],
    ["a vertical tab in the coding", post("Transfer-Encoding:\x0bchunked\r\n", `0\r\n\r\n${hidden}`)],
    ["a chunk size ended by a bare line feed", post(chunked, `2\n{}\r\n0\r\n\r\n${hidden}`)],
    ["a carriage return in a chunk extension", post(chunked, `2;a\rb\r\n{}\r\n0\r\n\r\n${hidden}`)],
    ["a chunk size with a sign", post(chunked, `-2\r\n{}\r\n0\r\n\r\n${hidden}`)],
    ["a chunk size with a prefix", post(chunked, `0x2\r\n{}\r\n0\r\n\r\n${hidden}`)],
    ["a chunk size beyond any number", post(chunked, `fffffffffffffffff\r\n{}\r\n0\r\n\r\n${hidden}`)],
    ["a chunk longer than it says", post(chunked, `2\r\n{}xx0\r\n\r\n${hidden}`)],
  ])("%s is refused, and nothing behind it is heard", async (_name, bytes) => {
    const statuses = statusesOf(await raw(bytes));
    expect(statuses.at(-1)).toBe(400);
    expect(smuggled).toBe(0);
  });

  test("a GET's body is a body, also when it looks like a request and comes later", async () => {
    const head = get("/", `${host}Content-Length: ${hidden.length}\r\n`);
    expect(statusesOf(await raw(head + hidden + get("/education")))).toEqual([200, 200]);
    expect(statusesOf(await raw(get("/"), head, hidden, get("/education")))).toEqual([200, 200, 200]);
    expect(smuggled).toBe(0);
  });
});

describe("a head that can be read in two ways", () => {
  test.each([
    ["bare line feeds", "GET / HTTP/1.1\nHost: site.test\n\n"],
    ["a bare line feed at the end", `GET / HTTP/1.1\r\n${host}\n`],
    ["a bare line feed between headers", "GET / HTTP/1.1\r\nHost: site.test\nX: 1\r\n\r\n"],
    ["bare carriage returns", "GET / HTTP/1.1\rHost: site.test\r\r"],
    ["a carriage return in a value", get("/", `${host}X: a\rb\r\n`)],
    ["a folded line", get("/", `${host}X: a\r\n b\r\n`)],
    ["a folded first line", `GET / HTTP/1.1\r\n ${host}\r\n`],
    ["a null byte in a value", get("/", `${host}X: a\0b\r\n`)],
    ["a null byte in a name", get("/", `${host}X\0: a\r\n`)],
    ["a null byte in the target", get("/\0")],
    ["bytes beyond ASCII in the target", get("/\xe9")],
    ["a header without a name", get("/", `${host}: a\r\n`)],
    ["a line without a colon", get("/", `${host}abc\r\n`)],
    ["a space before the colon", get("/", "Host : site.test\r\n")],
    ["tabs for spaces", `GET\t/\tHTTP/1.1\r\n${host}\r\n`],
    ["another version", `GET / HTTP/1.2\r\n${host}\r\n`],
    ["HTTP/2 spoken to HTTP/1", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["no host", get("/", "X: 1\r\n")],
    ["an empty host", get("/", "Host:\r\n")],
    ["a host with a user", get("/healthz", "Host: a@site.test\r\n")],
    ["a host with a path", get("/healthz", "Host: site.test/a\r\n")],
    ["an address of another host", get("http://evil.test/education")],
    ["an address of another host, for the API", get("http://evil.test/healthz")],
    ["an address with a user", get("http://u:p@site.test/education")],
    ["another scheme", get("ftp://site.test/education")],
    ["a host and a port as target", get("site.test:80")],
  ])("%s is refused", async (_name, bytes) => {
    expect(statusesOf(await raw(bytes + hidden)).at(0)).toBe(400);
    // The same as the second request of a connection.
    expect(statusesOf(await raw(get("/"), bytes)).slice(0, 2)).toEqual([200, 400]);
  });

  test("two hosts are one too many, and the first one's page is not shown", async () => {
    for (const path of ["/", "/healthz", "/auth/v1/smuggled"])
      for (const hosts of [`${host}Host: evil.test\r\n`, `Host: evil.test\r\n${host}`, host + host])
        expect(statusesOf(await raw(get(path, hosts)))).toEqual([400]);
    expect(smuggled).toBe(0);
  });

  test("a whole address with the same host is answered, for pages and the API", async () => {
    expect(statusesOf(await raw(get("http://site.test/education")))).toEqual([200]);
    expect(statusesOf(await raw(get("http://SITE.test/healthz")))).toEqual([200]);
  });

  test("a host that is not ours is refused, whichever way it is named", async () => {
    expect(statusesOf(await raw(get("/", "Host: evil.test\r\n")))).toEqual([421]);
    expect(statusesOf(await raw(get("/healthz", "Host: evil.test\r\n")))).toEqual([421]);
    expect(statusesOf(await raw(get("http://evil.test/", "Host: evil.test\r\n")))).toEqual([421]);
    // A space beyond ASCII belongs to the name.
    expect(statusesOf(await raw(get("/", "Host: \xa0site.test\r\n")))).toEqual([400]);
    expect(await raw(get("/workshops", `${host}X-Forwarded-Host: evil.test\r\n`))).not.toContain("evil");
  });

  test.each(["/", "/healthz"])("101 headers are refused, 100 are read: %s", async (path) => {
    expect(statusesOf(await raw(get(path, host + "A: b\r\n".repeat(99))))).toEqual([200]);
    expect(statusesOf(await raw(get(path, host + "A: b\r\n".repeat(100))))).toEqual([431]);
  });

  test("a compressed body is refused, so that nothing small becomes large", async () => {
    expect(statusesOf(await raw(post("Content-Encoding: gzip\r\nContent-Length: 2\r\n", "{}")))).toEqual([415]);
    expect(statusesOf(await raw(post("Content-Encoding: identity\r\nContent-Length: 2\r\n", "{}")))).toEqual([200]);
    for (const path of ["/", "/healthz"])
      expect(statusesOf(await raw(get(path, `${host}Content-Encoding: gzip\r\n`)))).toEqual([415]);
  });
});

test.each(["FOO", "get", "GETX", "TRACE", "PROPFIND", "M-SEARCH"])("the method %s is answered 405", async (method) => {
  for (const path of ["/", "/healthz", "/auth/v1/smuggled", "/rest/v1/accounts", "/api/nothing"])
    expect([path, ...statusesOf(await raw(`${method} ${path} HTTP/1.1\r\n${host}\r\n`))]).toEqual([path, 405]);
});

test("CONNECT is answered 405, and leads nowhere", async () => {
  expect(statusesOf(await raw(`CONNECT evil.test:443 HTTP/1.1\r\n${host}\r\n${hidden}`))).toEqual([405]);
  expect(smuggled).toBe(0);
});

test("refusals carry the security headers too", async () => {
  for (const bytes of [get("/", "Host: evil.test\r\n"), `PROPFIND / HTTP/1.1\r\n${host}\r\n`])
    expect(await raw(bytes)).toMatch(/^content-security-policy: default-src 'none'/im);
});

test("what cannot be read never ends up inside an answer under way", async () => {
  const answer = await raw(get("/auth/v1/slow"), "FOO bar\r\n\r\n");
  rest.resolve();
  expect(answer).toContain("first ");
  expect(statusesOf(answer)).toEqual([200]);
});

test("a log line shows no name or password from a whole address, no id, name or token from a path", async () => {
  let lines = "";
  const listening = createListener({
    app,
    website: site.website,
    env: site.env,
    log: createLog({ LOG_LEVEL: "info" }, { write: (line) => (lines += line) }),
  });
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port: at } = listening.address() as net.AddressInfo;
  const expected = {
    "http://jane:secret@site.test/education?a=1": "/education",
    "/auth/v1/users/3f0c1f4e-6a52-4b0e-9d5c-0a1b2c3d4e5f/factors?b=2": "/auth/v1/:x/:x/:x",
    "/auth/v1/echo": "/auth/v1/echo",
    "/api/drafts/Jane%20Roe%20Ltd": "/api/drafts/:x",
    "/admin/jane@roe.example": "/admin/:x",
    "/p/secret-token-of-a-link": "/:x/:x",
    "/rest/v1/accounts?name=eq.Jane": "/rest/v1/accounts",
    "/assets/app-abc12345.js": "/assets/app-abc12345.js",
  };
  for (const target of Object.keys(expected)) await rawHttp(at, get(target));
  listening.closeAllConnections();
  listening.close();
  await expect
    .poll(() => [...lines.matchAll(/"path":"([^"]*)"/g)].map(([, path]) => path))
    .toEqual(Object.values(expected));
  expect(lines).not.toMatch(/jane|roe|secret|3f0c1f4e|[abc]=\d/i);
});
