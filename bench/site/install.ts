// The packages that only the bench needs are installed apart, so that `npm install` does not wait for them.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

export function ensureInstalledIn(folder: string): void {
  if (existsSync(path.join(folder, "node_modules"))) return;
  execFileSync("npm", ["install", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
