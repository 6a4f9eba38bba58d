// Fonts for the letters that the design's fonts lack. They come from npm packages, one file per range of letters, and are cut to the
// letters of one document: its PDF stays small, and the same document gives the same bytes. A font that is not needed is not read.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Font } from "@react-pdf/renderer";
import subsetFont from "subset-font";
import { hasRightToLeft } from "./pdf-words.ts";

interface Source {
  package: string;
  /** The axes of the variable font for each weight; without them the file has one weight. */
  axes?: Record<400 | 600, Record<string, number>>;
  suffix?: string;
  /** Beside the serif only. */
  serif?: true;
}

const weights = { 400: { wght: 400 }, 600: { wght: 600 } };
/** Thousands of letters over a hundred files: one weight is enough. */
const oneWeight = { 400: { wght: 450 }, 600: { wght: 450 } };
const simplified: Source = { package: "@fontsource-variable/noto-sans-sc", axes: oneWeight };
const japanese: Source = { package: "@fontsource-variable/noto-sans-jp", axes: oneWeight };
const korean: Source = { package: "@fontsource-variable/noto-sans-kr", axes: oneWeight };

/** Chinese characters look different in the three languages: kana or Hangul beside them say which. */
const eastAsian = (text: string): Source[] =>
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? [japanese, korean, simplified]
    : /\p{Script=Hangul}/u.test(text)
      ? [korean, simplified, japanese]
      : [simplified, japanese, korean];

const sources = (text: string): Source[] => [
  {
    package: "@fontsource-variable/hedvig-letters-serif",
    axes: { 400: { opsz: 24 }, 600: { opsz: 24 } },
    suffix: "opsz",
    serif: true,
  },
  { package: "@fontsource-variable/schibsted-grotesk", axes: weights },
  { package: "@fontsource-variable/noto-sans", axes: weights },
  { package: "@fontsource-variable/noto-sans-hebrew", axes: weights },
  { package: "@fontsource-variable/vazirmatn", axes: weights },
  { package: "@fontsource-variable/noto-sans-thai", axes: weights },
  ...eastAsian(text),
  { package: "@fontsource-variable/noto-emoji", axes: oneWeight },
  { package: "@fontsource-variable/noto-sans-symbols", axes: weights },
  { package: "@fontsource/noto-sans-symbols-2", suffix: "400" },
  { package: "@fontsource/noto-sans-math", suffix: "400" },
];

type Range = readonly [first: number, last: number];
interface FontFile {
  path: string;
  ranges: readonly Range[];
}
const require = createRequire(import.meta.url);
const listed = new Map<string, readonly FontFile[]>();

/** The files of a package and what each is for, as its list says. */
function filesOf({ package: name, suffix = "wght" }: Source): readonly FontFile[] {
  const known = listed.get(name);
  if (known) return known;
  const list = require.resolve(`${name}/unicode.json`);
  const base = name.slice(name.indexOf("/") + 1);
  const files = Object.entries(JSON.parse(readFileSync(list, "utf8")) as Record<string, string>).map(
    ([key, ranges]): FontFile => ({
      path: path.join(path.dirname(list), "files", `${base}-${key.replaceAll(/[[\]]/g, "")}-${suffix}-normal.woff2`),
      ranges: ranges.split(",").map((range): Range => {
        const [first = "", last = first] = range.trim().replace(/^U\+/i, "").split("-");
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      }),
    }),
  );
  listed.set(name, files);
  return files;
}

const isIn = (ranges: readonly Range[], letter: number) =>
  ranges.some(([first, last]) => first <= letter && letter <= last);

/** What the layout reads of a font, as far as it matters here. */
interface FontData {
  unitsPerEm: number;
  hasGlyphForCodePoint(letter: number): boolean;
  glyphForCodePoint(letter: number): { advanceWidth: number };
  layout(
    text: string,
    features?: unknown,
    script?: string,
    language?: string,
    direction?: string,
  ): { glyphs: unknown[]; positions: unknown[] };
}
const registered = new Set<string>();

export async function loadFont(family: string, fontWeight = 400): Promise<FontData> {
  await Font.load({ fontFamily: family, fontWeight });
  const data = Font.getFont({ fontFamily: family, fontWeight })?.data;
  if (!data || !("hasGlyphForCodePoint" in data)) throw new Error(`The font ${family} cannot be read`);
  return data as unknown as FontData;
}

/** A family with these letters of one file, registered under a name that says which. */
async function register(file: FontFile, { axes }: Source, letters: readonly number[]): Promise<string> {
  const text = ` ${String.fromCodePoint(...letters)}`;
  const family = `${path.basename(file.path, ".woff2")} ${createHash("sha256").update(text).digest("base64url").slice(0, 12)}`;
  if (registered.has(family)) return family;
  const original = readFileSync(file.path);
  const cut = async (weight: 400 | 600) => {
    const options = { targetFormat: "sfnt", noHinting: true, ...(axes && { variationAxes: axes[weight] }) } as const;
    return `data:font/ttf;base64,${(await subsetFont(original, text, options)).toString("base64")}`;
  };
  const regular = await cut(400);
  const bold = axes === weights ? await cut(600) : regular;
  Font.register({ family, fonts: [{ src: regular }, { src: bold, fontWeight: 600 }] });
  for (const weight of [400, 600]) layRightToLeft(await loadFont(family, weight));
  registered.add(family);
  return family;
}

/**
 * The layout asks for every run from left to right and turns right-to-left runs around afterwards: their marks would then stand
 * beside their letters. Laid out in its own direction and turned back, a run comes out of that right.
 */
function layRightToLeft(font: FontData): void {
  const layout = font.layout.bind(font);
  font.layout = (text, features, script, language, direction) => {
    if (!hasRightToLeft(text)) return layout(text, features, script, language, direction);
    const run = layout(text, features, script, language, "rtl");
    run.glyphs.reverse();
    run.positions.reverse();
    return run;
  };
  // Where a word is divided, the layout sets a hyphen of the word's font: none in scripts that have none.
  const glyphForCodePoint = font.glyphForCodePoint.bind(font);
  font.glyphForCodePoint = (letter) =>
    glyphForCodePoint(letter === 0x2d && !font.hasGlyphForCodePoint(0x2d) ? 0x20 : letter);
}

export interface Families {
  /** Behind the serif, and behind the sans: in this order. */
  serif: string[];
  sans: string[];
  /** Letters that no font has. */
  missing: Set<number>;
}

const invisible = /[\p{Cf}\p{Variation_Selector}\n]/u;

/** The families a text needs besides those of the design. */
export async function familiesFor(text: string, design: { serif: FontData; sans: FontData }): Promise<Families> {
  const letters = [...new Set(Array.from(text, (letter) => letter.codePointAt(0) ?? 0))].toSorted((a, b) => a - b);
  const lacks = (font: FontData) => letters.filter((letter) => !font.hasGlyphForCodePoint(letter));
  const wanted = { serif: new Set(lacks(design.serif)), sans: new Set(lacks(design.sans)) };
  const families: Families = { serif: [], sans: [], missing: new Set() };
  if (wanted.serif.size === 0 && wanted.sans.size === 0) return families;
  for (const source of sources(text)) {
    const open = source.serif ? wanted.serif : wanted.sans;
    for (const file of filesOf(source)) {
      const some = [...open].filter((letter) => isIn(file.ranges, letter));
      if (some.length === 0) continue;
      const family = await register(file, source, some);
      const font = await loadFont(family);
      const drawn = some.filter((letter) => font.hasGlyphForCodePoint(letter));
      if (drawn.length === 0) continue;
      for (const letter of drawn) open.delete(letter);
      (source.serif ? families.serif : families.sans).push(family);
    }
  }
  for (const letter of wanted.sans)
    if (!invisible.test(String.fromCodePoint(letter)) && !design.serif.hasGlyphForCodePoint(letter))
      families.missing.add(letter);
  return families;
}
