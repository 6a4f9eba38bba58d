// Which packages the server and the operator's commands load, threads included: what stays after `npm prune --omit=dev` must be enough.
import { existsSync, globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";

/** What runs without development packages. Modules name their servers in a template (server/module-servers.ts). */
export const runTimeRoots = (): string[] => [
  "server/main.ts",
  ...["admin", "backup", "demo", "doctor", "export", "restore", "verify"].map((name) => `tools/operate/${name}.ts`),
  ...globSync("modules/*/{server,mails}.ts"),
];

/** Types alone are erased; `import { type A }` is not: what is left of it still loads the file. */
const loads = [
  /(?:^|\n)\s*(?:import|export)\s+(?!type\s)(?:[\w*$\s{},]+?\sfrom\s+)?"([^"]+)"/g,
  /\bimport\(\s*"([^"]+)"\s*\)/g,
  /\bcreateRequire\([^)]*\)(?:\.resolve)?\("([^"]+)"\)/g,
  /\brequire(?:\.resolve)?\("([^"]+)"\)/g,
  /\bnew URL\("([^"]+\.m?ts)", import\.meta\.url\)/g,
  // Fonts are found by the name of their package.
  /\bpackage: "([^"]+)"/g,
];

const aliases = ["content", "server", "app", "domain", "modules"];

/** Each package by the first file that loads it. */
export function packagesLoadedFrom(roots: readonly string[]): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set<string>();
  const waiting = [...roots];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    // Node runs no .tsx: those are the screens that a module names for the browser.
    if (seen.has(file) || !/\.(?:ts|mjs)$/.test(file) || !existsSync(file)) continue;
    seen.add(file);
    const text = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    for (const name of loads.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, found]) => found!))) {
      const [alias = "", ...rest] = name.slice(1).split("/");
      if (name.startsWith("#") && aliases.includes(alias)) waiting.push([alias, ...rest].join("/"));
      else if (/^\.?\.?\//.test(name) || /\.m?ts$/.test(name)) waiting.push(path.join(path.dirname(file), name));
      else if (!name.startsWith("node:") && !builtinModules.includes(name)) {
        const owner = name
          .split("/")
          .slice(0, name.startsWith("@") ? 2 : 1)
          .join("/");
        if (!packages.has(owner)) packages.set(owner, file);
      }
    }
  }
  return packages;
}
