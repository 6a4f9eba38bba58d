import { expect, test } from "vitest";
import { axisRoom, isAcross, keptInside, thatFit } from "./month-bars.tsx";

const label = (text: string, x: number, y = 100) => ({ text, x, y });
const fitting = (labels: ReturnType<typeof label>[]) => [...thatFit(labels, (each) => each)].map(({ text }) => text);

test("labels beside each other stay when there is room, and the later one goes when there is not", () => {
  expect(fitting([label("$14.4k", 100), label("$9k", 160)])).toEqual(["$14.4k", "$9k"]);
  expect(fitting([label("$14.4k", 100), label("$12.1k", 138), label("$11k", 176)])).toEqual(["$14.4k", "$11k"]);
});

test("labels of neighbouring bars at different heights do not hide each other", () => {
  expect(fitting([label("$14.4k", 100, 40), label("$12.1k", 138, 80)])).toEqual(["$14.4k", "$12.1k"]);
});

test("the words of the axis have the room they need, also those of a currency without a sign", () => {
  expect(axisRoom(["$0", "$50k"])).toBeLessThanOrEqual(46);
  expect(axisRoom(["SEK 0", "SEK 300k"])).toBeGreaterThan("SEK 300k".length * 7.2);
});

test("a value above the first or the last bar stays within the drawing", () => {
  const [first, last] = [label("SEK 283.3k", 80), label("SEK 283.3k", 318)].map((each) => keptInside(each, 68, 326));
  expect(first!.x - ("SEK 283.3k".length * 7.2) / 2).toBeGreaterThanOrEqual(68);
  expect(last!.x + ("SEK 283.3k".length * 7.2) / 2).toBeLessThanOrEqual(326);
  expect(keptInside(label("$9k", 200), 68, 326).x).toBe(200);
});

test("a value above a low bar is not written across the high one beside it, but above a lower one", () => {
  const low = label("SEK 1.2k", 100, 150);
  expect(isAcross(low, { x: 120, width: 26, top: 40 })).toBe(true);
  expect(isAcross(low, { x: 120, width: 26, top: 160 })).toBe(false);
  expect(isAcross(low, { x: 160, width: 26, top: 40 })).toBe(false);
});
