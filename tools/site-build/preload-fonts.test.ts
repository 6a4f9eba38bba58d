import { expect, test } from "vitest";
import { preloadFonts } from "./preload-fonts.ts";

const link = (name: string) => `<link rel="preload" href="/assets/${name}.woff2" as="font" crossorigin="anonymous"/>`;
const page = (faces: string, body: string) => `<style>${faces}</style>${link("sans")}<p>${body}</p>`;
const sans = '@font-face{src:url(/assets/sans.woff2)format("woff2");font-weight:400}';
const italic = '@font-face{src:url(/assets/italic.woff2)format("woff2");font-style:italic}';
const hebrew = '@font-face{src:url(/assets/hebrew.woff2)format("woff2");unicode-range:U+590-5FF}';

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
