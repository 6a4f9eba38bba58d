// Vitest's global set-up: one throwaway PostgreSQL per run, with a migrated template that each test file copies.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { socketIn } from "#server/platform/database/database.ts";
import { startEmbedded } from "#server/platform/database/embedded.ts";
import { migrate } from "#server/platform/database/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the socket of the run's PostgreSQL. */
    testPostgres: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-tests-"));
  const log = pino({ level: "error" });
  const server = await startEmbedded({ dataDir, log, maxConnections: 100, durable: false });
  const socket = socketIn(server.socketDirectory);
  const sql = postgres({ path: socket, username: "postgres", database: "postgres", max: 1, onnotice: () => {} });
  await sql`create database template_for_tests`;
  await sql.end();
  const template = postgres({ path: socket, username: "postgres", database: "template_for_tests", onnotice: () => {} });
  await migrate(template, log);
  await template.end();
  project.provide("testPostgres", socket);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
