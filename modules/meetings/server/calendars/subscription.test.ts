import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failureOf } from "./caldav.ts";
import { entriesOf } from "./entries.ts";
import { maxSubscriptionBytes, readSubscription } from "./subscription.ts";

const events = (...uids: string[]) =>
  uids.map((uid) => `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20261102T090000Z\r\nEND:VEVENT\r\n`).join("");
const whole = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events("a", "b")}END:VCALENDAR\r\n`;
let body = whole;
let code = 200;
const server = createServer((request, response) => {
  if (request.url === "/moved") return void response.writeHead(302, { location: "/feed.ics" }).end();
  if (request.headers["if-none-match"] === '"1"') return void response.writeHead(304).end();
  return void response.writeHead(code, { etag: '"1"', "content-type": "text/calendar" }).end(body);
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

const rules = { allowPrivate: true, totalMs: 60_000 };
const address = (path = "/feed.ics") => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const failure = (given: Partial<{ ics: string; status: number; url: string; allowPrivate: boolean }>) => {
  body = given.ics ?? whole;
  code = given.status ?? 200;
  return readSubscription(given.url ?? address(), null, { ...rules, allowPrivate: given.allowPrivate ?? true }).then(
    () => "none",
    (error: unknown) => failureOf(error).reason,
  );
};

test("meetings 32: a subscription is read once, and asked whether it changed after that", async () => {
  const read = await readSubscription(address("/moved"), null, rules);
  expect(read?.etag).toBe('"1"');
  expect(entriesOf(read!.ics).map(({ href }) => href)).toEqual(["a", "b"]);
  expect(await readSubscription(address(), '"1"', rules)).toBeNull();
});

test("meetings 32: half a file, a file that is too large, a page that is no calendar and an address inside our network are refused", async () => {
  expect(await failure({ ics: whole.slice(0, -20) })).toBe("unreachable");
  expect(await failure({ ics: `${whole}${" ".repeat(maxSubscriptionBytes)}` })).toBe("too large");
  expect(await failure({ ics: "<html>Sign in</html>" })).toBe("no calendar");
  expect(await failure({ status: 410 })).toBe("signed out");
  expect(await failure({ status: 500 })).toBe("refused");
  expect(await failure({ url: address().replace("http:", "https:"), allowPrivate: false })).toBe("private");
  expect(await failure({ url: address(), allowPrivate: false })).toBe("scheme");
});

test("meetings 32: a series and its moved dates are one entry, with the zones of the file", () => {
  const zone = "BEGIN:VTIMEZONE\r\nTZID:Office\r\nEND:VTIMEZONE\r\n";
  const [a, b] = entriesOf(`BEGIN:VCALENDAR\r\n${zone}${events("a", "b", "a")}END:VCALENDAR`);
  expect(a!.ics.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  // Rules of a zone go with the entries that name it.
  expect(b!.ics).not.toContain("TZID:Office");
  const named = `BEGIN:VCALENDAR\r\n${zone}${events("a").replace("DTSTART:", "DTSTART;TZID=Office:")}END:VCALENDAR`;
  expect(entriesOf(named)[0]!.ics).toContain("TZID:Office");
});
