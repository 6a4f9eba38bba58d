// Every npm script: `exec node tools/run.mjs NAME ...`, in the place of npm's shell, so that a signal to npm comes through.
// Runs on whatever Node the machine has (20 or newer), with nothing installed yet; prepares what the command needs and then
// runs it with the project's own Node.
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** What runs, and what it needs: a build (`runsBuilt`: once that is there, only the packages that run in production), or only those
 *  packages. Tests prepare their own parts. */
const commands = {
  start: { file: "server/main.ts", build: true, runsBuilt: true },
  test: { file: "tools/check/test.ts" },
  dev: { file: "tools/dev.ts" },
  build: { file: "tools/site-build/build.ts" },
  check: { file: "tools/check/check.ts" },
  e2e: { file: "node_modules/vitest/vitest.mjs", args: ["run", "-c", "vitest.e2e.config.ts"] },
  bench: { file: "bench/bench.ts", build: true },
  generate: { file: "tools/check/generate.ts" },
  "fault-test": { file: "tools/fault-tests/fault-test.ts", build: true },
  demo: { file: "tools/operate/demo.ts", build: true, runsBuilt: true },
  admin: { file: "tools/operate/admin.ts", runOnly: true },
  backup: { file: "tools/operate/backup.ts", runOnly: true },
  restore: { file: "tools/operate/restore.ts", runOnly: true },
  doctor: { file: "tools/operate/doctor.ts", runOnly: true },
  verify: { file: "tools/operate/verify.ts", runOnly: true },
  export: { file: "tools/operate/export.ts", build: process.argv[3] !== "sql", runsBuilt: true },
};

if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error(`Guidevane needs Node 20 or newer to install itself; this is ${process.version}.`);
  process.exit(1);
}
process.chdir(path.join(path.dirname(realpathSync(process.argv[1])), ".."));
const [name, ...given] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`Usage: npm run ${Object.keys(commands).join("|")}`);
  process.exit(1);
}

const { ensureBuilt, ensureInstalled, isBuilt, projectNode } = await import("./prepare.mjs");
// Both tiers need a browser. It comes while the packages come: what either waits for is the network.
const runsTier = name === "test" && (given.length === 0 || given[0] === "all");
const ensureBrowser = "import { ensureBrowser } from './tools/prepare.mjs'; await ensureBrowser();";
const browser = runsTier
  ? spawn(process.execPath, ["--input-type=module", "--eval", ensureBrowser], { stdio: "inherit" })
  : null;
const hasBrowser = browser && new Promise((resolve) => browser.once("exit", resolve));
// A folder without development packages that is built stays as it is (deploy/Containerfile).
await ensureInstalled({ runOnly: command.runOnly || (command.runsBuilt && (!command.build || isBuilt())) });
await hasBrowser;
if (command.build) await ensureBuilt();

const node = projectNode();
const args = [...(command.args ?? []), ...given];
if (realpathSync(node) === realpathSync(process.execPath)) {
  // Already the right Node: no second process.
  process.argv.splice(1, process.argv.length, path.resolve(command.file), ...args);
  await import(pathToFileURL(command.file).href);
} else {
  const child = spawn(node, [command.file, ...args], { stdio: "inherit" });
  // Ctrl+C reaches the child by itself; it ends in its own time, and then so do we.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.once("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}
