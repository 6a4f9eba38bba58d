// Types, lint and format: what must hold before anything is committed. `--fix` formats in place.
import { spawnSync } from "node:child_process";

const fix = process.argv.includes("--fix");
const steps: [string, string[]][] = [
  ["react-router", ["typegen"]],
  ["tsc", []],
  ["oxlint", fix ? ["--fix"] : []],
  ["oxfmt", fix ? [] : ["--check"]],
];
for (const [tool, args] of steps) {
  const { status } = spawnSync(`node_modules/.bin/${tool}`, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
