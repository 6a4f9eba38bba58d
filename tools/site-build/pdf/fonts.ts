// The design fonts as static instances: a PDF cannot hold a variable font, only drawings of its letters.
import { readFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";

const folder = path.join(import.meta.dirname, "../../../public/fonts");
const hebrew = "frank-ruhl-libre-hebrew-wght-normal.woff2";

/** A face of one weight out of two files: one for English, one for the letters of other languages. */
const latin = (family: string, weight: number, name: (subset: string) => string, axes: Record<string, number>) =>
  [
    { subset: "latin", range: "U+0-FF,U+131,U+152-153,U+2BB-2DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212-2215" },
    { subset: "latin-ext", range: "U+100-130,U+132-151,U+154-2BA,U+1E00-1EFF,U+20A0-20AB,U+20AD-20C0" },
  ].map(({ subset, range }) => ({ family, weight, file: name(subset), axes, range }));
const serif = (subset: string) => `hedvig-letters-serif-${subset}-opsz-normal.woff2`;
const sans = (subset: string) => `schibsted-grotesk-${subset}-wght-normal.woff2`;

const faces = [
  ...latin("Display", 400, serif, { opsz: 24 }),
  ...latin("Sans", 400, sans, { wght: 400 }),
  ...latin("Sans", 600, sans, { wght: 600 }),
  { family: "Hebrew", weight: 400, file: hebrew, axes: { wght: 400 }, range: "U+0-10FFFF" },
];

/** `@font-face` rules with the fonts inside, so that printing needs no network and no server. */
export async function fontFaces(): Promise<string> {
  const rules = faces.map(async ({ family, weight, file, axes, range }) => {
    const font = await readFile(path.join(folder, file));
    const still = await subsetFont(font, undefined, {
      keepAllGlyphs: true,
      variationAxes: axes,
      targetFormat: "sfnt",
    });
    const data = still.toString("base64");
    return `@font-face{font-family:${family};font-weight:${weight};unicode-range:${range};src:url(data:font/ttf;base64,${data})}`;
  });
  return (await Promise.all(rules)).join("\n");
}
