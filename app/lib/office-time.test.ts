import { afterEach, expect, test } from "vitest";
import { formatClock, formatMoment } from "./formats.ts";
import { fromOfficeInput, officeDayOf, officeDayStart, setOfficeZone, toOfficeInput, zoneNote } from "./office-time.ts";

const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
afterEach(() => setOfficeZone(own));
const at = "2026-11-18T23:30:00Z";

test("a moment is written by the office's clock, and the zone is named where the viewer's clock differs", () => {
  setOfficeZone("Pacific/Kiritimati");
  expect(formatMoment(at)).toBe("Nov 19, 2026, 13:30 GMT+14");
  expect(formatClock(new Date(at))).toBe("13:30:00 GMT+14");
  expect(officeDayOf(new Date(at))).toBe("2026-11-19");
  setOfficeZone("Pacific/Honolulu");
  expect(formatMoment(at)).toBe("Nov 18, 2026, 13:30 HST");
  setOfficeZone(own);
  expect(zoneNote(new Date(at))).toBe("");
  expect(formatMoment(at)).not.toMatch(/GMT|UTC/);
});

test("a zone of another name with the same clock needs no name", () => {
  setOfficeZone(own === "UTC" ? "Africa/Abidjan" : own);
  expect(zoneNote(new Date(at))).toBe("");
});

test("what is typed into a field of date and time is the office's, there and back, also on days when the clock changes", () => {
  setOfficeZone("Europe/Berlin");
  for (const typed of [
    "2026-03-29T01:59",
    "2026-03-29T03:01",
    "2026-10-25T01:30",
    "2026-10-25T03:30",
    "2026-07-01T12:00",
  ])
    expect(toOfficeInput(fromOfficeInput(typed)!)).toBe(typed);
  expect(fromOfficeInput("2026-11-18T14:05")?.toISOString()).toBe("2026-11-18T13:05:00.000Z");
  expect(fromOfficeInput("tomorrow")).toBeNull();
});

test("a day begins and ends at the office", () => {
  setOfficeZone("America/New_York");
  expect(officeDayStart("2026-11-18")?.toISOString()).toBe("2026-11-18T05:00:00.000Z");
  expect(officeDayStart("2026-12-31", 1)?.toISOString()).toBe("2027-01-01T05:00:00.000Z");
  // 25 hours long.
  expect(officeDayStart("2026-11-01")?.toISOString()).toBe("2026-11-01T04:00:00.000Z");
  expect(officeDayStart("2026-11-01", 1)?.toISOString()).toBe("2026-11-02T05:00:00.000Z");
});
