import { expect, test } from "vitest";
import { fitted, roomFor } from "./row-bars.tsx";

const bar = {
  name: "Negotiation with procurement",
  note: "12.5 days, 75% set",
  value: "12 of 16",
  second: "won 43 % of 12",
};

test("names and values of a bar have the room they need, and what does not fit ends with an ellipsis", () => {
  const { left, right } = roomFor([bar], 640);
  expect(fitted(bar.name, left - 8)).toBe(bar.name);
  // "won 43 % of 12" is behind a bar that runs to the end.
  expect(right).toBeGreaterThan(bar.second.length * 6.5 + 8);
  const tight = roomFor([bar], 430);
  expect(430 - tight.left - tight.right).toBeGreaterThan(100);
  expect(fitted(bar.name, tight.left - 8)).toMatch(/…$/);
});
