import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentStyle, siteFonts } from "./document-style.ts";

/** Family, weight and metrics of each substitute, however it is written. */
const substitutes = (css: string) =>
  [...css.matchAll(/@font-face\s*\{([^}]*Substitute S[^}]*)\}/g)].map(([, face = ""]) =>
    Object.fromEntries(
      [...face.matchAll(/(font-family|size-adjust|ascent-override|descent-override):\s*([^;}\s]+)/g)].map(
        ([, name, value]) => [name, value],
      ),
    ),
  );

test("pages behind links name fonts that are there, for English and for the letters of other languages", () => {
  const files = [...siteFonts.matchAll(/url\((\/fonts\/[^)]+)\)/g)].map(([, file]) => file!);
  expect(files.filter((file) => file.includes("-latin-ext-"))).toHaveLength(2);
  for (const file of files) expect(existsSync(`public${file}`), file).toBe(true);
  expect(siteFonts).not.toContain("optional");
});

test("their substitutes have the metrics of the public pages'", () => {
  const site = substitutes(readFileSync("app/site/fonts/fonts.css", "utf8"));
  expect(site).toHaveLength(6);
  expect(substitutes(siteFonts)).toEqual(site);
});

test("they take part in the fade between pages: a page that does not ends one that has begun with an error", () => {
  expect(documentStyle).toContain("@view-transition{navigation:auto}");
});
