import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settings } from "../../server/env.ts";
import { settingsFile, settingsPage, settingsTable } from "./settings-table.ts";

test("every setting has a sentence", () => {
  for (const [name, schema] of Object.entries(settings))
    expect([name, schema.description]).toEqual([name, expect.stringMatching(/\w{3}/)]);
});

test("docs/settings.md lists the settings as they are (else: npm run generate -- settings)", () => {
  expect(readFileSync(settingsFile, "utf8")).toBe(settingsPage());
  expect(settingsTable()).toContain("| `PORT` | `3000` |");
});

test("the README links to the list", () => {
  expect(readFileSync("README.md", "utf8")).toContain(`(${settingsFile})`);
});
