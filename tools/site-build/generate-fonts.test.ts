import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { charactersFile, charactersInUse } from "./generate-fonts.ts";

test("the fonts of public pages hold every character those pages write (npm run generate)", () => {
  const held = new Set(readFileSync(charactersFile, "utf8"));
  expect([...charactersInUse()].filter((character) => !held.has(character))).toEqual([]);
});
