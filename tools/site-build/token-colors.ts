// The colour tokens as hex, for places that know no custom properties: cards, icons, PDFs. Read from tokens.css, so that they
// follow it.
import { readFileSync } from "node:fs";

const channel = (linear: number) => {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, value)));
};

/** OKLCH to sRGB, as CSS Color 4 has it; what a screen cannot show is cut off. */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${rgb.map((value) => channel(value).toString(16).padStart(2, "0")).join("")}`;
}

const declared = (block: string) =>
  new Map(
    [...block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(
      ([, name = "", ...parts]) => [name, hexOf(...(parts.map(Number) as [number, number, number]))] as const,
    ),
  );

const blocks = [...readFileSync("app/ui/styles/tokens.css", "utf8").matchAll(/([^{}]+)\{([^{}]*)\}/g)];
const blockOf = (selector: RegExp) => {
  const found = blocks.filter(([, head = ""]) => selector.test(head.trim().replace(/\s+/g, " ")));
  return new Map(found.flatMap(([, , body = ""]) => [...declared(body)]));
};

const paper = blockOf(/^:root,/);
const dark = blockOf(/\[data-theme="dark"\],/);
const fields = {
  paper,
  dark,
  nil: new Map([...paper, ...blockOf(/^\[data-field="nil"\]$/)]),
  hall: new Map([...dark, ...blockOf(/^\[data-field="hall"\]$/)]),
};

export const allTokenColors = [...new Set(Object.values(fields).flatMap((field) => [...field.values()]))];

/** `tokenColor("ink")`, or on another field: `tokenColor("flow", "hall")`. */
export function tokenColor(name: string, field: keyof typeof fields = "paper"): string {
  const colour = fields[field].get(name);
  if (!colour) throw new Error(`There is no colour --${name} on ${field} in tokens.css`);
  return colour;
}
