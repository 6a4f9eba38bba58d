import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settings } from "../../server/env.ts";
import { settingsTable, withSettings } from "./settings-table.ts";

test("every setting has a sentence", () => {
  for (const [name, schema] of Object.entries(settings))
    expect([name, schema.description]).toEqual([name, expect.stringMatching(/\w{3}/)]);
});

test("the README lists the settings as they are (npm run generate brings it up to date)", () => {
  const readme = readFileSync("README.md", "utf8");
  expect(withSettings(readme)).toBe(readme);
  expect(settingsTable()).toContain("| `PORT` | `3000` |");
});
