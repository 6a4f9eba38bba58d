// Types, lint and format: what must hold before anything is committed. `--fix` formats in place.
import { spawnSync } from "node:child_process";

const fix = process.argv.includes("--fix");
const steps: [string, string[]][] = [
  ["react-router", ["typegen"]],
  ["tsc", []],
  ["oxlint", fix ? ["--fix"] : []],
  ["oxfmt", fix ? [] : ["--check"]],
];
const run = (command: string, args: string[]) => {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};
const sqlBorders = "tools/check/lint/check-sql-borders.ts";
if (process.argv[2] === "sql-graph") run(process.execPath, [sqlBorders, "graph"]);
else {
  for (const [tool, args] of steps) run(`node_modules/.bin/${tool}`, args);
  run(process.execPath, [sqlBorders]);
}
