// The design fonts as static instances: a PDF cannot hold a variable font, only drawings of its letters.
import { readFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";

const folder = path.join(import.meta.dirname, "../../../public/fonts");
const latin = "hedvig-letters-serif-latin-opsz-normal.woff2";
const grotesk = "schibsted-grotesk-latin-wght-normal.woff2";
const hebrew = "frank-ruhl-libre-hebrew-wght-normal.woff2";

const faces = [
  { family: "Display", weight: 400, file: latin, axes: { opsz: 24 } },
  { family: "Sans", weight: 400, file: grotesk, axes: { wght: 400 } },
  { family: "Sans", weight: 600, file: grotesk, axes: { wght: 600 } },
  { family: "Hebrew", weight: 400, file: hebrew, axes: { wght: 400 } },
];

/** `@font-face` rules with the fonts inside, so that printing needs no network and no server. */
export async function fontFaces(): Promise<string> {
  const rules = faces.map(async ({ family, weight, file, axes }) => {
    const font = await readFile(path.join(folder, file));
    const still = await subsetFont(font, undefined, {
      keepAllGlyphs: true,
      variationAxes: axes,
      targetFormat: "sfnt",
    });
    const data = still.toString("base64");
    return `@font-face{font-family:${family};font-weight:${weight};src:url(data:font/ttf;base64,${data})}`;
  });
  return (await Promise.all(rules)).join("\n");
}
