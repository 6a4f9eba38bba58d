import { expect, test } from "vitest";
import { splitArguments } from "./test-arguments.ts";

const nothing = { unit: [], browser: [], flags: [] };

test("browser files, unit files and flags go to their own runner", () => {
  expect(splitArguments(["e2e/home.e2e.ts", "server/env.test.ts", "-t", "a name", "--bail=1"])).toEqual({
    scope: "named",
    unit: ["server/env.test.ts"],
    browser: ["e2e/home.e2e.ts"],
    flags: ["-t", "a name", "--bail=1"],
  });
  expect(splitArguments(["./e2e", "home.e2e.ts", "e2eish"])).toEqual({
    scope: "named",
    unit: ["e2eish"],
    browser: ["e2e", "home.e2e.ts"],
    flags: [],
  });
});

test("without files it is the first tier; all, and what changed, are asked for by name", () => {
  expect(splitArguments([])).toEqual({ scope: "first", ...nothing });
  expect(splitArguments(["-t", "all"])).toEqual({ scope: "first", ...nothing, flags: ["-t", "all"] });
  expect(splitArguments(["all"])).toEqual({ scope: "all", ...nothing });
  expect(splitArguments(["changed"])).toEqual({ scope: "changed", ...nothing });
  expect(splitArguments(["changed", "v1.0.0"])).toEqual({ scope: "changed", since: "v1.0.0", ...nothing });
});
