// Colours for what has no style sheet (mail, PDFs, social cards, icons): the tokens of app/ui/styles/tokens.css as
// hexadecimal numbers in content/colours.gen.ts. `npm run generate` writes it; a test fails when it is behind the tokens.
import { readFileSync, writeFileSync } from "node:fs";

export const coloursFile = "content/colours.gen.ts";

/** Which rules of the style sheet make each ground, in order. */
const grounds = {
  paper: [":root"],
  nil: [":root", '[data-field="nil"]'],
  dark: [":root", '[data-theme="dark"]'],
  hall: [":root", '[data-field="hall"]'],
};

/** https://bottosson.github.io/posts/oklab: the numbers are part of the colour space's definition. */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const [l, m, s] = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ].map((value) => value ** 3) as [number, number, number];
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channel = (value: number) => {
    const light = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, light)) * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${linear.map(channel).join("")}`;
}

export function coloursSource(css: string): string {
  const rules = [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selectors = "", body = ""]) => ({
    selectors: selectors.split(",").map((selector) => selector.trim()),
    tokens: [...body.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)],
  }));
  const lines = Object.entries(grounds).map(([name, wanted]) => {
    const colours = new Map<string, string>();
    for (const { selectors, tokens } of rules)
      if (selectors.some((selector) => wanted.includes(selector)))
        for (const [, token = "", l, c, h] of tokens) colours.set(token, hexOf(Number(l), Number(c), Number(h)));
    if (!colours.has("ink")) throw new Error(`app/ui/styles/tokens.css has no tokens for ${name}`);
    return `  ${name}: {\n${[...colours].map(([token, hex]) => `    "${token}": "${hex}",`).join("\n")}\n  },`;
  });
  return `// Generated from app/ui/styles/tokens.css by npm run generate. Do not edit.
export const colours = {
${lines.join("\n")}
} as const;
`;
}

export const presentColours = (): string => coloursSource(readFileSync("app/ui/styles/tokens.css", "utf8"));

export const generateColours = (): void => writeFileSync(coloursFile, presentColours());
