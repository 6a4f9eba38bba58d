// The exported script, once for a test file, and how an operator applies it.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import type { Sql } from "#server/platform/database/sql.ts";
import { otherDatabases } from "#server/testing/other-databases.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { exportSql } from "./export-sql.ts";

/** Call it at the top of a test file. */
export async function exportedForTests() {
  const { sql, connection } = await testDatabase();
  const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-export-sql-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "schema.sql");
  await exportSql(file, "1.0.0");

  async function byPsql(_database: Sql, name: string): Promise<void> {
    const to = ["-h", connection.host, "-U", connection.user, "-d", name];
    execFileSync("psql", ["-X", "-q", "-v", "ON_ERROR_STOP=1", ...to, "-f", file], { stdio: "pipe" });
  }

  /** Where psql is not installed. */
  async function atOnce(database: Sql): Promise<void> {
    const session = await database.reserve();
    try {
      await session.unsafe(readFileSync(file, "utf8"));
    } finally {
      await session.unsafe("rollback");
      session.release();
    }
  }
  const hasPsql = spawnSync("psql", ["--version"]).status === 0;
  return { sql, ...otherDatabases(sql, connection), apply: hasPsql ? byPsql : atOnce };
}
