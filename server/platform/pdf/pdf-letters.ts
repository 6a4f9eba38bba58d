// What a thread needs before it lays out a document: the design's fonts, further ones for its other letters, and the words for letters
// that no font has.
import path from "node:path";
import { Font } from "@react-pdf/renderer";
import { type Families, familiesFor, loadFont } from "./pdf-fonts.ts";
import { dividedWord, plainText } from "./pdf-words.ts";

const file = (name: string) => path.join(import.meta.dirname, "../../api/fonts", `${name}.ttf`);
const register = (family: string, regular: string, bold = regular) =>
  Font.register({ family, fonts: [{ src: file(regular) }, { src: file(bold), fontWeight: 600 }] });
register("serif", "serif");
register("sans", "sans-400", "sans-600");
const design = { serif: await loadFont("serif"), sans: await loadFont("sans") };
Font.registerHyphenationCallback(dividedWord);

const bold = await loadFont("sans", 600);
const advances = { 400: new Map<string, number>(), 600: new Map<string, number>() };

/** How wide a text is in the sans at a size of one point. A letter of another font counts as a square: few are wider. */
export function measured(text: string, weight: 400 | 600): number {
  const known = advances[weight];
  const font = weight === 600 ? bold : design.sans;
  let width = 0;
  for (const letter of text) {
    let advance = known.get(letter);
    if (advance === undefined) {
      const code = letter.codePointAt(0) ?? 0;
      const drawn = font.hasGlyphForCodePoint(code);
      advance = drawn ? font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm : /\p{M}/u.test(letter) ? 0 : 1;
      known.set(letter, advance);
    }
    width += advance;
  }
  return width;
}

/** "[U+1F9FF]": what no font has is named by its number, which anyone can look up. */
const named = (letter: string) => `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

/** Every text of a value, changed alike. */
function eachText<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === "string") return change(value) as Value;
  if (Array.isArray(value)) return value.map((one: unknown) => eachText(one, change)) as Value;
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, eachText(one, change)])) as Value;
  return value;
}

/** The same document with letters that can be drawn, and the families that draw them. */
export async function drawable<Value>(given: Value): Promise<{ drawn: Value; families: Families }> {
  // Digits of page numbers, and the hyphen of divided words.
  let text = "0123456789-";
  const clean = eachText(given, (one) => {
    const plain = plainText(one);
    text += plain;
    return plain;
  });
  const families = await familiesFor(text, design);
  if (families.missing.size === 0) return { drawn: clean, families };
  const isMissing = (letter: string) => families.missing.has(letter.codePointAt(0) ?? 0);
  const nameMissing = (one: string) =>
    Array.from(one, (letter) => (isMissing(letter) ? named(letter) : letter)).join("");
  return { drawn: eachText(clean, nameMissing), families };
}
