import { expect, test } from "vitest";
import { headingOf, type TextPiece } from "./page-titles.ts";

const piece = (str: string, height: number, up: number): TextPiece => ({
  str,
  height,
  transform: [1, 0, 0, 1, 60, up],
});
const body = (up: number) => piece("What most of the page is set in, line after line after line.", 11, up);

test("documents 13: a page is called by its largest line, joined from its pieces", () => {
  expect(
    headingOf([piece("Guidevane", 9, 800), piece("Storage", 26, 740), piece("and deletion", 26, 740), body(700)]),
  ).toBe("Storage and deletion");
  expect(headingOf([piece("First", 20, 740), body(700), piece("Second", 20, 600), body(560)])).toBe("First");
});

test("documents 13: a page without a heading has none, and neither has one of numbers or nothing", () => {
  expect(headingOf([body(700), body(680), body(660)])).toBeNull();
  expect(headingOf([piece("12", 40, 740), body(700)])).toBeNull();
  expect(headingOf([])).toBeNull();
});

test("documents 13: what a heading holds is text of a bearable length", () => {
  const long = piece(`A\u202e\u0000B  ${"long ".repeat(40)}`, 26, 740);
  const lines = Array.from({ length: 9 }, (_, index) => body(700 - index * 20));
  expect(headingOf([long, ...lines])).toMatch(/^A B long .{1,75}…$/);
});
