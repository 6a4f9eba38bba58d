// The fonts of public pages, cut down to what those pages write: their characters, the weights and features in use.
// `npm run generate` runs it; tools/site-build/generate-fonts.test.ts fails when a page writes a character that is not in them.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import subsetFont from "subset-font";

export const fontFolder = "app/site/fonts";
export const charactersFile = path.join(fontFolder, "characters.txt");
const sources = "{app/{site,ui},content}/**/*.{ts,tsx,mdx}";

// Latin letters and what is set between them: visitors type these too.
const always = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index), 0xa0) + "‘’“”–—…";
const hebrew = /[\u0590-\u05ff\u200c-\u2010\u25cc\ufb1d-\ufb4f]/;

/** Every character of the public pages, in order. */
export function charactersInUse(): string {
  const found = new Set(always);
  for (const file of globSync(sources))
    if (!file.includes(".test.")) for (const character of readFileSync(file, "utf8")) found.add(character);
  for (const control of "\n\r\t") found.delete(control);
  return [...found].sort().join("");
}

interface Font {
  name: string;
  from: string;
  axes: Record<string, number | { min: number; max: number }>;
  hebrew?: boolean;
}
const fonts: Font[] = [
  // The serif stands at 23 px and more nearly everywhere, where its optical size is the largest one.
  { name: "serif", from: "hedvig-letters-serif/files/hedvig-letters-serif-latin-opsz-normal", axes: { opsz: 24 } },
  {
    name: "sans",
    from: "schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal",
    axes: { wght: { min: 400, max: 700 } },
  },
  { name: "sans-italic", from: "schibsted-grotesk/files/schibsted-grotesk-latin-wght-italic", axes: { wght: 400 } },
  {
    name: "hebrew",
    from: "frank-ruhl-libre/files/frank-ruhl-libre-hebrew-wght-normal",
    axes: { wght: { min: 400, max: 700 } },
    hebrew: true,
  },
];
const features = ["kern", "liga", "clig", "calt", "ccmp", "locl", "mark", "mkmk", "rlig"];

export async function generateFonts(): Promise<void> {
  const characters = charactersInUse();
  for (const { name, from, axes, hebrew: isHebrew = false } of fonts) {
    const text = [...characters].filter((character) => hebrew.test(character) === isHebrew).join("");
    const original = readFileSync(`node_modules/@fontsource-variable/${from}.woff2`);
    // The package's types are behind its documentation: they lack axis ranges, features and hinting.
    const options: object = { targetFormat: "woff2", variationAxes: axes, keepFeatures: features, noHinting: true };
    const font = await subsetFont(original, text, options);
    writeFileSync(path.join(fontFolder, `${name}.woff2`), font);
  }
  writeFileSync(charactersFile, characters);
}

if (import.meta.main) await generateFonts();
