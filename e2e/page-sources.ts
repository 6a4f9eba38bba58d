// Which public pages a change of files can touch: by the map of routes and by imports.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** `app/routes.ts` as text: what it imports needs no reading here. */
function routeFileOf(page: string): string | undefined {
  const map = readFileSync("app/routes.ts", "utf8");
  if (page === "/") return `app/${/index\("(site\/[^"]+)"/.exec(map)?.[1]}`;
  const routes = [...map.matchAll(/route\("([^"]+)", "(site\/[^"]+)"/g)];
  const fits = (pattern: string) => new RegExp(`^/${pattern.replace(/:\w+/g, "[^/]+").replace("*", "$^")}$`).test(page);
  const found = routes.find(([, pattern = ""]) => fits(pattern));
  return found && `app/${found[2]}`;
}

const resolved = (from: string, name: string) =>
  name.startsWith("#") ? name.slice(1) : path.join(path.dirname(from), name);

/** The file and everything of ours that it imports, directly or not. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?"([.#][^"]+)"/g))
    importsOf(resolved(file, name), found);
  return found;
}

/** What a page is made of; the text of an article is named like its page. */
function sourcesOf(page: string): Set<string> {
  const file = routeFileOf(page);
  const text = `content/articles/${path.basename(page)}.mdx`;
  return new Set([...(file ? importsOf(file) : []), ...(existsSync(text) ? [text] : [])]);
}

/**
 * The pages made of a changed file. Where a page of the sample is made of that file, too, the sample speaks for them: a change of
 * the header would otherwise be a change of every page.
 */
export function pagesTouchedBy(
  changed: readonly string[],
  { sample, paths }: { sample: readonly string[]; paths: readonly string[] },
): string[] {
  const sampled = new Set(sample.flatMap((page) => [...sourcesOf(page)]));
  const own = changed.filter((file) => !sampled.has(file));
  if (own.length === 0) return [];
  return paths.filter((page) => {
    const sources = sourcesOf(page);
    return own.some((file) => sources.has(file));
  });
}
