// Before the first browser test of a run: a build of the files as they are now, a browser, and a data directory with an
// empty, migrated database that each file's server starts from (quicker than making a new one every time).
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { compileOnce } from "../server/testing/compile-once.ts";
import { keepFilesInMemory } from "../server/testing/memory-files.ts";
import { ensureBrowser, ensureBuilt } from "../tools/prepare.mjs";
import { startServer } from "./start-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Copied for each server; never started itself again. */
    preparedData: string;
  }
}

export default async function prepareRun(project: TestProject): Promise<() => void> {
  await ensureBrowser();
  if (!process.env.E2E_URL) await ensureBuilt();
  const leaveMemory = keepFilesInMemory();
  const preparedData = mkdtempSync(path.join(os.tmpdir(), "guidevane-e2e-prepared-"));
  const forgetCompiled = compileOnce();
  project.provide("preparedData", preparedData);
  if (!process.env.E2E_URL) await (await startServer({ DATA_DIR: preparedData })).stop();
  return () => {
    rmSync(preparedData, { recursive: true, force: true });
    forgetCompiled();
    leaveMemory();
  };
}
