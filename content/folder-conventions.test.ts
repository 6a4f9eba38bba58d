import fc from "fast-check";
import { expect, test } from "vitest";
import { folderPath, pathSafe } from "./folder-conventions.ts";

test("names fill the conventions", () => {
  expect(folderPath("proposals", { Account: "Ostrey & Reed" })).toBe("/GV/Ostrey & Reed/Proposals/");
  expect(folderPath("drafts", { asset: "Norrfall brief" })).toBe("/GV/Drafts/Norrfall brief/");
  expect(folderPath("published", { date: "2026-11-15" })).toBe("/GV/Published/2026-11-15/");
});

test.each([
  ["../../etc/passwd", "etc-passwd"],
  ["..", "Unnamed"],
  ["a/b\\c:d", "a-b-c-d"],
  ["CON", "CON_"],
  ["  Norrfall.  ", "Norrfall"],
  ["شركة 🌊 Lumen", "شركة 🌊 Lumen"],
  ["\u202Etxt.exe", "txt.exe"],
  ["🌊".repeat(90), "🌊".repeat(50)],
])("%j becomes %j", (name, safe) => expect(pathSafe(name)).toBe(safe));

// fast-check's own "binary" strings cover the same and take seconds to set up.
const anyName = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 300 })
  .map((points) => String.fromCodePoint(...points));

test("whatever the name, it is one path segment", () => {
  fc.assert(
    fc.property(anyName, (name) => {
      const safe = pathSafe(name);
      expect(safe).not.toMatch(/[/\\\0]/);
      expect(safe).not.toMatch(/^\.|\.$/);
      expect([...safe].length).toBeLessThanOrEqual(81);
      expect(safe.length).toBeGreaterThan(0);
      // With room for " 1000.html" within the 255 bytes that file systems allow.
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(240);
    }),
  );
});
