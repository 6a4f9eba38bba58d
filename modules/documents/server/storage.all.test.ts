// A backup of files that are on the disk and in a bucket.
import { mkdirSync, mkdtempSync, rmSync, readdirSync } from "node:fs";
import path from "node:path";
import { tmpdir } from "node:os";
import { afterAll, test, expect } from "vitest";
import { rm } from "node:fs/promises";
import S3rver from "@20minutes/s3rver";
import { randomBytes } from "node:crypto";
import { writeBackup } from "#server/platform/database/backup.ts";
import { openPool } from "#server/platform/database/sql.ts";
import { loadBackup, checkBackup } from "#server/platform/database/restore.ts";
import pino from "pino";
import { createStorage } from "#server/platform/storage/storage.ts";
import { readEnv } from "#server/env.ts";
import { findMissing } from "#server/platform/storage/find-missing.ts";
import { buffer } from "node:stream/consumers";
import { testDatabase } from "#server/testing/test-database.ts";
import { documentSite } from "../testing/document-site.ts";

const { sql, connection } = await testDatabase();
const folder = mkdtempSync(path.join(tmpdir(), "document-storage-"));
const bucketServer = new S3rver({
  port: 0,
  address: "127.0.0.1",
  silent: true,
  directory: path.join(folder, "s3"),
  configureBuckets: [{ name: "guidevane", configs: [] }],
});
const { port } = await bucketServer.run();
const dataDir = path.join(folder, "data");
afterAll(async () => {
  await bucketServer.close();
  await rm(folder, { recursive: true, force: true });
});
const bucket = {
  S3_ENDPOINT: `http://127.0.0.1:${port}/guidevane`,
  S3_ACCESS_KEY_ID: "S3RVER",
  S3_SECRET_ACCESS_KEY: "S3RVER",
};
mkdirSync(dataDir);
const site = await documentSite(sql, { settings: { DATA_DIR: dataDir } });
const inS3 = await documentSite(sql, { settings: { DATA_DIR: dataDir, ...bucket } });

const stored = () =>
  readdirSync(path.join(dataDir, "files"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /[0-9a-f]{32}$/.test(name),
  );

test("documents 11: a backup holds files of the disk in pieces and those of the bucket as a list; restoring names what is missing", async () => {
  const { folderId } = await site.account("Backed up");
  const bytes = randomBytes(3_000_000);
  const onDiskOne = await site.filed(folderId, "On disk.bin", bytes);
  const lost = await site.filed(folderId, "Lost.bin", randomBytes(100));
  const inBucketOne = await inS3.filed(folderId, "In the bucket.bin", randomBytes(100));
  const [key] = await sql<{ key: string }[]>`
    select key from private.files join public.document_versions as version on version.file_id = files.id where version.id = ${lost.versionId}`;
  rmSync(path.join(dataDir, "files", key!.key.slice(0, 2), key!.key));

  const backup = path.join(folder, "backup");
  const made = await writeBackup({ sql, keys: null, dataDir }, backup);
  expect(made.elsewhere).toBeGreaterThanOrEqual(1);
  expect(made.files).toBe(stored().length);

  const owner = openPool({ ...connection, database: "postgres", max: 1 });
  const name = `restored_${randomBytes(6).toString("hex")}`;
  await owner.unsafe(`create database ${name}`);
  const target = openPool({ ...connection, database: name, max: 3 });
  try {
    const to = path.join(folder, "restored");
    await loadBackup(target, pino({ level: "silent" }), backup, await checkBackup(backup), null, to);
    const restored = createStorage(readEnv({ DATA_DIR: to, ...bucket }), target);
    const found = await findMissing(target, restored.placeOf);
    expect(found.missing.map((file) => file.name)).toContain("Lost, version 1");
    expect(found.missing.map((file) => file.name)).not.toContain("On disk, version 1");
    const states = await target<{ id: string; state: string; file_id: string }[]>`
      select id, state, file_id from public.document_versions where id = any (${[onDiskOne.versionId, lost.versionId, inBucketOne.versionId]})`;
    const stateOf = (id: string) => states.find((version) => version.id === id)!;
    expect(stateOf(lost.versionId).state).toBe("missing");
    expect(stateOf(inBucketOne.versionId).state).toBe("ready");
    expect((await buffer(await restored.read(stateOf(onDiskOne.versionId).file_id))).equals(bytes)).toBe(true);
    // Without the bucket's settings no one can say: neither there nor missing.
    const blind = createStorage(readEnv({ DATA_DIR: to }), target);
    expect((await findMissing(target, blind.placeOf)).unknown).toBeGreaterThanOrEqual(1);
  } finally {
    await target.end({ timeout: 1 });
    await owner.unsafe(`drop database ${name} with (force)`);
    await owner.end();
  }
});
