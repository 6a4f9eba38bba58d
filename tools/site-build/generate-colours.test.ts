import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { coloursFile, coloursSource, hexOf, presentColours } from "./generate-colours.ts";

test("the colours of mail, PDFs, cards and icons are the tokens (npm run generate)", () => {
  expect(readFileSync(coloursFile, "utf8")).toBe(presentColours());
});

test("oklch as a screen shows it", () => {
  expect(hexOf(1, 0, 0)).toBe("#ffffff");
  expect(hexOf(0, 0, 0)).toBe("#000000");
  expect(hexOf(0.62796, 0.25768, 29.234)).toBe("#ff0000");
});

test("a ground takes what the page's root says, and what it says itself", () => {
  const css = `:root, [data-field="paper"] { --ink: oklch(0 0 0); --ground: oklch(1 0 0); }
    [data-field="nil"] { --ground: oklch(0 0 0); } [data-theme="dark"] [data-field="nil"] { --ink: oklch(1 0 0); }`;
  expect(coloursSource(css)).toContain('  nil: {\n    "ink": "#000000",\n    "ground": "#000000",\n  },');
});

test.each(["public/favicon.svg", "public/manifest.webmanifest"])("%s has no colour beside the tokens", (file) => {
  const used = readFileSync(file, "utf8").match(/#[0-9a-f]{6}\b/gi) ?? [];
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((hex) => !presentColours().includes(hex))).toEqual([]);
});

test.each([
  "tools/site-build/site-files/card.ts",
  "tools/site-build/pdf/sheet.ts",
  "server/supabase/auth/flows/mail-texts.ts",
])("%s uses no colour but the tokens", (file) => {
  expect(readFileSync(file, "utf8").match(/#[0-9a-f]{6}\b/gi)).toBeNull();
});
