// Scripts of their own that pages behind links load: the build names their files, in development Vite serves the source.
import { existsSync, readFileSync } from "node:fs";

export interface BuiltScript {
  address: string;
  /** What it imports, so that a browser need not read the one to ask for the other. */
  parts: string[];
}

type Manifest = Record<string, { file: string; imports?: string[] } | undefined>;
const manifestFile = "build/islands/.vite/manifest.json";

/** Null where nothing is built: the page then does without, as it does in a browser without script. */
export function builtScript(source: string): BuiltScript | null {
  if (process.env.PAGES_BY_VITE) return { address: `/@id/virtual:in-development/${source}`, parts: [] };
  if (!existsSync(manifestFile)) return null;
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest;
  const entry = manifest[source];
  if (!entry) return null;
  const parts = new Set<string>();
  const follow = (name: string): void => {
    const part = manifest[name];
    if (!part || parts.has(`/${part.file}`)) return;
    parts.add(`/${part.file}`);
    part.imports?.forEach(follow);
  };
  entry.imports?.forEach(follow);
  return { address: `/${entry.file}`, parts: [...parts] };
}
