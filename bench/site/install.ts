// What only the bench needs has packages of its own, so that no one else waits for them.
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
