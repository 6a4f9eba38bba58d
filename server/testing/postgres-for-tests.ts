// Vitest's global set-up: one throwaway PostgreSQL per run, with a migrated template that each test file copies.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openPool } from "#server/platform/database/sql.ts";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#server/platform/database/embedded.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { compileOnce } from "./compile-once.ts";
import { keepFilesInMemory } from "./memory-files.ts";
import { movableClock } from "./movable-clock.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Directory of the socket of the run's PostgreSQL. */
    testPostgres: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const leaveMemory = keepFilesInMemory();
  const forgetCompiled = compileOnce();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-tests-"));
  const log = pino({ level: "error" });
  const server = await startEmbedded({ dataDir, log, maxConnections: 100, durable: false });
  const host = server.socketDirectory;
  const sql = openPool({ host, user: "postgres", database: "postgres", max: 1 });
  await sql`create database template_for_tests`;
  await sql.end();
  const template = openPool({ host, user: "postgres", database: "template_for_tests", max: 1 });
  await migrate(template, log);
  await movableClock(template);
  await template.end();
  project.provide("testPostgres", host);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
    forgetCompiled();
    leaveMemory();
  };
}
