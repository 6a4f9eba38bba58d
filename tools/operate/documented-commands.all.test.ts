// Commands of the documents that no other test runs, as programs beside a server (tools/check/documented-commands.test.ts has the list).
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";

const log = pino({ level: "silent" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-documented-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 4, DATABASE_TLS: "off" }, log);
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function run(script: string, ...args: string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir };
  const done = await promisify(execFile)(process.execPath, [`tools/operate/${script}.ts`, ...args], { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return { said: done.stdout + done.stderr, ok: !("code" in done) };
}

test("audit-4 O14: what the documents tell an operator to run beside the server runs", async () => {
  await migrate(database.sql, log);
  const [show, sql, asked, verified, disk, bucket, off] = await Promise.all([
    run("admin", "keys", "show"),
    run("admin", "sql"),
    run("admin", "sql", "select 6 * 7 as answer"),
    run("verify", "proposal", "P-2026-001"),
    run("admin", "files", "move", "disk"),
    run("admin", "files", "move", "s3"),
    run("backup", "--continuous-off"),
  ]);
  expect(show).toMatchObject({ ok: true, said: expect.stringContaining("sb_publishable_") });
  expect(sql).toMatchObject({ ok: true, said: expect.stringContaining("psql") });
  expect(asked.said).toContain("42");
  expect(verified.said).toContain("P-2026-001");
  // There is no bucket to move from or to.
  for (const { said } of [disk, bucket]) expect(said).toMatch(/^Set S3_ENDPOINT/);
  expect(off).toMatchObject({ ok: true });
  expect(await run("admin", "keys", "rotate")).toMatchObject({ ok: true });
  expect(await run("admin", "keys", "reseal")).toMatchObject({ ok: true });
});
