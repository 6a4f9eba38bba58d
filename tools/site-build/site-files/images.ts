// Social cards and icons as PNG. Drawn from SVG at build time, so that none is committed and none can be out of date.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { renderAsync } from "@resvg/resvg-js";
import subsetFont from "subset-font";
import { site } from "#content/site.ts";
import { cardSize, cardSvg, iconSvg } from "./card.ts";
import type { PageDocument } from "./documents.ts";

/** A picture that was drawn once is kept: drawing takes longer than the rest of a rebuild. */
const cache = "node_modules/.cache/site-images";
// In this order: a letter that the first lacks is looked for in the next. Titles, which hold names, are in the serif.
const fonts = [
  "hedvig-letters-serif/files/hedvig-letters-serif-latin-opsz-normal",
  "hedvig-letters-serif/files/hedvig-letters-serif-latin-ext-opsz-normal",
  "schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal",
  "schibsted-grotesk/files/schibsted-grotesk-latin-ext-wght-normal",
];

/** The renderer reads TrueType; our fonts are kept as WOFF2. */
async function trueTypeFonts(folder: string) {
  mkdirSync(folder, { recursive: true });
  return Promise.all(
    fonts.map(async (name) => {
      // The package's types are behind its documentation: they lack keepAllGlyphs.
      const options: object = { keepAllGlyphs: true, targetFormat: "sfnt" };
      const source = readFileSync(`node_modules/@fontsource-variable/${name}.woff2`);
      const made = createHash("sha256").update(source).update(JSON.stringify(options)).digest("hex").slice(0, 12);
      const file = path.join(folder, `${path.basename(name)}-${made}.ttf`);
      if (existsSync(file)) return file;
      // Whole or not at all: a build and a test may draw at the same time.
      const unfinished = `${file}.${process.pid}`;
      writeFileSync(unfinished, await subsetFont(source, undefined, options));
      renameSync(unfinished, file);
      return file;
    }),
  );
}

/** What asks for /favicon.ico without reading any page: an icon file with one PNG in it. */
function asIcon(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // of one picture
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

export async function drawPng(svg: string, width: number): Promise<Buffer> {
  const font = { fontFiles: await trueTypeFonts(cache), loadSystemFonts: false };
  return (await renderAsync(svg, { font, fitTo: { mode: "width", value: width } })).asPng();
}

export async function drawImages(documents: readonly PageDocument[], folder: string) {
  await trueTypeFonts(cache);
  const draw = async (file: string, svg: string, width: number) => {
    // A picture drawn with other fonts is another picture.
    const hash = createHash("sha256").update(svg).update(fonts.join()).digest("hex").slice(0, 24);
    const kept = path.join(cache, `${hash}-${width}.png`);
    if (!existsSync(kept)) writeFileSync(kept, await drawPng(svg, width));
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(kept, target);
    return target;
  };
  const cards = new Map(documents.toReversed().map((page) => [page.card, page]));
  await Promise.all([
    ...[...cards].map(([file, { title, path: pagePath }]) =>
      draw(file, cardSvg({ title, path: pagePath, brand: site.name, tagline: site.tagline }), cardSize.width),
    ),
    draw("/icon-192.png", iconSvg(4), 192),
    draw("/icon-512.png", iconSvg(4), 512),
    draw("/icon-maskable-512.png", iconSvg(11), 512),
    draw("/apple-touch-icon.png", iconSvg(5), 180),
    draw("/favicon.ico", iconSvg(2), 48).then((file) => writeFileSync(file, asIcon(readFileSync(file), 48))),
  ]);
  return cards.size;
}
