// Which public pages are looked at from every side in `npm test`; `npm test -- all` looks at the others, too.
import { execFileSync } from "node:child_process";
import { publicPaths } from "./public-routes.ts";
import { pagesTouchedBy } from "./page-sources.ts";

/** One page of each kind: moving parts, a form, a long text with tables and code. */
export const sample = ["/", "/contact", "/docs/bootloader/quickstart"];

/** Since the newest tag `v1.2.3`. Before the first release, and in a copy without history, nothing. */
function changedSinceRelease(): string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const release = git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*");
    return git("diff", "--name-only", release).split("\n");
  } catch {
    return [];
  }
}

export const checkedPages = (): Set<string> =>
  new Set([...sample, ...pagesTouchedBy(changedSinceRelease(), { sample, paths: publicPaths })]);
