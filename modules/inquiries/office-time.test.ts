import { expect, test } from "vitest";
import { momentIn, shortMomentIn, zoneName } from "./office-time.ts";

const at = "2026-11-17T23:30:00Z";

test("inquiries 15: when a message came is written in the office's zone, with its name", () => {
  expect(momentIn(at, "America/New_York")).toBe("Nov 17, 2026, 6:30 PM, New York time");
  expect(momentIn(at, "Asia/Tokyo")).toBe("Nov 18, 2026, 8:30 AM, Tokyo time");
  expect(zoneName("UTC")).toBe("UTC");
});

test("inquiries 15: in the list too, and older ones by their day there", () => {
  const now = Date.parse("2026-11-18T12:00:00Z");
  expect(shortMomentIn(at, "America/New_York", now)).toBe("Tue 18:30");
  expect(shortMomentIn(at, "Asia/Tokyo", now)).toBe("Wed 08:30");
  expect(shortMomentIn("2026-11-01T23:30:00Z", "Asia/Tokyo", now)).toBe("2 Nov");
});
