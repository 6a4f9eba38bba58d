import { beforeAll, expect, test } from "vitest";
import { setOfficeZone } from "#app/lib/office-time.ts";
import { addDays, hourHeight, inColumns, mondayOf, placed, spanWords, weekOf } from "./week-days.tsx";

beforeAll(() => setOfficeZone("Europe/Berlin"));

test("a week begins on Monday, over years, months and clock changes", () => {
  expect(mondayOf("2027-01-03")).toBe("2026-12-28");
  expect(mondayOf("2026-12-28")).toBe("2026-12-28");
  expect(addDays("2028-02-28", 2)).toBe("2028-03-01");
  expect(weekOf("2026-10-19")).toEqual({ from: "2026-10-18T22:00:00.000Z", until: "2026-10-25T23:00:00.000Z" });
  expect(spanWords("2026-11-16", "2026-11-20")).toBe("November 16 to 20");
  expect(spanWords("2026-12-28", "2027-01-01")).toBe("December 28 to January 1");
});

test("a meeting is placed by the office's clock, cut to what the day shows", () => {
  expect(placed("2026-11-18", "2026-11-18T09:00:00Z", "2026-11-18T09:30:00Z", 8, 18)).toEqual({
    top: 2 * hourHeight,
    height: hourHeight / 2,
  });
  expect(placed("2026-11-18", "2026-11-17T09:00:00Z", "2026-11-20T09:30:00Z", 8, 18)).toEqual({
    top: 0,
    height: 10 * hourHeight,
  });
  expect(placed("2026-11-18", "2026-11-17T09:00:00Z", "2026-11-17T10:00:00Z", 8, 18)).toBeNull();
  expect(placed("2026-11-18", "2026-11-18T03:00:00Z", "2026-11-18T04:00:00Z", 8, 18)).toBeNull();
});

test("meetings at one time are side by side, and what follows has the whole width again", () => {
  const at = (from: string, until: string) => ({ starts_at: `2026-11-18T${from}`, ends_at: `2026-11-18T${until}` });
  const columns = inColumns([at("09:00", "10:00"), at("09:30", "11:00"), at("10:15", "10:45"), at("11:00", "12:00")]);
  expect(columns.map(({ column, columns: of }) => [column, of])).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [0, 1],
  ]);
});
