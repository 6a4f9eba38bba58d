// The fonts of public pages, cut by the `unicode-range`s of app/site/fonts/fonts.css to the weights and features in use: a base that
// every page preloads, and further letters that a browser fetches where a page writes one. `npm run generate` runs it.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import subsetFont from "subset-font";

const fontFolder = "app/site/fonts";

interface Design {
  family: string;
  style: string;
  axes: Record<string, number | { min: number; max: number }>;
}
const weights = { wght: { min: 400, max: 700 } };
const designs: Record<string, Design> = {
  // The serif stands at 23 px and more nearly everywhere, where its optical size is the largest one.
  serif: { family: "hedvig-letters-serif", style: "opsz-normal", axes: { opsz: 24 } },
  sans: { family: "schibsted-grotesk", style: "wght-normal", axes: weights },
  "sans-italic": { family: "schibsted-grotesk", style: "wght-italic", axes: { wght: 400 } },
  hebrew: { family: "frank-ruhl-libre", style: "wght-normal", axes: weights },
};
const features = ["kern", "liga", "clig", "calt", "ccmp", "locl", "mark", "mkmk", "rlig"];

/** `sans-latin-ext` is the sans, from its `latin-ext` file. */
function sourceOf(file: string): { original: Buffer; axes: Design["axes"] } {
  const [, name = "", further] = /^(.+?)(?:-(latin|latin-ext))?$/.exec(file) ?? [];
  const design = designs[name];
  if (!design) throw new Error(`fonts.css names ${file}.woff2, and nothing says what it is cut from`);
  const { family, style, axes } = design;
  const subset = further ?? (name === "hebrew" ? name : "latin");
  const original = readFileSync(`node_modules/@fontsource-variable/${family}/files/${family}-${subset}-${style}.woff2`);
  return { original, axes };
}

function charactersOf(ranges: string): string {
  const characters: string[] = [];
  for (const [, first = "", last = first] of ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi))
    for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code++)
      characters.push(String.fromCodePoint(code));
  return characters.join("");
}

/** The files that fonts.css names, each with the characters it is there for. */
export function fontFiles(): Map<string, string> {
  const css = readFileSync(path.join(fontFolder, "fonts.css"), "utf8");
  const faces = css.matchAll(/url\("\.\/([\w-]+)\.woff2"\)[^}]*unicode-range:([^;]+);/g);
  return new Map([...faces].map(([, file = "", ranges = ""]) => [file, charactersOf(ranges)]));
}

export async function generateFonts(): Promise<void> {
  for (const [file, text] of fontFiles()) {
    const { original, axes } = sourceOf(file);
    // The package's types are behind its documentation: they lack axis ranges, features and hinting.
    const options: object = { targetFormat: "woff2", variationAxes: axes, keepFeatures: features, noHinting: true };
    writeFileSync(path.join(fontFolder, `${file}.woff2`), await subsetFont(original, text, options));
  }
}

if (import.meta.main) await generateFonts();
