// Dozens of processes of ours start in a run of tests: they compile the same files once.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** For every process that gets NODE_COMPILE_CACHE from this one; returns what tidies up. */
export function compileOnce(): () => void {
  const compiled = mkdtempSync(path.join(os.tmpdir(), "guidevane-compiled-"));
  process.env.NODE_COMPILE_CACHE = compiled;
  return () => rmSync(compiled, { recursive: true, force: true });
}
