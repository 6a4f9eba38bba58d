import { expect, test } from "vitest";
import { formatDollars } from "./formats.ts";

test("cents are shown where there are any", () => {
  expect([1200, 1200.5, 0.05, 0].map(formatDollars)).toEqual(["$1,200", "$1,200.50", "$0.05", "$0"]);
});
