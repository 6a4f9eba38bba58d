import { expect, test } from "vitest";
import { changeWords, rateWords } from "#domain/change.ts";
import { earlierPeriod, periodOf, periodWords, shortPeriod } from "./period.ts";

test("presets are whole months of the calendar", () => {
  expect(periodOf("month", "2026-11-16")).toEqual({ from: "2026-11-01", to: "2026-11-30" });
  expect(periodOf("last-month", "2026-01-16")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  expect(periodOf("quarter", "2026-11-16")).toEqual({ from: "2026-10-01", to: "2026-12-31" });
  expect(periodOf("half", "2026-11-16")).toEqual({ from: "2026-07-01", to: "2026-12-31" });
  expect(periodOf("half", "2026-06-30")).toEqual({ from: "2026-01-01", to: "2026-06-30" });
  expect(periodOf("year", "2028-02-29")).toEqual({ from: "2028-01-01", to: "2028-12-31" });
  expect(periodOf("last-90-days", "2026-11-16")).toEqual({ from: "2026-08-19", to: "2026-11-16" });
});

test("reports 7: the period before is cut to the length that has passed of this one", () => {
  // November until the 16th, against October until the 16th.
  expect(earlierPeriod(periodOf("month", "2026-11-16"), "2026-11-16")).toEqual({
    from: "2026-10-01",
    to: "2026-10-16",
  });
  expect(earlierPeriod(periodOf("half", "2026-11-16"), "2026-11-16")).toEqual({ from: "2026-01-01", to: "2026-05-19" });
  // March 31 has no counterpart in February: all of February.
  expect(earlierPeriod(periodOf("month", "2026-03-30"), "2026-03-30")).toEqual({
    from: "2026-02-01",
    to: "2026-02-28",
  });
});

test("reports 7: a period that is over is compared with a whole one", () => {
  expect(earlierPeriod({ from: "2026-03-01", to: "2026-03-31" }, "2026-11-16")).toEqual({
    from: "2026-02-01",
    to: "2026-02-28",
  });
  expect(earlierPeriod({ from: "2026-01-01", to: "2026-12-31" }, "2026-12-31")).toEqual({
    from: "2025-01-01",
    to: "2025-12-31",
  });
  // Days of one's own: as many before.
  expect(earlierPeriod({ from: "2026-03-05", to: "2026-03-14" }, "2026-11-16")).toEqual({
    from: "2026-02-23",
    to: "2026-03-04",
  });
});

const dollars = (value: number) => `$${value}`;
test("reports 6: change against nothing is new, not 0 % and not endless", () => {
  expect(changeWords(500, 0, dollars)).toBe("from $0");
  expect(changeWords(1_363_119, 10, dollars)).toBe("from $10");
  expect(changeWords(1099, 100, dollars)).toBe("999% more");
  expect(changeWords(1100, 100, dollars)).toBe("from $100");
  expect(changeWords(0, 0, dollars)).toBe("no change");
  expect(changeWords(0, 500, dollars)).toBe("100% less");
  expect(changeWords(560, 500, dollars)).toBe("12% more");
  expect(changeWords(500, 500, dollars)).toBe("no change");
});

test("a rate of fewer than five says so", () => {
  expect(rateWords(0, 0)).toBe("None");
  expect(rateWords(4, 4)).toBe("Too few");
  expect(rateWords(0, 5)).toBe("0%");
  expect(rateWords(9, 21)).toBe("43%");
});

test("periods in words", () => {
  expect(periodWords({ from: "2026-07-01", to: "2026-11-16" })).toBe("July 1 to November 16, 2026");
  expect(periodWords({ from: "2025-12-01", to: "2026-01-31" })).toBe("December 1, 2025 to January 31, 2026");
  expect(shortPeriod({ from: "2026-07-01", to: "2026-12-31" })).toBe("Jul 1 to Dec 31");
});
