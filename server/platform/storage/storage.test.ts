import { createHash, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver from "@20minutes/s3rver";
import { afterAll, describe, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { onDisk as diskPlace } from "./file-place.ts";
import { createStorage, FileTooLarge, type StorageSettings } from "./storage.ts";

const { sql } = await testDatabase();
const folder = await mkdtemp(path.join(tmpdir(), "storage-"));
const bucketServer = new S3rver({
  port: 0,
  address: "127.0.0.1",
  silent: true,
  directory: path.join(folder, "s3"),
  configureBuckets: [{ name: "guidevane", configs: [] }],
});
const { port } = await bucketServer.run();
afterAll(async () => {
  await bucketServer.close();
  await rm(folder, { recursive: true });
});

const DATA_DIR = path.join(folder, "data");
const onDisk = { DATA_DIR, S3_REGION: "auto" } as StorageSettings;
const inBucket = {
  ...onDisk,
  S3_ENDPOINT: `http://127.0.0.1:${port}/guidevane`,
  S3_ACCESS_KEY_ID: "S3RVER",
  S3_SECRET_ACCESS_KEY: "S3RVER",
} as StorageSettings;

async function* pieces(content: Buffer, size = 64 * 1024) {
  for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size);
}
const filesOnDisk = () =>
  readdirSync(DATA_DIR, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

describe.each([
  ["on disk", onDisk],
  ["in a bucket", inBucket],
])("%s", (_name, settings) => {
  const storage = createStorage(settings, sql);

  test.each([0, 1, 100_000, 20_000_000])("%d bytes come back as they were, with size and hash", async (size) => {
    const content = randomBytes(size);
    const kept = await storage.keep(pieces(content), 50_000_000);
    expect(kept).toMatchObject({ size, sha256: createHash("sha256").update(content).digest("hex") });
    expect(await storage.find(kept.id)).toEqual(kept);
    expect(Buffer.compare(await buffer(await storage.read(kept.id)), content)).toBe(0);
  });

  test("a part of a file is read without the rest", async () => {
    const content = randomBytes(10_000);
    const { id } = await storage.keep(pieces(content), 50_000);
    const part = await buffer(await storage.read(id, { from: 100, to: 199 }));
    expect(Buffer.compare(part, content.subarray(100, 200))).toBe(0);
  });

  test("a file that is too large, or whose sender goes away, is not kept", async () => {
    const [before] = await sql`select count(*)::int as count from private.files`;
    await expect(storage.keep(pieces(randomBytes(10_001)), 10_000)).rejects.toBeInstanceOf(FileTooLarge);
    async function* cutOff() {
      yield randomBytes(1000);
      throw new Error("the line was cut");
    }
    await expect(storage.keep(cutOff(), 10_000)).rejects.toThrow();
    const [after] = await sql`select count(*)::int as count from private.files`;
    expect(after).toEqual(before);
  });

  test("a removed file is gone for readers at once, its bytes after the clean-up", async () => {
    const { id } = await storage.keep(pieces(randomBytes(500)), 1000);
    await storage.remove(id);
    expect(await storage.find(id)).toBeNull();
    await expect(storage.read(id)).rejects.toThrow("no such file");
    expect(await storage.cleanUp.findDue(100)).toContain(id);
    await storage.cleanUp.run(id, AbortSignal.abort());
    await storage.cleanUp.run(id, AbortSignal.abort());
    expect(await storage.cleanUp.findDue(100)).not.toContain(id);
  });
});

test("bytes that a cut-off upload left are cleaned up after a day, and nothing else is", async () => {
  const storage = createStorage(onDisk, sql);
  const { id: kept } = await storage.keep(pieces(randomBytes(500)), 1000);
  await sql`insert into private.files (key, place, created_at)
    values (${"a".repeat(32)}, 'disk', now() - interval '2 days'), (${"b".repeat(32)}, 'disk', now())`;
  const due = await storage.cleanUp.findDue(100);
  const [left] = await sql<{ id: string }[]>`select id from private.files where key = ${"a".repeat(32)}`;
  expect(due).toEqual([left!.id]);
  await storage.cleanUp.run(kept, AbortSignal.abort());
  expect(await storage.find(kept)).not.toBeNull();
});

test("files stay readable where they are when the setting changes to a bucket", async () => {
  const content = randomBytes(500);
  const { id } = await createStorage(onDisk, sql).keep(pieces(content), 1000);
  expect(Buffer.compare(await buffer(await createStorage(inBucket, sql).read(id)), content)).toBe(0);
});

test("no half-written file stays on disk", () => {
  const names = readdirSync(DATA_DIR, { recursive: true, encoding: "utf8" });
  expect(names.filter((name) => name.endsWith(".partial"))).toEqual([]);
  expect(filesOnDisk()).toBeGreaterThan(0);
});

test.each(["../../keys.json", "/etc/passwd", "a".repeat(31), "A".repeat(32), ""])(
  "%j is no key of a file: nothing is read, written or removed under it",
  async (key) => {
    const place = diskPlace(path.join(DATA_DIR, "files"));
    await expect(place.read(key)).rejects.toThrow("not a key");
    await expect(place.write(key, pieces(Buffer.from("x")))).rejects.toThrow("not a key");
    await expect(place.remove(key)).rejects.toThrow("not a key");
    await expect(place.adopt(key, "x")).rejects.toThrow("not a key");
  },
);

test("what a row knows and nobody has is counted", async () => {
  const { id } = await createStorage(onDisk, sql).keep(pieces(randomBytes(10)), 100);
  const before = await createStorage(inBucket, sql).inspect(1000);
  expect(before.missing).toBe(0);
  const [{ key } = { key: "" }] = await sql<{ key: string }[]>`select key from private.files where id = ${id}`;
  await rm(path.join(DATA_DIR, "files", key.slice(0, 2), key));
  expect(await createStorage(inBucket, sql).inspect(1000)).toEqual({ there: before.there - 1, missing: 1 });
});

test("a bucket that is not there is said to the operator", async () => {
  expect(await createStorage(inBucket, sql).trouble()).toBeNull();
  const elsewhere = { ...inBucket, S3_ENDPOINT: "http://127.0.0.1:9/none" } as StorageSettings;
  expect(await createStorage(elsewhere, sql).trouble()).toContain("http://127.0.0.1:9/none");
});
