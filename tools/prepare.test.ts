import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { isInstalled } from "./prepare.mjs";

const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-prepare-"));
const home = process.cwd();
afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
});
process.chdir(folder);
mkdirSync("node_modules");

const write = (file: string, value: unknown) => writeFileSync(file, JSON.stringify(value));
const asked = { dependencies: { hono: "4.0.0" }, devDependencies: { vite: "8.0.0" } };
const hono = { version: "4.0.0" };
const vite = { version: "8.0.0", dev: true };
const otherPlatform = { version: "1.0.0", optional: true, os: ["darwin"] };
const locked = {
  "": asked,
  "node_modules/hono": hono,
  "node_modules/vite": vite,
  "node_modules/for-mac": otherPlatform,
};
const installed = (packages: object) => write("node_modules/.package-lock.json", { packages });

beforeEach(() => {
  write("package.json", asked);
  write("package-lock.json", { packages: locked });
  installed({ "node_modules/hono": hono, "node_modules/vite": vite });
});

test("what npm has noted is what the lockfile says, but for other platforms", () => {
  expect(isInstalled()).toBe(true);
});

test("nothing installed, an older version, a package missing or too many: not installed", () => {
  for (const packages of [
    { "node_modules/hono": { version: "3.9.0" }, "node_modules/vite": vite },
    { "node_modules/vite": vite },
    { "node_modules/hono": hono, "node_modules/vite": vite, "node_modules/left-over": hono },
  ]) {
    installed(packages);
    expect(isInstalled()).toBe(false);
  }
  rmSync("node_modules/.package-lock.json");
  expect(isInstalled()).toBe(false);
});

test("a package that package.json asks for and the lockfile does not know: not installed", () => {
  write("package.json", { ...asked, dependencies: { ...asked.dependencies, zod: "4.0.0" } });
  expect(isInstalled()).toBe(false);
});

test("without development packages there is enough to run, not to build", () => {
  installed({ "node_modules/hono": hono });
  expect([isInstalled(), isInstalled({ runOnly: true })]).toEqual([false, true]);
  installed({ "node_modules/vite": vite });
  expect(isInstalled({ runOnly: true })).toBe(false);
});
