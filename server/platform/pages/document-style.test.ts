import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentStyle } from "./document-style.ts";
import { facesOfPage, firstFonts, preloadedFonts, siteFonts } from "./site-fonts.ts";

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
  const files = [...siteFonts.matchAll(/url\((\/[^)]+\.woff2)\)/g)].map(([, file]) => file!);
  expect(files.filter((file) => file.includes("-latin-ext-"))).toHaveLength(2);
  for (const file of files)
    expect(existsSync(`${file.startsWith("/fonts/") ? "public" : "build/app/client"}${file}`), file).toBe(true);
  expect(preloadedFonts).toHaveLength(2);
  expect(files).toEqual(expect.arrayContaining(preloadedFonts));
  expect(siteFonts).not.toContain("optional");
});

test("where the site is built they use the cut files of its pages: not slanted ones, nor another script's", () => {
  const rule = (file: string, range: string, more = "") =>
    `@font-face{font-family:X;src:url(/assets/${file}.woff2)format("woff2");font-weight:400;${more}unicode-range:${range}}`;
  const wanted = [
    rule("serif-BzkEEK4h", "U+20-7E,U+A0"),
    rule("sans-BdM966Gb", "U+20-7E,U+A0"),
    rule("sans-latin-ext-dCyQRCxT", "U+100-130"),
  ];
  const others = [
    rule("sans-italic-KpzJQ3Jf", "U+20-7E,U+A0", "font-style:italic;"),
    rule("hebrew-CV16AAEB", "U+5B0-5BC"),
    '@font-face{font-family:Substitute Sans;src:local("Arial");font-weight:400}',
  ];
  const page = `<style>${[...wanted, ...others].join("")}p{color:red}</style>`;
  expect(facesOfPage(page)).toEqual(wanted);
  expect(firstFonts(wanted)).toEqual(["/assets/serif-BzkEEK4h.woff2", "/assets/sans-BdM966Gb.woff2"]);
  expect(facesOfPage("<p>Nothing</p>")).toEqual([]);
});

test("their substitutes have the metrics of the public pages'", () => {
  const site = substitutes(readFileSync("app/site/fonts/fonts.css", "utf8"));
  expect(site).toHaveLength(6);
  expect(substitutes(siteFonts)).toEqual(site);
});

test("they take part in the fade between pages: a page that does not ends one that has begun with an error", () => {
  expect(documentStyle).toContain("@view-transition{navigation:auto}");
});
