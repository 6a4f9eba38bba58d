import { expect, test } from "vitest";
import type { Hours } from "../meetings-data.ts";
import { withEdge, withMore } from "./hours-bars.tsx";

const day: Hours[] = [
  { weekday: 1, opens: "09:00", closes: "12:00" },
  { weekday: 1, opens: "13:00", closes: "17:00" },
  { weekday: 2, opens: "06:00", closes: "20:00" },
];
const words = (hours: Hours[]) => hours.map(({ opens, closes }) => `${opens}-${closes}`).join(" ");

test("an edge goes by quarters, never over its neighbor, its own other edge, or the day", () => {
  expect(words(withEdge(day, 0, "closes", 12 * 60 + 20))).toBe("09:00-12:15 13:00-17:00 06:00-20:00");
  expect(words(withEdge(day, 0, "closes", 15 * 60))).toBe("09:00-13:00 13:00-17:00 06:00-20:00");
  expect(words(withEdge(day, 1, "opens", 8 * 60))).toBe("09:00-12:00 12:00-17:00 06:00-20:00");
  expect(words(withEdge(day, 0, "opens", 20 * 60))).toBe("11:45-12:00 13:00-17:00 06:00-20:00");
  expect(words(withEdge(day, 2, "opens", -100))).toBe("09:00-12:00 13:00-17:00 00:00-20:00");
  expect(words(withEdge(day, 1, "closes", 30 * 60))).toBe("09:00-12:00 13:00-24:00 06:00-20:00");
});

test("hours are added where there is room", () => {
  expect(withMore(day, 3)!.at(-1)).toEqual({ weekday: 3, opens: "09:00", closes: "17:00" });
  expect(withMore(day, 1)!.at(-1)).toEqual({ weekday: 1, opens: "17:00", closes: "18:00" });
  expect(withMore(day, 2)).toBeNull();
});
