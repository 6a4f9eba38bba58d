// What a command may need before it can run: packages, a build, a browser. Each step does nothing when its result is there.
// Plain JavaScript for Node 20 or newer: it also runs when nothing is installed yet.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { findBrowser, installBrowser } from "./check/find-browser.mjs";
import { isBuilt } from "./site-build/build-inputs.mjs";

export { isBuilt };

const seconds = (started) => `${((Date.now() - started) / 1000).toFixed(0)} s`;

/** One line for each step. In a terminal it is there from the beginning, and counts. */
async function step(name, run) {
  const started = Date.now();
  const isWatched = process.stdout.isTTY;
  const show = () => process.stdout.write(`\r${name} ... ${seconds(started)}`);
  if (isWatched) show();
  const counting = isWatched ? setInterval(show, 1000) : null;
  try {
    await run();
  } finally {
    clearInterval(counting);
    process.stdout.write(`${isWatched ? "\r" : ""}${name} ... ${seconds(started)}\n`);
  }
}

async function must(command, args) {
  let said = "";
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  // A terminal's Ctrl+C reaches the child by itself.
  const stop = () => child.kill("SIGTERM");
  process.once("SIGTERM", stop);
  const status = await new Promise((resolve) => {
    child.once("error", (error) => resolve((said += error.message)));
    child.once("close", resolve);
  });
  process.off("SIGTERM", stop);
  if (status === 0) return;
  console.error(`\n${said.trim()}\nThis did not work: ${command} ${args.join(" ")}`);
  process.exit(1);
}

/** Node 24 is a package of ours; where there is none for the platform, the machine's own Node has to be new enough. */
export const projectNode = () => (existsSync("node_modules/.bin/node") ? "node_modules/.bin/node" : process.execPath);

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * Whether node_modules holds what the lockfile says, by npm's own note of what it installed, whichever command did it.
 * `runOnly`: what is needed to run is enough, as in a container without development packages.
 */
export function isInstalled({ runOnly = false } = {}) {
  const note = "node_modules/.package-lock.json";
  if (!existsSync(note)) return false;
  const { packages: wanted } = readJson("package-lock.json");
  const { packages: present } = readJson(note);
  const asked = readJson("package.json");
  // The lockfile repeats what package.json asks for; where they differ, `npm ci` says what to do.
  for (const kind of ["dependencies", "devDependencies", "optionalDependencies"])
    if (JSON.stringify(asked[kind] ?? {}) !== JSON.stringify(wanted[""][kind] ?? {})) return false;
  // What is made for another platform is in the lockfile and not on the disk.
  const fits = (name, { version, optional, os, cpu, dev, devOptional }) =>
    name in present
      ? present[name].version === version
      : Boolean(optional ?? os ?? cpu ?? (runOnly && (dev ?? devOptional)));
  return (
    Object.entries(wanted).every(([name, one]) => name === "" || fits(name, one)) &&
    Object.keys(present).every((name) => name in wanted)
  );
}

export async function ensureInstalled(options = {}) {
  if (isInstalled(options)) return;
  // The build needs the development packages, also where NODE_ENV says production.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  await step("Installing packages", () => must("npm", args));
}

export async function ensureBuilt() {
  if (isBuilt()) return;
  await step("Building the pages", () => must(projectNode(), ["tools/site-build/build.ts"]));
}

export async function ensureBrowser() {
  if (findBrowser()) return;
  await step("Installing Chromium", async () => {
    const problem = installBrowser((command, args) => execFileSync(command, args, { stdio: "pipe" }));
    if (!problem) return;
    console.error(problem);
    process.exit(1);
  });
}
