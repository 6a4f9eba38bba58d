// Tells whether build/ was made from the files as they are now. Contents are compared, not times: a checkout, a copy or an
// undone edit does not build again, and an edit never goes unseen. Plain JavaScript: it also runs before anything is installed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Everything the build reads; build-inputs.test.ts follows its imports and fails when one leads elsewhere. */
const inputs = [
  "app",
  "content",
  "domain",
  "modules",
  "public",
  "tools/site-build",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const isConfiguration = (name) => /^(?:vite(?:\..+)?|react-router)\.config\.ts$/.test(name);
const isIgnored = (file) => /\.test\.tsx?$/.test(file);
const stampFile = "build/built-from";

/** Every file the build reads, in a fixed order. */
export function inputFiles(root = ".") {
  const files = [];
  const walk = (file) => {
    const full = path.join(root, file);
    if (!existsSync(full)) return;
    if (!statSync(full).isDirectory()) {
      if (!isIgnored(file)) files.push(file);
      return;
    }
    for (const name of readdirSync(full).sort()) walk(path.posix.join(file, name));
  };
  for (const file of [...inputs, ...readdirSync(root).filter(isConfiguration).sort()]) walk(file);
  return files;
}

export function inputsHash(root = ".") {
  const hash = createHash("sha256");
  for (const file of inputFiles(root)) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

export function isBuilt(root = ".") {
  const stamp = path.join(root, stampFile);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === inputsHash(root);
}

/** Before the build: one that fails half-way leaves no stamp. The hash is of what the build is about to read. */
export function startBuild(root = ".") {
  rmSync(path.join(root, stampFile), { force: true });
  const hash = inputsHash(root);
  return function finish() {
    mkdirSync(path.join(root, "build"), { recursive: true });
    writeFileSync(path.join(root, stampFile), hash);
  };
}
