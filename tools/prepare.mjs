// Runs before `npm start` and `npm test` on whatever Node the machine has (20 or newer), with nothing installed yet.
// Installs when node_modules does not match the lockfile, builds when sources are newer than the build.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findBrowser, installBrowser } from "./check/find-browser.mjs";

process.chdir(path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), ".."));
const purpose = process.argv[2] ?? "start";

if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error(`Guidevane needs Node 20 or newer to install itself; this is ${process.version}.`);
  process.exit(1);
}

function step(name, run) {
  const started = Date.now();
  run();
  console.log(`${name.padEnd(34)} ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function must(command, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", ...options });
  if (status === 0) return;
  console.error([stdout, stderr, error?.message].filter(Boolean).join("\n"));
  console.error(`This did not work: ${command} ${args.join(" ")}`);
  process.exit(1);
}

const lockHash = createHash("sha256")
  .update(readFileSync("package-lock.json"))
  .update(readFileSync("package.json"))
  .digest("hex");
const installedStamp = "node_modules/.installed-from";
const installed = existsSync(installedStamp) && readFileSync(installedStamp, "utf8") === lockHash;
if (!installed)
  step("install packages", () => {
    // The build needs the development packages, also where NODE_ENV says production.
    must("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
    writeFileSync(installedStamp, lockHash);
  });

const sources = [
  "app",
  "content",
  "public",
  "tools/site-build",
  "vite.config.ts",
  "vite.islands.config.ts",
  "react-router.config.ts",
  "package-lock.json",
];
function newest(file) {
  const stat = statSync(file);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(file).map((name) => newest(path.join(file, name))));
}
const builtStamp = "build/built";
const built =
  existsSync(builtStamp) && statSync(builtStamp).mtimeMs > Math.max(...sources.filter(existsSync).map(newest));
if (!built)
  step("build", () => {
    const started = new Date();
    must("node_modules/.bin/node", ["tools/site-build/build.ts"]);
    mkdirSync("build", { recursive: true });
    writeFileSync(builtStamp, started.toISOString());
  });

if (purpose === "test" && !findBrowser())
  step("install Chromium", () => {
    const problem = installBrowser((command, args) => execFileSync(command, args, { stdio: "pipe" }));
    if (problem) {
      console.error(problem);
      process.exit(1);
    }
  });
