// Where the bytes are: a storage that fails, moving between disk and bucket, checks, backups.
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "@20minutes/s3rver";
import { afterAll, expect, test } from "vitest";
import { readEnv } from "#server/env.ts";
import { inBucket, onDisk } from "#server/platform/storage/file-place.ts";
import { moveFiles } from "#server/platform/storage/move-files.ts";
import { probePlace } from "#server/platform/storage/probe-place.ts";
import { createStorage } from "#server/platform/storage/storage.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { documentSite } from "../testing/document-site.ts";

const { sql } = await testDatabase();

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
const broken = await documentSite(sql, {
  settings: { DATA_DIR: dataDir, ...bucket, S3_ENDPOINT: "http://127.0.0.1:9/none" },
});
const storage = createStorage(readEnv({ DATA_DIR: dataDir, ...bucket }), sql);
const places = async () => {
  const rows = await sql<{ place: string; count: number }[]>`
    select place, count(*)::int as count from private.files where state = 'ready' group by place`;
  return Object.fromEntries(rows.map(({ place, count }) => [place, count]));
};
const stored = () =>
  readdirSync(path.join(dataDir, "files"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /[0-9a-f]{32}$/.test(name),
  );

test("documents 8: with the bucket away lists work, a download waits, an upload is refused before a byte, a finished one is not lost", async () => {
  const { folderId, accountId } = await inS3.account("In the bucket");
  const bytes = randomBytes(2000);
  const { versionId, documentId } = await inS3.filed(folderId, "kept.bin", bytes);
  const { path: link } = await inS3.share(documentId);
  expect(Buffer.from(await (await inS3.asAdmin(`/versions/${versionId}/content`)).arrayBuffer()).equals(bytes)).toBe(
    true,
  );

  const download = await broken.asAdmin(`/versions/${versionId}/content`);
  expect([download.status, download.headers.get("retry-after")]).toEqual([503, "30"]);
  expect((await broken.ask(`${link}/file?download`)).status).toBe(503);
  expect((await broken.ask(link)).status).toBe(200);
  const [listed] = await sql`select count(*)::int as count from public.documents where account_id = ${accountId}`;
  expect(listed).toEqual({ count: 1 });
  const upload = await broken.start(folderId, "new.bin", 10);
  expect([upload.status, upload.headers.get("retry-after")]).toEqual([503, "30"]);

  // Sent while all was well, finished when it was not: nothing is filed, and nothing is lost.
  const { id } = (await (await inS3.start(folderId, "late.bin", 3)).json()) as { id: string };
  await inS3.send(id, 0, Buffer.from("abc"));
  expect((await broken.post(`/uploads/${id}/finish`, {})).status).toBe(503);
  expect((await inS3.post(`/uploads/${id}/finish`, {})).status).toBe(201);
});

test("documents 8: the disk's reserve is respected before a byte is taken", async () => {
  const full = await documentSite(sql, { settings: { DATA_DIR: dataDir, DISK_RESERVE_MB: "1000000" } });
  const { folderId } = await full.account("Full disk");
  const refused = await full.start(folderId, "new.bin", 10);
  expect([refused.status, await refused.json()]).toEqual([
    507,
    expect.objectContaining({ error_code: "insufficient_storage" }),
  ]);
});

test("documents 9: files move to the bucket and back, can be stopped, checked byte for byte, and stay readable all the while", async () => {
  const { folderId } = await site.account("Moves");
  const files = Array.from({ length: 6 }, () => randomBytes(3000));
  const filed: Awaited<ReturnType<typeof site.filed>>[] = [];
  for (const [n, bytes] of files.entries()) filed.push(await site.filed(folderId, `file ${n}.bin`, bytes));
  const readable = async () => {
    for (const [n, { versionId }] of filed.entries()) {
      const answer = await inS3.asAdmin(`/versions/${versionId}/content`);
      expect(Buffer.from(await answer.arrayBuffer()).equals(files[n]!)).toBe(true);
    }
  };
  const stopped = await moveFiles({ sql, placeOf: storage.placeOf, onMoved: (moved) => moved < 2 }, "s3");
  expect(stopped).toMatchObject({ moved: 2, left: 4, refused: [] });
  await readable();
  // Killed after the row had changed, before the first copy was removed; and after the copy, before the row had.
  const [moved] = await sql<
    { id: string; key: string }[]
  >`select id, key from private.files where place = 's3' and state = 'ready' order by id desc limit 1`;
  await onDisk(path.join(dataDir, "files")).write(
    moved!.key,
    (async function* () {
      yield Buffer.from("left behind");
    })(),
  );
  await sql`update private.files set also_in = 'disk' where id = ${moved!.id}`;
  const [next] = await sql<
    { id: string }[]
  >`select id from private.files where place = 'disk' and state = 'ready' order by id limit 1`;
  await sql`update private.files set also_in = 's3' where id = ${next!.id}`;
  const before = await places();
  expect(await moveFiles({ sql, placeOf: storage.placeOf }, "s3")).toMatchObject({ moved: 4, left: 0, refused: [] });
  expect(await places()).toEqual({ s3: (before.s3 ?? 0) + 4 });
  expect(stored()).toEqual([]);
  await readable();

  // One that is not what it was stays where it is, and is named.
  const [damaged] = await sql<{ id: string; key: string }[]>`
    select files.id, key from private.files join public.document_versions as version on version.file_id = files.id
    where version.id = ${filed[0]!.versionId}`;
  await inBucket(readEnv(bucket)).write(
    damaged!.key,
    (async function* () {
      yield Buffer.from("damaged");
    })(),
  );
  const back = await moveFiles({ sql, placeOf: storage.placeOf }, "disk");
  expect(back).toMatchObject({
    left: 1,
    refused: [{ id: damaged!.id, reason: "its bytes are not those that were kept" }],
  });
  expect(await places()).toMatchObject({ s3: 1 });
  expect(await inBucket(readEnv(bucket)).has(damaged!.key)).toBe(true);
});

test("documents 10: the doctor puts, gets, ranges and deletes, and says when strangers may read", async () => {
  expect(await probePlace(onDisk(path.join(dataDir, "files")))).toEqual([]);
  // The stand-in serves unsigned reads: what a bucket that is open to all looks like.
  expect(await probePlace(inBucket(readEnv(bucket)))).toEqual([expect.stringContaining("anybody may read files")]);
  const closed = { ...inBucket(readEnv(bucket)), isOpenToAll: async () => false };
  expect(await probePlace(closed)).toEqual([]);
  const forgetful = { ...closed, read: async (key: string) => closed.read(key, { from: 0, to: 9 }) };
  expect(await probePlace(forgetful)).toEqual([
    expect.stringContaining("getting a file does not work"),
    expect.stringContaining("getting a part of a file does not work"),
  ]);
  const away = inBucket(readEnv({ ...bucket, S3_ENDPOINT: "http://127.0.0.1:9/none" }));
  expect(await probePlace(away)).toEqual([expect.stringContaining("putting a file does not work")]);
  expect(stored().filter((name) => name.endsWith(".partial"))).toEqual([]);
});

test("documents 10: every night a sample is read; what is lost or changed is marked, told, and found again", async () => {
  await sql`update public.document_versions set checked_at = now()`;
  const { folderId, accountId } = await site.account("Nightly");
  const kept = await site.filed(folderId, "kept.bin", randomBytes(500));
  const lost = await site.filed(folderId, "lost.bin", randomBytes(500));
  const changed = await site.filed(folderId, "changed.bin", randomBytes(500));
  const keyOf = async (versionId: string) => {
    const [row] = await sql<{ key: string }[]>`
      select key from private.files join public.document_versions as version on version.file_id = files.id where version.id = ${versionId}`;
    return path.join(dataDir, "files", row!.key.slice(0, 2), row!.key);
  };
  rmSync(await keyOf(lost.versionId));
  writeFileSync(await keyOf(changed.versionId), randomBytes(500));
  const job = site.jobs.get("documents-check")!;
  // What came today was read as it came.
  expect(await job.findDue(100)).toEqual([]);
  await sql`update public.document_versions set checked_at = now() - interval '2 days' where checked_at is null`;
  const due = await job.findDue(100);
  expect(due).toEqual(expect.arrayContaining([kept.versionId, lost.versionId, changed.versionId]));
  const calm = new AbortController().signal;
  for (const id of due) await job.run(id, calm);
  expect(await job.findDue(100)).toEqual([]);
  const states = async () => {
    const rows = await sql<{ id: string; state: string }[]>`
      select id, state from public.document_versions where id = any (${[kept.versionId, lost.versionId, changed.versionId]})`;
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
  };
  expect(await states()).toEqual({
    [kept.versionId]: "ready",
    [lost.versionId]: "missing",
    [changed.versionId]: "missing",
  });
  const told = await sql<
    { kind: string }[]
  >`select kind from public.events where account_id = ${accountId} and kind = 'missing'`;
  expect(told).toHaveLength(2);
  expect((await site.asAdmin(`/versions/${lost.versionId}/content`)).status).toBe(404);

  // A storage that does not answer proves nothing.
  await sql`update public.document_versions set checked_at = null where id = ${kept.versionId}`;
  await sql`update private.files set place = 's3' where id = (select file_id from public.document_versions where id = ${kept.versionId})`;
  await expect(broken.jobs.get("documents-check")!.run(kept.versionId, calm)).rejects.toThrow();
  expect(await states()).toMatchObject({ [kept.versionId]: "ready" });
  await sql`update private.files set place = 'disk' where id = (select file_id from public.document_versions where id = ${kept.versionId})`;
});
