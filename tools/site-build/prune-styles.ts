// Leaves in each public page only the style rules that can ever match there: classes in its own markup, and classes
// named in the script files that its islands load. The styles of all pages together would be twice the size.
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pruneCss, variablesIn } from "./prune-css.ts";

const styleTag = /(<style data-precedence="site" data-href="site">)([\s\S]*?)(<\/style>)/;

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

interface Scripts {
  words: Set<string>;
  variables: Set<string>;
}

const words = (text: string): string[] => text.split(/[\s"'`\\<>]+/);

/** What the scripts name that can run on a page with these islands. */
async function readScripts(folder: string, manifest: Manifest, islands: Iterable<string>): Promise<Scripts> {
  const found: Scripts = { words: new Set(), variables: new Set() };
  const visited = new Set<string>();
  const visit = async (key: string): Promise<void> => {
    const chunk = manifest[key];
    if (!chunk || visited.has(key)) return;
    visited.add(key);
    const text = await readFile(path.join(folder, chunk.file), "utf8");
    for (const word of words(text)) found.words.add(word);
    for (const name of variablesIn(text)) found.variables.add(name);
    for (const next of chunk.imports ?? []) await visit(next);
    // The loader names every island; each of those counts only where it is used.
    for (const next of chunk.dynamicImports ?? []) if (!next.endsWith(".island.tsx")) await visit(next);
  };
  await visit("app/site/islands/loader.ts");
  for (const island of islands) await visit(`app/site/islands/${island}.island.tsx`);
  return found;
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
const plainText = (html: string) => html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);

export async function pruneAllStyles(pages: string, islandsFolder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(islandsFolder, ".vite/manifest.json"), "utf8")) as Manifest;
  for (const entry of await readdir(pages, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".html")) continue;
    const file = path.join(entry.parentPath, entry.name);
    const html = await readFile(file, "utf8");
    const [, , css] = styleTag.exec(html) ?? [];
    if (!css) continue;
    const markup = html.replace(styleTag, "");
    const islands = new Set([...markup.matchAll(/data-island="([^"#]+)#/g)].map(([, name = ""]) => name));
    const scripts = await readScripts(islandsFolder, manifest, islands);
    const classes = new Set(
      [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, value = ""]) => plainText(value).split(/\s+/)),
    );
    const elements = new Set([...markup.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = ""]) => name));
    const pruned = pruneCss(css, {
      hasClass: (name) => classes.has(name) || scripts.words.has(name),
      hasElement: (name) => elements.has(name) || scripts.words.has(name),
      variables: new Set([...scripts.variables, ...variablesIn(markup)]),
      text: markup + [...scripts.words].join(" "),
    });
    await writeFile(
      file,
      html.replace(styleTag, (_all, start: string, _css: string, end: string) => start + pruned + end),
    );
  }
}
