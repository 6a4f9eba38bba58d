import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

test("a forwarded address is believed only from a trusted proxy", () => {
  const trusted = new Set(["10.0.0.1", "10.0.0.2"]);
  expect(clientAddress(from("::ffff:203.0.113.9"), trusted)).toBe("203.0.113.9");
  expect(clientAddress(from("203.0.113.9", "1.2.3.4"), trusted)).toBe("203.0.113.9");
  expect(clientAddress(from("10.0.0.1", "1.2.3.4"), trusted)).toBe("1.2.3.4");
  // A visitor may write anything in front; the entry our own proxy added stands last.
  expect(clientAddress(from("10.0.0.1", "9.9.9.9, 1.2.3.4, 10.0.0.2"), trusted)).toBe("1.2.3.4");
  expect(clientAddress(from("10.0.0.1", ""), trusted)).toBe("10.0.0.1");
});
