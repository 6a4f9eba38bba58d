// Every page preloads the two fonts of its first screen; this adds slanted and Hebrew letters where a page has them, which
// the browser would else find out about only once it has laid out the page.
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const fontFace = /@font-face\{[^}]*\}/g;
const preload = /<link rel="preload" href="([^"]+\.woff2)"[^>]*>/g;

const isHebrew = /unicode-range:U\+5B0/i;
const isBaseItalic = /font-style:italic.*unicode-range:U\+20-/i;
const isWanted = (face: string, html: string) =>
  (isHebrew.test(face) && /\p{Script=Hebrew}/u.test(html)) || (isBaseItalic.test(face) && /<em[ >]/.test(html));

export function preloadFonts(html: string): string {
  const present = [...html.matchAll(preload)];
  const last = present.at(-1);
  if (!last) return html;
  const links = [...html.matchAll(fontFace)]
    .filter(([face]) => isWanted(face, html))
    .map(([face]) => /url\(([^)]+\.woff2)\)/.exec(face)?.[1])
    .filter((url) => url !== undefined && !present.some(([, href]) => href === url))
    .map((url) => last[0].replace(last[1] ?? "", url ?? ""));
  const end = last.index + last[0].length;
  return html.slice(0, end) + [...new Set(links)].join("") + html.slice(end);
}

export async function preloadAllFonts(pages: string): Promise<void> {
  for (const entry of await readdir(pages, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".html")) continue;
    const file = path.join(entry.parentPath, entry.name);
    const html = await readFile(file, "utf8");
    const more = preloadFonts(html);
    if (more !== html) await writeFile(file, more);
  }
}
