// The site's two typefaces in the pages that the server writes: the files of the public pages, cut to the letters that nearly every page
// gets by with, and in the browser already of whoever comes from there. Where nothing is built, the whole files.
import { existsSync, readFileSync } from "node:fs";

const publicPage = "build/app/client/index.html";

const latin =
  "U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215";
const latinExt =
  "U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113";
const face = (family: string, file: string, weight: string, range: string) =>
  `@font-face{font-family:"${family}";src:url(/fonts/${file}.woff2) format("woff2");font-weight:${weight};font-display:swap;unicode-range:${range}}`;
const wholeFaces = [
  face("Hedvig Letters Serif Variable", "hedvig-letters-serif-latin-opsz-normal", "400", latin),
  face("Hedvig Letters Serif Variable", "hedvig-letters-serif-latin-ext-opsz-normal", "400", latinExt),
  face("Schibsted Grotesk Variable", "schibsted-grotesk-latin-wght-normal", "400 700", latin),
  face("Schibsted Grotesk Variable", "schibsted-grotesk-latin-ext-wght-normal", "400 700", latinExt),
];

/** The upright faces of both families that a built public page has; none where it has none. */
export const facesOfPage = (html: string): string[] =>
  [...html.matchAll(/@font-face\{[^}]*url\(\/assets\/(?:serif|sans)-[^}]*\}/g)]
    .map(([rule]) => rule)
    .filter((rule) => !rule.includes("italic"));

const built = existsSync(publicPage) ? facesOfPage(readFileSync(publicPage, "utf8")) : [];
const faces = built.length > 0 ? built : wholeFaces;

/** Asked for before the style is read: those with the letters of English. */
export const firstFonts = (all: readonly string[]): string[] =>
  all.filter((rule) => /unicode-range:U\+(?:0|20)-/i.test(rule)).map((rule) => /url\(([^)]+)\)/.exec(rule)?.[1] ?? "");
export const preloadedFonts = firstFonts(faces);

const substitute = (family: string, weight: string, sources: readonly string[], metrics: readonly number[]) => {
  const [size = 100, ascent = 0, descent = 0] = metrics;
  const local = sources.map((name) => `local("${name}")`).join();
  return `@font-face{font-family:"${family}";src:${local};font-weight:${weight};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`;
};

/** And what stands in until they have come (metrics as in app/site/fonts/fonts.css). */
export const siteFonts = `
${faces.join("\n")}
${substitute("Substitute Serif", "400", ["Times New Roman", "Liberation Serif", "Tinos", "Nimbus Roman Regular"], [115.5, 88.32, 27.69])}
${substitute("Substitute Sans", "400 530", ["Arial", "Liberation Sans", "Arimo", "Nimbus Sans Regular", "Roboto"], [103, 94.82, 25.04])}
${substitute("Substitute Sans", "531 900", ["Arial Bold", "Liberation Sans Bold", "Arimo Bold", "Nimbus Sans Bold", "Roboto Bold"], [100.5, 97.17, 25.66])}
${substitute("Substitute Serif Wide", "400", ["DejaVu Serif"], [89.7, 113.71, 35.65])}
${substitute("Substitute Sans Wide", "400 530", ["DejaVu Sans"], [91.2, 107.09, 28.28])}
${substitute("Substitute Sans Wide", "531 900", ["DejaVu Sans Bold"], [83.6, 116.82, 30.85])}
`;
