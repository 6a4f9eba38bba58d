import fc from "fast-check";
import { expect, test } from "vitest";
import { readPlainGet } from "./plain-get.ts";

const read = (text: string) => readPlainGet(Buffer.from(text, "latin1"));
const get = (...headers: string[]) => `GET / HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join("")}\r\n`;

test("a browser's request is read", () => {
  expect(
    read(
      "GET /education?a=1 HTTP/1.1\r\nHost: site.test:3000\r\nConnection: keep-alive\r\nUser-Agent: Any (thing) 1.0\r\n" +
        'Accept-Encoding: gzip, deflate, br\r\nIf-None-Match:  "tag" \r\n\r\n',
    ),
  ).toMatchObject({
    method: "GET",
    target: "/education?a=1",
    host: "site.test:3000",
    acceptEncoding: "gzip, deflate, br",
    ifNoneMatch: '"tag"',
  });
});

test("its headers are read when they are asked for, and once for requests that send the same", () => {
  const first = read(get("Host: a", "ApiKey:  k\t", "__proto__: p"));
  expect(first?.headers.get("apikey")).toBe("k");
  expect(first?.headers.get("constructor")).toBeNull();
  expect(first?.headers.has("Host")).toBe(true);
  const all: Record<string, string> = {};
  first?.headers.forEach((value, name) => Object.defineProperty(all, name, { value, enumerable: true }));
  expect(Object.entries(all)).toEqual([
    ["host", "a"],
    ["apikey", "k"],
    ["__proto__", "p"],
  ]);
  expect(first?.headers.areTwice).toBe(false);
  expect(read(get("Host: a", "X: 1", "x: 1"))?.headers.areTwice).toBe(true);

  const bytes = (text: string) => Buffer.from(text, "latin1");
  const again = readPlainGet(bytes(get("Host: a", "ApiKey:  k\t", "__proto__: p").replace("GET /", "GET /b")), first);
  expect(again).toMatchObject({ target: "/b", host: "a" });
  expect(again?.headers).toBe(first?.headers);
  const other = readPlainGet(bytes(get("Host: b")), first);
  expect(other).toMatchObject({ target: "/", host: "b" });
  expect(other?.headers).not.toBe(first?.headers);
});

test.each([
  ["another method", "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\n\r\n"],
  ["a whole address as target", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["bytes beyond ASCII in the target", "GET /\xe9 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["an unfinished head", "GET / HTTP/1.1\r\nHost: a\r\n"],
  ["a second request behind it", `${get("Host: a")}${get("Host: a")}`],
  ["bytes behind it", `${get("Host: a")}x`],
  ["bare line feeds", "GET / HTTP/1.1\nHost: a\n\n"],
  ["no host", get("Accept: */*")],
  ["two hosts", get("Host: a", "Host: b")],
  ["a space before the colon", get("Host : a")],
  ["a folded line", get("Host: a", "X: 1", " 2")],
  ["a control character", get("Host: a", "X: \x01")],
  ["a null byte", get("Host: a", "X: \0")],
  ["a body by length", get("Host: a", "Content-Length: 0")],
  ["a body in chunks", get("Host: a", "Transfer-Encoding: chunked")],
  ["the same in capitals", get("Host: a", "TRANSFER-ENCODING: chunked")],
  ["a compressed body, even if none comes", get("Host: a", "Content-Encoding: gzip")],
  ["a space that is none, before a host", get("Host: \xa0a")],
  ["the same behind a key", get("Host: a", "ApiKey: k\xa0")],
  ["an expectation", get("Host: a", "Expect: 100-continue")],
  ["an upgrade", get("Host: a", "Connection: Upgrade", "Upgrade: websocket")],
  ["a wish to close", get("Host: a", "Connection: close")],
  ["101 headers", get("Host: a", ...Array.from({ length: 100 }, () => "A: b"))],
  ["9,000 bytes", get("Host: a", `X: ${"a".repeat(9000)}`)],
])("%s is left to Node's parser", (_name, text) => {
  expect(read(text)).toBeUndefined();
});

test("arbitrary bytes never throw and are never taken for a request with a body", () => {
  const piece = fc.constantFrom("GET / HTTP/1.1", "\r\n", "\n", "Host: a", "Content-Length: 5", ":", " ", "\0", "x");
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
      const text = pieces.join("");
      expect(read(text) !== undefined && /^content-length:/im.test(text)).toBe(false);
    }),
  );
});
