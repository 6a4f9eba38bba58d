import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;
const trusted = new Set(["10.0.0.1", "10.0.0.2", "2001:db8::2"]);

test("a forwarded address is believed only from a trusted proxy", () => {
  expect(clientAddress(from("::ffff:203.0.113.9"), trusted)).toBe("203.0.113.9");
  expect(clientAddress(from("203.0.113.9", "1.2.3.4"), trusted)).toBe("203.0.113.9");
  expect(clientAddress(from("10.0.0.1", "1.2.3.4"), trusted)).toBe("1.2.3.4");
  // A visitor may write anything in front; the entry our own proxy added is last.
  expect(clientAddress(from("10.0.0.1", "9.9.9.9, 1.2.3.4, 10.0.0.2"), trusted)).toBe("1.2.3.4");
  expect(clientAddress(from("10.0.0.1", ""), trusted)).toBe("10.0.0.1");
});

test("audit-4 attack: behind no proxy nothing that a visitor writes makes them someone else", () => {
  for (const peer of ["203.0.113.9", "127.0.0.1", "::1", "10.0.0.1"])
    for (const forwarded of ["1.2.3.4", "127.0.0.1", "1.2.3.4, 10.0.0.1", "::ffff:1.2.3.4"])
      expect(clientAddress(from(peer, forwarded), new Set())).toBe(peer);
});

test.each([
  ["1.2.3.4:5678", "1.2.3.4"],
  ["1.2.3.4:5678, 10.0.0.2:443", "1.2.3.4"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:5678", "2001:db8::1"],
  ["2001:0DB8:0:0::1", "2001:db8::1"],
  ["[2001:db8::2]:443", "10.0.0.1"],
  ["fe80::1%eth0", "fe80::1"],
  ["[::ffff:1.2.3.4]:99", "1.2.3.4"],
  ["::ffff:1.2.3.4", "1.2.3.4"],
])("one visitor is one address, with or without a port: %s", (forwarded, address) => {
  expect(clientAddress(from("10.0.0.1", forwarded), trusted)).toBe(address);
});

test.each(["unknown", "_hidden:12", "1.2.3.4.5", "1.2.3.4:x", "9.9.9.9, made up", "evil.example"])(
  "what is no address counts as the proxy's: %s",
  (forwarded) => {
    expect(clientAddress(from("10.0.0.1", forwarded), trusted)).toBe("10.0.0.1");
  },
);
