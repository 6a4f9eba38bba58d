// The fonts of briefs as PDF: static instances, because a PDF cannot hold a variable font. Run by hand when the fonts
// change; the result is committed beside server/api/brief-pdf-worker.ts, so that a server needs no font tools.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import subsetFont from "subset-font";

const folder = "server/api/fonts";
const fonts: [name: string, from: string, axes: Record<string, number>][] = [
  ["serif", "hedvig-letters-serif/files/hedvig-letters-serif-latin-opsz-normal", { opsz: 24 }],
  ["sans-400", "schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal", { wght: 400 }],
  ["sans-600", "schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal", { wght: 600 }],
  ["latin-further", "schibsted-grotesk/files/schibsted-grotesk-latin-ext-wght-normal", { wght: 400 }],
  ["hebrew", "frank-ruhl-libre/files/frank-ruhl-libre-hebrew-wght-normal", { wght: 400 }],
  ["vietnamese", "noto-sans/files/noto-sans-vietnamese-wght-normal", { wght: 400 }],
  ["greek", "noto-sans/files/noto-sans-greek-wght-normal", { wght: 400 }],
  ["cyrillic", "noto-sans/files/noto-sans-cyrillic-wght-normal", { wght: 400 }],
];

mkdirSync(folder, { recursive: true });
for (const [name, from, variationAxes] of fonts) {
  const original = readFileSync(`node_modules/@fontsource-variable/${from}.woff2`);
  // The package's types are behind its documentation: they lack keepAllGlyphs.
  const options: object = { keepAllGlyphs: true, variationAxes, targetFormat: "sfnt", noHinting: true };
  writeFileSync(path.join(folder, `${name}.ttf`), await subsetFont(original, undefined, options));
}
