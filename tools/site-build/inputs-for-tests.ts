// A copy of what the build reads, to change as one likes.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect } from "vitest";
import { inputFiles, isBuilt, startBuild } from "./build-inputs.mjs";

/** Call it at the top of a test file. */
export function copiedInputs(): string {
  const root = mkdtempSync(path.join(os.tmpdir(), "guidevane-inputs-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  for (const file of inputFiles()) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    cpSync(file, path.join(root, file));
  }
  return root;
}

export function asksForABuild(root: string, file: string): void {
  startBuild(root)();
  expect(isBuilt(root)).toBe(true);
  const before = readFileSync(path.join(root, file));
  writeFileSync(path.join(root, file), Buffer.concat([before, Buffer.from("\n")]));
  expect(isBuilt(root)).toBe(false);
  writeFileSync(path.join(root, file), before);
  expect(isBuilt(root)).toBe(true);
}
