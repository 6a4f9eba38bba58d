import { expect, test } from "vitest";
import { preloadFonts } from "./preload-fonts.ts";

const link = (name: string) => `<link rel="preload" href="/assets/${name}.woff2" as="font" crossorigin="anonymous"/>`;
const page = (faces: string, body: string) => `<style>${faces}</style>${link("sans")}<p>${body}</p>`;
const face = (name: string, rest: string) => `@font-face{src:url(/assets/${name}.woff2)format("woff2");${rest}}`;
const sans = face("sans", "font-weight:400;unicode-range:U+20-7E") + face("further", "unicode-range:U+A1-FF");
const italic =
  face("italic", "font-style:italic;unicode-range:U+20-7E") + face("rest", "font-style:italic;unicode-range:U+A1-FF");
const hebrew = face("hebrew", "unicode-range:U+5B0-5BD,U+5D0-5EA");

test("slanted letters are preloaded where something is stressed", () => {
  expect(preloadFonts(page(sans + italic, "<em>very</em>"))).toBe(
    page(sans + italic, "<em>very</em>").replace(link("sans"), link("sans") + link("italic")),
  );
  expect(preloadFonts(page(sans + italic, "very"))).toBe(page(sans + italic, "very"));
});

test("a font that pruning left for its letters is preloaded, none twice", () => {
  const once = preloadFonts(page(sans + hebrew, "א"));
  expect(once).toContain(link("sans") + link("hebrew"));
  expect(preloadFonts(once)).toBe(once);
});
