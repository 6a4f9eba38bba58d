import { expect, test } from "vitest";
import { thatFit } from "./month-bars.tsx";

const label = (text: string, x: number, y = 100) => ({ text, x, y });
const fitting = (labels: ReturnType<typeof label>[]) => [...thatFit(labels, (each) => each)].map(({ text }) => text);

test("labels beside each other stay when there is room, and the later one goes when there is not", () => {
  expect(fitting([label("$14.4k", 100), label("$9k", 160)])).toEqual(["$14.4k", "$9k"]);
  expect(fitting([label("$14.4k", 100), label("$12.1k", 138), label("$11k", 176)])).toEqual(["$14.4k", "$11k"]);
});

test("labels of neighbouring bars at different heights do not hide each other", () => {
  expect(fitting([label("$14.4k", 100, 40), label("$12.1k", 138, 80)])).toEqual(["$14.4k", "$12.1k"]);
});
