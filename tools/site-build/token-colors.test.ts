import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allTokenColors, hexOf, tokenColor } from "./token-colors.ts";

test("the conversion is right", () => {
  expect(hexOf(1, 0, 0)).toBe("#ffffff");
  expect(hexOf(0.627955, 0.257683, 29.2339)).toBe("#ff0000");
});

test("a field has its own colours and those of what it is made from", () => {
  expect(tokenColor("ground", "nil")).toBe(tokenColor("nil"));
  expect(tokenColor("accent", "hall")).toBe(tokenColor("accent", "dark"));
  expect(tokenColor("accent", "hall")).not.toBe(tokenColor("accent"));
  expect(() => tokenColor("beige")).toThrow("There is no colour --beige on paper in tokens.css");
});

/** Files written by hand: rounding may differ by a hair. */
const near = (one: string, other: string) =>
  [1, 3, 5].every(
    (at) => Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)) <= 2,
  );

test.each(["public/favicon.svg", "public/manifest.webmanifest", "server/supabase/auth/flows/mail-texts.ts"])(
  "%s: every colour is a token",
  (file) => {
    const colours = [...readFileSync(file, "utf8").matchAll(/#[0-9a-f]{6}\b/g)].map(([colour]) => colour);
    expect(colours.length).toBeGreaterThan(0);
    expect(colours.filter((colour) => !allTokenColors.some((token) => near(token, colour)))).toEqual([]);
  },
);
