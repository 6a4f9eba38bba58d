import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const run = (name: string) =>
  spawnSync(process.execPath, ["tools/run.mjs", name], { encoding: "utf8" })
    .stderr.replace(/^.* run /, "")
    .trim();

test("there are at most 16 npm scripts, and npm knows every command of tools/run.mjs", () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(16);
  const commands = run("no-such-command").split("|");
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(commands));
  // In the place of npm's shell, which would keep signals to itself (e2e/npm-start.all.e2e.ts).
  for (const name of commands) expect(scripts[name]).toBe(`exec node tools/run.mjs ${name}`);
});

test("every command of tools/run.mjs has its file", () => {
  const files = [...readFileSync("tools/run.mjs", "utf8").matchAll(/file: "([^"]+)"/g)].map(([, file = ""]) => file);
  expect(files.length).toBe(run("no-such-command").split("|").length);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test.each(["README.md", "CONTRIBUTING.md", "docs/operating.md"])("%s names only scripts that exist", (file) => {
  const named = [...readFileSync(file, "utf8").matchAll(/npm run ([a-z0-9:-]*[a-z0-9])/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
