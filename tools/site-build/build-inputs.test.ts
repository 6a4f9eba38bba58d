import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { startBuild, inputFiles, inputsHash, isBuilt } from "./build-inputs.mjs";
import { asksForABuild, copiedInputs } from "./inputs-for-tests.ts";

const root = copiedInputs();

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

test.each(["app/routes.ts", "content/site.ts", "public/favicon.svg"])(
  "a change in %s asks for a build; taking it back does not",
  (file) => asksForABuild(root, file),
);

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
