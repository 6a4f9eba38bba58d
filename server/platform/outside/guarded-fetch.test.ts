import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { guardedFetch, OutsideFailed } from "./guarded-fetch.ts";
import { isPublicAddress, publicAddressOf } from "./public-address.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
async function site(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const rules = { allowPrivate: true, totalMs: 60_000, maxBytes: 1000 };
const reason = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof OutsideFailed ? error.reason : String(error)),
  );

test.each([
  "10.1.2.3",
  "127.0.0.1",
  "169.254.169.254",
  "172.31.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "0.0.0.0",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::1",
  "fd00::1",
  "::ffff:127.0.0.1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "2001:db8::1",
  "not an address",
])("%s is no address of the internet", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["93.184.215.14", "172.32.0.1", "2606:2800:21f:cb07::1"])("%s is one", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test("a name with one private address among its addresses is refused, and a name is asked for once", async () => {
  const asked: string[] = [];
  const resolve = (host: string) => {
    asked.push(host);
    return Promise.resolve([
      { address: "93.184.215.14", family: 4 as const },
      { address: "10.0.0.1", family: 4 as const },
    ]);
  };
  await expect(publicAddressOf("two.example", { allowPrivate: false, resolve })).rejects.toMatchObject({
    reason: "private",
  });
  expect(await reason(guardedFetch({ ...rules, allowPrivate: false, resolve })("https://two.example/"))).toBe(
    "private",
  );
  expect(asked).toEqual(["two.example", "two.example"]);
});

test("the connection goes to the address that was checked", async () => {
  const url = await site((request, response) => void response.end(`host ${request.headers.host}`));
  const fetch = guardedFetch({ ...rules, resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]) });
  const answer = await fetch(url.replace("127.0.0.1", "calendar.example"));
  expect(await answer.text()).toMatch(/^host calendar\.example:/);
});

test("audit-4 attack: a name that turns to an address of ours after it was checked is not asked again, and nothing of ours is reached", async () => {
  let reached = 0;
  const url = await site((_, response) => {
    reached += 1;
    response.end("ours");
  });
  // Of documentation: no one answers there.
  const answers = ["203.0.113.7", "127.0.0.1", "127.0.0.1"];
  const asked: string[] = [];
  const resolve = (host: string) => {
    asked.push(host);
    return Promise.resolve([{ address: answers[asked.length - 1]!, family: 4 as const }]);
  };
  const rebinding = guardedFetch({ ...rules, allowPrivate: true, totalMs: 300, resolve });
  const said = await reason(rebinding(url.replace("127.0.0.1", "rebind.example")));
  expect(["too slow", "unreachable"]).toContain(said);
  expect([asked, reached]).toEqual([["rebind.example"], 0]);
  // The second look, of another fetch, finds the address of ours, and goes no further.
  expect(await reason(guardedFetch({ ...rules, allowPrivate: false, resolve })("https://rebind.example/"))).toBe(
    "private",
  );
  expect(reached).toBe(0);
});

test("a redirect is checked like an address that was typed, and does not take the password to another host", async () => {
  const other = await site((request, response) => void response.end(`other saw ${request.headers.authorization}`));
  let target = `${other}/`;
  const url = await site((request, response) => {
    if (request.url === "/here") return void response.end(`here saw ${request.headers.authorization}`);
    return void response.writeHead(307, { location: target }).end();
  });
  const ask = () => guardedFetch(rules)(url, { headers: { authorization: "Basic x" } }).then((answer) => answer.text());
  expect(await ask()).toBe("other saw undefined");
  target = "/here";
  expect(await ask()).toBe("here saw Basic x");
  target = "/again";
  expect(await reason(ask())).toBe("redirects");
  target = "file:///etc/passwd";
  expect(await reason(ask())).toBe("scheme");
});

test("time and size end an answer, also one that unpacks to more than it is", async () => {
  const stalled = await site(() => undefined);
  expect(await reason(guardedFetch({ ...rules, totalMs: 50 })(stalled))).toBe("too slow");
  const hung = guardedFetch({ ...rules, totalMs: 50, resolve: () => new Promise(() => undefined) });
  expect(await reason(hung("https://never.example/"))).toBe("too slow");
  const large = await site((_, response) => void response.end("x".repeat(1001)));
  expect(await reason(guardedFetch(rules)(large))).toBe("too large");
  const bomb = await site(
    (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(1001))),
  );
  expect(await reason(guardedFetch(rules)(bomb))).toBe("too large");
  const cut = await site((_, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half");
    response.socket?.destroySoon();
  });
  expect(await reason(guardedFetch(rules)(cut))).toBe("unreachable");
});
