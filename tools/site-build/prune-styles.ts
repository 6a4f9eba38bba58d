// Leaves in each public page only the style rules that can match there: what its markup names, and what the scripts name that
// can run on it. The styles of all pages together would be twice the size.
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type CustomAtRules, transform, type TransformOptions } from "lightningcss";

const styleTag = /(<style data-precedence="site" data-href="site">)([\s\S]*?)(<\/style>)/;

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

/** The scripts that can run on a page with these islands, one after the other. */
async function readScripts(folder: string, manifest: Manifest, islands: Iterable<string>): Promise<string> {
  const texts = new Map<string, string>();
  const visit = async (key: string): Promise<void> => {
    const chunk = manifest[key];
    if (!chunk || texts.has(key)) return;
    texts.set(key, await readFile(path.join(folder, chunk.file), "utf8"));
    for (const next of chunk.imports ?? []) await visit(next);
    // The loader names every island; each of those counts only where it is used.
    for (const next of chunk.dynamicImports ?? []) if (!next.endsWith(".island.tsx")) await visit(next);
  };
  await visit("app/site/islands/loader.ts");
  for (const island of islands) await visit(`app/site/islands/${island}.island.tsx`);
  return [...texts.values()].join("\n");
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
const plainText = (html: string) => html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);

const matches = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = ""]) => name));

/** The style sheet without the rules, custom properties and animations that a page with this markup and these scripts cannot use. */
export function pruneStyles(css: string, markup: string, scripts: string): string {
  const named = new Set(scripts.split(/[\s"'`\\<>]+/));
  for (const tag of matches(markup, /<([a-z][\w-]*)/g)) named.add(tag);
  for (const value of matches(markup, / class="([^"]*)"/g))
    for (const name of plainText(value).split(/\s+/)) named.add(name);

  // What stands inside :not(), :has() and the like is not asked for by the selector, and not seen here.
  let pruned = print(css, {
    visitor: {
      Selector: (selector) =>
        selector.every((part) => (part.type !== "class" && part.type !== "type") || named.has(part.name))
          ? undefined
          : [],
    },
  });
  // A custom property that only a dropped one read can go in the next round.
  for (let size = Number.POSITIVE_INFINITY; pruned.length < size;) {
    size = pruned.length;
    const read = matches(pruned + markup + scripts, /var\(\s*(--[\w-]+)/g);
    const unread = [...matches(pruned, /(--[\w-]+)\s*[:{]/g)].filter((name) => !read.has(name));
    const unplayed = [...matches(pruned, /@keyframes ([\w-]+)/g)].filter(
      (name) => pruned.split(new RegExp(`\\b${name}\\b`)).length === 2,
    );
    pruned = print(pruned, { unusedSymbols: [...unread, ...unplayed] });
  }
  return pruned;
}

/** Lightning CSS repeats some prefixed declarations each time it prints. */
const print = (css: string, options: Partial<TransformOptions<CustomAtRules>>) =>
  transform({ filename: "site.css", code: Buffer.from(css), minify: true, ...options })
    .code.toString()
    .replace(/([{;])([^{};]+;)\2+/g, "$1$2");

export async function pruneAllStyles(pages: string, islandsFolder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(islandsFolder, ".vite/manifest.json"), "utf8")) as Manifest;
  for (const entry of await readdir(pages, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".html")) continue;
    const file = path.join(entry.parentPath, entry.name);
    const html = await readFile(file, "utf8");
    const [, , css] = styleTag.exec(html) ?? [];
    if (!css) continue;
    const markup = html.replace(styleTag, "");
    const islands = matches(markup, /data-island="([^"#]+)#/g);
    const pruned = pruneStyles(css, markup, await readScripts(islandsFolder, manifest, islands));
    await writeFile(
      file,
      html.replace(styleTag, (_all, start: string, _css: string, end: string) => start + pruned + end),
    );
  }
}
