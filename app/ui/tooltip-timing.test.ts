import { expect, test } from "vitest";
import { tooltipDelay, tooltipSkipWindow, waitFor } from "./tooltip-timing.ts";

test("a tooltip opens after 700 ms", () => {
  expect(tooltipDelay).toBe(700);
  expect(waitFor(10_000, Number.NEGATIVE_INFINITY)).toBe(700);
});

test("within 300 ms of the last one closing, the next opens at once", () => {
  expect(tooltipSkipWindow).toBe(300);
  expect(waitFor(1299, 1000)).toBe(0);
  expect(waitFor(1300, 1000)).toBe(700);
});
