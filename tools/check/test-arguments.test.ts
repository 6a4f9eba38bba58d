import { expect, test } from "vitest";
import { splitArguments } from "./test-arguments.ts";

test("browser files, unit files and flags go to their own runner", () => {
  expect(splitArguments(["e2e/home.e2e.ts", "server/env.test.ts", "-t", "a name", "--bail=1"])).toEqual({
    unit: ["server/env.test.ts"],
    browser: ["e2e/home.e2e.ts"],
    flags: ["-t", "a name", "--bail=1"],
  });
  expect(splitArguments(["./e2e", "home.e2e.ts", "e2eish"])).toEqual({
    unit: ["e2eish"],
    browser: ["e2e", "home.e2e.ts"],
    flags: [],
  });
  expect(splitArguments([])).toEqual({ unit: [], browser: [], flags: [] });
});
