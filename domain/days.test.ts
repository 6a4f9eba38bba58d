import { expect, test } from "vitest";
import { formatDay, isDay, parseDay } from "./days.ts";

test.each([
  ["2026-11-15", "2026-11-15"],
  ["2026-1-5", "2026-01-05"],
  ["15.11.2026", "2026-11-15"],
  ["11/15/2026", "2026-11-15"],
  ["2026-11-15T09:30:00Z", "2026-11-15"],
])("%s is the day %s", (text, day) => expect(parseDay(text)).toBe(day));

test.each(["2026-02-30", "31.4.2026", "tomorrow", "", "2026", "15/11/2026"])("%s is no day", (text) =>
  expect(parseDay(text)).toBeNull(),
);

test("a day is the same day wherever it is read", () => {
  expect(formatDay("2026-11-15")).toBe("Nov 15, 2026");
  expect(isDay("2024-02-29")).toBe(true);
  expect(isDay("2026-02-29")).toBe(false);
});
