import { expect, test } from "vitest";
import { stepFocus } from "./arrow-keys.ts";

test("arrows step and wrap around", () => {
  expect(stepFocus("ArrowDown", 0, 8)).toBe(1);
  expect(stepFocus("ArrowRight", 7, 8)).toBe(0);
  expect(stepFocus("ArrowUp", 0, 8)).toBe(7);
  expect(stepFocus("ArrowLeft", 3, 8)).toBe(2);
});

test("Home and End jump", () => {
  expect(stepFocus("Home", 5, 8)).toBe(0);
  expect(stepFocus("End", 2, 8)).toBe(7);
});

test("other keys are left alone", () => {
  expect(stepFocus("Enter", 2, 8)).toBeNull();
  expect(stepFocus("Tab", 2, 8)).toBeNull();
});
