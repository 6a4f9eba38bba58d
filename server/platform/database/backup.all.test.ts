// Backups of many rows onto slow disks, and restores that are killed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import pino from "pino";
import { afterAll, expect, test, vi } from "vitest";
import { backedUpDatabase, everyRow } from "#server/testing/backed-up-database.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { writeBackup } from "./backup.ts";
import { openDatabase } from "./database.ts";
import { claimDatabase } from "./restore-target.ts";
import { checkBackup, loadBackup } from "./restore.ts";

vi.setConfig({ testTimeout: 240_000 });
const log = pino({ level: "silent" });
const home = mkdtempSync(path.join(os.tmpdir(), "guidevane-backup-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const { sql, connection } = await testDatabase();
const { addAccounts, emptyDatabase } = backedUpDatabase(sql, connection);
const manyRows = 200_000;

test("a restore that is killed, wherever it is, can be repeated; until then no server starts on it", async () => {
  await addAccounts(10_000);
  const file = path.join(home, "some.backup");
  await writeBackup({ sql, keys: null, dataDir: null }, file);
  const dataDir = path.join(home, "killed");
  const command = path.resolve(import.meta.dirname, "../../../tools/operate/restore.ts");
  const settings = { DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" as const };
  mkdirSync(path.join(dataDir), { recursive: true });
  let said = "";
  const start = () => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, [command, file], { env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir } });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    return child;
  };
  const moments = [
    () => existsSync(path.join(dataDir, "restoring")),
    () => existsSync(path.join(dataDir, "postgres")),
    () => existsSync(path.join(dataDir, "running.json")),
  ];
  for (const hasCome of moments) {
    const child = start();
    const ended = once(child, "exit");
    // Until it has come or never will: how long a new database takes is the machine's affair.
    while (!hasCome() && child.exitCode === null) await pause(20);
    expect(child.exitCode, said).toBeNull();
    child.kill("SIGKILL");
    await ended;
    await expect(openDatabase(settings, log)).rejects.toThrow("was begun and not finished. Run it again");
  }
  const [code] = (await once(start(), "exit")) as [number];
  expect(code, said).toBe(0);
  const restored = await openDatabase(settings, log);
  expect(await everyRow(restored.sql)).toEqual(await everyRow(sql));
  await restored.close();
});

/** A disk that takes a while for each piece. */
function slowDisk(target: string): Writable {
  const disk = createWriteStream(target, { mode: 0o600 });
  return new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      setTimeout(() => disk.write(chunk, done), 1);
    },
    final: (done) => void disk.end(done),
  });
}

test(`${manyRows} rows onto a slow disk, back, and compared one by one`, async () => {
  await addAccounts(manyRows);
  const backup = path.join(home, "many.backup");
  const told: number[] = [];
  const made = await writeBackup({ sql, keys: null, dataDir: null }, backup, {
    openOutput: slowDisk,
    onProgress: ({ rows }) => told.push(rows),
  });
  expect(made.rows).toBeGreaterThanOrEqual(manyRows);
  expect(told.length).toBeGreaterThan(10);
  const target = await emptyDatabase();
  const claim = await claimDatabase(target);
  await loadBackup(target, log, backup, await checkBackup(backup), null);
  await claim.finish();
  expect(await everyRow(target)).toEqual(await everyRow(sql));
});
