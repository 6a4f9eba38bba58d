import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { startBuild, inputFiles, inputsHash, isBuilt } from "./build-inputs.mjs";

const root = mkdtempSync(path.join(os.tmpdir(), "guidevane-inputs-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
for (const file of inputFiles()) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  cpSync(file, path.join(root, file));
}

/** Every file of ours that the build's own programs import, directly or through others. */
function imported(entries: string[]): Set<string> {
  const found = new Set<string>();
  const follow = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, target = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import\(?)\s*"([.#][^"]+)"/g))
      if (/\.(?:ts|tsx|mjs|js)$/.test(target))
        follow(target.startsWith("#") ? target.slice(1) : path.join(path.dirname(file), target));
  };
  for (const entry of entries) follow(entry);
  return found;
}

test("every file that the build imports is one of its inputs", () => {
  const read = imported([
    "tools/site-build/build.ts",
    "vite.config.ts",
    "vite.islands.config.ts",
    "react-router.config.ts",
    "app/routes.ts",
    "app/root.tsx",
  ]);
  expect(read.size).toBeGreaterThan(20);
  const inputs = new Set(inputFiles());
  expect([...read].filter((file) => !inputs.has(file))).toEqual([]);
});

test("the hash follows the contents, not the times", () => {
  expect(inputsHash(root)).toBe(inputsHash());
});

test.each([
  ...inputFiles().filter((file) => /^tools\/site-build\/[^/]+$/.test(file)),
  ...inputFiles().filter((file) => file.startsWith("tools/site-build/site-files/")),
  ...inputFiles().filter((file) => /^[^/]+$/.test(file)),
  "app/routes.ts",
  "content/site.ts",
  "public/favicon.svg",
])("a change in %s asks for a build; taking it back does not", (file) => {
  startBuild(root)();
  expect(isBuilt(root)).toBe(true);
  const before = readFileSync(path.join(root, file));
  writeFileSync(path.join(root, file), Buffer.concat([before, Buffer.from("\n")]));
  expect(isBuilt(root)).toBe(false);
  writeFileSync(path.join(root, file), before);
  expect(isBuilt(root)).toBe(true);
});

test("a new file asks for a build, and so does a file that is gone", () => {
  startBuild(root)();
  const file = path.join(root, "content/articles/new.mdx");
  writeFileSync(file, "");
  expect(isBuilt(root)).toBe(false);
  startBuild(root)();
  rmSync(file);
  expect(isBuilt(root)).toBe(false);
});

test("a build that failed, or that an edit overtook, is not taken for a build", () => {
  startBuild(root)();
  const finish = startBuild(root);
  expect(isBuilt(root)).toBe(false);
  writeFileSync(path.join(root, "content/site.ts"), "// edited while it was being built\n");
  finish();
  expect(isBuilt(root)).toBe(false);
});
