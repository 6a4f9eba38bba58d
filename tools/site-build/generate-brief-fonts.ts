// The design's fonts in PDFs: static instances, because a PDF cannot hold a variable font. Run by hand when the fonts change; the
// result is committed, so that a document in English is ready at once. Every other letter comes from npm (platform/pdf/pdf-fonts.ts).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import subsetFont from "subset-font";

const folder = "server/api/fonts";
const fonts: [name: string, from: string, axes: Record<string, number>][] = [
  ["serif", "hedvig-letters-serif/files/hedvig-letters-serif-latin-opsz-normal", { opsz: 24 }],
  ["sans-400", "schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal", { wght: 400 }],
  ["sans-600", "schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal", { wght: 600 }],
];

mkdirSync(folder, { recursive: true });
for (const [name, from, variationAxes] of fonts) {
  const original = readFileSync(`node_modules/@fontsource-variable/${from}.woff2`);
  // The package's types are behind its documentation: they lack keepAllGlyphs.
  const options: object = { keepAllGlyphs: true, variationAxes, targetFormat: "sfnt", noHinting: true };
  writeFileSync(path.join(folder, `${name}.ttf`), await subsetFont(original, undefined, options));
}
