// Moves long drawings out of the pages into files of their own: the words are there sooner, and a drawing that two pages
// share is fetched once. A shape shown by <use> inherits colours from where it stands, so themes keep working. It is fetched
// by islands/loader.ts once the words are painted: on a slow line they need not share it with the drawings.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const longPath = /<path((?: [^>]*?)?) d="([^"]{3000,})"([^>]*?)(?:\/>|><\/path>)/g;

/** The page without its long drawings, and the files to write for them. */
export function moveArt(html: string): { html: string; files: Map<string, string> } {
  const files = new Map<string, string>();
  const moved = html.replace(longPath, (all, before: string, d: string, after: string) => {
    const attributes = before + after;
    if (attributes.includes("data-repeats")) return all;
    // Unlike colours, this one is not inherited.
    const effect = attributes.includes("non-scaling-stroke") ? ' vector-effect="non-scaling-stroke"' : "";
    const shape = `<svg xmlns="http://www.w3.org/2000/svg"><path id="a"${effect} d="${d}"/></svg>`;
    const name = `art-${createHash("sha256").update(shape).digest("base64url").slice(0, 10)}.svg`;
    files.set(name, shape);
    return `<use data-late="/assets/${name}#a"${attributes}></use>`;
  });
  return { html: moved, files };
}

export async function moveAllArt(pages: string): Promise<void> {
  for (const entry of await readdir(pages, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".html")) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { html, files } = moveArt(await readFile(file, "utf8"));
    if (files.size === 0) continue;
    await writeFile(file, html);
    for (const [name, shape] of files) await writeFile(path.join(pages, "assets", name), shape);
  }
}
